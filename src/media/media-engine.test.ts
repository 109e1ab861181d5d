import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseWav } from '../audio/wav-header.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import { InternalErrorLog } from '../core/internal-errors.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { serializeRtpPacket } from '../rtp/rtp-packet.ts';
import { createMediaEngine, type MediaEngineOptions } from './media-engine.ts';
import type { MediaEngine, MediaPort, MediaSettings } from './media-port.ts';
import { emptyLoad } from './worker-counters.ts';
import { startMediaWorker } from './worker-link.ts';
import type { WorkerCommand } from './worker-messages.ts';

/*
 * These tests use real sockets on loopback and real threads, so they take as long as their audio. Each waits for an
 * event, never for a fixed time.
 */
const engines: MediaEngine[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'media-engine-'));
const waitLimits = { timeout: 10_000, interval: 20 };
let nextPort = 21_000 + (process.pid % 50) * 100;

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<MediaEngineOptions> = {}): Promise<MediaEngine> {
  const first = nextPort;
  nextPort += 20;
  const engine = await createMediaEngine({
    threads: 1,
    rtpPorts: [first, first + 19],
    localAddress: '127.0.0.1',
    logger: silentLogger,
    ...options,
  });
  engines.push(engine);
  return engine;
}

/** Collects the workers that an engine starts. */
function collectWorkers() {
  const workers: Worker[] = [];
  const startWorker: typeof startMediaWorker = (start) => {
    const worker = startMediaWorker(start);
    workers.push(worker);
    return worker;
  };
  return { workers, startWorker };
}

const settingsTo = (remotePort: number, changes: Partial<MediaSettings> = {}): MediaSettings => ({
  remoteAddress: '127.0.0.1',
  remotePort,
  codec: 'PCMU',
  payloadType: 0,
  telephoneEventPayloadType: 101,
  direction: 'sendrecv',
  ...changes,
});

async function connectedPorts(
  engine: MediaEngine,
  changes: Partial<MediaSettings> = {},
): Promise<[MediaPort, MediaPort]> {
  const [near, far] = [await engine.openPort(), await engine.openPort()];
  near.configure(settingsTo(far.localPort, changes));
  far.configure(settingsTo(near.localPort, changes));
  return [near, far];
}

/** Resolves with the next event of the given type. */
function nextEvent<Type extends LegAudioEvent['type']>(port: MediaPort, type: Type) {
  return new Promise<Extract<LegAudioEvent, { type: Type }>>((resolve) => {
    const removeListener = port.on((event) => {
      if (event.type !== type) return;
      removeListener();
      resolve(event as Extract<LegAudioEvent, { type: Type }>);
    });
  });
}

const tone = (ms: number) =>
  Int16Array.from({ length: ms * 8 }, (_, i) => 8000 * Math.sin((2 * Math.PI * 440 * i) / 8000));

const peak = (samples: Int16Array) => samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);

