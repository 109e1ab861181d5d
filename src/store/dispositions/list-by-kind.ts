import type { ListPage, ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { chooseRanges, clipRanges, type Choice, type Wanted } from './choose-ranges.ts';
import type { KindFilters } from './disposition-kind.ts';
import type { DispositionRow } from './disposition-row.ts';
import {
  countAll,
  countRange,
  countSpans,
  findSpans,
  type CountedRange,
  type Range,
} from './disposition-spans.ts';
import { readRanges } from './read-ranges.ts';

/** Most pages lie in the newest spans; the others are counted only where these have too few. */
const newestSpans = 8;

const everything: Range = { startMs: -Infinity, endMs: Infinity };

/** Where the rows that pass are, as far as it was counted. */
export interface Tally {
  readonly filters: KindFilters;
  readonly total: number;
  /** Newest first. Undefined: not counted by span yet. */
  readonly counted: readonly CountedRange[] | undefined;
  readonly spans: readonly Range[];
}

/** One page of the dispositions that pass filters by kind and time. Of one snapshot: in a transaction that reads repeatably. */
export async function listByKind(
  tx: Queryable,
  filters: KindFilters,
  window: ListWindow,
): Promise<ListPage<DispositionRow>> {
  const tally = await tallyKinds(tx, filters, window);
  const skip = window.after === undefined ? ((window.page ?? 1) - 1) * window.limit : 0;
  if (skip >= tally.total) return { rows: [], total: tally.total, next: null };
  const found = await readTally(tx, tally, { skip, take: window.limit + 1 }, window);
  return pageOf(found, tally.total, window.limit);
}

/** `found` has one row more than the page where another page follows. */
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

/** Counts the rows that pass, and where they are: exactly, at this snapshot. */
export async function tallyKinds(tx: Queryable, filters: KindFilters, window: ListWindow): Promise<Tally> {
  const range = rangeOf(window);
  const spans = await findSpans(tx, filters.workspaceId);
  if (range === everything) return { filters, total: await countAll(tx, filters), counted: undefined, spans };
  const whole = spans.filter(({ startMs, endMs }) => startMs >= range.startMs && endMs <= range.endMs);
  const edges = clipRanges(
    spans.filter((span) => !whole.includes(span)),
    range,
  );
  const counted = [...(await countSpans(tx, filters, whole))];
  for (const edge of edges) counted.push(await countRange(tx, filters, edge));
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const newestFirst = counted
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.startMs - one.startMs);
  return { filters, total, counted: newestFirst, spans };
}

/** Dates have milliseconds and both are included. */
function rangeOf({ createdAtFrom, createdAtTo }: ListWindow): Range {
  if (createdAtFrom === undefined && createdAtTo === undefined) return everything;
  return {
    startMs: createdAtFrom?.getTime() ?? -Infinity,
    endMs: createdAtTo === undefined ? Infinity : createdAtTo.getTime() + 1,
  };
}

/** Rows of what was tallied, newest first, from behind the cursor or after those that are skipped. */
export async function readTally(
  tx: Queryable,
  tally: Tally,
  { skip, take }: Pick<Wanted, 'skip' | 'take'>,
  { after }: Pick<ListWindow, 'after'>,
): Promise<DispositionRow[]> {
  const afterMs = after?.createdAt.getTime();
  const choice = await choose(tx, tally, { skip, take, afterMs });
  return readRanges(tx, { filters: tally.filters, choice, take, after });
}

async function choose(tx: Queryable, { filters, counted, spans }: Tally, wanted: Wanted): Promise<Choice> {
  const { afterMs = Infinity } = wanted;
  const behind = <Some extends Range>(ranges: readonly Some[]) =>
    ranges.filter(({ startMs }) => startMs <= afterMs);
  if (counted !== undefined) return chooseRanges(behind(counted), wanted);
  const candidates = behind(spans);
  const newest = await countSpans(tx, filters, candidates.slice(0, newestSpans));
  const first = chooseRanges(newest, wanted);
  if (first.enough || candidates.length <= newestSpans) return first;
  const older = await countSpans(tx, filters, candidates.slice(newestSpans));
  return chooseRanges([...newest, ...older], wanted);
}
