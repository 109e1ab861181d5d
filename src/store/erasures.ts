import { newId } from '../core/ids.ts';
import type { ErasureReport, ErasureStatus, PersonAddress } from '../domain/erasure.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from './listing.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

export interface ErasureRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly kind: PersonAddress['kind'];
  /** E.164, or an email address in lower case; null after the end. */
  readonly address: string | null;
  readonly status: ErasureStatus;
  /** The user or key. */
  readonly requestedBy: string;
  readonly report: ErasureReport;
  /** What the search for the address has reached; null before. */
  readonly position: SweepPosition | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** A place in the search: the table, and the first block of it that was not searched yet. */
export interface SweepPosition {
  readonly table: string;
  readonly block: number;
}

const erasureColumns = `id, workspace_id as "workspaceId", kind, address, status, requested_by as "requestedBy", report, position,
  created_at as "createdAt", completed_at as "completedAt"`;

export interface ErasureKey {
  readonly workspaceId: string;
  readonly erasureId: string;
}

/** The update that changes nothing returns the open erasure of the address. */
const insertStatement: Statement = {
  name: 'insert_erasure',
  text: `insert into erasures (id, workspace_id, kind, address, status, requested_by, created_at, updated_at)
    values ($1, $2, $3, $4, 'pending', $5, $6, $6)
    on conflict (workspace_id, address) where address is not null do update set updated_at = erasures.updated_at
    returning ${erasureColumns}`,
};

/** Inserts an erasure. Returns the open erasure of the address instead, if there is one. */
export async function insertErasure(
  tx: Queryable,
  erasure: {
    readonly workspaceId: string;
    readonly person: PersonAddress;
    readonly requestedBy: string;
    readonly at: Date;
  },
): Promise<ErasureRow> {
  const { workspaceId, person, requestedBy, at } = erasure;
  const values = [newId('erasure'), workspaceId, person.kind, person.address, requestedBy, at];
  return (await tx.row<ErasureRow>(insertStatement, values))!;
}

const findStatement: Statement = {
  name: 'find_erasure',
  text: `select ${erasureColumns} from erasures where workspace_id = $1 and id = $2`,
};

export function findErasure(
  db: Queryable,
  { workspaceId, erasureId }: ErasureKey,
): Promise<ErasureRow | undefined> {
  return db.row<ErasureRow>(findStatement, [workspaceId, erasureId]);
}

export function listErasures(
  db: Queryable,
  {
    workspaceId,
    status,
    ...window
  }: ListWindow & { readonly workspaceId: string; readonly status?: ErasureStatus | undefined },
): Promise<ListPage<ErasureRow>> {
  const conditions = new Conditions().add('workspace_id = ?', workspaceId).add('status = ?', status);
  return listPage(db, { table: 'erasures', columns: erasureColumns, conditions }, window);
}

const progressStatement: Statement = {
  name: 'record_erasure_progress',
  text: `update erasures set status = coalesce($3, status), position = case when $4::boolean then $5::jsonb else position end,
      updated_at = $6, report = (
        select coalesce(jsonb_object_agg(name, total), '{}') from (
          select name, sum(value::bigint) as total
          from (select * from jsonb_each_text(report) union all select * from jsonb_each_text($7::jsonb)) as counted (name, value)
          group by name) as totals)
    where workspace_id = $1 and id = $2 and status <> 'completed'`,
};

/** Changes of an open erasure. An omitted field is unchanged. */
export interface ErasureProgress extends ErasureKey {
  readonly status?: Exclude<ErasureStatus, 'completed'>;
  /** Null: the search begins again. */
  readonly position?: SweepPosition | null;
  /** Counts that are added to the report. */
  readonly counts?: ErasureReport;
  readonly at: Date;
}

/** Records progress in the transaction that erases the rows, so that a crash loses both or none. */
export async function recordErasureProgress(tx: Queryable, progress: ErasureProgress): Promise<void> {
  const { workspaceId, erasureId, status, position, counts = {}, at } = progress;
  await tx.write(progressStatement, [
    workspaceId,
    erasureId,
    status,
    position !== undefined,
    json(position),
    at,
    json(counts),
  ]);
}

const completeStatement: Statement = {
  name: 'complete_erasure',
  text: `update erasures set status = 'completed', address = null, position = null, completed_at = $3, updated_at = $3
    where workspace_id = $1 and id = $2 and status <> 'completed' returning ${erasureColumns}`,
};

/** Completes an erasure and forgets the address. Returns undefined if it was completed before. */
export function completeErasure(
  tx: Queryable,
  { workspaceId, erasureId, at }: ErasureKey & { readonly at: Date },
): Promise<ErasureRow | undefined> {
  return tx.row<ErasureRow>(completeStatement, [workspaceId, erasureId, at]);
}
