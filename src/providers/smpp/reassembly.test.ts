import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/manual-clock.ts';
import type { InboundPart } from './inbound-part.ts';
import { holdMs, incompleteMs, Reassembly } from './reassembly.ts';

const partOf = (
  number: number,
  text: string,
  changes: { total?: number; reference?: string } = {},
): InboundPart => ({
  from: '+12025550123',
  to: '+12025550100',
  coding: 0,
  octets: Buffer.from(text),
  concatenation: { reference: changes.reference ?? 'udh8:1', total: changes.total ?? 2, number },
});

describe('Reassembly', () => {
  let clock: ManualClock;
  let delivered: string[];
  let lost: unknown[];
  let fails: boolean;
  let reassembly: Reassembly;
  beforeEach(() => {
    clock = new ManualClock();
    delivered = [];
    lost = [];
    fails = false;
    reassembly = new Reassembly({
      clock,
      deliver: async (parts) => {
        if (fails) throw new Error('The database is not available.');
        delivered.push(parts.map((part) => part?.octets.toString() ?? '?').join(''));
      },
      onLost: (error) => lost.push(error),
    });
  });

  it('delivers parts in any order, and acknowledges them together', async () => {
    const second = reassembly.add(partOf(2, 'b'));
    expect(delivered).toEqual([]);
    await Promise.all([second, reassembly.add(partOf(1, 'a'))]);
    expect(delivered).toEqual(['ab']);
  });

  it('acknowledges a part after the hold time, for an SMSC that sends one at a time', async () => {
    const first = reassembly.add(partOf(1, 'a'));
    await clock.advance(holdMs);
    await first;
    await reassembly.add(partOf(2, 'b'));
    expect(delivered).toEqual(['ab']);
  });

  it('keeps acknowledged parts after a rejection', async () => {
    const first = reassembly.add(partOf(1, 'a'));
    await clock.advance(holdMs);
    await first;
    fails = true;
    await expect(reassembly.add(partOf(2, 'b'))).rejects.toThrow('database');
    fails = false;
    await reassembly.add(partOf(2, 'b'));
    expect(delivered).toEqual(['ab']);
  });

  it('rejects every part that is held, and accepts all when they are repeated', async () => {
    fails = true;
    const parts = [partOf(1, 'a'), partOf(2, 'b')];
    const results = await Promise.allSettled(parts.map((part) => reassembly.add(part)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    await Promise.all(parts.map((part) => reassembly.add(part)));
    expect(delivered).toEqual(['ab']);
  });

  it('ignores repeated parts', async () => {
    await Promise.all([partOf(1, 'a'), partOf(1, 'a'), partOf(2, 'b')].map((part) => reassembly.add(part)));
    await reassembly.add(partOf(2, 'b'));
    await reassembly.add(partOf(1, 'a'));
    expect(delivered).toEqual(['ab']);
  });

  it('begins another message when a reference is used again', async () => {
    await Promise.all([partOf(1, 'a'), partOf(2, 'b')].map((part) => reassembly.add(part)));
    await Promise.all([partOf(1, 'c'), partOf(2, 'd')].map((part) => reassembly.add(part)));
    expect(delivered).toEqual(['ab', 'cd']);
    const third = reassembly.add(partOf(1, 'e'));
    void reassembly.add(partOf(1, 'f'));
    await third;
    expect(delivered).toEqual(['ab', 'cd', 'e?']);
  });

  it('delivers an incomplete message after its time, and again after rejections', async () => {
    void reassembly.add(partOf(1, 'a', { total: 3 }));
    void reassembly.add(partOf(3, 'c', { total: 3 }));
    fails = true;
    await clock.advance(2 * incompleteMs);
    fails = false;
    await clock.advance(incompleteMs);
    expect(delivered).toEqual(['a?c']);
    expect(lost).toEqual([]);
  });

  it('discards an incomplete message after 12 rejections', async () => {
    void reassembly.add(partOf(1, 'a'));
    fails = true;
    await clock.advance(12 * incompleteMs);
    expect(lost).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('limits the number of incomplete messages', async () => {
    for (let index = 0; index < 1_010; index += 1)
      void reassembly.add(partOf(1, 'a', { reference: `udh16:${index}` }));
    await clock.advance(0);
    expect(delivered).toHaveLength(10);
  });

  it('limits the octets of incomplete messages', async () => {
    for (let index = 0; index < 100; index += 1) {
      void reassembly.add(partOf(1, 'x'.repeat(64 * 1024), { reference: `udh16:${index}` }));
    }
    await clock.advance(0);
    expect(delivered).toHaveLength(36);
  });

  it('delivers acknowledged parts when it closes, and rejects the others', async () => {
    const first = reassembly.add(partOf(1, 'a'));
    await clock.advance(holdMs);
    await first;
    const held = reassembly.add(partOf(1, 'b', { reference: 'udh8:2' }));
    const [rejected] = await Promise.allSettled([held, reassembly.close()]);
    expect(rejected.status).toBe('rejected');
    expect(delivered).toEqual(['a?']);
    expect(clock.pendingTimers).toBe(0);
  });
});
