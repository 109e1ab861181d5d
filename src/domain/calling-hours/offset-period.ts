import { offsetMsAt } from '../understanding/zoned-time.ts';

/** A time in which a zone's clocks are not changed: from `fromMs` on, before `untilMs` (Unix ms). */
export interface OffsetPeriod {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Ahead of UTC. */
  readonly offsetMs: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** No zone changes its clocks and changes them back within a week. */
const stepMs = 7 * dayMs;
/** More than a year, so that a change is found wherever it is made every year. */
const stepsMax = 60;

/** Sixteen years' worth; of some 600 zones. */
const stretchesMax = 32;

const known = new Map<string, OffsetPeriod[]>();

/**
 * The stretch around an instant (Unix ms). Intl needs 4 µs for a reading of a zone's clocks; with the stretches kept it is a comparison.
 * Throws `RangeError` for an unknown zone.
 */
export function offsetPeriodAt(zone: string, instantMs: number): OffsetPeriod {
  const stretches = known.get(zone) ?? [];
  for (const stretch of stretches)
    if (instantMs >= stretch.fromMs && instantMs < stretch.untilMs) return stretch;
  const found = findStretch(zone, instantMs);
  known.set(zone, [found, ...stretches].slice(0, stretchesMax));
  return found;
}

/** Whether two zones' clocks show the same from one instant until another (Unix ms). Throws `RangeError` for an unknown zone. */
export function haveSameOffset(one: string, other: string, fromMs: number, untilMs: number): boolean {
  for (let atMs = fromMs; atMs <= untilMs;) {
    const [stretch, otherStretch] = [offsetPeriodAt(one, atMs), offsetPeriodAt(other, atMs)];
    if (stretch.offsetMs !== otherStretch.offsetMs) return false;
    atMs = Math.min(stretch.untilMs, otherStretch.untilMs);
  }
  return true;
}

function findStretch(zone: string, instantMs: number): OffsetPeriod {
  const startMs = Math.floor(instantMs / minuteMs) * minuteMs;
  const offsetMs = offsetMsAt(startMs, zone);
  const isSame = (atMs: number): boolean => offsetMsAt(atMs, zone) === offsetMs;
  return {
    fromMs: edgeOf(isSame, startMs, -stepMs),
    untilMs: edgeOf(isSame, startMs, stepMs) + minuteMs,
    offsetMs,
  };
}

/** The last minute that is the same, going from `startMs` in steps; at most fourteen months away. */
function edgeOf(isSame: (atMs: number) => boolean, startMs: number, towardsMs: number): number {
  let same = startMs;
  for (let step = 0; step < stepsMax; step++) {
    const next = same + towardsMs;
    if (!isSame(next)) return lastSame(isSame, same, next);
    same = next;
  }
  return same;
}

/** Halves the way between a minute that is the same and one that is not. */
function lastSame(isSame: (atMs: number) => boolean, sameMs: number, otherMs: number): number {
  let [same, other] = [sameMs, otherMs];
  while (Math.abs(other - same) > minuteMs) {
    const middle = same + Math.trunc((other - same) / 2 / minuteMs) * minuteMs;
    if (isSame(middle)) same = middle;
    else other = middle;
  }
  return same;
}
