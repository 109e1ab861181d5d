import { describe, expect, it } from 'vitest';
import { RecognitionCapacity } from './recognition-capacity.ts';

describe('RecognitionCapacity', () => {
  it('assumes a slow machine and a high share of speech before measurements', () => {
    const capacity = new RecognitionCapacity();
    expect(capacity.speed).toBe(10);
    expect([capacity.streams(0), capacity.streams(1), capacity.streams(3)]).toEqual([0, 15, 45]);
  });

  it('starts with the speed of a slow machine, and does not increase by the start of a thread', () => {
    const capacity = new RecognitionCapacity();
    capacity.started(6);
    expect([capacity.speed, capacity.streams(1)]).toEqual([3, 4]);
    capacity.started(40);
    expect(capacity.speed).toBe(3);
  });

  it('decreases with the measured speed, to at least one call per thread', () => {
    const capacity = new RecognitionCapacity();
    for (let second = 0; second < 60; second++) capacity.worked({ busyMs: 1_000, decodedMs: 4_000 });
    expect(capacity.speed).toBeCloseTo(4, 1);
    expect(capacity.streams(1)).toBe(6);
    for (let second = 0; second < 60; second++) capacity.worked({ busyMs: 1_000, decodedMs: 0 });
    expect(capacity.streams(2)).toBe(4);
  });

  it('follows the share of speech within plausible limits', () => {
    const capacity = new RecognitionCapacity();
    for (let minute = 0; minute < 60; minute++) capacity.received(60_000, 0);
    expect(capacity.speechShare).toBe(0.05);
    expect(capacity.streams(1)).toBe(120);
    for (let minute = 0; minute < 60; minute++) capacity.received(60_000, 60_000);
    expect(capacity.speechShare).toBe(0.8);
    expect(capacity.streams(1)).toBe(7);
  });

  it('ignores reports without work or audio', () => {
    const capacity = new RecognitionCapacity();
    capacity.worked({ busyMs: 0, decodedMs: 0 });
    capacity.received(0, 0);
    expect([capacity.speed, capacity.speechShare]).toEqual([10, 0.4]);
  });
});
