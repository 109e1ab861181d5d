import { describe, expect, it } from 'vitest';
import type { CallingWindow } from './calling-window.ts';
import {
  checkCallingHours,
  isSubjectToCallingHours,
  moveIntoCallingHours,
  type CallingHoursQuery,
} from './check-calling-hours.ts';
import { evidenceOf } from './evidence.ts';

const newYork = 'America/New_York';
const chicago = 'America/Chicago';

/** Returns a query for a number in Georgia, where only the federal hours apply. */
const queryAt = (at: string, more: Partial<CallingHoursQuery> = {}): CallingHoursQuery => ({
  number: '+14045551234',
  country: 'US',
  candidateZones: [newYork],
  nowMs: Date.parse(at),
  ...more,
});

/** Returns `yes`, or the blocking rules and the next allowed instant. */
function resultOf(query: CallingHoursQuery): string {
  const { allowed, reasons, nextAllowedAtMs } = checkCallingHours(query);
  if (allowed) return 'yes';
  const next = nextAllowedAtMs === null ? 'never' : new Date(nextAllowedAtMs).toISOString().slice(0, 16);
  return `${reasons.map(({ rule }) => rule).join(', ')}: ${next}`;
}

const window = (
  start: string,
  end: string,
  days: CallingWindow['days'] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  timezone = 'recipient',
): CallingWindow => ({ timezone, days, windows: [{ start, end }] });

describe('federal hours', () => {
  it.each([
    ['2026-11-20T07:59:59-05:00', 'us-federal: 2026-11-20T13:00'],
    ['2026-11-20T08:00:00-05:00', 'yes'],
    ['2026-11-20T20:59:59-05:00', 'yes'],
    ['2026-11-20T21:00:00-05:00', 'us-federal: 2026-11-21T13:00'],
    ['2026-11-22T12:00:00-05:00', 'yes'],
  ])('at %s: %s', (at, expected) => {
    expect(resultOf(queryAt(at))).toBe(expected);
  });
});

describe('state rules', () => {
  const florida = { number: '+13055551234' };

  it('are selected by the area code', () => {
    expect(resultOf(queryAt('2026-11-20T20:30:00-05:00', florida))).toBe('us-fl: 2026-11-21T13:00');
    expect(resultOf(queryAt('2026-11-20T20:30:00-05:00'))).toBe('yes');
  });

  it("apply in the customer's zone", () => {
    const customer = { ...florida, candidateZones: [], customerZone: 'America/Los_Angeles' };
    expect(resultOf(queryAt('2026-11-20T19:30:00-08:00', customer))).toBe('yes');
    expect(resultOf(queryAt('2026-11-20T20:30:00-08:00', customer))).toBe('us-fl: 2026-11-21T16:00');
  });

  it('include holidays and Sundays', () => {
    const utah = { number: '+18015551234', candidateZones: ['America/Denver'] };
    expect(resultOf(queryAt('2026-07-24T12:00:00-06:00', utah))).toBe('us-ut: 2026-07-25T14:00');
    expect(resultOf(queryAt('2026-11-22T12:00:00-07:00', utah))).toBe('us-ut: 2026-11-23T15:00');
    // Labor Day after a Sunday.
    expect(resultOf(queryAt('2026-09-05T21:30:00-06:00', utah))).toBe('us-federal, us-ut: 2026-09-08T14:00');
  });

  it('limit the number of calls within 24 hours', () => {
    const at = (hours: number) => Date.parse('2026-11-20T15:00:00-05:00') - hours * 3_600_000;
    const resultAfterCalls = (...hours: number[]) =>
      resultOf(
        queryAt('2026-11-20T15:00:00-05:00', { ...florida, consent: true, recentCallsMs: hours.map(at) }),
      );
    expect(resultAfterCalls(1, 3)).toBe('yes');
    expect(resultAfterCalls(5, 1, 3)).toBe('us-fl: 2026-11-21T15:00');
    expect(resultAfterCalls(1, 3, 24)).toBe('yes');
    // The first of three was at 19:00 on the previous day.
    expect(resultAfterCalls(20, 1, 3)).toBe('us-fl: 2026-11-21T00:00');
  });
});

