import { describe, expect, it } from 'vitest';
import type { SpeechToTextEvent } from '../../contracts/speech-to-text.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { observe } from '../../contracts/testing/observe.ts';
import { speechToTextSuite } from '../../contracts/testing/speech-to-text-suite.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import {
  pushFrames,
  pushWords,
  recognitionHarness,
  silenceOf,
  textsOf,
} from '../websocket/testing/speech-to-text-harness.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { createAssemblyAiSpeechToText } from './speech-to-text.ts';
import { startStreamingServer } from './testing/streaming-server.ts';

const apiKey = 'aai-test-key';
const opened = closeAfterTests();

async function createRecogniser(formatsTurns = false, key = apiKey, clock: Clock = systemClock) {
  const { server, habits } = await startStreamingServer(apiKey, clock);
  opened(server);
  habits.formatsTurns = formatsTurns;
  const { account, dependencies } = createTestAccount(server, key, clock);
  const recogniser = createAssemblyAiSpeechToText(account, 'universal-streaming-english', dependencies);
  return { server, habits, recogniser };
}

speechToTextSuite(
  'AssemblyAI',
  recognitionHarness(() => createRecogniser()),
);

describe('AssemblyAI', () => {
  it('ends a turn once that the vendor ends twice, and sends whole audio messages', async () => {
    const { server, recogniser } = await createRecogniser(true);
    const stream = recogniser.open({ language: 'en', keyterms: ['Parley'] });
    const events: SpeechToTextEvent[] = [];
    const { promise: hasEnded, resolve } = Promise.withResolvers<void>();
    let turns = 0;
    stream.on((event) => {
      events.push(event);
      if (event.type === 'turn-ended' && ++turns === 2) resolve();
    });
    let atMs = pushWords(stream, 'hello there', 0);
    atMs = pushFrames(stream, silenceOf(800), atMs);
    atMs = pushWords(stream, 'again', atMs);
    pushFrames(stream, silenceOf(800), atMs);
    await hasEnded;
    expect(textsOf(events)).toEqual(['hello there', 'again']);
    expect(server.latest.audioSizes.every((size) => size >= 400)).toBe(true);
    expect(server.latest.url.searchParams.get('keyterms_prompt')).toBe('["Parley"]');
    stream.close();
  });

  it.each([
    [1008, 'Insufficient account balance', 'rejected the API key (1008)', 1],
    [1008, 'Too many concurrent sessions', 'rejected the request because of a limit (1008)', 1],
    [3005, 'Server error', 'is unavailable (3005)', 3],
    [3006, 'Invalid message', 'rejected the request (3006)', 1],
    [3008, 'Session expired', 'closed the connection (3008)', 3],
    [3009, 'Too many concurrent sessions', 'rejected the request because of a limit (3009)', 1],
  ])('understands the close code %i with "%s"', async (code, error, message, connections) => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser(false, apiKey, clock);
    habits.refusal = { code, error };
    const { events } = observe(recogniser.open({ language: 'en' }));
    const failed = () => events.find((event) => event.type === 'stream-failed' && !event.recoverable);
    while (failed() === undefined) await clock.advance(10);
    expect(failed()).toMatchObject({ error: { message: `AssemblyAI ${message}.` } });
    expect(server.connections).toHaveLength(connections);
  });

  it('keeps its sessions when the account has started too many in a minute, and starts others after it', async () => {
    const clock = new ManualClock();
    const { server, habits, recogniser } = await createRecogniser(false, apiKey, clock);
    habits.maxNewSessions = 2;
    const open = () => {
      const stream = recogniser.open({ language: 'en' });
      return { stream, ...observe(stream) };
    };
    const advanceUntil = async (isReached: () => boolean) => {
      while (!isReached()) await clock.advance(10);
    };
    const recognises = async ({ stream, events }: ReturnType<typeof open>) => {
      pushWords(stream, 'yes', 0);
      stream.finalize();
      await advanceUntil(() => events.at(-1)?.type === 'transcript-ended');
      return textsOf(events);
    };
    const calls = [open(), open()];
    await advanceUntil(() => server.connections.length === 2);
    const failureOf = async ({ events }: ReturnType<typeof open>) => {
      const failed = () => events.find((event) => event.type === 'stream-failed' && !event.recoverable);
      await advanceUntil(() => failed() !== undefined);
      return failed();
    };
    const limit = 'AssemblyAI rejected the request because of a limit (1008).';
    expect(await failureOf(open())).toMatchObject({ error: { message: limit } });
    for (let attempts = 0; attempts < 4; attempts += 1)
      expect(await failureOf(open())).toMatchObject({ error: { isPause: true } });
    expect(server.connections).toHaveLength(3);
    for (const call of calls) expect(await recognises(call)).toEqual(['yes']);
    await clock.advance(60_000);
    expect(await recognises(open())).toEqual(['yes']);
    expect(server.connections).toHaveLength(4);
    expect((await recogniser.checkHealth()).ok).toBe(true);
  });

  it('fails for good if the key is rejected', async () => {
    const { recogniser } = await createRecogniser(false, 'wrong');
    const stream = recogniser.open({ language: 'en' });
    const event = await new Promise<SpeechToTextEvent>((resolve) => stream.on(resolve));
    expect(event).toMatchObject({
      type: 'stream-failed',
      recoverable: false,
      error: { message: 'AssemblyAI rejected the API key (1008).' },
    });
  });
});
