import { Conditions, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { countFragment } from './count-fragments.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { countAll } from './disposition-spans.ts';
import { pageOf } from './list-by-kind.ts';

/** To find one row by the index and read it costs as much as to walk over so many. */
const walkedPerFound = 10;
/** What is looked for may be rarer among the newest rows than elsewhere. */
const walkSpare = 3;

/**
 * One page of the dispositions of a workspace that have `fragment`, which is counted, in their number or notes: walks along the
 * newest rows. Undefined where that is not the shortest way: the fragment is rare, or rare among these, or the page is far back.
 */
export async function listByFragment(
  tx: Queryable,
  workspaceId: string,
  fragment: string,
  window: Pick<ListWindow, 'limit' | 'page' | 'after'>,
): Promise<ListPage<DispositionRow> | undefined> {
  const total = await countFragment(tx, workspaceId, fragment);
  const skip = window.after === undefined ? ((window.page ?? 1) - 1) * window.limit : 0;
  if (skip >= total) return { rows: [], total, next: null };
  const all = await countAll(tx, { workspaceId });
  const take = window.limit + 1;
  const walked = Math.ceil(((skip + take) * all) / total);
  if (walked > walkedPerFound * total) return undefined;
  const rows = await walk(tx, { workspaceId, fragment, after: window.after, skip, take }, walkSpare * walked);
  return rows.length === take ? pageOf(rows, total, window.limit) : undefined;
}

interface Wanted extends Pick<ListWindow, 'after'> {
  readonly workspaceId: string;
  readonly fragment: string;
  readonly skip: number;
  readonly take: number;
}

/** strpos(), since LIKE would be served by the index of trigrams, which finds them all. */
function walk(
  tx: Queryable,
  { workspaceId, fragment, after, skip, take }: Wanted,
  rowsMax: number,
): Promise<DispositionRow[]> {
  const conditions = new Conditions().add('workspace_id = ?', workspaceId);
  if (after !== undefined)
    conditions.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  const wanted = conditions.parameter(fragment);
  const text = `select ${dispositionColumns} from (
      select * from dispositions where ${conditions.toString()}
      order by created_at desc, id desc limit ${conditions.parameter(rowsMax)}) as newest
    where strpos(phone_number, ${wanted}) > 0 or strpos(notes, ${wanted}) > 0
    order by created_at desc, id desc limit ${conditions.parameter(take)} offset ${conditions.parameter(skip)}`;
  return tx.rows<DispositionRow>({ text }, conditions.values);
}