describe('times that the law does not allow', () => {
  const chicagoan = { candidateZones: [chicago] };
  const at = (zone: string) => ({ candidateZones: [zone] });

  it.each([
    [
      'Oregon in the evening',
      '+15035551234',
      'US',
      'America/Los_Angeles',
      '2026-11-20T20:30:00-08:00',
      'us-or',
    ],
    [
      'California before nine',
      '+12135551234',
      'US',
      'America/Los_Angeles',
      '2026-11-20T08:30:00-08:00',
      'us-ca',
    ],
    ['Illinois before nine', '+13125551234', 'US', chicago, '2026-11-20T08:30:00-06:00', 'us-il'],
    ['South Carolina in the evening', '+18035551234', 'US', newYork, '2026-11-20T19:30:00-05:00', 'us-sc'],
    ['Pennsylvania in the evening', '+12155551234', 'US', newYork, '2026-11-20T19:30:00-05:00', 'us-pa'],
    ['Louisiana on All Saints', '+15045551234', 'US', chicago, '2027-11-01T12:00:00-05:00', 'us-la'],
    ['Louisiana on 30 August', '+15045551234', 'US', chicago, '2027-08-30T12:00:00-05:00', 'us-la'],
    ['Germany at Christmas', '+498912345678', 'DE', 'Europe/Berlin', '2026-12-25T12:00:00+01:00', 'de'],
    ['Belgium on 21 July', '+3222345678', 'BE', 'Europe/Brussels', '2026-07-21T12:00:00+02:00', 'be'],
    ['Saint Pierre on a Saturday', '+508412345', 'PM', 'America/Miquelon', '2026-11-21T12:00:00-03:00', 'fr'],
    ['the Emirates in the evening', '+97142345678', 'AE', 'Asia/Dubai', '2026-11-20T19:00:00+04:00', 'ae'],
    ['Vietnam in the evening', '+842412345678', 'VN', 'Asia/Ho_Chi_Minh', '2026-11-20T19:00:00+07:00', 'vn'],
    [
      'South Africa on Saturday',
      '+27111234567',
      'ZA',
      'Africa/Johannesburg',
      '2026-11-21T15:00:00+02:00',
      'za',
    ],
    [
      'South Africa on 16 December',
      '+27111234567',
      'ZA',
      'Africa/Johannesburg',
      '2026-12-16T12:00:00+02:00',
      'za',
    ],
    ['Colombia in the evening', '+576012345678', 'CO', 'America/Bogota', '2026-11-20T19:30:00-05:00', 'co'],
    ['Colombia on Saturday', '+576012345678', 'CO', 'America/Bogota', '2026-11-21T17:00:00-05:00', 'co'],
    ['Norway on Saturday', '+4721234567', 'NO', 'Europe/Oslo', '2026-11-21T12:00:00+01:00', 'no'],
    [
      'the Netherlands on Saturday',
      '+31201234567',
      'NL',
      'Europe/Amsterdam',
      '2026-11-21T18:00:00+01:00',
      'nl',
    ],
    [
      'the Netherlands on 24 December',
      '+31201234567',
      'NL',
      'Europe/Amsterdam',
      '2026-12-24T18:30:00+01:00',
      'nl-evenings',
    ],
    [
      'Rio de Janeiro on Saturday',
      '+552123456789',
      'BR',
      'America/Sao_Paulo',
      '2026-11-21T12:00:00-03:00',
      'br-rj',
    ],
    [
      'Espírito Santo in the evening',
      '+552733334444',
      'BR',
      'America/Sao_Paulo',
      '2026-11-20T19:00:00-03:00',
      'br-es',
    ],
    ['India before ten', '+911123456789', 'IN', 'Asia/Kolkata', '2026-11-20T09:30:00+05:30', 'in'],
  ])('include %s', (_where, number, country, zone, time, rule) => {
    const { allowed, reasons } = checkCallingHours(
      queryAt(time, { number, country, ...at(zone), consent: true, purpose: 'sales' }),
    );
    const consented =
      country === 'PM'
        ? checkCallingHours(queryAt(time, { number, country, ...at(zone) }))
        : { allowed, reasons };
    expect(consented.allowed).toBe(false);
    expect(consented.reasons.map((reason) => reason.rule)).toContain(rule);
  });

  it('include Sunday morning in a new area code of Texas', () => {
    const texan = { number: '+16215556234', ...chicagoan };
    expect(resultOf(queryAt('2026-11-22T11:00:00-06:00', texan))).toMatch(/^us-tx: /);
  });
});

