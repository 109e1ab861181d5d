import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import {
  createCallMemory,
  eventKind,
  frameSamples,
  playoutRingSamples,
  samplesPerMs,
  wordIndex,
  writeEvent,
} from './call-memory.ts';
import { Playout } from './playout.ts';
import { RingAudio } from './ring-audio.ts';

/**
 * Runs both sides of a call's memory in one thread. `frame()` is one tick of the worker, then one poll by the main
 * thread.
 */
function createBothEnds() {
  const memory = createCallMemory();
  const events: LegAudioEvent[] = [];
  const commands = { sendDigits: () => {}, record: () => {} };
  const audio = new RingAudio(memory, commands, (event) => events.push(event));
  const playout = new Playout(
    memory,
    (kind, atMs, value) => writeEvent(memory, kind, atMs, value),
    () => {},
  );
  const buffer = new Int16Array(frameSamples);
  let frames = 0;
  const frame = (): number[] => {
    const atMs = 20 * frames++;
    playout.applyClear(atMs);
    const sound = playout.next(buffer, atMs) ? [...buffer] : [];
    audio.poll();
    return sound;
  };
  const types = () => events.map(({ type }) => type);
  return { memory, audio, events, types, frame };
}

/** Returns samples whose values are their positions. */
const samplesFrom = (from: number, count: number) =>
  Int16Array.from({ length: count }, (_, i) => (from + i) % 30_000);

