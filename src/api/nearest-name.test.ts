import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['name', 'to', 'phoneNumber', 'scheduledAt', 'callsPerSecond', 'notes'];

describe('the name that was likely meant', () => {
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
  ])('by %s is %s', (text, name) => {
    expect(nearestName(text, names)).toBe(name);
  });

  it.each(['', 'x', 'ot', 'game!!', 'phone', 'agentId', 'schedule', 'n'.repeat(1_000_000)])(
    'by %.20s is none',
    (text) => {
      expect(nearestName(text, names)).toBeUndefined();
    },
  );

  it('is the closest of several', () => {
    expect(nearestName('createdAtForm', ['createdAtTo', 'createdAtFrom'])).toBe('createdAtFrom');
  });
});
