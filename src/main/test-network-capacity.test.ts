import { describe, expect, it } from 'vitest';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { TestNetworkCapacity } from './test-network-capacity.ts';

const capacityOf = (portsFree: number, activeCalls = 0, streamsFree = 100) =>
  new TestNetworkCapacity({
    portsFree: () => portsFree,
    streamsFree: () => streamsFree,
    activeCalls: () => activeCalls,
    maxCalls: 10,
  });

function startCall(capacity: TestNetworkCapacity): FakeLeg {
  const leg = new FakeLeg({ clock: new ManualClock(0) });
  capacity.trackSetup(leg);
  return leg;
}

describe('TestNetworkCapacity', () => {
  it('requires two media ports, and fewer than maxCalls active calls', () => {
    expect([capacityOf(2).hasCapacity, capacityOf(1).hasCapacity]).toEqual([true, false]);
    expect([capacityOf(9, 9).hasCapacity, capacityOf(9, 10).hasCapacity]).toEqual([true, false]);
  });

  it('requires a recognition stream for the agent and one for each simulated person', () => {
    expect([capacityOf(9, 0, 2).hasCapacity, capacityOf(9, 0, 1).hasCapacity]).toEqual([true, false]);
    const capacity = capacityOf(9, 0, 2);
    startCall(capacity);
    expect(capacity.hasCapacity).toBe(false);
  });

  it.each([
    ['rings', (leg: FakeLeg) => leg.ring()],
    ['is answered', (leg: FakeLeg) => leg.pickUp()],
    ['ends', (leg: FakeLeg) => leg.hangup()],
  ])('is reserved for a call in setup until it %s', (_, changeLeg) => {
    const capacity = capacityOf(4);
    const legs = [startCall(capacity), startCall(capacity)];
    expect(capacity.hasCapacity).toBe(false);
    changeLeg(legs[0]!);
    expect(capacity.hasCapacity).toBe(true);
    changeLeg(legs[0]!);
    startCall(capacity);
    expect(capacity.hasCapacity).toBe(false);
  });
});
