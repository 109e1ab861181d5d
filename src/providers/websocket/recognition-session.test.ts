import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { RecognitionTransport } from './recognition-protocol.ts';
import { RecognitionSession } from './recognition-session.ts';
import { AudioWordReader, audioOfWords } from './testing/audio-words.ts';
import { ProtocolServer, type ServerConnection } from './testing/protocol-server.ts';
import type { VendorError } from './vendor-error.ts';

const servers: ProtocolServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A session with a server that echoes the words that it hears in each connection. */
async function createSession(transport: Partial<RecognitionTransport> = {}) {
  const clock = new ManualClock();
  const words = new Map<ServerConnection, string[]>();
  const server = await ProtocolServer.start((connection) => {
    const reader = new AudioWordReader();
    words.set(connection, []);
    return {
      onAudio(audio) {
        for (const { text } of reader.read(audio)) {
          words.get(connection)!.push(text);
          connection.send({ text });
        }
      },
    };
  });
  servers.push(server);
  const texts: string[] = [];
  const restarts: (string | undefined)[] = [];
  const failures: VendorError[] = [];
  let isIdle = true;
  const breaker = new CircuitBreaker(clock, seededRandom(1));
  const session = new RecognitionSession({
    transport: {
      vendor: 'Vendor',
      url: new URL(server.baseUrl.replace('http', 'ws')),
      headers: {},
      encoding: 'mulaw',
      frameMs: 20,
      maxSessionMs: 600_000,
      replaySpeed: Infinity,
      needsContinuousAudio: false,
      ...transport,
    },
    sampleRate: 8000,
    clock,
    random: seededRandom(1),
    breaker,
    events: {
      onUtteranceSent: () => undefined,
      onText: (text) => texts.push(text),
      onRestarted: (error) => restarts.push(error?.message),
      onFailed: (error) => failures.push(error),
      isIdle: () => isIdle,
    },
  });
  session.open();
  const until = async (condition: () => boolean, stepMs = 0) => {
    while (!condition()) await clock.advance(stepMs);
  };
  const wordsOf = (index: number) => words.get(server.connections[index]!) ?? [];
  return {
    clock,
    server,
    session,
    breaker,
    texts,
    restarts,
    failures,
    until,
    wordsOf,
    setIdle: (value: boolean) => (isIdle = value),
  };
}

