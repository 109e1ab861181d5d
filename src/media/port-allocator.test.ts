import { describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { PortAllocator } from './port-allocator.ts';

describe('PortAllocator', () => {
  it('returns even ports whose odd neighbour is within the range', () => {
    const ports = new PortAllocator(10_001, 10_006, new ManualClock());
    expect([ports.allocate(), ports.allocate(), ports.allocate()]).toEqual([10_002, 10_004, undefined]);
  });

  it('does not reuse a port for 30 s while others are free', async () => {
    const clock = new ManualClock();
    const ports = new PortAllocator(10_000, 10_005, clock);
    ports.release(ports.allocate()!);
    await clock.advance(29_999);
    expect([ports.allocate(), ports.allocate()]).toEqual([10_002, 10_004]);
    ports.release(10_004);
    await clock.advance(1);
    expect(ports.allocate()).toBe(10_000);
  });

  it('reuses the port released longest ago if no other is free, after at least 2 s', async () => {
    const clock = new ManualClock();
    const ports = new PortAllocator(10_000, 10_005, clock);
    const [first, second, third] = [ports.allocate()!, ports.allocate()!, ports.allocate()!];
    ports.release(second);
    await clock.advance(100);
    ports.release(first);
    await clock.advance(1_899);
    expect([ports.freeCount, ports.allocate()]).toEqual([0, undefined]);
    await clock.advance(1);
    expect([ports.freeCount, ports.allocate(), ports.allocate()]).toEqual([1, second, undefined]);
    await clock.advance(100);
    expect(ports.allocate()).toBe(first);
    ports.release(third);
    expect(ports.freeCount).toBe(0);
  });

  it('returns the number of ports that can be allocated', async () => {
    const clock = new ManualClock();
    const ports = new PortAllocator(10_000, 10_199, clock);
    const random = seededRandom(3);
    const allocated: number[] = [];
    const faults: string[] = [];
    const allocateOne = () => {
      const { freeCount } = ports;
      const port = ports.allocate();
      if ((port === undefined) !== (freeCount === 0)) faults.push(`reported ${freeCount}, returned ${port}`);
      if (port === undefined) return;
      if (allocated.includes(port)) faults.push(`returned ${port} twice`);
      allocated.push(port);
    };
    for (let step = 0; step < 2_000; step += 1) {
      if (random.below(2) === 0) allocateOne();
      else if (allocated.length > 0) ports.release(allocated.splice(random.below(allocated.length), 1)[0]!);
      await clock.advance(random.below(200));
    }
    expect(faults).toEqual([]);
  });

  it('ignores the release of a port that is not in use', () => {
    const ports = new PortAllocator(10_000, 10_001, new ManualClock());
    ports.release(10_000);
    expect(ports.allocate()).toBe(10_000);
  });

  it('rejects an invalid range', () => {
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
