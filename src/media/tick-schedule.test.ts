import { describe, expect, it } from 'vitest';
import { TickSchedule, type TickHandler } from './tick-schedule.ts';

function createHandler() {
  const ticks: [subTick: number, mode: string][] = [];
  const skippedFrames: number[] = [];
  const handler: TickHandler = {
    tick: (subTick, mode) => void ticks.push([subTick, mode]),
    skipFrames: (frames) => void skippedFrames.push(frames),
  };
  return { ticks, skippedFrames, handler };
}

describe('TickSchedule', () => {
  it('runs one of four groups every 5 ms, in turn and never early', () => {
    const { ticks, handler } = createHandler();
    const schedule = new TickSchedule(100);
    schedule.run(() => 99.9, handler);
    expect(ticks).toEqual([]);
    schedule.run(() => 100, handler);
    schedule.run(() => 120, handler);
    expect(ticks.map(([subTick]) => subTick)).toEqual([0, 1, 2, 3, 0]);
    expect(schedule.dueMs).toBe(125);
  });

  it('does not drift when a tick is late', () => {
    const { handler } = createHandler();
    const schedule = new TickSchedule(0);
    for (let nowMs = 3; nowMs < 1000; nowMs += 7) schedule.run(() => nowMs, handler);
    expect(schedule.dueMs % 5).toBe(0);
    expect(schedule.dueMs).toBeGreaterThan(990);
  });

  it('sends frames that are at most two frame durations late, and skips the others', () => {
    const { ticks, handler } = createHandler();
    const schedule = new TickSchedule(0);
    schedule.run(() => 100, handler);
    const modesOfFirstGroup = ticks.filter(([subTick]) => subTick === 0).map(([, mode]) => mode);
    expect(modesOfFirstGroup).toEqual(['skip', 'skip', 'skip', 'send', 'send', 'send']);
  });

  it('skips the missed frames in one step after the machine was suspended', () => {
    const { ticks, skippedFrames, handler } = createHandler();
    const schedule = new TickSchedule(0);
    schedule.run(() => 3_600_003, handler);
    expect(skippedFrames).toEqual([180_000]);
    expect(ticks).toHaveLength(1);
  });
});
