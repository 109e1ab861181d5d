import type { ListPage, ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import {
  chooseSegments,
  intersect,
  isPartlyNewer,
  type SegmentChoice,
  type PageRequest,
} from './choose-segments.ts';
import type { CountableFilters } from './countable-filters.ts';
import type { DispositionRow } from './disposition-row.ts';
import {
  asSegment,
  countAll,
  countBucketPart,
  countSegments,
  findBuckets,
  mergeIntoRanges,
  splitSegment,
  nonEmpty,
  type CountedSegment,
  type Interval,
  type Bucket,
} from './buckets.ts';
import { readSegments } from './read-segments.ts';

/** Most pages are in the newest buckets. Older ones are counted only if these have too few rows. */
const newestBuckets = 8;

const everything: Interval = { startMs: -Infinity, endMs: Infinity };

/** How many rows pass the filters, and where they are. */
export interface Tally {
  readonly filters: CountableFilters;
  readonly total: number;
  /** Newest first; undefined if they are not counted by time yet. */
  readonly counted: readonly CountedSegment[] | undefined;
  readonly buckets: readonly Bucket[];
}

/** Returns one page of the dispositions that pass the filters and are within the times. Needs a repeatable-read transaction. */
export async function listByCounts(
  tx: Queryable,
  filters: CountableFilters,
  window: ListWindow,
): Promise<ListPage<DispositionRow>> {
  const tally = await tallyRows(tx, filters, window);
  const skip = window.after === undefined ? ((window.page ?? 1) - 1) * window.limit : 0;
  if (skip >= tally.total) return { rows: [], total: tally.total, next: null };
  const found = await readTally(tx, tally, { skip, take: window.limit + 1 }, window);
  return pageOf(found, tally.total, window.limit);
}

/** `found` has one row more than the page if another page follows. */
export function pageOf(
  found: readonly DispositionRow[],
  total: number,
  limit: number,
): ListPage<DispositionRow> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const more = found.length > limit && last !== undefined;
  return { rows, total, next: more ? { createdAt: last.createdAt, id: last.id } : null };
}

/** Counts the rows that pass, exactly, in this snapshot. */
export async function tallyRows(
  tx: Queryable,
  filters: CountableFilters,
  window: ListWindow,
): Promise<Tally> {
  const interval = intervalOf(window);
  const buckets = await findBuckets(tx, filters.workspaceId);
  if (interval === everything)
    return { filters, total: await countAll(tx, filters), counted: undefined, buckets };
  const whole = buckets.filter(
    ({ startMs, endMs }) => startMs >= interval.startMs && endMs <= interval.endMs,
  );
  const counted = [...(await countSegments(tx, filters, mergeIntoRanges(whole, buckets)))];
  for (const bucket of buckets) {
    const part = whole.includes(bucket) ? undefined : intersect(bucket, interval);
    if (part !== undefined) counted.push(await countBucketPart(tx, filters, bucket, part));
  }
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return { filters, total, counted: nonEmpty(counted), buckets };
}

/** Both dates are included; they have milliseconds. */
function intervalOf({ createdAtFrom, createdAtTo }: ListWindow): Interval {
  if (createdAtFrom === undefined && createdAtTo === undefined) return everything;
  return {
    startMs: createdAtFrom?.getTime() ?? -Infinity,
    endMs: createdAtTo === undefined ? Infinity : createdAtTo.getTime() + 1,
  };
}

/** Reads rows of a tally, newest first, after the cursor or after the skipped rows. */
export async function readTally(
  tx: Queryable,
  tally: Tally,
  { skip, take }: Pick<PageRequest, 'skip' | 'take'>,
  { after }: Pick<ListWindow, 'after'>,
): Promise<DispositionRow[]> {
  const afterMs = after?.createdAt.getTime();
  const choice = await choose(tx, tally, { skip, take, afterMs });
  return readSegments(tx, { filters: tally.filters, choice, take, after });
}

/** Finds the rows of a page: in buckets, and in ranges that have no more rows than the page. */
async function choose(tx: Queryable, tally: Tally, need: PageRequest): Promise<SegmentChoice> {
  const { filters, counted, buckets } = tally;
  const { afterMs = Infinity } = need;
  const before = <Some extends Interval>(intervals: readonly Some[]) =>
    intervals.filter(({ startMs }) => startMs <= afterMs);
  if (counted !== undefined) return refine(tx, tally, before(counted), need);
  const candidates = before(buckets);
  // The rows of a batch are close together in time, and rarely among the newest.
  const newestCount = filters.batchId === undefined ? newestBuckets : 0;
  const newest = await countSegments(tx, filters, candidates.slice(0, newestCount).map(asSegment));
  const first = chooseSegments(newest, need);
  if (first.isEnough || candidates.length <= newestCount) return first;
  const older = await countSegments(tx, filters, mergeIntoRanges(candidates.slice(newestCount), buckets));
  return refine(tx, tally, [...newest, ...older], need);
}

/** Splits the chosen ranges that have more rows than the page (at most the first and the last) into their buckets. */
async function refine(
  tx: Queryable,
  { filters, buckets }: Tally,
  counted: readonly CountedSegment[],
  need: PageRequest,
): Promise<SegmentChoice> {
  const choice = chooseSegments(counted, need);
  const large = choice.segments.filter(
    (segment) =>
      segment.level === 'era' && (segment.count > need.take || isPartlyNewer(segment, need.afterMs)),
  );
  if (large.length === 0) return choice;
  const parts = await countSegments(
    tx,
    filters,
    large.flatMap((range) => splitSegment(range, buckets)),
  );
  return chooseSegments(nonEmpty([...counted.filter((segment) => !large.includes(segment)), ...parts]), need);
}
