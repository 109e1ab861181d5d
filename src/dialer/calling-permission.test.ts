import { beforeAll, describe, expect, it } from 'vitest';
import type { Callee } from '../calls/callee-time-resolver.ts';
import { NumberZones } from '../core/number-zones.ts';
import { CallingWindow } from '../domain/calling-hours/calling-window.ts';
import { callingHoursQuery, type CallDetails } from '../domain/calling-hours/calling-hours-query.ts';
import { calleeTimeZones } from '../domain/calling-hours/check-calling-hours.ts';
import { LegalCallingHours } from './calling-permission.ts';

/** A Monday: 22:00 in New York and 19:00 in Los Angeles. */
const lateInNewYork = Date.UTC(2026, 0, 6, 3);
const newYork = '+12125551234';
const losAngeles = '+12135551234';
const miami = '+13055551234';
const tollFree = '+18005551234';
const fictional = '+12025550101';

let zones: NumberZones;
beforeAll(async () => {
  zones = await NumberZones.load();
});

const callTo = (number: string, changes: Partial<CallDetails> = {}): CallDetails => ({
  number,
  customerZone: undefined,
  nowMs: lateInNewYork,
  window: null,
  callingHours: 'law',
  workspaceHours: null,
  ...changes,
});

const decide = (number: string, changes: Partial<CallDetails> = {}, zoneWhenUnknown?: string) =>
  new LegalCallingHours({ zones, zoneWhenUnknown }).decide(callTo(number, changes));

describe('calling hours of the law', () => {
  it('forbids calls at night until the morning in the time zone of the number', () => {
    expect(decide(newYork)).toMatchObject({
      allowed: false,
      nextAllowedAt: new Date(Date.UTC(2026, 0, 6, 13)),
      detail: expect.stringContaining('47 CFR'),
    });
  });

  it('allows a number further west and returns the rules as evidence', () => {
    const permission = decide(losAngeles);
    expect(permission).toMatchObject({ allowed: true, evidence: { allowed: true, zonesFrom: 'number' } });
    expect(JSON.stringify(permission)).toMatch(/us-federal@/);
  });

  it('uses the time zone of the customer to select one of the zones of the number', () => {
    // 850 is in two zones; it is 20:30 in the western one.
    const [number, nowMs] = ['+18505551234', Date.UTC(2026, 0, 6, 2, 30)];
    const details = { nowMs, purpose: 'service' } as const;
    expect(decide(number, details).allowed).toBe(false);
    expect(decide(number, { ...details, customerZone: 'America/Chicago' }).allowed).toBe(true);
  });

  it.each([
    ['a number with an area code', newYork, 'America/Los_Angeles', false],
    ['a landline', '+61892345678', 'Australia/Sydney', false],
    ['a mobile phone of a country with several zones', '+61412345678', 'Australia/Perth', true],
    [
      'a mobile phone in a zone of its country that the table does not list',
      '+61412345678',
      'Australia/Darwin',
      true,
    ],
    ['a mobile phone of a country with too many zones', '+79123456789', 'Asia/Vladivostok', true],
    ['a toll-free number', tollFree, 'America/Los_Angeles', true],
    [
      'a landline for which the table names a zone of another country',
      '+21321123456',
      'Africa/Algiers',
      true,
    ],
  ])(
    "uses only the customer's zone if the number may be in that zone, otherwise also the zones of the number: %s",
    (_what, number, customerZone, isPossible) => {
      const query = callingHoursQuery({ ...callTo(number), customerZone }, { zones });
      expect(calleeTimeZones(query)).toEqual(
        isPossible ? [customerZone] : [customerZone, ...query.candidateZones],
      );
    },
  );

  it('forbids calls to an unknown time zone unless the operator sets a default', () => {
    expect(decide(tollFree)).toMatchObject({
      allowed: false,
      nextAllowedAt: null,
      detail: expect.stringContaining('time zone'),
    });
    expect(decide(tollFree, {}, 'America/Los_Angeles').allowed).toBe(true);
  });

  it('counts earlier calls for the rules of a state', () => {
    const hours = new LegalCallingHours({ zones });
    const counted = [miami, newYork, fictional].map((number) =>
      hours.countsEarlierCalls({ number, consent: true }),
    );
    expect(counted).toEqual([true, false, false]);
    const noonMs = Date.UTC(2026, 0, 6, 17);
    const recentCallsMs = [1, 2, 3].map((hour) => noonMs - hour * 3_600_000);
    const details = { nowMs: noonMs, consent: true };
    expect(decide(miami, { ...details, recentCallsMs: recentCallsMs.slice(0, 2) }).allowed).toBe(true);
    expect(decide(miami, { ...details, recentCallsMs }).allowed).toBe(false);
  });
});

