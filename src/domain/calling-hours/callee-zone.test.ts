import { describe, expect, it } from 'vitest';
import { calleeZone, type CalleeZoneQuery } from './callee-zone.ts';

const workspace = 'America/Chicago';

const zoneFor = (query: Partial<CalleeZoneQuery>) =>
  calleeZone({
    customerZone: undefined,
    candidateZones: [],
    defaultZone: workspace,
    nowMs: Date.UTC(2026, 10, 20, 15),
    ...query,
  });

describe('calleeZone', () => {
  it("returns the customer's zone for any number", () => {
    const query = { customerZone: 'Asia/Kolkata', candidateZones: ['America/New_York'] };
    expect(zoneFor(query)).toEqual({ zone: 'Asia/Kolkata', isInferred: false });
  });

  it("returns the number's zone if it has a single candidate", () => {
    expect(zoneFor({ candidateZones: ['America/New_York'] })).toEqual({
      zone: 'America/New_York',
      isInferred: true,
    });
  });

  it.each([
    ['a British mobile phone', ['Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/London'], 'Europe/London'],
    ['an Italian one', ['Europe/Rome', 'Europe/Vatican'], 'Europe/Rome'],
    ['a number in Jersey', ['Europe/Jersey'], 'Europe/Jersey'],
  ])(
    "returns the number's zone if all candidates have the same offset: %s",
    (_whose, candidateZones, zone) => {
      expect(zoneFor({ candidateZones }).zone).toBe(zone);
    },
  );

  it.each([
    ['the number has several candidates', ['America/New_York', 'America/Chicago', 'America/Denver']],
    ['of three only the last differs', ['Europe/Berlin', 'Europe/Paris', 'Europe/London']],
    ['the number has no candidate', []],
  ])('returns the default zone if %s', (_why, candidateZones) => {
    expect(zoneFor({ candidateZones })).toEqual({ zone: workspace, isInferred: true });
  });
});

describe('candidate zones with the same offset today only', () => {
  const arizona = { candidateZones: ['America/Phoenix', 'America/Los_Angeles'] };
  const rabat = { candidateZones: ['Europe/London', 'Africa/Abidjan'] };

  it.each([
    ['in summer', '2026-07-01T12:00:00Z', arizona, 'America/Phoenix'],
    ['fifteen days before clocks go back', '2026-10-17T08:59:00Z', arizona, 'America/Phoenix'],
    ['fourteen days before clocks go back', '2026-10-18T09:00:00Z', arizona, workspace],
    ['an hour before clocks go back', '2026-11-01T08:00:00Z', arizona, workspace],
    ['after clocks went back', '2026-11-01T09:00:00Z', arizona, workspace],
    ['in winter, sixteen days before clocks go forward', '2027-03-12T12:00:00Z', rabat, 'Europe/London'],
    ['in winter, thirteen days before clocks go forward', '2027-03-15T12:00:00Z', rabat, workspace],
  ])('%s select the right zone', (_when, now, query, zone) => {
    expect(zoneFor({ ...query, nowMs: Date.parse(now) }).zone).toBe(zone);
  });

  it('do not count if they change their offset an hour apart', () => {
    // Havana and New York change on the same days, an hour apart.
    const candidateZones = ['America/New_York', 'America/Havana'];
    expect(zoneFor({ candidateZones, nowMs: Date.UTC(2026, 0, 10) }).zone).toBe('America/New_York');
    expect(zoneFor({ candidateZones, nowMs: Date.UTC(2026, 9, 25) }).zone).toBe(workspace);
  });
});
