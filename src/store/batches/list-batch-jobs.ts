import { Conditions, containing, type ListPage, type ListWindow } from '../listing.ts';
import type { Scope } from '../database.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { toldJobColumns, toldJobs, toldStatus, type BatchJobRow } from './batch-job-row.ts';

export interface BatchJobFilters {
  readonly workspaceId: string;
  readonly batchId: string;
  readonly status?: string | undefined;
  readonly outcome?: string | undefined;
  /** E.164, or as it stands in the file. */
  readonly phoneNumber?: string | undefined;
  readonly attempt?: number | undefined;
  /** Anywhere in the number, or in the customer's name, email or external id, in any case. */
  readonly search?: string | undefined;
}

/** What the table says of jobs that are told to be in this status; an index leads to them. */
function storedStatuses(told: string | undefined): readonly string[] | undefined {
  if (told === undefined) return undefined;
  return told === 'cancelled' ? ['cancelled', 'pending'] : [told];
}

function conditionsOf(filters: BatchJobFilters & Partial<ListWindow>): Conditions {
  return new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('batch_id = ?', filters.batchId)
    .add('status = any(?)', storedStatuses(filters.status))
    .add(`${toldStatus} = ?`, filters.status)
    .add('outcome = ?', filters.outcome)
    .add('phone_number = ?', filters.phoneNumber)
    .add('attempt = ?', filters.attempt)
    .add(
      `(phone_number ilike ? or customer->>'name' ilike ? or customer->>'email' ilike ? or customer->>'externalId' ilike ?)`,
      containing(filters.search),
    )
    .add('created_at >= ?', filters.createdAtFrom)
    .add('created_at <= ?', filters.createdAtTo);
}

const keepOrder: Statement = { text: 'set local enable_sort = off' };

/**
 * As `findAfter`, along the primary key from where the page begins. Left to itself, PostgreSQL takes a batch for a handful of rows while
 * it has no statistics of a new one, and sorts all that are left for each page: of 100,000 it takes 100 ms, along the key 3 ms.
 */
function findInOrder(db: Scope, conditions: Conditions, window: ListWindow): Promise<BatchJobRow[]> {
  return db.transaction(async (tx) => {
    await tx.write(keepOrder);
    return findAfter(tx, conditions, window);
  });
}

/** Jobs of one batch were all made at the same instant, so that ids decide: they are in the order of the file. */
async function findAfter(
  db: Queryable,
  conditions: Conditions,
  { limit, page, after }: ListWindow,
): Promise<BatchJobRow[]> {
  conditions.add('id > ?', after?.id);
  const offset = after === undefined ? ((page ?? 1) - 1) * limit : 0;
  const places = [conditions.values.length + 1, conditions.values.length + 2];
  const text = `select ${toldJobColumns} from ${toldJobs} where ${conditions.toString()}
    order by id limit $${places[0]} offset $${places[1]}`;
  return db.rows<BatchJobRow>({ text }, [...conditions.values, limit + 1, offset]);
}

/** One page, in the order of the file. `knownTotal` spares the count where the batch's own figures tell it. */
export async function listBatchJobs(
  db: Scope,
  filters: BatchJobFilters & ListWindow,
  knownTotal?: number,
): Promise<ListPage<BatchJobRow>> {
  const total = knownTotal ?? (await countBatchJobs(db, filters));
  const { status, outcome, phoneNumber } = filters;
  // Indexes lead to the few rows that these may leave.
  const isNarrow = [status, outcome, phoneNumber].some((filter) => filter !== undefined);
  const find = isNarrow ? findAfter : findInOrder;
  const found = await find(db, conditionsOf(filters), filters);
  const rows = found.slice(0, filters.limit);
  const last = rows.at(-1);
  const hasMore = found.length > filters.limit && last !== undefined;
  return { rows, total, next: hasMore ? { createdAt: last.createdAt, id: last.id } : null };
}

async function countBatchJobs(db: Queryable, filters: BatchJobFilters & ListWindow): Promise<number> {
  const conditions = conditionsOf(filters);
  const text = `select count(*)::integer as total from ${toldJobs} where ${conditions.toString()}`;
  return (await db.row<{ total: number }>({ text }, conditions.values))!.total;
}

const rowsPerRead = 200;

/**
 * All of them in the order of the file, some at a time: as slowly as whoever takes them wants. Whatever the filters, the batch is gone
 * through once.
 */
export async function* eachBatchJob(
  db: Scope,
  filters: BatchJobFilters & Partial<ListWindow>,
): AsyncGenerator<BatchJobRow[]> {
  let after: ListWindow['after'];
  for (;;) {
    const window = { limit: rowsPerRead, ...(after === undefined ? {} : { after }) };
    const found = await findInOrder(db, conditionsOf(filters), window);
    const rows = found.slice(0, rowsPerRead);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (found.length <= rowsPerRead || last === undefined) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}
