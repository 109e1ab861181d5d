import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDepthFrames, frameSamples, noFrameDue, JitterBuffer, missingFrame } from './jitter-buffer.ts';

/** Packet `index` holds 160 samples of the value `index + 1`. */
const sound = (index: number, count = frameSamples) => new Int16Array(count).fill(index + 1);

/** Returns the result of each of `frames` pulls: a packet's value, or `missingFrame` or `noFrameDue`. */
function pullAll(buffer: JitterBuffer, frames: number): number[] {
  const frame = new Int16Array(frameSamples);
  return Array.from({ length: frames }, () => {
    const present = buffer.pull(frame);
    return present > 0 ? frame[0]! : present;
  });
}

/** Simulates arrivals: the packets `arrivals[n]` arrive before frame `n` is pulled. */
function play(buffer: JitterBuffer, arrivals: readonly (readonly number[])[], start = 0): number[] {
  return arrivals.flatMap((packets) => {
    for (const index of packets) buffer.put((start + index * frameSamples) >>> 0, sound(index), frameSamples);
    return pullAll(buffer, 1);
  });
}

describe('JitterBuffer', () => {
  it('has no frame due before the first packet, and plays that packet one frame after its arrival', () => {
    const buffer = new JitterBuffer();
    expect(pullAll(buffer, 2)).toEqual([noFrameDue, noFrameDue]);
    expect(play(buffer, [[0], [1], [2]])).toEqual([noFrameDue, 1, 2]);
  });

  it('plays across the wrap of the timestamp', () => {
    const start = 0xffff_ffff - 2 * frameSamples;
    expect(play(new JitterBuffer(), [[0], [1], [2], [3], [4], []], start)).toEqual([
      noFrameDue,
      1,
      2,
      3,
      4,
      5,
    ]);
  });

  it('reorders packets', () => {
    expect(play(new JitterBuffer(), [[0], [2, 1], [3], [4], []])).toEqual([noFrameDue, 1, 2, 3, 4]);
  });

  it('reports a lost frame as missing without shifting later frames', () => {
    expect(play(new JitterBuffer(), [[0], [1], [], [3], [4]])).toEqual([noFrameDue, 1, 2, missingFrame, 4]);
  });

  it('waits for a late packet and keeps the new depth', () => {
    expect(play(new JitterBuffer(), [[0], [1], [], [], [2, 3], [4], [5]])).toEqual([
      noFrameDue,
      1,
      2,
      missingFrame,
      3,
      4,
      5,
    ]);
  });

  it('drops a packet that arrives after its successor was played, and conceals one frame to grow', () => {
    const buffer = new JitterBuffer();
    expect(play(buffer, [[0], [2], [3]])).toEqual([noFrameDue, 1, missingFrame]);
    expect(pullAll(buffer, 1)).toEqual([3]);
    expect(buffer.put(frameSamples, sound(1), frameSamples)).toBe('late');
    expect(pullAll(buffer, 2)).toEqual([missingFrame, 4]);
  });

  it('detects a duplicate and plays the packet once', () => {
    const buffer = new JitterBuffer();
    expect(buffer.put(0, sound(0), frameSamples)).toBe('stored');
    expect(buffer.put(0, sound(7), frameSamples)).toBe('duplicate');
    expect(pullAll(buffer, 2)).toEqual([noFrameDue, 1]);
  });

  it('holds at most eight frames and drops the oldest', () => {
    const buffer = new JitterBuffer();
    play(buffer, [Array.from({ length: 20 }, (_, index) => index)]);
    expect(buffer.depthSamples).toBeLessThanOrEqual(maxDepthFrames * frameSamples);
    expect(pullAll(buffer, 1)).toEqual([14]);
  });

  it('restarts when the sender restarts its timestamps', () => {
    const buffer = new JitterBuffer();
    play(buffer, [[0], [1], [2]]);
    expect(buffer.put(3_000_000, sound(50), frameSamples)).toBe('restarted');
    expect(pullAll(buffer, 2)).toEqual([noFrameDue, 51]);
  });

  it('joins packets of 10 ms and splits packets of 60 ms', () => {
    const short = new JitterBuffer();
    for (let index = 0; index < 4; index++) short.put(index * 80, sound(index, 80), 80);
    const frame = new Int16Array(frameSamples);
    expect([short.pull(frame), short.pull(frame)]).toEqual([noFrameDue, frameSamples]);
    expect([frame[0], frame[79], frame[80], frame[159]]).toEqual([1, 1, 2, 2]);
    const long = new JitterBuffer();
    long.put(0, sound(0, 480), 480);
    expect(pullAll(long, 4)).toEqual([noFrameDue, 1, 1, 1]);
  });

  it('returns how many samples of a frame arrived, and fills the rest with zeros', () => {
    const buffer = new JitterBuffer();
    const frame = new Int16Array(frameSamples).fill(99);
    buffer.put(0, sound(0, 80), 80);
    expect([buffer.pull(frame), buffer.pull(frame)]).toEqual([noFrameDue, 80]);
    expect([frame[79], frame[80]]).toEqual([1, 0]);
  });

  it('conceals a stopped stream for 100 ms, then has no frame due', () => {
    const results = play(new JitterBuffer(), [[0], ...Array.from({ length: 9 }, () => [])]);
    expect(results).toEqual([
      noFrameDue,
      1,
      missingFrame,
      missingFrame,
      missingFrame,
      missingFrame,
      missingFrame,
      noFrameDue,
      noFrameDue,
      noFrameDue,
    ]);
  });

  it('shrinks during silence to one frame after a pull, if the rest was unused for five seconds', () => {
    const buffer = new JitterBuffer();
    play(buffer, [[0], [], [], [], [], [], [1, 2, 3, 4, 5, 6]]);
    const before = buffer.depthSamples;
    play(
      buffer,
      Array.from({ length: 300 }, (_, index) => [7 + index]),
    );
    expect(before).toBe(5 * frameSamples);
    expect(buffer.depthSamples).toBe(frameSamples);
  });

  it('plays each packet at most once and in order under any loss, delay or duplication', () => {
    const delays = fc.array(fc.option(fc.nat(12), { nil: undefined, freq: 8 }), {
      minLength: 5,
      maxLength: 80,
    });
    fc.assert(
      fc.property(delays, fc.nat(0xffff_ffff), fc.boolean(), (delays, start, doubled) => {
        const arrivals: number[][] = Array.from({ length: delays.length + 30 }, () => []);
        delays.forEach((delay, index) => {
          if (delay !== undefined) arrivals[index + delay]!.push(...(doubled ? [index, index] : [index]));
        });
        const played = play(new JitterBuffer(), arrivals, start).filter((value) => value > 0);
        const sorted = [...new Set(played)].sort((a, b) => a - b);
        expect(played).toEqual(sorted);
      }),
    );
  });

  it('plays every packet if all delays are below its depth', () => {
    const delays = fc.array(fc.nat(1), { minLength: 10, maxLength: 100 });
    fc.assert(
      fc.property(delays, (delays) => {
        const arrivals: number[][] = Array.from({ length: delays.length + 6 }, () => []);
        delays.forEach((delay, index) => arrivals[index + delay]!.push(index));
        const played = play(new JitterBuffer(), arrivals).filter((value) => value > 0);
        expect(played).toEqual(delays.map((_, index) => index + 1));
      }),
    );
  });

  it('accepts any timestamps and lengths', () => {
    const packet = fc.tuple(fc.nat(0xffff_ffff), fc.integer({ min: 1, max: 1280 }));
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 40 }), (packets) => {
        const buffer = new JitterBuffer();
        for (const [timestamp, count] of packets) {
          buffer.put(timestamp, sound(0, count), count);
          pullAll(buffer, 1);
          expect(buffer.depthSamples).toBeLessThanOrEqual(maxDepthFrames * frameSamples);
        }
      }),
    );
  });
});