describe('the reason of a refusal', () => {
  it('names the law if the window of the batch never opens because it is at night', () => {
    const window = CallingWindow.parse({ windows: [{ start: '02:00', end: '04:00' }] });
    expect(decide(newYork, { window })).toMatchObject({
      allowed: false,
      nextAllowedAt: null,
      detail: expect.stringMatching(
        /^The calling window never opens: within a year, .*the hours of the batch \(02:00–04:00\).* at the number's location \(47 CFR .*\) have no time in common\.$/,
      ),
    });
  });

  it('names no law if only the window of the batch forbids the call', () => {
    const window = CallingWindow.parse({
      timezone: 'America/New_York',
      windows: [{ start: '09:00', end: '12:00' }],
    });
    const nowMs = Date.UTC(2026, 0, 6, 18);
    expect(decide(newYork, { window, nowMs })).toMatchObject({
      detail: "The number may not be called at this time (the batch's window).",
    });
  });

  it('asks for the time zone if it is unknown', () => {
    expect(decide(tollFree)).toMatchObject({
      detail: expect.stringMatching(/Set a timezone in its row, or .* of a callback\./),
    });
  });
});

describe('exemptions from legal calling hours', () => {
  const window = CallingWindow.parse({
    timezone: 'America/New_York',
    windows: [{ start: '09:00', end: '12:00' }],
  });

  it('allow calls at any time in a workspace that disabled calling hours', () => {
    expect(decide(newYork, { callingHours: 'off' }).allowed).toBe(true);
  });

  it('allow calls to the test network at any time', () => {
    expect(decide(fictional)).toEqual({ allowed: true, evidence: { rules: [] } });
  });

  it.each([newYork, fictional])('do not apply to the window of the batch: %s', (number) => {
    expect(decide(number, { callingHours: 'off', window })).toMatchObject({
      allowed: false,
      nextAllowedAt: new Date(Date.UTC(2026, 0, 6, 14)),
    });
  });
});

describe('calling hours of the workspace', () => {
  const workspaceHours = CallingWindow.parse({
    timezone: 'America/New_York',
    days: ['tue'],
    windows: [{ start: '09:00', end: '12:00' }],
  });

  it.each([newYork, fictional])('apply with and without the law, also in the test network: %s', (number) => {
    for (const callingHours of ['law', 'off'] as const)
      expect(decide(number, { callingHours, workspaceHours })).toMatchObject({
        allowed: false,
        nextAllowedAt: new Date(Date.UTC(2026, 0, 6, 14)),
      });
  });

  it('are combined with those of the law and of the batch', () => {
    const window = CallingWindow.parse({
      timezone: 'America/New_York',
      windows: [{ start: '11:00', end: '20:00' }],
    });
    expect(decide(newYork, { window, workspaceHours })).toMatchObject({
      nextAllowedAt: new Date(Date.UTC(2026, 0, 6, 16)),
    });
  });

  it('are named if only they forbid the call', () => {
    const nowMs = Date.UTC(2026, 0, 6, 18);
    expect(decide(newYork, { workspaceHours, nowMs })).toMatchObject({
      detail: "The number may not be called at this time (the workspace's own hours).",
    });
  });

  it('are named if no common time remains', () => {
    const window = CallingWindow.parse({
      timezone: 'America/New_York',
      windows: [{ start: '13:00', end: '20:00' }],
    });
    expect(decide(newYork, { window, workspaceHours })).toMatchObject({
      nextAllowedAt: null,
      detail: expect.stringMatching(
        /hours of the batch \(13:00–20:00\).*the hours of the workspace \(09:00–12:00\)/u,
      ),
    });
  });
});

describe('the requested callback time', () => {
  const details = {
    customerZone: undefined,
    customerRegion: undefined,
    purpose: 'service',
    callingWindow: null,
    recentCallsMs: [],
  } as const;
  const nextAllowed = (number: string, callingHours: 'law' | 'off' = 'law', changes: Partial<Callee> = {}) =>
    new LegalCallingHours({ zones }).nextAllowed(
      { ...details, number, callingHours, ...changes },
      lateInNewYork,
    );
  const morning = Date.UTC(2026, 0, 6, 13);
  const hoursAgo = (...hours: number[]) => hours.map((hour) => lateInNewYork - hour * 3_600_000);

  it.each([
    ['moves to the morning if it is at night', newYork, 'law', morning],
    ['is unchanged in the evening', losAngeles, 'law', lateInNewYork],
    ['is unchanged at night if the workspace disabled calling hours', newYork, 'off', lateInNewYork],
    ['is unchanged in the test network', fictional, 'law', lateInNewYork],
    ['is undefined if the time zone is unknown', tollFree, 'law', undefined],
  ] as const)('%s', (_what, number, callingHours, expected) => {
    expect(nextAllowed(number, callingHours)).toBe(expected);
  });

  it('is unchanged by earlier calls if no law limits the calls to the number', () => {
    const recentCallsMs = hoursAgo(1, 2, 3);
    expect(nextAllowed(losAngeles, 'law', { recentCallsMs })).toBe(lateInNewYork);
  });

  it('moves to the end of a legal limit on calls per number, even if the workspace disabled calling hours', () => {
    const recentCallsMs = hoursAgo(1, 2, 3);
    const sale = { purpose: 'sales', recentCallsMs } as const;
    expect(nextAllowed(miami, 'off', sale)).toBe(lateInNewYork + 21 * 3_600_000);
  });
});
