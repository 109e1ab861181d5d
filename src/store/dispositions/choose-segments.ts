import type { CountedSegment, Interval } from './buckets.ts';

/** Selects the rows of a page from a list, which is ordered newest first. */
export interface PageRequest {
  /** Number of rows to skip before the page; 0 after a cursor. */
  readonly skip: number;
  /** Maximum number of rows to read. */
  readonly take: number;
  /** Creation time of the cursor (Unix ms). The page has only rows that were created at or before it. */
  readonly cursorMs?: number | undefined;
}

export interface SegmentChoice {
  readonly segments: readonly CountedSegment[];
  /** Number of rows to skip in the segments. */
  readonly skip: number;
  /** Whether the segments certainly contain all rows of the page. */
  readonly isEnough: boolean;
}

/**
 * Chooses the segments whose rows make up a page, newest first. Whole segments before the page are skipped by their counts, so a late
 * page costs no more than the first.
 */
export function chooseSegments(
  counted: readonly CountedSegment[],
  { skip, take, cursorMs }: PageRequest,
): SegmentChoice {
  const segments: CountedSegment[] = [];
  let remainingSkip = skip;
  let rows = 0;
  for (const segment of counted) {
    if (rows >= take) break;
    if (segments.length === 0 && segment.count <= remainingSkip) {
      remainingSkip -= segment.count;
      continue;
    }
    rows += isPartlyNewer(segment, cursorMs)
      ? 0
      : segment.count - (segments.length === 0 ? remainingSkip : 0);
    segments.push(segment);
  }
  return { segments, skip: segments.length === 0 ? 0 : remainingSkip, isEnough: rows >= take };
}

/** Returns whether a part of the segment is newer than the cursor. The count of the other part is then unknown. */
export const isPartlyNewer = ({ endMs }: Interval, cursorMs: number | undefined): boolean =>
  cursorMs !== undefined && endMs > cursorMs;

/** Returns the intersection of two intervals; undefined if they are disjoint. */
export function intersect(one: Interval, other: Interval): Interval | undefined {
  const startMs = Math.max(one.startMs, other.startMs);
  const endMs = Math.min(one.endMs, other.endMs);
  return startMs < endMs ? { startMs, endMs } : undefined;
}
