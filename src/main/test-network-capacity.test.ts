import { describe, expect, it } from 'vitest';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { TestNetworkCapacity } from './test-network-capacity.ts';

const roomOf = (portsFree: number, activeCalls = 0, streamsFree = 100) =>
  new TestNetworkCapacity({
    portsFree: () => portsFree,
    streamsFree: () => streamsFree,
    activeCalls: () => activeCalls,
    maxCalls: 10,
  });

function call(room: TestNetworkCapacity): FakeLeg {
  const leg = new FakeLeg({ clock: new ManualClock(0) });
  room.trackSetup(leg);
  return leg;
}

describe('room for one more simulated person', () => {
  it('is two media ports and a place on the network', () => {
    expect([roomOf(2).hasCapacity, roomOf(1).hasCapacity]).toEqual([true, false]);
    expect([roomOf(9, 9).hasCapacity, roomOf(9, 10).hasCapacity]).toEqual([true, false]);
  });

  it('needs a recognition stream for the agent and one for each person', () => {
    expect([roomOf(9, 0, 2).hasCapacity, roomOf(9, 0, 1).hasCapacity]).toEqual([true, false]);
    const room = roomOf(9, 0, 2);
    call(room);
    expect(room.hasCapacity).toBe(false);
  });

  it.each([
    ['rings', (leg: FakeLeg) => leg.ring()],
    ['is answered', (leg: FakeLeg) => leg.pickUp()],
    ['is over', (leg: FakeLeg) => leg.hangup()],
  ])('is spared for whoever is called, until it %s', (_, happen) => {
    const room = roomOf(4);
    const legs = [call(room), call(room)];
    expect(room.hasCapacity).toBe(false);
    happen(legs[0]!);
    expect(room.hasCapacity).toBe(true);
    happen(legs[0]!);
    call(room);
    expect(room.hasCapacity).toBe(false);
  });
});