describe('the purpose of a call', () => {
  const alabaman = { number: '+12055551234', candidateZones: [chicago] };
  const sunday = '2026-11-22T12:00:00-06:00';

  it('exempts a reminder from telemarketing rules on Sunday', () => {
    expect(resultOf(queryAt(sunday, { ...alabaman, purpose: 'reminder' }))).toBe('yes');
    expect(resultOf(queryAt(sunday, { ...alabaman, purpose: 'sales' }))).toMatch(/^us-al: /);
    expect(resultOf(queryAt(sunday, alabaman))).toMatch(/^us-al: /);
  });

  it('does not affect rules on automated voices', () => {
    const californian = { number: '+12135551234', candidateZones: ['America/Los_Angeles'] };
    expect(resultOf(queryAt('2026-11-20T08:30:00-08:00', { ...californian, purpose: 'reminder' }))).toMatch(
      /^us-ca/,
    );
  });
});

describe("the customer's region", () => {
  const evening = '2026-11-20T20:30:00-05:00';

  it("adds the rules of another state to those of the number's state", () => {
    expect(resultOf(queryAt(evening))).toBe('yes');
    expect(resultOf(queryAt(evening, { customerRegion: 'US-OR' }))).toMatch(/^us-or: /);
    const floridian = { number: '+13055551234', customerRegion: 'US-GA' };
    expect(resultOf(queryAt(evening, floridian))).toMatch(/^us-fl: /);
  });

  it('adds the rules of another country', () => {
    const inFrance = { customerRegion: 'FR-IDF' };
    expect(resultOf(queryAt('2026-11-21T12:00:00-05:00', inFrance))).toMatch(/^fr: /);
  });
});

describe('limits of calls to one person', () => {
  const noonMs = Date.parse('2026-11-20T12:00:00-05:00');
  const daysAgo = (...days: number[]) => days.map((day) => noonMs - day * 86_400_000);
  const resultAtNoon = (more: Partial<CallingHoursQuery>) =>
    resultOf(queryAt('2026-11-20T12:00:00-05:00', more));

  it('allow three calls in thirty days with an artificial voice without consent', () => {
    const recentCallsMs = daysAgo(1, 10, 20);
    expect(resultAtNoon({ purpose: 'reminder', recentCallsMs: daysAgo(0.5) })).toBe(
      'us-artificial-voice-health: 2026-11-21T13:00',
    );
    expect(resultAtNoon({ purpose: 'service', recentCallsMs: recentCallsMs.slice(0, 2) })).toBe('yes');
    expect(resultAtNoon({ purpose: 'service', recentCallsMs })).toBe('us-artificial-voice: 2026-11-30T17:00');
    expect(resultAtNoon({ purpose: 'service', recentCallsMs, consent: true })).toBe('yes');
  });

  it('allow one call in eight hours in Maine', () => {
    const mainer = { number: '+12075551234', consent: true, purpose: 'sales' } as const;
    expect(resultAtNoon({ ...mainer, recentCallsMs: [noonMs - 3_600_000] })).toBe('us-me: 2026-11-23T14:00');
    expect(resultAtNoon({ ...mainer, recentCallsMs: [noonMs - 8 * 3_600_000] })).toBe('yes');
  });

  it('apply even if the legal hours are off', () => {
    const night = '2026-11-20T03:00:00-05:00';
    const off = {
      callingHours: 'off',
      number: '+13055551234',
      recentCallsMs: daysAgo(0.4, 0.45, 0.5),
    } as const;
    expect(resultOf(queryAt(night, { ...off, recentCallsMs: [] }))).toBe('yes');
    expect(resultOf(queryAt(night, { ...off, consent: true }))).toMatch(/^us-fl: /);
  });

  it('do not apply to the test network', () => {
    expect(resultAtNoon({ number: '+12025550101', recentCallsMs: daysAgo(1, 2, 3, 4, 5) })).toBe('yes');
  });
});

