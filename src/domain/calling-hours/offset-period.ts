import { offsetMsAt } from '../understanding/zoned-time.ts';

/** A period with a constant UTC offset, from `fromMs` inclusive to `untilMs` exclusive (Unix ms). */
export interface OffsetPeriod {
  readonly fromMs: number;
  readonly untilMs: number;
  /** UTC offset; positive east of UTC. */
  readonly offsetMs: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** No zone changes its offset twice within a week. */
const stepMs = 7 * dayMs;
/** More than a year, so that a yearly change is always found. */
const maxSteps = 60;

/** Cached periods per zone: about sixteen years. There are about 600 zones. */
const maxPeriods = 32;

const periodsByZone = new Map<string, OffsetPeriod[]>();

/**
 * Returns the offset period at an instant (Unix ms). Intl needs 4 µs to compute an offset; a cached period needs only a comparison. Throws
 * `RangeError` for an unknown zone.
 */
export function offsetPeriodAt(zone: string, instantMs: number): OffsetPeriod {
  const periods = periodsByZone.get(zone) ?? [];
  for (const period of periods) if (instantMs >= period.fromMs && instantMs < period.untilMs) return period;
  const found = findPeriod(zone, instantMs);
  periodsByZone.set(zone, [found, ...periods].slice(0, maxPeriods));
  return found;
}

/** Returns whether two zones have the same offset between two instants (Unix ms). Throws `RangeError` for an unknown zone. */
export function haveSameOffset(one: string, other: string, fromMs: number, untilMs: number): boolean {
  for (let atMs = fromMs; atMs <= untilMs;) {
    const [period, otherPeriod] = [offsetPeriodAt(one, atMs), offsetPeriodAt(other, atMs)];
    if (period.offsetMs !== otherPeriod.offsetMs) return false;
    atMs = Math.min(period.untilMs, otherPeriod.untilMs);
  }
  return true;
}

function findPeriod(zone: string, instantMs: number): OffsetPeriod {
  const startMs = Math.floor(instantMs / minuteMs) * minuteMs;
  const offsetMs = offsetMsAt(startMs, zone);
  const isSame = (atMs: number): boolean => offsetMsAt(atMs, zone) === offsetMs;
  return {
    fromMs: lastMinuteOfPeriod(isSame, startMs, -stepMs),
    untilMs: lastMinuteOfPeriod(isSame, startMs, stepMs) + minuteMs,
    offsetMs,
  };
}

/** Returns the last minute with the same offset, searching from `startMs` in steps for at most fourteen months. */
function lastMinuteOfPeriod(isSame: (atMs: number) => boolean, startMs: number, towardsMs: number): number {
  let same = startMs;
  for (let step = 0; step < maxSteps; step++) {
    const next = same + towardsMs;
    if (!isSame(next)) return searchLastMinute(isSame, same, next);
    same = next;
  }
  return same;
}

/** Returns the last minute with the same offset by binary search. */
function searchLastMinute(isSame: (atMs: number) => boolean, sameMs: number, otherMs: number): number {
  let [same, other] = [sameMs, otherMs];
  while (Math.abs(other - same) > minuteMs) {
    const middle = same + Math.trunc((other - same) / 2 / minuteMs) * minuteMs;
    if (isSame(middle)) same = middle;
    else other = middle;
  }
  return same;
}
