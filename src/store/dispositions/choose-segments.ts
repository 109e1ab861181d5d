import type { CountedSegment, Interval } from './buckets.ts';

/** The rows of a page, in the order of a list. */
export interface PageRequest {
  /** Number of rows to skip before the page; 0 after a cursor. */
  readonly skip: number;
  /** Maximum number of rows to read. */
  readonly take: number;
  /** Only rows created at or before this instant (Unix ms). */
  readonly afterMs?: number | undefined;
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
  { skip, take, afterMs }: PageRequest,
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
    rows += isPartlyNewer(segment, afterMs) ? 0 : segment.count - (segments.length === 0 ? remainingSkip : 0);
    segments.push(segment);
  }
  return { segments, skip: segments.length === 0 ? 0 : remainingSkip, isEnough: rows >= take };
}

/** Returns whether a part of the segment is newer than the instant. The count of the other part is then unknown. */
export const isPartlyNewer = ({ endMs }: Interval, afterMs: number | undefined): boolean =>
  afterMs !== undefined && endMs > afterMs;

/** Returns the intersection of two intervals; undefined if they are disjoint. */
export function intersect(one: Interval, other: Interval): Interval | undefined {
  const startMs = Math.max(one.startMs, other.startMs);
  const endMs = Math.min(one.endMs, other.endMs);
  return startMs < endMs ? { startMs, endMs } : undefined;
}