describe('several candidate zones', () => {
  it('must all allow the call', () => {
    const either = { candidateZones: [newYork, chicago] };
    expect(resultOf(queryAt('2026-11-20T08:30:00-05:00', either))).toBe('us-federal: 2026-11-20T14:00');
    expect(resultOf(queryAt('2026-11-20T20:30:00-06:00', either))).toBe('us-federal: 2026-11-21T14:00');
    expect(resultOf(queryAt('2026-11-20T20:30:00-05:00', either))).toBe('yes');
  });

  it('may leave no common minute', () => {
    const distant = { candidateZones: [newYork, 'Asia/Tokyo'], window: window('10:00', '12:00') };
    expect(resultOf(queryAt('2026-11-20T10:30:00-05:00', distant))).toBe('us-federal, window: never');
  });
});

describe("the customer's zone", () => {
  const tokyo = 'Asia/Tokyo';

  it("replaces the zones of a number with unknown location if it is in the number's country", () => {
    const moved = { customerZone: 'Pacific/Honolulu' };
    expect(resultOf(queryAt('2026-11-20T20:30:00-10:00', moved))).toBe('yes');
    expect(resultOf(queryAt('2026-11-20T10:30:00-05:00', moved))).toBe('us-federal: 2026-11-20T18:00');
  });

  it("applies in addition to the zones of the number's known location", () => {
    const moved = { isPlaceKnown: true, customerZone: 'Pacific/Honolulu' };
    expect(resultOf(queryAt('2026-11-20T20:30:00-10:00', moved))).toBe('us-federal: 2026-11-21T18:00');
    expect(resultOf(queryAt('2026-11-20T10:30:00-05:00', moved))).toBe('us-federal: 2026-11-20T18:00');
    expect(resultOf(queryAt('2026-11-20T20:30:00-05:00', moved))).toBe('yes');
  });

  it.each(['America/New_York', 'US/Eastern', 'America/Detroit'])(
    '%s, with the offset of one zone of the location, selects that zone',
    (customerZone) => {
      const moved = { isPlaceKnown: true, candidateZones: [chicago, newYork], customerZone };
      expect(resultOf(queryAt('2026-11-20T08:30:00-05:00', moved))).toBe('yes');
      expect(resultOf(queryAt('2026-11-20T20:30:00-06:00', moved))).toBe('us-federal: 2026-11-21T13:00');
    },
  );

  it('applies in addition if it has the offset of the number only in winter', () => {
    const moved = { isPlaceKnown: true, candidateZones: ['America/Denver'], customerZone: 'America/Phoenix' };
    const query = queryAt('2027-01-12T12:00:00-07:00', moved);
    expect(evidenceOf(query, checkCallingHours(query)).zonesFrom).toBe('customer-and-number');
  });

  it.each([tokyo, 'EST', 'Etc/GMT+5'])(
    '%s, which is not in the country, applies in addition',
    (customerZone) => {
      // Three in the morning in New York.
      expect(resultOf(queryAt('2026-11-20T03:00:00-05:00', { customerZone }))).not.toBe('yes');
    },
  );

  it('allows the minutes that both zones allow', () => {
    // 08:00 to 09:00 in New York is 22:00 to 23:00 in Tokyo; 18:00 to 21:00 is 08:00 to 11:00.
    const both = { customerZone: tokyo };
    expect(resultOf(queryAt('2026-11-20T08:30:00-05:00', both))).toBe('us-federal: 2026-11-20T23:00');
    expect(resultOf(queryAt('2026-11-20T18:30:00-05:00', both))).toBe('yes');
  });

  it('applies in addition to all zones of the country if those of the number are unknown', () => {
    const russian = { number: '+79123456789', country: 'RU', candidateZones: [], customerZone: tokyo };
    expect(resultOf(queryAt('2026-11-20T12:00:00+09:00', russian))).toMatch(/^parley-default/);
  });

  it('applies alone to a number without a country and to the test network', () => {
    const tollFree = { number: '+18005551234', country: undefined, candidateZones: [], customerZone: tokyo };
    expect(resultOf(queryAt('2026-11-20T12:00:00+09:00', tollFree))).toBe('yes');
    const fictional = { number: '+12025550101', callingHours: 'off', customerZone: tokyo } as const;
    const ownHours = { ...fictional, window: window('09:00', '17:00') };
    expect(resultOf(queryAt('2026-11-20T12:00:00+09:00', ownHours))).toBe('yes');
  });
});

