import { Conditions, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { countNgram } from './digit-ngrams.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { countAll } from './buckets.ts';
import { pageOf } from './list-by-counts.ts';

/** Reading one row by the index costs as much as scanning this many. */
const walkedPerFound = 10;
/** The n-gram may be rarer among the newest rows than elsewhere. */
const walkSpare = 3;

/**
 * Returns one page of the dispositions of a workspace that contain the digit n-gram in their number or notes, by a scan of the newest
 * rows. Undefined if the index is faster: the n-gram is rare, or rare among the newest rows, or the page is far back.
 */
export async function listByNgram(
  tx: Queryable,
  workspaceId: string,
  ngram: string,
  window: Pick<ListWindow, 'limit' | 'page' | 'after'>,
): Promise<ListPage<DispositionRow> | undefined> {
  const total = await countNgram(tx, workspaceId, ngram);
  const skip = window.after === undefined ? ((window.page ?? 1) - 1) * window.limit : 0;
  if (skip >= total) return { rows: [], total, next: null };
  const all = await countAll(tx, { workspaceId });
  const take = window.limit + 1;
  const walked = Math.ceil(((skip + take) * all) / total);
  if (walked > walkedPerFound * total) return undefined;
  const rows = await walk(tx, { workspaceId, ngram, after: window.after, skip, take }, walkSpare * walked);
  return rows.length === take ? pageOf(rows, total, window.limit) : undefined;
}

interface Walk extends Pick<ListWindow, 'after'> {
  readonly workspaceId: string;
  readonly ngram: string;
  readonly skip: number;
  readonly take: number;
}

/** Uses strpos(): LIKE would use the trigram index, which finds all matches. */
function walk(
  tx: Queryable,
  { workspaceId, ngram, after, skip, take }: Walk,
  rowsMax: number,
): Promise<DispositionRow[]> {
  const conditions = new Conditions().add('workspace_id = ?', workspaceId);
  if (after !== undefined)
    conditions.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  const wanted = conditions.parameter(ngram);
  const text = `select ${dispositionColumns} from (
      select * from dispositions where ${conditions.toString()}
      order by created_at desc, id desc limit ${conditions.parameter(rowsMax)}) as newest
    where strpos(phone_number, ${wanted}) > 0 or strpos(notes, ${wanted}) > 0
    order by created_at desc, id desc limit ${conditions.parameter(take)} offset ${conditions.parameter(skip)}`;
  return tx.rows<DispositionRow>({ text }, conditions.values);
}
