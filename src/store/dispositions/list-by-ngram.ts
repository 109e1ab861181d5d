import { Conditions, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { countNgram } from './digit-ngrams.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { countAll } from './buckets.ts';
import { pageOf } from './list-by-counts.ts';

/** Number of scanned rows that cost as much as reading one row by the index. */
const scannedPerIndexed = 10;
/** Factor of the rows to scan, since the n-gram may be rarer among the newest rows than on average. */
const scanFactor = 3;

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
  const expectedScan = Math.ceil(((skip + take) * all) / total);
  if (expectedScan > scannedPerIndexed * total) return undefined;
  const rows = await scanNewest(
    tx,
    { workspaceId, ngram, after: window.after, skip, take },
    scanFactor * expectedScan,
  );
  return rows.length === take ? pageOf(rows, total, window.limit) : undefined;
}

interface NgramPage extends Pick<ListWindow, 'after'> {
  readonly workspaceId: string;
  readonly ngram: string;
  readonly skip: number;
  readonly take: number;
}

/** Scans the newest rows, at most `rowsMax`. Uses strpos(), since LIKE would use the trigram index and read all matches. */
function scanNewest(
  tx: Queryable,
  { workspaceId, ngram, after, skip, take }: NgramPage,
  rowsMax: number,
): Promise<DispositionRow[]> {
  const conditions = new Conditions().add('workspace_id = ?', workspaceId);
  if (after !== undefined)
    conditions.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  const pattern = conditions.parameter(ngram);
  const text = `select ${dispositionColumns} from (
      select * from dispositions where ${conditions.toString()}
      order by created_at desc, id desc limit ${conditions.parameter(rowsMax)}) as newest
    where strpos(phone_number, ${pattern}) > 0 or strpos(notes, ${pattern}) > 0
    order by created_at desc, id desc limit ${conditions.parameter(take)} offset ${conditions.parameter(skip)}`;
  return tx.rows<DispositionRow>({ text }, conditions.values);
}