describe('an unknown zone', () => {
  const unknown = { number: '+18005551234', candidateZones: [] };

  it('blocks the call', () => {
    expect(resultOf(queryAt('2026-11-20T12:00:00-05:00', unknown))).toBe('zone-unknown: never');
  });

  it('is replaced by the configured default zone', () => {
    const withDefault = { ...unknown, zoneWhenUnknown: chicago };
    expect(resultOf(queryAt('2026-11-20T08:30:00-05:00', withDefault))).toBe('us-federal: 2026-11-20T14:00');
  });

  it('does not block the call if no rule or window depends on it', () => {
    const withWindow = {
      ...unknown,
      callingHours: 'off',
      window: window('09:00', '17:00', ['fri'], chicago),
    } as const;
    expect(resultOf(queryAt('2026-11-20T12:00:00-06:00', withWindow))).toBe('yes');
    expect(
      resultOf(queryAt('2026-11-20T12:00:00-06:00', { ...withWindow, window: window('09:00', '17:00') })),
    ).toBe('zone-unknown: never');
  });
});

describe('windows', () => {
  it('apply in addition to the law', () => {
    const both = {
      window: window('07:00', '24:00', ['mon', 'fri']),
      workspaceHours: window('10:00', '16:00', undefined, 'America/Los_Angeles'),
    };
    expect(resultOf(queryAt('2026-11-20T12:00:00-05:00', both))).toBe('workspace-hours: 2026-11-20T18:00');
    expect(resultOf(queryAt('2026-11-20T19:00:00-05:00', both))).toBe('workspace-hours: 2026-11-23T18:00');
    expect(resultOf(queryAt('2026-11-21T12:00:00-05:00', both))).toBe(
      'workspace-hours, window: 2026-11-23T18:00',
    );
  });

  it('apply alone if the legal hours are off', () => {
    const off = { callingHours: 'off', window: window('22:00', '24:00') } as const;
    expect(resultOf(queryAt('2026-11-20T23:59:59-05:00', off))).toBe('yes');
    expect(resultOf(queryAt('2026-11-21T00:00:00-05:00', off))).toBe('window: 2026-11-22T03:00');
    expect(resultOf(queryAt('2026-11-21T03:00:00-05:00', { callingHours: 'off' }))).toBe('yes');
  });

  it('never open if the law never allows their hours', () => {
    expect(resultOf(queryAt('2026-11-20T12:00:00-05:00', { window: window('02:00', '03:00') }))).toBe(
      'window: never',
    );
  });
});

describe('nights with a daylight saving change', () => {
  const off = { callingHours: 'off' } as const;

  it('open a partly skipped window at the end of the skipped hour', () => {
    const early = { ...off, window: window('02:15', '05:00') };
    expect(resultOf(queryAt('2026-03-08T01:00:00-05:00', early))).toBe('window: 2026-03-08T07:00');
  });

  it('open an entirely skipped window a day later', () => {
    const skipped = { ...off, window: window('02:15', '02:45') };
    expect(resultOf(queryAt('2026-03-08T01:00:00-05:00', skipped))).toBe('window: 2026-03-09T06:15');
  });

  it('open a window in a repeated hour twice', () => {
    const twice = { ...off, window: window('01:15', '01:30') };
    expect(resultOf(queryAt('2026-11-01T01:20:00-04:00', twice))).toBe('yes');
    expect(resultOf(queryAt('2026-11-01T01:40:00-04:00', twice))).toBe('window: 2026-11-01T06:15');
    expect(resultOf(queryAt('2026-11-01T01:20:00-05:00', twice))).toBe('yes');
  });

  it('keep local time', () => {
    expect(resultOf(queryAt('2026-03-07T22:00:00-05:00'))).toBe('us-federal: 2026-03-08T12:00');
    expect(resultOf(queryAt('2026-10-31T22:00:00-04:00'))).toBe('us-federal: 2026-11-01T13:00');
  });
});

