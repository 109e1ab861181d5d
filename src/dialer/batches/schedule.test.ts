import { describe, expect, it } from 'vitest';
import { Schedule, type ConcurrencyLimit } from './schedule.ts';

const batch = (id: string, groupId: string, dueAtMs: number, blockedBy?: ConcurrencyLimit) => {
  return { id, groupId, dueAtMs, blockedBy };
};

function scheduleOf(...batches: ReturnType<typeof batch>[]): Schedule {
  const schedule = new Schedule();
  for (const scheduled of batches) schedule.set(scheduled);
  return schedule;
}

/** Takes batches until none is due. Returns their ids. */
function takeAll(schedule: Schedule, nowMs: number): string[] {
  const ids: string[] = [];
  for (let next = schedule.takeNext(nowMs); next !== undefined; next = schedule.takeNext(nowMs)) {
    ids.push(next.id);
    schedule.set({ ...next, dueAtMs: Infinity });
  }
  return ids;
}

describe('Schedule', () => {
  it('returns a due batch and the next due time', () => {
    const schedule = scheduleOf(batch('b1', 'w1', 100), batch('b2', 'w1', 200));
    expect(schedule.takeNext(99)).toBeUndefined();
    expect(schedule.nextAtMs).toBe(100);
    expect(schedule.takeNext(100)?.id).toBe('b1');
    schedule.remove('b1');
    expect([schedule.nextAtMs, schedule.find('b1')]).toEqual([200, undefined]);
    schedule.remove('b2');
    expect(schedule.nextAtMs).toBe(Infinity);
  });

  it('alternates between workspaces, even if one of them has many batches', () => {
    const schedule = scheduleOf(batch('b1', 'w1', 0), batch('b2', 'w1', 0), batch('b3', 'w2', 0));
    const ids = [1, 2, 3, 4].map(() => schedule.takeNext(0)!.groupId);
    expect(ids).toEqual(['w1', 'w2', 'w1', 'w2']);
  });

  it('wakes the next batch that the workspace limit blocks, and every batch that its own or a number limit blocks', () => {
    const schedule = scheduleOf(
      batch('b1', 'w1', Infinity, 'workspace'),
      batch('b2', 'w1', Infinity, 'workspace'),
      batch('own', 'w1', Infinity, 'batch'),
      batch('number', 'w1', Infinity, 'number'),
      batch('idle', 'w1', Infinity),
      batch('trunk', 'w1', Infinity, 'trunk'),
      batch('other', 'w2', Infinity, 'workspace'),
    );
    schedule.wakeForWorkspaceCapacity('w1', 10);
    expect(takeAll(schedule, 10).toSorted()).toEqual(['b1', 'number', 'own']);
    schedule.wakeForWorkspaceCapacity('w1', 20);
    expect(takeAll(schedule, 20).toSorted()).toEqual(['b2', 'number', 'own']);
  });

  it('wakes the next batch that a trunk limit blocks, alternating between workspaces', () => {
    const schedule = scheduleOf(
      batch('b1', 'w1', Infinity, 'trunk'),
      batch('b2', 'w1', Infinity, 'trunk'),
      batch('b3', 'w2', Infinity, 'trunk'),
    );
    const batchIds = [10, 20, 30].map((nowMs) => {
      schedule.wakeForTrunkCapacity(nowMs);
      return takeAll(schedule, nowMs);
    });
    expect(batchIds).toEqual([['b1'], ['b3'], ['b2']]);
  });

  it('wakes all batches without a due time at once, and a batch with a due time only by its id', () => {
    const schedule = scheduleOf(batch('idle', 'w1', Infinity), batch('later', 'w1', 900));
    schedule.wakeIdle(20);
    expect(takeAll(schedule, 20)).toEqual(['idle']);
    schedule.wake('later', 30);
    schedule.wake('unknown', 30);
    expect(takeAll(schedule, 30)).toEqual(['later']);
  });

  it('wakes all batches when due times become invalid', () => {
    const schedule = scheduleOf(batch('idle', 'w1', Infinity), batch('later', 'w1', 900));
    schedule.wakeAll(20);
    expect(takeAll(schedule, 20)).toEqual(['idle', 'later']);
  });

  it('counts the competing batches of a workspace', () => {
    const schedule = scheduleOf(
      batch('b1', 'w1', 0),
      batch('b2', 'w1', Infinity, 'workspace'),
      batch('b3', 'w1', 500),
      batch('b4', 'w1', Infinity, 'batch'),
      batch('b5', 'w2', 0),
    );
    expect(schedule.countCompeting('w1', 100)).toBe(2);
    expect(schedule.countCompeting('w3', 100)).toBe(1);
  });
});
