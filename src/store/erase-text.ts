import type { PersonAddress } from '../domain/erasure.ts';
import type { SweepPosition } from './erasures.ts';
import { findPersonTable, hasCustomerEmail, isOfPerson, type PersonTableName } from './person-tables.ts';
import type { Queryable, Statement } from './queryable.ts';

/*
 * Replaces an address wherever it occurs in the rows of a workspace. The tables are read in ranges of disk blocks, each in a short
 * transaction, so that no index is needed and new tables are included.
 */

/**
 * Tables without personal data of customers: the configuration of the workspace, and its own numbers. The records of a person in
 * `suppressions` are hashed.
 */
const exemptTables: readonly string[] = [
  'workspaces',
  'users',
  'sessions',
  'api_keys',
  'rate_limits',
  'agents',
  'agent_versions',
  'flows',
  'flow_versions',
  'phone_numbers',
  'inventory_numbers',
  'number_orders',
  'number_days',
  'number_day_changes',
  'trunks',
  'webhook_endpoints',
  'erasures',
  'suppressions',
  'active_calls',
  'concurrency_counters',
  'concurrency_slots',
  'analytics_sums',
  'analytics_changes',
];

/** A table with the columns that are searched. */
export interface SweptTable {
  readonly name: string;
  readonly textColumns: readonly string[];
  readonly jsonColumns: readonly string[];
}

const listTablesStatement: Statement = {
  name: 'list_tables_to_erase',
  text: `select relname as name,
      coalesce(array_agg(attname::text order by attnum) filter (where atttypid = 'text'::regtype), '{}') as "textColumns",
      coalesce(array_agg(attname::text order by attnum) filter (where atttypid = 'jsonb'::regtype), '{}') as "jsonColumns"
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1)
      and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'workspace_id' and atttypid in ('text'::regtype, 'jsonb'::regtype)
      and exists (select from pg_attribute keys where keys.attrelid = pg_class.oid and keys.attname = 'workspace_id')
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary and attnum = any(indkey) and relname <> 'idempotency_records')
    group by relname order by relname`,
};

/** Lists the tables of workspaces that can contain an address in a text. */
export const listSweptTables = (db: Queryable): Promise<SweptTable[]> =>
  db.rows<SweptTable>(listTablesStatement, [exemptTables]);

const countBlocksStatement: Statement = {
  name: 'count_table_blocks',
  text: `select (pg_relation_size(to_regclass($1)) / current_setting('block_size')::integer)::integer as blocks`,
};

/** Returns the size of a table in disk blocks. */
export async function countBlocks(db: Queryable, table: string): Promise<number> {
  return (await db.row<{ blocks: number }>(countBlocksStatement, [table]))!.blocks;
}

/** What is searched for: a text that every match contains, in lower case, and a regular expression. */
export interface SearchedAddress {
  readonly needle: string;
  readonly pattern: string;
}

/**
 * Returns the search for an address. A number matches with and without its plus sign, and not as a part of a longer number; an email
 * address matches in any case, and not as a part of a longer address.
 */
export function searchFor({ kind, address }: PersonAddress): SearchedAddress {
  const needle = kind === 'phoneNumber' ? address.slice(1) : address;
  const escaped = needle.replaceAll(/[.*+?^${}()|[\]\\-]/g, String.raw`\$&`);
  if (kind === 'phoneNumber') return { needle, pattern: String.raw`\+?(?<![0-9])${escaped}(?![0-9])` };
  return { needle, pattern: String.raw`(?<![a-z0-9._%+\-])${escaped}(?![a-z0-9\-])` };
}

/** A range of blocks of a table. */
export interface SweptRange extends SweepPosition {
  readonly workspaceId: string;
  readonly endBlock: number;
}

const rangeCondition = (table: string): string =>
  `workspace_id = $1 and ctid >= $2::tid and ctid < $3::tid and position($4 in lower(${table}::text)) > 0
    and lower(${table}::text) ~ $5`;

/** Rows of active calls stay until the end of the call. */
const onlyEnded: Readonly<Record<string, string>> = {
  calls: ` and state = 'ended'`,
  batch_jobs: ` and status not in ('dialing', 'in_progress')`,
};