describe('a call over loopback', () => {
  it('carries audio, DTMF and a recording, and delivers all events before it closes', async () => {
    const engine = await start({ recordingRoot: folder });
    const [near, far] = await connectedPorts(engine);
    const file = path.join(folder, 'calls', 'one.wav');
    const received: number[] = [];
    far.on((event) => void (event.type === 'audio' && received.push(peak(event.samples))));
    far.audio.listen(100);
    far.audio.record(file);
    const drained = nextEvent(near, 'playout-drained');
    near.audio.play(tone(600));
    await drained;
    const digit = nextEvent(far, 'digit-pressed');
    near.audio.sendDigits('7');
    expect(await digit).toMatchObject({ digit: '7', durationMs: 100 });
    const ended = nextEvent(far, 'recording-ended');
    await Promise.all([near.close(), far.close()]);
    expect(await ended).toMatchObject({ path: file, lostMs: 0 });
    expect(Math.max(...received)).toBeGreaterThan(7500);
    const left = parseWav(readFileSync(file)).samples.filter((_, index) => index % 2 === 0);
    expect(peak(left)).toBeGreaterThan(7500);
    expect(far.audio.stats()).toMatchObject({ packetsLost: 0, codec: 'PCMU' });
  });

  it('uses A-law, and in-band DTMF if telephone-event was not negotiated', async () => {
    const engine = await start();
    const { telephoneEventPayloadType: _, ...plain } = settingsTo(1);
    const [near, far] = [await engine.openPort(), await engine.openPort()];
    near.configure({ ...plain, remotePort: far.localPort, codec: 'PCMA', payloadType: 8 });
    far.configure({ ...plain, remotePort: near.localPort, codec: 'PCMA', payloadType: 8 });
    const digit = nextEvent(far, 'digit-pressed');
    near.audio.sendDigits('3');
    expect(await digit).toMatchObject({ digit: '3' });
    expect(far.audio.stats().codec).toBe('PCMA');
  });

  it('ignores packets from an unknown source and continues', async () => {
    const engine = await start();
    const unknownSource: Socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(unknownSource, 'listening');
    const [near, far] = [await engine.openPort(), await engine.openPort()];
    near.configure(settingsTo(9, { mediaLatch: 'signalled', mediaTimeoutMs: 500 }));
    const rtp = { marker: false, payloadType: 0, sequenceNumber: 1, timestamp: 1, ssrc: 1 };
    unknownSource.send(
      serializeRtpPacket({ ...rtp, payload: new Uint8Array(160) }),
      near.localPort,
      '127.0.0.1',
    );
    await nextEvent(near, 'media-timed-out');
    expect(near.audio.stats().packetsReceived).toBe(0);
    near.configure(settingsTo(far.localPort));
    far.configure(settingsTo(near.localPort));
    const started = nextEvent(near, 'playout-started');
    near.audio.play(tone(40));
    await started;
    unknownSource.close();
    await near.close();
  });

  it('continues after its peer has gone, and counts the ICMP errors', async () => {
    const engine = await start();
    const peer = createSocket('udp4').bind(0, '127.0.0.1');
    await once(peer, 'listening');
    const port = await engine.openPort();
    port.configure(settingsTo(peer.address().port));
    await once(peer, 'message');
    const rtp = { marker: false, payloadType: 0, sequenceNumber: 1, timestamp: 1, ssrc: 1 };
    peer.send(serializeRtpPacket({ ...rtp, payload: new Uint8Array(160) }), port.localPort, '127.0.0.1');
    await vi.waitFor(() => expect(port.audio.stats().packetsReceived).toBe(1), waitLimits);
    peer.close();
    await vi.waitFor(() => expect(engine.load().socketErrors).toBeGreaterThan(0), waitLimits);
    const drained = nextEvent(port, 'playout-drained');
    port.audio.play(tone(40));
    await drained;
  });

  it('rejects a host name, an invalid port and an invalid payload type', async () => {
    const port = await (await start()).openPort();
    expect(() => port.configure(settingsTo(4000, { remoteAddress: 'example.com' }))).toThrow(RangeError);
    expect(() => port.configure(settingsTo(70_000))).toThrow(RangeError);
    expect(() => port.configure(settingsTo(4000, { payloadType: 200 }))).toThrow(RangeError);
  });
});

describe('the memory of a closed call', () => {
  it('is used again, without its audio', async () => {
    const buffers = new Set<SharedArrayBuffer>();
    const engine = await start({
      startWorker(data) {
        const worker = startMediaWorker(data);
        const post = worker.postMessage.bind(worker);
        worker.postMessage = (command: WorkerCommand) => {
          if (command.type === 'open') buffers.add(command.memory.audio);
          post(command, []);
        };
        return worker;
      },
    });
    const first = await connectedPorts(engine);
    first[1].audio.listen(100);
    const started = nextEvent(first[0], 'playout-started');
    first[0].audio.play(tone(5_000));
    await started;
    await Promise.all(first.map((port) => port.close()));
    const [near, far] = await connectedPorts(engine);
    expect(buffers.size).toBe(2);
    const received: number[] = [];
    far.on((event) => void (event.type === 'audio' && received.push(peak(event.samples))));
    far.audio.listen(100);
    first[0].audio.play(tone(5_000));
    near.audio.play(new Int16Array(4_000));
    await nextEvent(near, 'playout-drained');
    await expect.poll(() => received.length, waitLimits).toBeGreaterThan(4);
    expect(Math.max(...received)).toBe(0);
  });
});

describe('recording', () => {
  const fullDisk = '/dev/full';

  it.skipIf(!existsSync(fullDisk))('ends when the disk is full, and the call continues', async () => {
    const [near, far] = await connectedPorts(await start());
    const ended = nextEvent(near, 'recording-ended');
    near.audio.record(fullDisk);
    expect((await ended).error).toContain('ENOSPC');
    const drained = nextEvent(far, 'playout-drained');
    far.audio.play(tone(100));
    await drained;
  });

  it('is not created outside the recordings folder', async () => {
    const port = await (await start({ recordingRoot: folder })).openPort();
    for (const file of [path.join(folder, '..', 'out.wav'), `${folder}/a\0.wav`]) {
      const otherPort = file.includes('\0') ? await engines[0]!.openPort() : port;
      const ended = nextEvent(otherPort, 'recording-ended');
      otherPort.audio.record(file);
      expect((await ended).error).toContain('inside the recordings folder');
      expect(existsSync(file.replace('\0', ''))).toBe(false);
    }
  });
});

