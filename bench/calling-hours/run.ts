/*
 * node bench/calling-hours/run.ts --decisions 1000000
 *
 * Measures the CPU time of calling-hours decisions by case, and of the look-up of a number's time zones. Wall-clock time would include
 * other work. Prints the median, minimum and maximum of nine round means.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { NumberZones } from '../../src/core/number-zones.ts';
import { parsePhoneNumber } from '../../src/core/phone-numbers.ts';
import { seededRandom } from '../../src/core/random.ts';
import type { CallingWindow } from '../../src/domain/calling-hours/calling-window.ts';
import {
  checkCallingHours,
  type CallingHoursQuery,
} from '../../src/domain/calling-hours/check-calling-hours.ts';
import { evidenceOf } from '../../src/domain/calling-hours/evidence.ts';

const { values } = parseArgs({ options: { decisions: { type: 'string', default: '1000000' } } });
const decisions = Math.min(Math.max(Number(values.decisions), 10_000), 10_000_000);
const rounds = 9;

const minuteMs = 60_000;
const yearMinutes = 366 * 24 * 60;
const random = seededRandom(4);

const weekdaysFromNine: CallingWindow = {
  timezone: 'recipient',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  windows: [{ start: '09:00', end: '17:00' }],
};

const newYorker = { number: '+12125551234', country: 'US', candidateZones: ['America/New_York'] };
const noonMs = Date.UTC(2026, 10, 20, 17);

const cases: Readonly<Record<string, () => CallingHoursQuery>> = {
  'one zone, federal hours, allowed': () => ({ ...newYorker, nowMs: noonMs }),
  'Florida in two zones, a window and two earlier calls, allowed': () => ({
    number: '+18505551234',
    country: 'US',
    candidateZones: ['America/New_York', 'America/Chicago'],
    window: weekdaysFromNine,
    recentCallsMs: [noonMs - 60 * minuteMs, noonMs - 90 * minuteMs],
    nowMs: noonMs,
  }),
  'at night, with the next allowed instant': () => ({ ...newYorker, nowMs: noonMs + 12 * 60 * minuteMs }),
  'eight Australian zones, any minute of a year': () => ({
    number: '+61412345678',
    country: 'AU',
    candidateZones: zones.find({ e164: '+61412345678', type: 'MOBILE' }),
    nowMs: noonMs + random.below(yearMinutes) * minuteMs,
  }),
  'Louisiana with its holidays, any minute of a year': () => ({
    number: '+15045551234',
    country: 'US',
    candidateZones: ['America/Chicago'],
    window: weekdaysFromNine,
    nowMs: noonMs + random.below(yearMinutes) * minuteMs,
  }),
  'window that never opens in a year': () => ({
    ...newYorker,
    window: { ...weekdaysFromNine, windows: [{ start: '02:00', end: '03:00' }] },
    nowMs: noonMs,
  }),
};

/** Returns the mean time of each round in µs, in ascending order. */
function measure(count: number, work: (index: number) => unknown): number[] {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage();
    for (let index = 0; index < count; index++) work(index);
    const { user, system } = process.cpuUsage(before);
    // The first round warms up.
    if (round > 0) times.push((user + system) / count);
  }
  return times.sort((a, b) => a - b);
}

function report(name: string, times: readonly number[]): void {
  const [min, median, max] = [times[0]!, times[Math.floor(times.length / 2)]!, times.at(-1)!];
  console.log(`${name}: ${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)}) µs`);
}

console.log(`load ${os.loadavg()[0]!.toFixed(1)}`);
const startedMs = performance.now();
const zones = await NumberZones.load();
console.log(`table of time zones loaded in ${(performance.now() - startedMs).toFixed(0)} ms`);

const perRound = Math.floor(decisions / rounds / Object.keys(cases).length);
for (const [name, createQuery] of Object.entries(cases)) {
  const queries = Array.from({ length: 1_000 }, createQuery);
  report(
    name,
    measure(perRound, (index) => checkCallingHours(queries[index % 1_000]!)),
  );
}

const sample = cases['at night, with the next allowed instant']!();
const decision = checkCallingHours(sample);
report(
  'the evidence of that decision',
  measure(20_000, () => evidenceOf(sample, decision)),
);

const phones = Array.from({ length: 1_000 }, (_none, index) => ({
  e164: `+1${['212', '850', '504', '928', '305'][index % 5]}555${1_000 + random.below(9_000)}`,
  type: 'FIXED_LINE_OR_MOBILE',
}));
report(
  'time zones of a parsed number',
  measure(200_000, (index) => zones.find(phones[index % 1_000]!)),
);
report(
  'the same with parsing',
  measure(5_000, (index) => zones.find(parsePhoneNumber(phones[index % 1_000]!.e164)!)),
);
