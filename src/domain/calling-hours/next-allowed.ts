import { hoursOn, type CallLimit, type RuleHours } from './calling-rule.ts';
import { offsetPeriodAt } from './offset-period.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Search horizon. If the hours of all constraints have no common minute within it, no call is ever allowed. */
export const horizonMs = 366 * dayMs;

/** Hours that apply in a zone. */
export interface Constraint {
  readonly rule: RuleHours;
  readonly zone: string;
}

/** A limit and the start times (Unix ms) of the calls that count towards it. */
export interface LimitedCalls {
  readonly limit: CallLimit;
  readonly callStartsMs: readonly number[];
}

/** Returns whether the hours allow a call at an instant (Unix ms). */
export function isOpen({ rule, zone }: Constraint, atMs: number): boolean {
  const localMs = atMs + offsetPeriodAt(zone, atMs).offsetMs;
  const day = Math.floor(localMs / dayMs);
  const minute = (localMs - day * dayMs) / minuteMs;
  return hoursOn(rule, day).some((span) => minute >= span.start && minute < span.end);
}

/** Returns when the limit allows the next call, from `atMs`. */
export function nextAllowedByLimit({ limit, callStartsMs }: LimitedCalls, atMs: number): number {
  const latest = callStartsMs.filter((startMs) => startMs <= atMs).sort((a, b) => b - a);
  const oldestCounted = latest[limit.count - 1];
  return oldestCounted === undefined ? atMs : Math.max(atMs, oldestCounted + limit.periodMs);
}

/** Returns the first instant from `fromMs` that all constraints and limits allow; undefined if there is none within a year. */
export function nextAllowed(
  constraints: readonly Constraint[],
  limits: readonly LimitedCalls[],
  fromMs: number,
): number | undefined {
  const endMs = fromMs + horizonMs;
  for (let atMs = fromMs; atMs <= endMs;) {
    let laterMs = atMs;
    for (const limited of limits) laterMs = nextAllowedByLimit(limited, laterMs);
    for (const constraint of constraints) {
      const openMs = nextOpen(constraint, laterMs, endMs);
      if (openMs === undefined) return undefined;
      laterMs = openMs;
    }
    // Limits and constraints only move the instant to a later one. If none moved it, all allow it.
    if (laterMs === atMs) return atMs;
    atMs = laterMs;
  }
  return undefined;
}

/** Returns the first instant from `fromMs` that the hours allow; undefined if it is after `endMs`. */
function nextOpen({ rule, zone }: Constraint, fromMs: number, endMs: number): number | undefined {
  for (let atMs = fromMs; atMs <= endMs;) {
    const { offsetMs, untilMs } = offsetPeriodAt(zone, atMs);
    const localMs = nextOpenLocalMs(rule, atMs + offsetMs, Math.min(untilMs, endMs + 1) + offsetMs);
    if (localMs !== undefined) return localMs - offsetMs;
    atMs = untilMs;
  }
  return undefined;
}

/** Returns the first local time before `untilMs` that the hours allow. All times are local and encoded as UTC; the offset is constant. */
function nextOpenLocalMs(rule: RuleHours, fromMs: number, untilMs: number): number | undefined {
  for (let day = Math.floor(fromMs / dayMs); day * dayMs < untilMs; day++) {
    for (const span of hoursOn(rule, day)) {
      const openMs = Math.max(fromMs, day * dayMs + span.start * minuteMs);
      if (openMs < day * dayMs + span.end * minuteMs) return openMs < untilMs ? openMs : undefined;
    }
  }
  return undefined;
}