describe('RecognitionSession', () => {
  it('connects before there is audio, and sends the audio that arrived meanwhile', async () => {
    const { session, until, wordsOf, clock } = await createSession();
    session.pushAudio(audioOfWords('early bird'), 0);
    await until(() => wordsOf(0).length === 2);
    expect(wordsOf(0)).toEqual(['early', 'bird']);
    session.close();
    await until(() => clock.pendingTimers === 0);
  });

  it('sends the audio that is not confirmed to a new connection after a failure', async () => {
    const { session, server, until, wordsOf, restarts, texts } = await createSession();
    session.pushAudio(audioOfWords('done'), 0);
    await until(() => texts.length === 1);
    session.confirm(session.endIndex);
    session.pushAudio(audioOfWords('two words'), 300);
    await until(() => texts.length === 3);
    server.latest.cutInFrame();
    await until(() => wordsOf(1).length === 2);
    expect(wordsOf(1)).toEqual(['two', 'words']);
    expect(restarts).toEqual(['Vendor closed the connection (1006).']);
    const repeatedMs = audioOfWords('two words').length / 8;
    expect(session.sentMs).toBe(audioOfWords('done').length / 8 + 2 * repeatedMs);
    session.close();
    expect(session.sentMs).toBe(audioOfWords('done').length / 8 + 2 * repeatedMs);
  });

  it('sends at most ten seconds of audio again, and times of the new connection count from the first sample that it receives', async () => {
    const { session, server, until, wordsOf } = await createSession();
    await until(() => server.connections.length === 1);
    server.latest.cut();
    session.pushAudio(audioOfWords('a'.repeat(50).split('').join(' ')), 0);
    await until(() => wordsOf(1).length > 0);
    expect(wordsOf(1).length).toBeLessThanOrEqual(33);
    expect(session.mediaMsAt(session.indexAt(0))).toBe(5_000);
    expect(session.mediaMsAt(session.endIndex)).toBe(15_000);
    session.close();
  });

  it('limits the speed of audio that is sent again, if the vendor requires it', async () => {
    const { session, server, until, wordsOf, clock } = await createSession({ replaySpeed: 1 });
    await until(() => server.connections.length === 1);
    session.pushAudio(audioOfWords('one two three four five six'), 0);
    await until(() => wordsOf(0).length === 1);
    const startMs = clock.monotonicMs();
    await until(() => wordsOf(0).length === 6, 50);
    expect(clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(1_400);
    session.close();
  });

  it('ends after three failures in a row', async () => {
    const { server, until, restarts, failures, breaker } = await createSession();
    server.refusal = { status: 503 };
    await until(() => failures.length === 1, 50);
    expect(restarts).toHaveLength(2);
    expect(failures[0]!.message).toBe('Vendor is unavailable (503).');
    expect(breaker.isOpen).toBe(false);
  });

  it.each([
    [{ status: 401 }, 'unauthorized'],
    [{ status: 400 }, 'rejected'],
  ])('ends at once if the vendor rejects the request: %o', async (refusal, failure) => {
    const { server, until, restarts, failures } = await createSession();
    server.refusal = refusal;
    await until(() => failures.length === 1);
    expect(failures[0]!.failure).toBe(failure);
    expect(restarts).toEqual([]);
  });

  it('waits as long as the vendor asks for after too many requests', async () => {
    const { server, until, failures, breaker, clock } = await createSession();
    server.refusal = { status: 429, headers: { 'retry-after': '7' } };
    await until(() => failures.length === 1, 50);
    expect(failures[0]!.failure).toBe('limited');
    await clock.advance(5_000);
    expect(breaker.isOpen).toBe(true);
    await clock.advance(4_000);
    expect(breaker.isOpen).toBe(false);
  });

  it('ends if the vendor never accepts the connection', async () => {
    const { server, until, failures } = await createSession();
    server.ignoresUpgrades = true;
    await until(() => failures.length === 1, 1_000);
    expect(failures[0]!.failure).toBe('timed-out');
  });

  it('ends a connection whose vendor floods it', async () => {
    const { server, session, until, restarts } = await createSession();
    session.pushAudio(audioOfWords('go'), 0);
    await until(() => server.connections.length === 1 && server.latest.hasAudio);
    for (let i = 0; i < 6_000; i++) server.latest.sendText('{}');
    await until(() => restarts.length === 1);
    expect(restarts).toEqual(['Vendor sent an invalid message (too-many-messages).']);
    session.close();
  });

  it('ends a connection whose vendor sends a message that is too large', async () => {
    const { server, session, until, restarts } = await createSession();
    session.pushAudio(audioOfWords('go'), 0);
    await until(() => server.connections.length === 1 && server.latest.hasAudio);
    server.latest.sendText('x'.repeat(5 * 1024 * 1024));
    await until(() => restarts.length === 1);
    expect(restarts[0]).toContain('sent an invalid message');
    session.close();
  });

  it('sends silence when no audio arrives, if the vendor needs continuous audio', async () => {
    const { session, server, until, clock } = await createSession({ needsContinuousAudio: true });
    await until(() => server.connections.length === 1 && server.latest.hasAudio, 250);
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(600);
    session.close();
  });

  it('replaces a connection before it is too old, without a loss of words', async () => {
    const { session, server, until, wordsOf, restarts, clock, texts, setIdle } = await createSession();
    await until(() => server.connections.length === 1);
    await clock.advance(569_000);
    setIdle(false);
    session.pushAudio(audioOfWords('before'), 569_000);
    await until(() => texts.length === 1);
    await until(() => server.connections.length === 2, 250);
    await clock.advance(500);
    expect(restarts).toEqual([]);
    session.confirm(session.endIndex);
    setIdle(true);
    await until(() => restarts.length === 1, 250);
    session.pushAudio(audioOfWords('after'), 569_300);
    await until(() => wordsOf(1).length === 1);
    await until(() => server.openConnections.length === 1);
    expect(restarts).toEqual([undefined]);
    expect(wordsOf(0)).toEqual(['before']);
    expect(wordsOf(1)).toEqual(['after']);
    session.close();
    await until(() => clock.pendingTimers === 0);
  });

  it('fills gaps of the media clock with silence', async () => {
    const { session, server, until, texts } = await createSession();
    session.pushAudio(audioOfWords('one'), 1000);
    session.pushAudio(audioOfWords('two'), 1800);
    await until(() => texts.length === 2);
    expect(server.latest.audioSizes.reduce((sum, size) => sum + size, 0)).toBe(8 * 1100);
    expect(session.mediaMsAt(session.indexAt(800))).toBe(1800);
    session.close();
  });
});

describe('audioOfWords', () => {
  it('survives linear transport', () => {
    const reader = new AudioWordReader('linear16');
    const audio = audioOfWords('hello there');
    expect(reader.read(new Uint8Array(audio.buffer)).map(({ text }) => text)).toEqual(['hello', 'there']);
  });
});
