import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['name', 'to', 'phoneNumber', 'scheduledAt', 'callsPerSecond', 'notes'];

describe('nearestName', () => {
  it.each([
    ['nmae', 'name'],
    ['nam', 'name'],
    ['names', 'name'],
    ['note', 'notes'],
    ['phone_number', 'phoneNumber'],
    ['phonenumber', 'phoneNumber'],
    ['sheduledAt', 'scheduledAt'],
    ['scheduleAt', 'scheduledAt'],
    ['callPerSeconds', 'callsPerSecond'],
  ])('of %s is %s', (text, name) => {
    expect(nearestName(text, names)).toBe(name);
  });

  it.each(['', 'x', 'ot', 'game!!', 'phone', 'agentId', 'schedule', 'n'.repeat(1_000_000)])(
    'of %.20s is undefined',
    (text) => {
      expect(nearestName(text, names)).toBeUndefined();
    },
  );

  it('is the closest of several', () => {
    expect(nearestName('createdAtForm', ['createdAtTo', 'createdAtFrom'])).toBe('createdAtFrom');
  });
});
