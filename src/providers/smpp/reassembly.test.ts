import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryPartStore } from '../../contracts/testing/memory-part-store.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { discardMs, incompleteMs, isJoinable, maxParts, Reassembly, searchMs } from './reassembly.ts';

const partOf = (
  number: number,
  text: string,
  changes: { total?: number; reference?: string; from?: string } = {},
) => ({
  from: changes.from ?? '+12025550123',
  to: '+12025550100',
  coding: 0,
  octets: Buffer.from(text),
  concatenation: { reference: changes.reference ?? 'udh8:1', total: changes.total ?? 2, number },
});

describe('Reassembly', () => {
  let clock: ManualClock;
  let store: MemoryPartStore;
  let delivered: string[];
  let failures: boolean[];
  let fails: boolean;
  let reassembly: Reassembly;
  const open = () =>
    new Reassembly({
      clock,
      store,
      deliver: async (parts) => {
        if (fails) throw new Error('The database is not available.');
        delivered.push(parts.map((part) => part?.octets.toString() ?? '?').join(''));
      },
      onFailed: (_, isLost) => failures.push(isLost),
    });
  beforeEach(() => {
    clock = new ManualClock();
    store = new MemoryPartStore(clock);
    delivered = [];
    failures = [];
    fails = false;
    reassembly = open();
  });

  const addAll = (...parts: ReturnType<typeof partOf>[]) =>
    Promise.all(parts.map((part) => reassembly.add(part)));

  it('delivers parts in any order', async () => {
    await reassembly.add(partOf(2, 'b'));
    expect(delivered).toEqual([]);
    await reassembly.add(partOf(1, 'a'));
    expect(delivered).toEqual(['ab']);
  });

  it('delivers a message whose parts arrive at several processes', async () => {
    await reassembly.add(partOf(1, 'a'));
    const other = open();
    await other.add(partOf(2, 'b'));
    await clock.advance(2 * incompleteMs);
    expect(delivered).toEqual(['ab']);
  });

  it('keeps the parts after a rejection, and delivers when the last one is repeated', async () => {
    await reassembly.add(partOf(1, 'a'));
    fails = true;
    await expect(reassembly.add(partOf(2, 'b'))).rejects.toThrow('database');
    fails = false;
    await reassembly.add(partOf(2, 'b'));
    expect(delivered).toEqual(['ab']);
  });

  it('delivers a complete message after a rejection even if no part is repeated', async () => {
    await reassembly.add(partOf(1, 'a'));
    fails = true;
    await expect(reassembly.add(partOf(2, 'b'))).rejects.toThrow('database');
    fails = false;
    await clock.advance(incompleteMs + searchMs);
    expect(delivered).toEqual(['ab']);
  });

  it('ignores repeated parts', async () => {
    await addAll(partOf(1, 'a'), partOf(1, 'a'), partOf(2, 'b'));
    await reassembly.add(partOf(2, 'b'));
    await reassembly.add(partOf(1, 'a'));
    await clock.advance(2 * incompleteMs);
    expect(delivered).toEqual(['ab']);
  });

  it('begins another message when a reference is used again', async () => {
    await addAll(partOf(1, 'a'), partOf(2, 'b'));
    await addAll(partOf(1, 'c'), partOf(2, 'd'));
    expect(delivered).toEqual(['ab', 'cd']);
    await reassembly.add(partOf(1, 'e'));
    await reassembly.add(partOf(1, 'f'));
    expect(delivered).toEqual(['ab', 'cd', 'e?']);
    await reassembly.add(partOf(2, 'g'));
    expect(delivered).toEqual(['ab', 'cd', 'e?', 'fg']);
  });

  it('delivers an incomplete message after its time, and again after rejections', async () => {
    await addAll(partOf(1, 'a', { total: 3 }), partOf(3, 'c', { total: 3 }));
    await clock.advance(incompleteMs - 1);
    fails = true;
    await clock.advance(incompleteMs);
    fails = false;
    expect(delivered).toEqual([]);
    await clock.advance(searchMs);
    expect(delivered).toEqual(['a?c']);
    expect(new Set(failures)).toEqual(new Set([false]));
    await reassembly.add(partOf(2, 'b', { total: 3 }));
    await clock.advance(incompleteMs + searchMs);
    expect(delivered).toEqual(['a?c', '?b?']);
  });

  it('delivers an incomplete message of an earlier process', async () => {
    await reassembly.add(partOf(1, 'a'));
    await reassembly.close();
    await clock.advance(2 * incompleteMs);
    expect(delivered).toEqual([]);
    reassembly = open();
    await clock.advance(searchMs);
    expect(delivered).toEqual(['a?']);
  });

  it('discards an incomplete message that is rejected for an hour', async () => {
    await reassembly.add(partOf(1, 'a'));
    fails = true;
    await clock.advance(discardMs + searchMs);
    expect(failures.filter((isLost) => isLost)).toHaveLength(1);
    fails = false;
    await clock.advance(discardMs);
    expect(delivered).toEqual([]);
  });

  it('limits the number of stored parts', async () => {
    for (let index = 0; index < maxParts + 10; index += 1)
      await store.add({
        messageKey: JSON.stringify(['+12025550123', '+12025550100', `udh16:${index}`, 2, 0]),
        number: 1,
        total: 2,
        content: Buffer.from('a'),
      });
    await reassembly.add(partOf(1, 'b'));
    expect(delivered).toEqual(Array.from({ length: 11 }, () => 'a?'));
  });

  it('limits the octets of stored parts', async () => {
    for (let index = 0; index < 100; index += 1)
      await reassembly.add(partOf(1, 'x'.repeat(64 * 1024), { reference: `udh16:${index}` }));
    expect(delivered).toHaveLength(36);
  });

  it('does not join parts whose addresses are too long', () => {
    expect(isJoinable(partOf(1, 'a'))).toBe(true);
    expect(isJoinable(partOf(1, 'a', { from: 'x'.repeat(500) }))).toBe(false);
  });

  it('has no timers after its end', async () => {
    await reassembly.add(partOf(1, 'a'));
    await reassembly.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
