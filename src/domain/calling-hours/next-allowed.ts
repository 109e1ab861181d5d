import { hoursOn, type CallLimit, type RuleHours } from './calling-rule.ts';
import { offsetPeriodAt } from './offset-period.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** How far ahead is looked; hours that leave no minute within a year leave none. */
export const horizonMs = 366 * dayMs;

/** Hours that must be kept by the clocks of a zone. */
export interface Constraint {
  readonly rule: RuleHours;
  readonly zone: string;
}

/** A limit, and the calls (Unix ms) that count for it. */
export interface LimitedCalls {
  readonly limit: CallLimit;
  readonly callsMs: readonly number[];
}

export function isOpen({ rule, zone }: Constraint, atMs: number): boolean {
  const localMs = atMs + offsetPeriodAt(zone, atMs).offsetMs;
  const day = Math.floor(localMs / dayMs);
  const minute = (localMs - day * dayMs) / minuteMs;
  return hoursOn(rule, day).some((span) => minute >= span.start && minute < span.end);
}

/** When the limit lets the next call through, from `atMs` on. */
export function limitFreeAt({ limit, callsMs }: LimitedCalls, atMs: number): number {
  const latest = callsMs.filter((callMs) => callMs <= atMs).sort((one, other) => other - one);
  const hindering = latest[limit.count - 1];
  return hindering === undefined ? atMs : Math.max(atMs, hindering + limit.periodMs);
}

/** The first instant from `fromMs` on that all allow; undefined where there is none within a year. */
export function nextAllowed(
  constraints: readonly Constraint[],
  limits: readonly LimitedCalls[],
  fromMs: number,
): number | undefined {
  const endMs = fromMs + horizonMs;
  for (let atMs = fromMs; atMs <= endMs;) {
    let laterMs = atMs;
    for (const limited of limits) laterMs = limitFreeAt(limited, laterMs);
    for (const constraint of constraints) {
      const openMs = nextOpen(constraint, laterMs, endMs);
      if (openMs === undefined) return undefined;
      laterMs = openMs;
    }
    // Each moves on no further than it must, so where none moved all allow.
    if (laterMs === atMs) return atMs;
    atMs = laterMs;
  }
  return undefined;
}

/** The first instant from `fromMs` on that the hours allow; undefined where it is beyond `endMs`. */
function nextOpen({ rule, zone }: Constraint, fromMs: number, endMs: number): number | undefined {
  for (let atMs = fromMs; atMs <= endMs;) {
    const { offsetMs, untilMs } = offsetPeriodAt(zone, atMs);
    const localMs = nextOpenReading(rule, atMs + offsetMs, Math.min(untilMs, endMs + 1) + offsetMs);
    if (localMs !== undefined) return localMs - offsetMs;
    atMs = untilMs;
  }
  return undefined;
}

/** The same by the readings of a clock that nobody changes, as if they were UTC; before `endMs`. */
function nextOpenReading(rule: Constraint['rule'], fromMs: number, endMs: number): number | undefined {
  for (let day = Math.floor(fromMs / dayMs); day * dayMs < endMs; day++) {
    for (const span of hoursOn(rule, day)) {
      const openMs = Math.max(fromMs, day * dayMs + span.start * minuteMs);
      if (openMs < day * dayMs + span.end * minuteMs) return openMs < endMs ? openMs : undefined;
    }
  }
  return undefined;
}