/** Replaces the address in the rows of a range of blocks. Returns the number of changed rows. */
export async function eraseTextIn(
  tx: Queryable,
  { name, textColumns, jsonColumns }: SweptTable,
  { workspaceId, block, endBlock }: SweptRange,
  { needle, pattern }: SearchedAddress,
): Promise<number> {
  const values = [workspaceId, `(${block},0)`, `(${endBlock},0)`, needle, pattern];
  if (name === 'audit_log') {
    const row = await tx.row<{ count: number }>(
      { text: 'select parley_erase_audit_details($1, $2, $3, $4, $5) as count' },
      values,
    );
    return row!.count;
  }
  const changes = [
    ...textColumns.map((column) => `"${column}" = parley_erase_text("${column}", $5)`),
    ...jsonColumns.map((column) => `"${column}" = parley_erase_json("${column}", $5)`),
  ];
  const text = `update ${name} set ${changes.join(', ')} where ${rangeCondition(name)}${onlyEnded[name] ?? ''}`;
  return tx.execute({ text }, values);
}

/** The tables whose rows belong to the person with the email address of the customer in them. */
const emailOwners: Readonly<Record<string, string>> = {
  calls: `id from calls where state = 'ended' and`,
  conversations: `id from conversations where`,
  batch_jobs: `distinct batch_id as id from batch_jobs where status not in ('dialing', 'in_progress') and`,
  batch_messages: `distinct batch_id as id from batch_messages where`,
};

/**
 * Returns the ids of the calls or conversations, or of the batches of the rows, in a range of blocks whose customer has the email
 * address. No index has this address.
 */
export async function findByCustomerEmail(
  tx: Queryable,
  { table, workspaceId, block, endBlock }: SweptRange,
  address: string,
): Promise<string[]> {
  const source = emailOwners[table];
  if (source === undefined) return [];
  const text = `select ${source} workspace_id = $1 and ctid >= $2::tid and ctid < $3::tid
    and ${hasCustomerEmail(table as PersonTableName, '$4')}`;
  const rows = await tx.rows<{ id: string }>({ text }, [
    workspaceId,
    `(${block},0)`,
    `(${endBlock},0)`,
    address,
  ]);
  return rows.map(({ id }) => id);
}

/** A row that mentions the address and is no record of the person. */
export interface Mention {
  readonly row: Record<string, unknown>;
  /** The columns with the address. */
  readonly columns: readonly string[];
}

/** Finds the rows in a range of blocks that mention the address, except the records of the person. */
export function findMentionsIn(
  db: Queryable,
  { name, textColumns, jsonColumns }: SweptTable,
  { workspaceId, block, endBlock }: SweptRange,
  { needle, pattern, kind, address }: SearchedAddress & PersonAddress,
): Promise<Mention[]> {
  const columns = [...textColumns, ...jsonColumns].map((column) => `('${column}', "${column}"::text)`);
  const table = findPersonTable(name);
  const isRecord = table === undefined ? '$6::text is null' : `(${isOfPerson(table, kind, '$6')})`;
  const text = `select to_jsonb(${name}) as row, array(
      select column_name from (values ${columns.join(', ')}) as texts (column_name, value) where lower(value) ~ $5) as columns
    from ${name} where ${rangeCondition(name)} and (${isRecord}) is not true`;
  return db.rows({ text }, [workspaceId, `(${block},0)`, `(${endBlock},0)`, needle, pattern, address]);
}

/** Finds the records of a person in a range of blocks, by the address or by the email address of the customer. */
export async function findRecordsIn(
  db: Queryable,
  table: PersonTableName,
  { workspaceId, block, endBlock }: SweptRange,
  { kind, address }: PersonAddress,
): Promise<Record<string, unknown>[]> {
  const text = `select to_jsonb(${table}) as row from ${table}
    where workspace_id = $1 and ctid >= $2::tid and ctid < $3::tid and (${isOfPerson(table, kind, '$4')})`;
  const values = [workspaceId, `(${block},0)`, `(${endBlock},0)`, address];
  return (await db.rows<{ row: Record<string, unknown> }>({ text }, values)).map(({ row }) => row);
}
