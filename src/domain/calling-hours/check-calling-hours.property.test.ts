import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isAllowedByReference,
  referencePlaces,
  type ReferenceQuery,
} from '../../../test/support/reference-calling-hours.ts';
import { regionOf } from './area-codes.ts';
import { checkCallingHours, type CallingHoursQuery } from './check-calling-hours.ts';
import { purposes } from './purpose.ts';

/** `PARLEY_CALLING_HOURS_CASES=1000000` for a long run. */
const cases = Number(process.env['PARLEY_CALLING_HOURS_CASES'] ?? 8_000);
const seed = Number(process.env['PARLEY_CALLING_HOURS_SEED'] ?? 20_261_121);

const minuteMs = 60_000;
const dayMs = 86_400_000;

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'Pacific/Honolulu',
  'America/St_Johns',
  'Europe/Paris',
  'Europe/London',
  'Europe/Rome',
  'Atlantic/Canary',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Perth',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Apia',
  'Pacific/Chatham',
];

const anyMinute = fc
  .integer({ min: Date.UTC(2025, 0, 2) / minuteMs, max: Date.UTC(2036, 0) / minuteMs })
  .map((minute) => minute * minuteMs);

/** Instants around daylight saving changes and the end of the year. */
const oddMinute = fc
  .record({
    year: fc.integer({ min: 2025, max: 2035 }),
    day: fc.constantFrom([2, 6], [2, 28], [3, 4], [9, 1], [9, 26], [10, 1], [11, 22], [11, 30], [10, 24]),
    minutes: fc.integer({ min: 0, max: 8 * 24 * 60 }),
  })
  .map(({ year, day, minutes }) => Date.UTC(year, day[0], day[1]) + minutes * minuteMs);

