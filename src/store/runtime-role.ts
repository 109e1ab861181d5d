import pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { connectClient, type Connection } from './connection.ts';

/** Role of the program. It owns no tables and has no BYPASSRLS, so that row-level security applies to all its statements. */
const runtimeRole = 'parley_app';

const insufficientPrivilege = '42501';

interface LoginRights {
  /** Whether the login may use the role. */
  readonly mayUseRole: boolean;
  /** Whether the login is exempt from row-level security. */
  readonly bypassesRls: boolean;
}

/**
 * Returns the role of the program, and creates and grants it if necessary. Returns null if the login may not create roles (a
 * server of the operator, without CREATEROLE). The program then works as the owner of the tables, to which forced
 * row-level security applies too. Logs a warning if the login is exempt from row-level security.
 */
export async function prepareRuntimeRole(connection: Connection, logger: Logger): Promise<string | null> {
  const client = await connectClient(connection, 'parley roles');
  try {
    const rights = await obtainRole(client);
    if (rights.mayUseRole) {
      await grantTables(client);
      return runtimeRole;
    }
    if (rights.bypassesRls)
      logger.warn(
        'The database login bypasses row-level security and may not become parley_app. Only the program separates workspaces.',
      );
    return null;
  } finally {
    await client.end();
  }
}

async function obtainRole(client: pg.Client): Promise<LoginRights> {
  const before = await readLoginRights(client);
  if (before.mayUseRole) return before;
  for (const statement of [
    `create role ${runtimeRole} nologin nosuperuser nobypassrls`,
    `grant ${runtimeRole} to current_user`,
  ]) {
    await client.query(statement).catch(ignoreRefusal);
  }
  return readLoginRights(client);
}

/** Ignores errors of a concurrent start (a duplicate, or an update of the same catalog row) and of missing privileges. */
function ignoreRefusal(error: unknown): void {
  const ignoredCodes = ['42710', '23505', 'XX000', insufficientPrivilege, '42704'];
  if (!(error instanceof pg.DatabaseError) || !ignoredCodes.includes(error.code ?? '')) throw error;
}

async function readLoginRights(client: pg.Client): Promise<LoginRights> {
  const { rows } = await client.query<LoginRights>(
    // PostgreSQL 16 separates membership from the right to SET ROLE.
    `select coalesce((select pg_has_role(current_user, oid, case
                when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
              from pg_roles where rolname = $1), false) as "mayUseRole",
            (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "bypassesRls"`,
    [runtimeRole],
  );
  return rows[0]!;
}

/** Grants the role access to tables that it cannot write yet, such as tables of a new migration. */
async function grantTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: string }>(
    `select oid::regclass::text as missing from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'parley_migrations'
       and not has_table_privilege($1, oid, 'insert')`,
    [runtimeRole],
  );
  const tables = rows.map((row) => row.missing);
  if (tables.length === 0) return;
  await client.query(`grant usage on schema public to ${runtimeRole}`);
  await client.query(`grant select, insert, update, delete on ${tables.join(', ')} to ${runtimeRole}`);
  if (tables.includes('audit_log'))
    await client.query(`revoke update, delete on audit_log from ${runtimeRole}`);
}
