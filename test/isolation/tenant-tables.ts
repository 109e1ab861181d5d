import type { Database } from '../../src/store/database.ts';

/** A table as the PostgreSQL catalog describes it. */
export interface TenantTable {
  readonly name: string;
  /** The column with the workspace id. */
  readonly owner: string;
  readonly enabled: boolean;
  readonly forced: boolean;
  /** The USING expressions of its policies. */
  readonly policies: readonly string[];
}

/** Returns every table with a `workspace_id` column, and the table `workspaces`. */
export async function findTenantTables(database: Database): Promise<TenantTable[]> {
  return database.asSystem().rows<TenantTable>({
    text: `select relname as name, attname as owner, relrowsecurity as enabled, relforcerowsecurity as forced,
        array(select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = pg_class.oid) as policies
      from pg_class join pg_attribute on attrelid = pg_class.oid and not attisdropped
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and attname = case relname when 'workspaces' then 'id' else 'workspace_id' end
      order by relname`,
  });
}

/** Returns the names of all other tables. */
export async function findSharedTables(database: Database): Promise<string[]> {
  const found = await database.asSystem().rows<{ name: string }>({
    text: `select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'workspaces' and not exists
        (select from pg_attribute where attrelid = pg_class.oid and attname = 'workspace_id' and not attisdropped)
      order by relname`,
  });
  return found.map(({ name }) => name);
}

/** Returns all rows of a workspace per table, as JSON in a fixed order. */
export async function readWorkspace(
  database: Database,
  tables: readonly TenantTable[],
  workspaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const parts = tables.map(
    ({ name, owner }) => `select '${name}' as name, jsonb_agg(row order by row::text)::text as rows
      from (select to_jsonb(${name}) as row from ${name} where ${owner} = $1) as ${name}_rows`,
  );
  const rowsByTable = await database
    .asSystem()
    .rows<{ name: string; rows: string | null }>(
      { name: 'read_workspace', text: parts.join(' union all ') },
      [workspaceId],
    );
  return new Map(rowsByTable.map(({ name, rows }) => [name, rows ?? '']));
}

/** Returns the names of the tables whose rows differ. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...before].filter(([name, rows]) => after.get(name) !== rows).map(([name]) => name);
}