describe('RTP ports', () => {
  it('are skipped if another program uses them', async () => {
    const otherSocket = createSocket('udp4');
    const first = nextPort;
    const bound = once(otherSocket, 'listening');
    otherSocket.bind(first + 1, '127.0.0.1');
    await bound;
    const port = await (await start()).openPort();
    expect(port.localPort).toBe(first + 2);
    otherSocket.close();
  });

  it('cause an error while all are in use, and are available again after their cooldown', async () => {
    const clock = new ManualClock();
    const first = nextPort;
    const engine = await start({ rtpPorts: [first, first + 1], clock });
    const port = await engine.openPort();
    await expect(engine.openPort()).rejects.toMatchObject({ reason: 'ports-exhausted' });
    expect(engine.load()).toMatchObject({ portsFree: 0, overloaded: true });
    await port.close();
    await port.close();
    await expect(engine.openPort()).rejects.toMatchObject({ reason: 'ports-exhausted' });
    await clock.advance(2_000);
    expect(engine.load()).toMatchObject({ portsFree: 1, overloaded: false });
    expect((await engine.openPort()).localPort).toBe(first);
  });

  it('are not opened by a closed engine, or on a non-local address', async () => {
    const engine = await start();
    await expect(engine.openPort({ localAddress: '192.0.2.1' })).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
    });
    await engine.close();
    await expect(engine.openPort()).rejects.toMatchObject({ reason: 'closed' });
  });
});

describe('overload', () => {
  it('rejects new calls and keeps existing ones', async () => {
    const { workers, startWorker } = collectWorkers();
    const engine = await start({ startWorker });
    const report = (overloaded: boolean) =>
      workers[0]!.emit('message', { type: 'load', load: { ...emptyLoad(), overloaded } });
    const port = await engine.openPort();
    report(true);
    await expect(engine.openPort()).rejects.toMatchObject({ reason: 'overloaded' });
    expect(engine.load()).toMatchObject({ overloaded: true, calls: 1 });
    const portDespiteOverload = await engine.openPort({ ignoreOverload: true });
    expect(engine.load()).toMatchObject({ overloaded: true, calls: 2 });
    await portDespiteOverload.close();
    report(false);
    await engine.openPort();
    await port.close();
  });
});

it('a listener that throws ends the media of its port and of no other', async () => {
  const internalErrors = new InternalErrorLog({ logger: silentLogger, clock: new ManualClock() });
  const engine = await start({ internalErrors });
  const [near, far] = await connectedPorts(engine);
  const failed = nextEvent(near, 'media-failed');
  const events: string[] = [];
  far.on(({ type }) => events.push(type));
  near.on(({ type }) => {
    if (type === 'playout-started') throw new Error('a defect');
  });
  const drained = nextEvent(far, 'playout-drained');
  near.audio.play(tone(40));
  far.audio.play(tone(40));
  await Promise.all([failed, drained]);
  expect([internalErrors.counts.media_port, events.includes('media-failed')]).toEqual([1, false]);
});

it('ends its worker, which needs no termination, when it closes after a call', async () => {
  const { workers, startWorker } = collectWorkers();
  const engine = await start({ startWorker });
  const [near, far] = await connectedPorts(engine);
  const drained = nextEvent(near, 'playout-drained');
  near.audio.play(tone(40));
  await drained;
  await Promise.all([near.close(), far.close()]);
  const exited = once(workers[0]!, 'exit');
  await engine.close();
  expect(await exited).toEqual([0]);
});

describe('a worker that exits', () => {
  it('ends the media of its calls, and a replacement carries the next call', async () => {
    const { workers, startWorker } = collectWorkers();
    const clock = new ManualClock();
    const engine = await start({ startWorker, clock, recordingRoot: folder });
    const [near] = await connectedPorts(engine);
    near.audio.record(path.join(folder, 'cut.wav'));
    const [failed, ended] = [nextEvent(near, 'media-failed'), nextEvent(near, 'recording-ended')];
    await workers[0]!.terminate();
    await failed;
    expect((await ended).error).toBe('the media worker exited');
    await near.close();
    near.audio.play(tone(20));
    expect(near.audio.queuedMs).toBe(0);
    await clock.advance(1000);
    const [newPort] = await connectedPorts(engine);
    const started = nextEvent(newPort, 'playout-started');
    newPort.audio.play(tone(20));
    await started;
    expect(engine.load()).toMatchObject({ workersLost: 1, workers: 1, calls: 2 });
  });

  it('fails the port that was being opened', async () => {
    const { workers, startWorker } = collectWorkers();
    const engine = await start({ startWorker });
    const opening = engine.openPort();
    const terminated = workers[0]!.terminate();
    await expect(opening).rejects.toMatchObject({ reason: 'worker-lost' });
    await terminated;
  });
});
