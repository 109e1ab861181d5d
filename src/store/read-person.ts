import type { PersonAddress } from '../domain/erasure.ts';
import {
  hasAddress,
  isPartOf,
  isPartOfPerson,
  ownerColumn,
  personTable,
  type PersonTableName,
} from './person-tables.ts';
import type { Queryable } from './queryable.ts';

/** A row of any table, with its columns. */
export type StoredRow = Readonly<Record<string, unknown>>;

interface FoundRow {
  readonly row: StoredRow;
  readonly createdAt: Date;
  readonly id: string;
}

interface PersonQuery {
  readonly workspaceId: string;
  readonly person: PersonAddress;
  /** Rows per page. */
  readonly limit: number;
}

/**
 * Yields the rows of a table that have the address of a person in an indexed column, in pages, newest first. Rows that are parts of other records of
 * the person are skipped.
 */
export async function* readByAddress(
  db: Queryable,
  table: 'calls' | 'conversations' | 'dispositions' | 'tasks' | 'batch_messages',
  { workspaceId, person: { kind, address }, limit }: PersonQuery,
): AsyncGenerator<StoredRow[]> {
  const read: string[] = [];
  for (const column of personTable(table).addresses) {
    const earlier = read.map((name) => ` and ${name} <> $2`).join('');
    const text = `select to_jsonb(${table}) as row, created_at as "createdAt", id from ${table}
      where workspace_id = $1 and ${column} = $2${earlier} and (created_at, id) < ($3, $4)
        and not (${isPartOfPerson(table, kind, '$2')})
      order by created_at desc, id desc limit $5`;
    let after: Pick<FoundRow, 'createdAt' | 'id'> | undefined = { createdAt: lastTime, id: '' };
    while (after !== undefined) {
      const values = [workspaceId, address, after.createdAt, after.id, limit];
      const found: FoundRow[] = await db.rows<FoundRow>({ text }, values);
      yield found.map(({ row }) => row);
      after = found.length < limit ? undefined : found.at(-1);
    }
    read.push(column);
  }
}

/** Later than any record. */
const lastTime = new Date('9999-01-01T00:00:00Z');

const listBatches = {
  name: 'list_batch_ids',
  text: `select id from batches where workspace_id = $1 and id > $2 order by id limit $3`,
};

const findRows = {
  name: 'find_batch_rows_of_person',
  text: `select to_jsonb(batch_jobs) as row from batch_jobs where ${hasAddress('batch_jobs')} and batch_id = any($3)`,
};

/** Yields the rows of a person in batches of calls: an index has the address within each batch. */
export async function* readBatchRows(
  db: Queryable,
  { workspaceId, person: { address }, limit }: PersonQuery,
): AsyncGenerator<StoredRow[]> {
  for (let last = ''; ;) {
    const batches = await db.rows<{ id: string }>(listBatches, [workspaceId, last, limit]);
    const ids = batches.map(({ id }) => id);
    if (ids.length > 0)
      yield (await db.rows<{ row: StoredRow }>(findRows, [workspaceId, address, ids])).map(({ row }) => row);
    if (ids.length < limit) return;
    last = ids.at(-1)!;
  }
}

/** Returns the parts of records by the ids of the records, in their order. */
export async function readParts(
  db: Queryable,
  table: PersonTableName,
  owner: Parameters<typeof isPartOf>[1],
  { workspaceId, ids }: { readonly workspaceId: string; readonly ids: readonly string[] },
): Promise<Map<string, StoredRow[]>> {
  const text = `select to_jsonb(${table}) as row, ${ownerColumn(table, owner)} as "ownerId" from ${table}
    where ${isPartOf(table, owner)} order by ${personTable(table).order}`;
  const found = await db.rows<{ row: StoredRow; ownerId: string }>({ text }, [workspaceId, ids]);
  const parts = new Map<string, StoredRow[]>();
  for (const { row, ownerId } of found) parts.set(ownerId, [...(parts.get(ownerId) ?? []), row]);
  return parts;
}
