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
    ['phone', 'phoneNumber'],
    ['schedule_at', 'scheduledAt'],
    ['name-of-patient', 'name'],
    ['recipient', 'to'],
    ['rate', 'callsPerSecond'],
    ['comment', 'notes'],
  ])('of %s is %s', (text, name) => {
    expect(nearestName(text, names)).toBe(name);
  });

  it.each(['', 'x', 'ot', 'game!!', 'agentId', 'schedule', 'n'.repeat(1_000_000)])(
    'of %.20s is undefined',
    (text) => {
      expect(nearestName(text, names)).toBeUndefined();
    },
  );

  it.each([
    ['to', ['agentId', 'toNumber', 'fromNumber'], 'toNumber'],
    ['agent', ['agentId', 'toNumber', 'fromNumber'], 'agentId'],
    ['number', ['agentId', 'toNumber', 'fromNumber'], 'toNumber'],
    ['from', ['agentId', 'toNumber', 'fromNumber'], 'fromNumber'],
    ['variables', ['agentId', 'dynamic'], 'dynamic'],
    ['stop', ['start', 'status', 'pause', 'cancel'], 'cancel'],
    ['hangup', ['list', 'end'], 'end'],
    ['agentId', ['agent', 'name'], 'agent'],
    ['created', ['createdAtFrom', 'createdAtTo'], undefined],
  ])('of %s among %j is %s', (text, among, name) => {
    expect(nearestName(text, among)).toBe(name);
  });

  it('is the closest of several', () => {
    expect(nearestName('createdAtForm', ['createdAtTo', 'createdAtFrom'])).toBe('createdAtFrom');
  });
});
