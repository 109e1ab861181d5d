import { describe, expect, it } from 'vitest';
import { TickSchedule, type TickHandler } from './tick-schedule.ts';

function createHandler() {
  const ticks: [subTick: number, mode: string][] = [];
  const jumps: number[] = [];
  const handler: TickHandler = {
    tick: (subTick, mode) => void ticks.push([subTick, mode]),
    skipFrames: (frames) => void jumps.push(frames),
  };
  return { ticks, jumps, handler };
}

describe('TickSchedule', () => {
  it('runs four groups in turn, every 5 ms, never early', () => {
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
    const ofFirst = ticks.filter(([subTick]) => subTick === 0).map(([, mode]) => mode);
    expect(ofFirst).toEqual(['skip', 'skip', 'skip', 'send', 'send', 'send']);
  });

  it('skips the missed frames in one step after the machine was suspended', () => {
    const { ticks, jumps, handler } = createHandler();
    const schedule = new TickSchedule(0);
    schedule.run(() => 3_600_003, handler);
    expect(jumps).toEqual([180_000]);
    expect(ticks).toHaveLength(1);
  });
});
