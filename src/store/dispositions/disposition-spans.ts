import { Conditions } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { countConditions, rowConditions, type KindFilters } from './disposition-kind.ts';

/** From `startMs` to before `endMs`, Unix ms. */
export interface Range {
  /** -Infinity: from the first row on. */
  readonly startMs: number;
  /** Infinity: to the last. */
  readonly endMs: number;
}

export interface Span extends Range {
  /** Where its era begins. */
  readonly eraMs: number;
}

/** A span, an era, or a part of a span. */
export interface Piece extends Range {
  readonly level: 'span' | 'era';
  /** Where the span or the era begins. */
  readonly spanMs: number;
}

export interface CountedPiece extends Piece {
  readonly count: number;
}

const starts: Statement = {
  name: 'list_disposition_spans',
  text: `select (extract(epoch from starts_at) * 1000)::float8 as "startMs",
      (extract(epoch from era_at) * 1000)::float8 as "eraMs"
    from disposition_spans where workspace_id = $1 order by starts_at desc`,
};

/** The spans of a workspace, newest first. */
export async function findSpans(db: Queryable, workspaceId: string): Promise<Span[]> {
  const rows = await db.rows<Omit<Span, 'endMs'>>(starts, [workspaceId]);
  rows.push({ startMs: -Infinity, eraMs: -Infinity });
  return rows.map((row, index) => ({ ...row, endMs: index === 0 ? Infinity : rows[index - 1]!.startMs }));
}

export const asPiece = ({ startMs, endMs }: Range): Piece => ({
  startMs,
  endMs,
  level: 'span',
  spanMs: startMs,
});

/** Eras instead of those of the spans, newest first, that make up a whole era. `all` are the spans of the workspace. */
export function joinSpans(spans: readonly Span[], all: readonly Span[]): Piece[] {
  const sizes = Map.groupBy(all, ({ eraMs }) => eraMs);
  return [...Map.groupBy(spans, ({ eraMs }) => eraMs)].flatMap(([eraMs, part]) =>
    part.length > 1 && part.length === sizes.get(eraMs)?.length
      ? [{ startMs: eraMs, endMs: part[0]!.endMs, level: 'era' as const, spanMs: eraMs }]
      : part.map(asPiece),
  );
}

/** The spans of a piece. */
export const splitPiece = (piece: Piece, all: readonly Span[]): Piece[] =>
  piece.level === 'span' ? [piece] : all.filter(({ eraMs }) => eraMs === piece.spanMs).map(asPiece);

/** How many rows pass the filters, at whatever time. */
export async function countAll(db: Queryable, filters: KindFilters): Promise<number> {
  const values = new Conditions();
  const counts = countConditions(filters, values.part()).add("level = 'all' and span_at = ?", 'infinity');
  const changes = rowConditions(filters, values.part());
  const text = `select (coalesce((select sum(count) from disposition_counts where ${counts.toString()}), 0)
    + coalesce((select sum(change) from disposition_changes where ${changes.toString()}), 0))::float8 as total`;
  const row = await db.row<{ total: number }>({ text }, values.values);
  return row!.total;
}

/** How many rows of each piece pass the filters, newest first; pieces without any are left out. */
export async function countPieces(
  db: Queryable,
  filters: KindFilters,
  pieces: readonly Piece[],
): Promise<CountedPiece[]> {
  if (pieces.length === 0) return [];
  const values = new Conditions();
  const ofLevel = (level: Piece['level']): string => {
    const places = pieces.filter((piece) => piece.level === level).map(({ spanMs }) => pgInstant(spanMs));
    const counts = countConditions(filters, values.part())
      .add('level = ?', level)
      .add('span_at = any(?::timestamptz[])', places);
    return `select level, span_at, count from disposition_counts where ${counts.toString()}`;
  };
  const parts = (['span', 'era'] as const)
    .filter((level) => pieces.some((piece) => piece.level === level))
    .map(ofLevel);
  const changes = rowConditions(filters, values.part());
  const text = `select level, (extract(epoch from span_at) * 1000)::float8 as "spanMs", sum(count)::float8 as count from (
      ${parts.join(' union all ')}
      union all
      select piece.level, piece.span_at, change
      from ${pieceTable(pieces, values)} join disposition_changes
        on created_at >= piece.starts_at and created_at < piece.ends_at
      where ${changes.toString()}) as part
    group by 1, 2 having sum(count) > 0`;
  const rows = await db.rows<{ level: string; spanMs: number; count: number }>({ text }, values.values);
  const counts = new Map(rows.map(({ level, spanMs, count }) => [`${level} ${spanMs}`, count]));
  return withRows(
    pieces.map((piece) => ({ ...piece, count: counts.get(`${piece.level} ${piece.spanMs}`) ?? 0 })),
  );
}

/** Those that have any, newest first. */
export const withRows = (pieces: readonly CountedPiece[]): CountedPiece[] =>
  pieces.filter(({ count }) => count > 0).sort((one, other) => other.startMs - one.startMs);

/** SQL for the pieces as a table: their bounds, their level, and where their span or era begins. */
export function pieceTable(pieces: readonly Piece[], values: Conditions): string {
  const startsAt = values.parameter(pieces.map(({ startMs }) => pgInstant(startMs)));
  const endsAt = values.parameter(pieces.map(({ endMs }) => pgInstant(endMs)));
  const levels = values.parameter(pieces.map(({ level }) => level));
  const spansAt = values.parameter(pieces.map(({ spanMs }) => pgInstant(spanMs)));
  return `unnest(${startsAt}::timestamptz[], ${endsAt}::timestamptz[], ${levels}::text[], ${spansAt}::timestamptz[])
    as piece (starts_at, ends_at, level, span_at)`;
}

/**
 * How many rows of a part of a span pass the filters. The rows of the smaller part are counted one by one, as far as time tells which it is:
 * those of the larger are the others of the span.
 */
export async function countEdge(
  db: Queryable,
  filters: KindFilters,
  span: Span,
  edge: Range,
): Promise<CountedPiece> {
  const piece: Piece = { ...edge, level: 'span', spanMs: span.startMs };
  const rest = restOf(span, edge);
  if (rest === undefined) return { ...piece, count: await countRange(db, filters, edge) };
  const [whole] = await countPieces(db, filters, [asPiece(span)]);
  return { ...piece, count: (whole?.count ?? 0) - (await countRange(db, filters, rest)) };
}

/** Undefined where it is longer, or two parts, or without end. */
function restOf(span: Range, { startMs, endMs }: Range): Range | undefined {
  const before = { startMs: span.startMs, endMs: startMs };
  const after = { startMs: endMs, endMs: span.endMs };
  const rest = before.startMs === before.endMs ? after : before;
  if (rest === before && after.startMs !== after.endMs) return undefined;
  return rest.endMs - rest.startMs < endMs - startMs ? rest : undefined;
}

async function countRange(db: Queryable, filters: KindFilters, range: Range): Promise<number> {
  const conditions = rowConditions(filters)
    .add('created_at >= ?', pgInstant(range.startMs))
    .add('created_at < ?', pgInstant(range.endMs));
  const text = `select count(*)::float8 as count from dispositions where ${conditions.toString()}`;
  const row = await db.row<{ count: number }>({ text }, conditions.values);
  return row!.count;
}

/** An instant as a parameter. */
export function pgInstant(atMs: number): string {
  if (Number.isFinite(atMs)) return new Date(atMs).toISOString();
  return atMs < 0 ? '-infinity' : 'infinity';
}
