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

/** Number of newest buckets that are counted first, since they contain most pages. Older buckets are counted only if necessary. */
const newestBuckets = 8;

const everything: Interval = { startMs: -Infinity, endMs: Infinity };

/** Number of rows that match the filters, in total and by segment. */
export interface Tally {
  readonly filters: CountableFilters;
  readonly total: number;
  /** Newest first; undefined if the rows are not counted by segment yet. */
  readonly counted: readonly CountedSegment[] | undefined;
  readonly buckets: readonly Bucket[];
}

/** Returns one page of the dispositions that match the filters and the times. Requires a repeatable-read transaction. */
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

/** Returns a page. `found` has one row more than the page if another page follows. */
export function pageOf(
  found: readonly DispositionRow[],
  total: number,
  limit: number,
): ListPage<DispositionRow> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, total, next: hasMore ? { createdAt: last.createdAt, id: last.id } : null };
}

/** Counts the matching rows exactly, in the snapshot of the transaction. */
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

/** Returns the interval between the two times, which are both inclusive and have a resolution of 1 ms. */
function intervalOf({ createdAtFrom, createdAtTo }: ListWindow): Interval {
  if (createdAtFrom === undefined && createdAtTo === undefined) return everything;
  return {
    startMs: createdAtFrom?.getTime() ?? -Infinity,
    endMs: createdAtTo === undefined ? Infinity : createdAtTo.getTime() + 1,
  };
}

/** Reads rows that the tally counted, newest first, starting after the cursor or after `skip` rows. */
export async function readTally(
  tx: Queryable,
  tally: Tally,
  { skip, take }: Pick<PageRequest, 'skip' | 'take'>,
  { after }: Pick<ListWindow, 'after'>,
): Promise<DispositionRow[]> {
  const cursorMs = after?.createdAt.getTime();
  const choice = await chooseForPage(tx, tally, { skip, take, cursorMs });
  return readSegments(tx, { filters: tally.filters, choice, take, after });
}

/** Chooses the segments of a page: buckets, and ranges that have at most as many rows as the page. */
async function chooseForPage(tx: Queryable, tally: Tally, request: PageRequest): Promise<SegmentChoice> {
  const { filters, counted, buckets } = tally;
  const { cursorMs = Infinity } = request;
  const upToCursor = <Some extends Interval>(intervals: readonly Some[]) =>
    intervals.filter(({ startMs }) => startMs <= cursorMs);
  if (counted !== undefined) return splitLargeRanges(tx, tally, upToCursor(counted), request);
  const candidates = upToCursor(buckets);
  // The rows of a batch are close together in time, and rarely among the newest.
  const newestCount = filters.batchId === undefined ? newestBuckets : 0;
  const newest = await countSegments(tx, filters, candidates.slice(0, newestCount).map(asSegment));
  const first = chooseSegments(newest, request);
  if (first.isEnough || candidates.length <= newestCount) return first;
  const older = await countSegments(tx, filters, mergeIntoRanges(candidates.slice(newestCount), buckets));
  return splitLargeRanges(tx, tally, [...newest, ...older], request);
}

/** Splits the chosen ranges that have more rows than the page (at most the first and the last) into their buckets. */
async function splitLargeRanges(
  tx: Queryable,
  { filters, buckets }: Tally,
  counted: readonly CountedSegment[],
  request: PageRequest,
): Promise<SegmentChoice> {
  const choice = chooseSegments(counted, request);
  const large = choice.segments.filter(
    (segment) =>
      segment.level === 'era' && (segment.count > request.take || isPartlyNewer(segment, request.cursorMs)),
  );
  if (large.length === 0) return choice;
  const parts = await countSegments(
    tx,
    filters,
    large.flatMap((range) => splitSegment(range, buckets)),
  );
  return chooseSegments(
    nonEmpty([...counted.filter((segment) => !large.includes(segment)), ...parts]),
    request,
  );
}
