import { describe, expect, it } from 'vitest';
import { Schedule } from './schedule.ts';

const batch = (id: string, groupId: string, dueAtMs: number, wantsRoom = false) => {
  return { id, groupId, dueAtMs, wantsRoom };
};

function scheduleOf(...batches: ReturnType<typeof batch>[]): Schedule {
  const schedule = new Schedule();
  for (const one of batches) schedule.set(one);
  return schedule;
}

describe('the schedule', () => {
  it('has a batch when it is due, and tells when the next one is', () => {
    const schedule = scheduleOf(batch('b1', 'w1', 100), batch('b2', 'w1', 200));
    expect(schedule.take(99)).toBeUndefined();
    expect(schedule.nextAtMs).toBe(100);
    expect(schedule.take(100)?.id).toBe('b1');
    schedule.leave('b1');
    expect([schedule.nextAtMs, schedule.has('b1')]).toEqual([200, false]);
    schedule.leave('b2');
    expect(schedule.nextAtMs).toBe(Infinity);
  });

  it('gives workspaces turns, however many batches one of them has', () => {
    const schedule = scheduleOf(batch('b1', 'w1', 0), batch('b2', 'w1', 0), batch('b3', 'w2', 0));
    const taken = [1, 2, 3, 4].map(() => schedule.take(0)!.groupId);
    expect(taken).toEqual(['w1', 'w2', 'w1', 'w2']);
  });

  it('wakes those that want room, or wait for news, and no others', () => {
    const schedule = scheduleOf(
      batch('wants', 'w1', Infinity, true),
      batch('idle', 'w1', Infinity),
      batch('later', 'w1', 900),
    );
    schedule.wakeWanting(10);
    expect(schedule.take(10)?.id).toBe('wants');
    expect([schedule.dueAtMs('idle'), schedule.dueAtMs('later')]).toEqual([Infinity, 900]);
    schedule.wakeIdle(20);
    expect([schedule.dueAtMs('idle'), schedule.dueAtMs('later')]).toEqual([20, 900]);
    schedule.wake('nobody', 30);
    expect(schedule.dueAtMs('nobody')).toBe(Infinity);
  });

  it('counts as rivals who wants calls in the same workspace now', () => {
    const schedule = scheduleOf(
      batch('b1', 'w1', 0),
      batch('b2', 'w1', Infinity, true),
      batch('b3', 'w1', 500),
      batch('b4', 'w2', 0),
    );
    expect(schedule.rivals('w1', 100)).toBe(2);
    expect(schedule.rivals('w3', 100)).toBe(1);
  });
});
