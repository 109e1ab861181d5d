import type { CountedPiece, Range } from './disposition-spans.ts';

export interface Wanted {
  /** How many rows before the page are passed over; 0 behind a cursor. */
  readonly skip: number;
  /** How many rows are read at most. */
  readonly take: number;
  /** Only rows behind this moment, or at it. */
  readonly afterMs?: number | undefined;
}

export interface Choice {
  readonly ranges: readonly CountedPiece[];
  /** How many rows of the ranges are passed over. */
  readonly skip: number;
  /** Whether the ranges have all that is wanted; otherwise older ones may have more. */
  readonly enough: boolean;
}

/**
 * The ranges whose rows make up a page, newest first. Whole ranges before the page are passed over by their counts, so that a late
 * page costs no more than the first.
 */
export function chooseRanges(counted: readonly CountedPiece[], { skip, take, afterMs }: Wanted): Choice {
  const ranges: CountedPiece[] = [];
  let passed = skip;
  let rows = 0;
  for (const range of counted) {
    if (rows >= take) break;
    if (ranges.length === 0 && range.count <= passed) {
      passed -= range.count;
      continue;
    }
    rows += isCut(range, afterMs) ? 0 : range.count - (ranges.length === 0 ? passed : 0);
    ranges.push(range);
  }
  return { ranges, skip: ranges.length === 0 ? 0 : passed, enough: rows >= take };
}

/** How many of its rows are behind the moment is not known. */
export const isCut = ({ endMs }: Range, afterMs: number | undefined): boolean =>
  afterMs !== undefined && endMs > afterMs;

/** The part of a range that lies within `outer`; undefined where there is none. */
export function clipRange(range: Range, outer: Range): Range | undefined {
  const startMs = Math.max(range.startMs, outer.startMs);
  const endMs = Math.min(range.endMs, outer.endMs);
  return startMs < endMs ? { startMs, endMs } : undefined;
}
