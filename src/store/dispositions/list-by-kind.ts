import type { ListPage, ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { chooseRanges, clipRange, isCut, type Choice, type Wanted } from './choose-ranges.ts';
import type { KindFilters } from './disposition-kind.ts';
import type { DispositionRow } from './disposition-row.ts';
import {
  asPiece,
  countAll,
  countEdge,
  countPieces,
  findSpans,
  joinSpans,
  splitPiece,
  withRows,
  type CountedPiece,
  type Range,
  type Span,
} from './disposition-spans.ts';
import { readRanges } from './read-ranges.ts';

/** Most pages lie in the newest spans; the others are counted only where these have too few. */
const newestSpans = 8;

const everything: Range = { startMs: -Infinity, endMs: Infinity };

/** Where the rows that pass are, as far as it was counted. */
export interface Tally {
  readonly filters: KindFilters;
  readonly total: number;
  /** Newest first. Undefined: not counted by time yet. */
  readonly counted: readonly CountedPiece[] | undefined;
  readonly spans: readonly Span[];
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
  const counted = [...(await countPieces(tx, filters, joinSpans(whole, spans)))];
  for (const span of spans) {
    const edge = whole.includes(span) ? undefined : clipRange(span, range);
    if (edge !== undefined) counted.push(await countEdge(tx, filters, span, edge));
  }
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return { filters, total, counted: withRows(counted), spans };
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

/** Where the rows of a page are: in spans, and in eras that have no more than the page. */
async function choose(tx: Queryable, tally: Tally, wanted: Wanted): Promise<Choice> {
  const { filters, counted, spans } = tally;
  const { afterMs = Infinity } = wanted;
  const behind = <Some extends Range>(ranges: readonly Some[]) =>
    ranges.filter(({ startMs }) => startMs <= afterMs);
  if (counted !== undefined) return refine(tx, tally, behind(counted), wanted);
  const candidates = behind(spans);
  // A batch was made at some time, and seldom lately.
  const newestCount = filters.batchId === undefined ? newestSpans : 0;
  const newest = await countPieces(tx, filters, candidates.slice(0, newestCount).map(asPiece));
  const first = chooseRanges(newest, wanted);
  if (first.enough || candidates.length <= newestCount) return first;
  const older = await countPieces(tx, filters, joinSpans(candidates.slice(newestCount), spans));
  return refine(tx, tally, [...newest, ...older], wanted);
}

/** Of the eras that are chosen, those that have more than the page, the first and the last at most, are divided into their spans. */
async function refine(
  tx: Queryable,
  { filters, spans }: Tally,
  counted: readonly CountedPiece[],
  wanted: Wanted,
): Promise<Choice> {
  const choice = chooseRanges(counted, wanted);
  const large = choice.ranges.filter(
    (piece) => piece.level === 'era' && (piece.count > wanted.take || isCut(piece, wanted.afterMs)),
  );
  if (large.length === 0) return choice;
  const parts = await countPieces(
    tx,
    filters,
    large.flatMap((era) => splitPiece(era, spans)),
  );
  return chooseRanges(withRows([...counted.filter((piece) => !large.includes(piece)), ...parts]), wanted);
}
