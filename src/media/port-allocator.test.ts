import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { PortAllocator } from './port-allocator.ts';

describe('PortAllocator', () => {
  it('gives even ports whose odd neighbour is within the range', () => {
    const ports = new PortAllocator(10_001, 10_006, new ManualClock());
    expect([ports.take(), ports.take(), ports.take()]).toEqual([10_002, 10_004, undefined]);
  });

  it('lets a port rest for 30 s', async () => {
    const clock = new ManualClock();
    const ports = new PortAllocator(10_000, 10_001, clock);
    ports.release(ports.take()!);
    await clock.advance(29_999);
    expect(ports.take()).toBeUndefined();
    await clock.advance(1);
    expect(ports.take()).toBe(10_000);
  });

  it('takes no release of a port that is not in use', () => {
    const ports = new PortAllocator(10_000, 10_001, new ManualClock());
    ports.release(10_000);
    expect(ports.take()).toBe(10_000);
  });

  it('refuses what is no range', () => {
    for (const [first, last] of [
      [80, 90],
      [10_001, 10_002],
      [10_000, 9000],
      [65_000, 70_000],
      [10_000.5, 10_020],
    ] as const)
      expect(() => new PortAllocator(first, last, new ManualClock())).toThrow(RangeError);
  });
});
