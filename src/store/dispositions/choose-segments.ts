import type { CountedSegment, Interval } from './buckets.ts';

export interface PageRequest {
  /** Rows to skip before the page; 0 after a cursor. */
  readonly skip: number;
  /** Rows to read at most. */
  readonly take: number;
  /** Only rows created at or before this instant (Unix ms). */
  readonly afterMs?: number | undefined;
}

export interface SegmentChoice {
  readonly segments: readonly CountedSegment[];
  /** Rows of the segments to skip. */
  readonly skip: number;
  /** False if older segments may be needed. */
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
  let passed = skip;
  let rows = 0;
  for (const segment of counted) {
    if (rows >= take) break;
    if (segments.length === 0 && segment.count <= passed) {
      passed -= segment.count;
      continue;
    }
    rows += isPartlyNewer(segment, afterMs) ? 0 : segment.count - (segments.length === 0 ? passed : 0);
    segments.push(segment);
  }
  return { segments, skip: segments.length === 0 ? 0 : passed, isEnough: rows >= take };
}

/** Whether only a part of the segment, whose count is unknown, is before the instant. */
export const isPartlyNewer = ({ endMs }: Interval, afterMs: number | undefined): boolean =>
  afterMs !== undefined && endMs > afterMs;

/** The intersection of two intervals; undefined if they are disjoint. */
export function intersect(one: Interval, other: Interval): Interval | undefined {
  const startMs = Math.max(one.startMs, other.startMs);
  const endMs = Math.min(one.endMs, other.endMs);
  return startMs < endMs ? { startMs, endMs } : undefined;
}