describe('other countries', () => {
  it.each<[string, string, string, string]>([
    ['FR', 'Europe/Paris', '2026-11-20T13:30:00+01:00', 'fr: 2026-11-20T13:00'],
    // 11 November and Ascension Day.
    ['FR', 'Europe/Paris', '2026-11-11T11:00:00+01:00', 'fr: 2026-11-12T09:00'],
    ['FR', 'Europe/Paris', '2026-05-13T20:00:00+02:00', 'fr: 2026-05-15T08:00'],
    ['ES', 'Europe/Madrid', '2026-12-07T21:00:00+01:00', 'es: 2026-12-09T08:00'],
    // A Saturday's hours on the eve of a holiday.
    ['IT', 'Europe/Rome', '2026-12-07T19:30:00+01:00', 'it: 2026-12-09T08:00'],
    ['DE', 'Europe/Berlin', '2026-11-21T18:00:00+01:00', 'de: 2026-11-23T07:00'],
    ['GB', 'Europe/London', '2026-11-21T08:30:00Z', 'gb: 2026-11-21T09:00'],
    ['AU', 'Australia/Perth', '2026-12-24T20:00:00+08:00', 'au: 2026-12-29T01:00'],
    ['CA', 'America/Toronto', '2026-11-20T21:30:00-05:00', 'ca: 2026-11-21T15:00'],
    ['JP', 'Asia/Tokyo', '2026-11-22T12:00:00+09:00', 'parley-default: 2026-11-23T00:00'],
  ])('%s in %s at %s: %s', (country, zone, at, expected) => {
    expect(resultOf(queryAt(at, { number: '+441', country, candidateZones: [zone] }))).toBe(expected);
  });

  it('France: four calls in thirty days', () => {
    const at = '2026-11-20T11:00:00+01:00';
    const daysAgo = (days: number) => Date.parse(at) - days * 86_400_000;
    const paris = { number: '+33142685300', country: 'FR', candidateZones: ['Europe/Paris'] };
    const resultAfterCalls = (...days: number[]) =>
      resultOf(queryAt(at, { ...paris, recentCallsMs: days.map(daysAgo) }));
    expect(resultAfterCalls(1, 2, 31)).toBe('yes');
    expect(resultAfterCalls(1, 2, 3, 25)).toBe('fr: 2026-11-25T10:00');
  });
});

describe('moveIntoCallingHours', () => {
  it('returns the next allowed instant', () => {
    const night = Date.parse('2026-11-20T23:00:00-05:00');
    expect(moveIntoCallingHours(queryAt('2026-11-20T12:00:00-05:00'), night)).toBe(
      Date.parse('2026-11-21T08:00:00-05:00'),
    );
    const noon = Date.parse('2026-11-21T12:00:00-05:00');
    expect(moveIntoCallingHours(queryAt('2026-11-20T12:00:00-05:00'), noon)).toBe(noon);
  });

  it('returns undefined if the zone is unknown', () => {
    expect(
      moveIntoCallingHours(queryAt('2026-11-20T12:00:00-05:00', { candidateZones: [] }), 0),
    ).toBeUndefined();
  });
});

describe('the test network', () => {
  it('is not subject to calling hours', () => {
    expect(['+12025550100', '+447700900012', '+12025550200'].map(isSubjectToCallingHours)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('evidenceOf', () => {
  it('returns the basis of a decision in a few hundred bytes', () => {
    const query = queryAt('2026-11-20T20:30:00-05:00', {
      number: '+18505551234',
      candidateZones: [newYork, chicago],
    });
    const evidence = evidenceOf(query, checkCallingHours(query));
    expect(evidence).toEqual({
      at: '2026-11-21T01:30:00.000Z',
      allowed: false,
      country: 'US',
      region: 'FL',
      customerRegion: null,
      purpose: 'unspecified',
      consent: false,
      zonesFrom: 'number',
      clocks: ['2026-11-20 20:30 America/New_York', '2026-11-20 19:30 America/Chicago'],
      rules: [
        'us-federal@2026-11-22',
        'us-artificial-voice@2026-11-22',
        'us-artificial-voice-health@2026-11-22',
        'us-fl@2026-11-22',
      ],
      forbiddenBy: ['us-fl'],
      nextAllowedAt: '2026-11-21T14:00:00.000Z',
    });
    expect(JSON.stringify(evidence).length).toBeLessThan(500);
  });

  it.each<[string, Partial<CallingHoursQuery>]>([
    ['customer', { customerZone: chicago }],
    ['operator', { candidateZones: [], zoneWhenUnknown: chicago }],
    ['nowhere', { candidateZones: [] }],
  ])('reports the source of the zone: %s', (source, more) => {
    const query = queryAt('2026-11-20T12:00:00-05:00', more);
    expect(evidenceOf(query, checkCallingHours(query)).zonesFrom).toBe(source);
  });
});
