import { describe, expect, it } from 'vitest';
import { RecognitionCapacity } from './recognition-capacity.ts';

describe('RecognitionCapacity', () => {
  it('assumes a slow machine and a high share of speech before measurements', () => {
    const capacity = new RecognitionCapacity();
    expect(capacity.speed).toBe(10);
    expect([capacity.maxStreams(0), capacity.maxStreams(1), capacity.maxStreams(3)]).toEqual([0, 15, 45]);
  });

  it('starts with the measured speed of a slow machine, and is not increased by the start of another thread', () => {
    const capacity = new RecognitionCapacity();
    capacity.addStartMeasurement(6);
    expect([capacity.speed, capacity.maxStreams(1)]).toEqual([3, 4]);
    capacity.addStartMeasurement(40);
    expect(capacity.speed).toBe(3);
  });

  it('is raised by the measurement of an idle recogniser, at most to the initial speed', () => {
    const capacity = new RecognitionCapacity();
    capacity.addStartMeasurement(1);
    expect([capacity.isReduced, capacity.maxStreams(1)]).toEqual([true, 2]);
    capacity.addIdleMeasurement(8);
    capacity.addIdleMeasurement(6);
    expect([capacity.isReduced, capacity.speed]).toEqual([true, 4]);
    capacity.addIdleMeasurement(60);
    expect([capacity.isReduced, capacity.speed]).toEqual([false, 10]);
  });

  it('decreases with the measured speed, to at least two streams per thread', () => {
    const capacity = new RecognitionCapacity();
    for (let second = 0; second < 60; second++) capacity.addProgress({ busyMs: 1_000, decodedMs: 4_000 });
    expect(capacity.speed).toBeCloseTo(4, 1);
    expect(capacity.maxStreams(1)).toBe(6);
    for (let second = 0; second < 60; second++) capacity.addProgress({ busyMs: 1_000, decodedMs: 0 });
    expect(capacity.maxStreams(2)).toBe(4);
  });

  it('follows the share of speech from 5 to 80 percent', () => {
    const capacity = new RecognitionCapacity();
    for (let minute = 0; minute < 60; minute++) capacity.addAudio(60_000, 0);
    expect(capacity.speechShare).toBe(0.05);
    expect(capacity.maxStreams(1)).toBe(120);
    for (let minute = 0; minute < 60; minute++) capacity.addAudio(60_000, 60_000);
    expect(capacity.speechShare).toBe(0.8);
    expect(capacity.maxStreams(1)).toBe(7);
  });

  it('ignores reports without work or audio', () => {
    const capacity = new RecognitionCapacity();
    capacity.addProgress({ busyMs: 0, decodedMs: 0 });
    capacity.addAudio(0, 0);
    expect([capacity.speed, capacity.speechShare]).toEqual([10, 0.4]);
  });
});