const clockTime = fc
  .integer({ min: 0, max: 96 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`,
  );

const span = fc
  .tuple(clockTime, clockTime)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => (one < other ? { start: one, end: other } : { start: other, end: one }));

const window = fc.record({
  timezone: fc.oneof(fc.constant('recipient'), fc.constantFrom(...zones)),
  days: fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const, { minLength: 1 }),
  windows: fc.array(span, { minLength: 1, maxLength: 3 }),
});

/** Returns an E.164 number whose area code is in the place. */
const numberOf = (country: string, region: string | undefined): string => {
  if (region === undefined) return '+441';
  const codes = Array.from({ length: 800 }, (_none, index) => `+1${index + 200}2345678`);
  const brazilian = ['+5521234', '+5527234'];
  return [...codes, ...brazilian].find(
    (number) => number.startsWith(country === 'BR' ? '+55' : '+1') && regionOf(number) === region,
  )!;
};

const place = fc.oneof(
  fc.record({ country: fc.constant('US'), region: fc.constantFrom(...referencePlaces.states, 'GA') }),
  fc.record({ country: fc.constant('CA'), region: fc.constantFrom('BC', 'ON') }),
  fc.record({ country: fc.constant('BR'), region: fc.constantFrom(...referencePlaces.brazilianStates) }),
  fc.record({ country: fc.constantFrom(...referencePlaces.countries), region: fc.constant(undefined) }),
);

const customerRegion = fc.constantFrom('US-OR', 'US-ME', 'US-GA', 'CA-BC', 'BR-RJ', 'FR-IDF', 'JP-13');

const terms = {
  customerRegion: fc.option(customerRegion, { nil: undefined, freq: 4 }),
  purpose: fc.option(fc.constantFrom(...purposes), { nil: undefined }),
  consent: fc.option(fc.boolean(), { nil: undefined }),
  isOff: fc.boolean(),
};

const query = fc.record({
  place,
  ...terms,
  candidateZones: fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
  isPlaceKnown: fc.boolean(),
  customerZone: fc.option(fc.constantFrom(...zones), { nil: undefined }),
  nowMs: fc.oneof(anyMinute, oddMinute),
  window: fc.option(window, { nil: undefined }),
  workspaceHours: fc.option(window, { nil: undefined, freq: 3 }),
  callsMinutesAgo: fc.array(
    fc.oneof(fc.integer({ min: 0, max: 40 * 60 }), fc.integer({ min: 0, max: 31 * 24 * 60 })),
    {
      maxLength: 8,
    },
  ),
  looks: fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    minLength: 4,
    maxLength: 4,
  }),
});

type Generated = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the same query for both implementations. */
function bothWays(generated: Generated) {
  const {
    place: where,
    candidateZones,
    nowMs,
    window: own,
    workspaceHours,
    callsMinutesAgo,
    isOff,
  } = generated;
  const { customerRegion, purpose, consent, isPlaceKnown, customerZone } = generated;
  const recentCallsMs = callsMinutesAgo.map((minutes) => nowMs - minutes * minuteMs);
  const callDetails = { customerRegion, purpose, consent, recentCallsMs, isPlaceKnown, customerZone };
  const query: CallingHoursQuery = {
    number: numberOf(where.country, where.region),
    country: where.country,
    candidateZones,
    nowMs,
    window: own,
    workspaceHours,
    callingHours: isOff ? 'off' : 'law',
    ...callDetails,
  };
  const windows = [own, workspaceHours].filter((one) => one !== undefined);
  const reference: ReferenceQuery = { ...where, zones: candidateZones, windows, isOff, ...callDetails };
  return { query, reference };
}

/** Returns the error in the result of one case. A million `expect` calls would take longer than the cases. */
function mismatchOf(generated: Generated): string | undefined {
  const { query, reference } = bothWays(generated);
  const { nowMs } = query;
  const { allowed, nextAllowedAtMs, reasons } = checkCallingHours(query);
  if (allowed !== isAllowedByReference(reference, nowMs)) return `allowed is ${allowed}`;
  if (allowed !== (reasons.length === 0)) return `allowed is ${allowed}, with ${reasons.length} reasons`;
  if (nextAllowedAtMs !== null && !isAllowedByReference(reference, nextAllowedAtMs))
    return 'the next is not allowed';
  // If there is no allowed instant within a year, no minute of the year is allowed.
  const minutes = Math.ceil(((nextAllowedAtMs ?? nowMs + 366 * dayMs) - nowMs) / minuteMs);
  const earlier = [minutes - 1, ...generated.looks.map((share) => Math.floor(share * minutes))];
  const tooEarly = earlier.find(
    (minute) => minute < minutes && minute >= 0 && isAllowedByReference(reference, nowMs + minute * minuteMs),
  );
  return tooEarly === undefined ? undefined : `${tooEarly} minutes later is allowed already`;
}

it(`agrees with the reference implementation in ${cases} cases`, { timeout: 3_600_000 }, () => {
  const run = fc.check(
    fc.property(query, (generated) => {
      const mismatch = mismatchOf(generated);
      if (mismatch !== undefined) throw new Error(mismatch);
    }),
    { numRuns: cases, seed },
  );
  expect(run).toMatchObject({ failed: false, counterexample: null, numRuns: cases });
});

it('returns the first allowed minute', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(query, (generated) => {
      const { query, reference } = bothWays(generated);
      const { nowMs } = query;
      const { nextAllowedAtMs } = checkCallingHours(query);
      const untilMs = Math.min(nextAllowedAtMs ?? Infinity, nowMs + 5 * dayMs);
      let found = nowMs;
      while (found < untilMs && !isAllowedByReference(reference, found)) found += minuteMs;
      expect(found).toBe(untilMs);
    }),
    { numRuns: Math.max(100, cases / 1_000), seed },
  );
});

/** Before legal hours, at midday, after hours that end early, and in the evening. */
const timesOfDay = [8.5, 11.5, 18.5, 20.5].map((hour) => hour * 60 * minuteMs);

const everywhere = [
  ...referencePlaces.countries.map((country) => ({ country, region: undefined })),
  ...referencePlaces.states.map((region) => ({ country: 'US', region })),
  ...referencePlaces.brazilianStates.map((region) => ({ country: 'BR', region })),
  { country: 'CA', region: 'BC' },
];

it(
  'agrees with the reference implementation on every day of four years, in every place',
  { timeout: 120_000 },
  () => {
    const disagreements: string[] = [];
    for (const { country, region } of everywhere) {
      const number = numberOf(country, region);
      const reference = { country, region, zones: ['UTC'], windows: [], recentCallsMs: [] };
      for (let dayStart = Date.UTC(2026, 0); dayStart < Date.UTC(2030, 0); dayStart += dayMs)
        for (const timeOfDay of timesOfDay) {
          const nowMs = dayStart + timeOfDay;
          const query = { number, country, candidateZones: ['UTC'], nowMs };
          if (checkCallingHours(query).allowed !== isAllowedByReference(reference, nowMs))
            disagreements.push(`${region ?? country} ${new Date(nowMs).toISOString()}`);
        }
    }
    expect(disagreements.slice(0, 10)).toEqual([]);
  },
);
