import { describe, expect, it } from 'vitest';
import { FakeLeg } from '../contracts/testing/fake-leg.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { PeopleRoom } from './people-room.ts';

const roomOf = (portsFree: number, activeCalls = 0, streamsFree = 100) =>
  new PeopleRoom({
    portsFree: () => portsFree,
    streamsFree: () => streamsFree,
    activeCalls: () => activeCalls,
    callsMost: 10,
  });

function call(room: PeopleRoom): FakeLeg {
  const leg = new FakeLeg({ clock: new ManualClock(0) });
  room.watch(leg);
  return leg;
}

describe('room for one more simulated person', () => {
  it('is two media ports and a place on the network', () => {
    expect([roomOf(2).isLeft, roomOf(1).isLeft]).toEqual([true, false]);
    expect([roomOf(9, 9).isLeft, roomOf(9, 10).isLeft]).toEqual([true, false]);
  });

  it('needs a recognition stream for the agent and one for each person', () => {
    expect([roomOf(9, 0, 2).isLeft, roomOf(9, 0, 1).isLeft]).toEqual([true, false]);
    const room = roomOf(9, 0, 2);
    call(room);
    expect(room.isLeft).toBe(false);
  });

  it.each([
    ['rings', (leg: FakeLeg) => leg.ring()],
    ['is answered', (leg: FakeLeg) => leg.pickUp()],
    ['is over', (leg: FakeLeg) => leg.hangup()],
  ])('is spared for whoever is called, until it %s', (_, happen) => {
    const room = roomOf(4);
    const legs = [call(room), call(room)];
    expect(room.isLeft).toBe(false);
    happen(legs[0]!);
    expect(room.isLeft).toBe(true);
    happen(legs[0]!);
    call(room);
    expect(room.isLeft).toBe(false);
  });
});