describe('playback', () => {
  it('plays queued audio in order and completely, for any chunk sizes', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(lengths, (lengths) => {
        const { audio, frame } = createBothEnds();
        let total = 0;
        for (const length of lengths) {
          audio.play(samplesFrom(total, length));
          total += length;
        }
        const received: number[] = [];
        while (audio.queuedMs > 0) received.push(...frame());
        expect(received.slice(0, total)).toEqual([...samplesFrom(0, total)]);
        expect(audio.playedMs).toBe(total / 8);
      }),
      { numRuns: 20 },
    );
  });

  it('reports its start and its end only once, even if the audio is longer than the ring', () => {
    const { audio, events, types, frame } = createBothEnds();
    audio.play(samplesFrom(0, 40_000));
    for (let count = 0; count < 260; count++) frame();
    expect(types()).toEqual(['playout-started', 'playout-drained']);
    expect(events[1]).toEqual({ type: 'playout-drained', atMs: 5000, playedMs: 5000 });
  });

  it.each(['clear', 'pause'] as const)('fades out within 5 ms after a %s, and fades in again', (cut) => {
    const { audio, frame } = createBothEnds();
    const silence = Array.from<number>({ length: frameSamples }).fill(0);
    const heard: number[] = [];
    const next = () => void heard.push(...[...frame(), ...silence].slice(0, frameSamples));
    audio.play(new Int16Array(1600).fill(8000));
    next();
    audio[cut]();
    next();
    next();
    expect(audio.playedMs).toBe(20);
    expect(heard.slice(200, 480).every((sample) => sample === 0)).toBe(true);
    audio.resume();
    next();
    expect(heard.at(-1)).toBe(cut === 'pause' ? 8000 : 0);
    const steps = heard.slice(1).map((sample, index) => Math.abs(sample - heard[index]!));
    expect(Math.max(...steps)).toBeLessThan(250);
  });

  it('is silent from the second frame after a clear, and reports how much was played', () => {
    const { audio, events, frame } = createBothEnds();
    audio.play(samplesFrom(0, 40_000));
    frame();
    audio.clear();
    expect(audio.queuedMs).toBe(0);
    frame();
    expect(frame()).toEqual([]);
    expect(events.at(-1)).toEqual({ type: 'playout-cleared', atMs: 20, playedMs: 20 });
  });

  it('plays audio queued after a clear, even in the same frame', () => {
    const { audio, types, frame } = createBothEnds();
    audio.play(new Int16Array(1000).fill(1));
    frame();
    audio.clear();
    audio.play(new Int16Array(1000).fill(2));
    expect(new Set(frame())).toEqual(new Set([2]));
    expect(types()).toEqual(['playout-started', 'playout-cleared', 'playout-started']);
  });

  it('confirms a clear of an empty queue', () => {
    const { audio, types, frame } = createBothEnds();
    audio.clear();
    frame();
    expect(types()).toEqual(['playout-cleared']);
  });

  it('continues with the next sample after a pause', () => {
    const { audio, frame } = createBothEnds();
    audio.play(samplesFrom(0, 800));
    frame();
    audio.pause();
    frame();
    expect(frame()).toEqual([]);
    expect(audio.playedMs).toBe(20);
    audio.resume();
    expect(frame().slice(40)).toEqual([...samplesFrom(200, 120)]);
  });

  it('plays what was queued after a clear when a pause ends', () => {
    const { audio, frame } = createBothEnds();
    audio.play(new Int16Array(1600).fill(1));
    frame();
    audio.pause();
    frame();
    audio.clear();
    audio.play(new Int16Array(1600).fill(2));
    audio.resume();
    expect(new Set(frame())).toEqual(new Set([2]));
    expect(audio.playedMs).toBe(40);
  });

  it('is lowered by 12 dB within 5 ms, and raised again', () => {
    const { audio, frame } = createBothEnds();
    audio.play(new Int16Array(1600).fill(8000));
    frame();
    audio.lower(true);
    const lowered = frame();
    expect([lowered[0], new Set(lowered.slice(40))]).toEqual([8000, new Set([2000])]);
    audio.lower(false);
    const raised = [...frame(), ...frame()];
    expect(new Set(raised.slice(40))).toEqual(new Set([8000]));
    const steps = raised.slice(1).map((sample, index) => Math.abs(sample - raised[index]!));
    expect(Math.max(...steps)).toBeLessThan(250);
  });

  it('starts at its level if the audio before it was lowered', () => {
    const { audio, frame } = createBothEnds();
    audio.play(new Int16Array(1600).fill(8000));
    audio.lower(true);
    frame();
    audio.clear();
    frame();
    audio.lower(false);
    audio.play(new Int16Array(160).fill(6000));
    expect(new Set(frame())).toEqual(new Set([6000]));
  });

  it('queues at most ten minutes in addition to the ring', () => {
    const { audio } = createBothEnds();
    const minute = new Int16Array(60 * 8000);
    for (let count = 0; count < 12; count++) audio.play(minute);
    expect(audio.queuedMs).toBeLessThanOrEqual(600_000 + playoutRingSamples / samplesPerMs);
  });

  it('continues across the wrap of the position', () => {
    const { memory, audio, frame } = createBothEnds();
    memory.words[wordIndex.queued] = -100;
    memory.words[wordIndex.consumed] = -100;
    memory.words[wordIndex.clearedTo] = -100;
    audio.play(samplesFrom(0, 320));
    expect(audio.queuedMs).toBe(40);
    expect([...frame(), ...frame()]).toEqual([...samplesFrom(0, 320)]);
    expect(audio.queuedMs).toBe(0);
  });
});

describe('the event ring', () => {
  it('rejects events while it is full, and works again once it was read', () => {
    const { memory, audio, events } = createBothEnds();
    const written = Array.from({ length: 70 }, (_, atMs) =>
      writeEvent(memory, eventKind.speechStarted, atMs, 0),
    );
    expect(written.filter(Boolean)).toHaveLength(64);
    audio.poll();
    expect(events).toHaveLength(64);
    expect(writeEvent(memory, eventKind.digitPressed, 5, 100 * 256 + 35)).toBe(true);
    audio.poll();
    expect(events.at(-1)).toEqual({ type: 'digit-pressed', digit: '#', atMs: 5, durationMs: 100 });
  });
});

describe('listening', () => {
  it('accepts only chunks of whole frames up to a second', () => {
    const { audio } = createBothEnds();
    for (const chunkMs of [30, -20, 1020, Number.NaN])
      expect(() => audio.listen(chunkMs)).toThrow(RangeError);
  });
});
