import pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { connectClient, type Connection } from './connection.ts';

/** Owns no tables and has no BYPASSRLS, so that row-level security applies to all its statements. */
const runtimeRole = 'parley_app';

const insufficientPrivilege = '42501';

interface LoginRights {
  /** The login may use the role. */
  readonly member: boolean;
  /** Row-level security does not apply to the login. */
  readonly exempt: boolean;
}

/**
 * Returns the role to use, and creates and grants it if the login may. Returns null if it may not (an operator's server
 * without CREATEROLE): the program then works as the owner of the tables, to which forced row-level security applies as
 * well. If the login is exempt from it, a warning is logged.
 */
export async function prepareRuntimeRole(connection: Connection, logger: Logger): Promise<string | null> {
  const client = await connectClient(connection, 'parley roles');
  try {
    const rights = await obtainRole(client);
    if (rights.member) {
      await grantTables(client);
      return runtimeRole;
    }
    if (rights.exempt)
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
  if (before.member) return before;
  for (const statement of [
    `create role ${runtimeRole} nologin nosuperuser nobypassrls`,
    `grant ${runtimeRole} to current_user`,
  ]) {
    await client.query(statement).catch(ignoreRefusal);
  }
  return readLoginRights(client);
}

/** Ignores errors of a concurrent start (a duplicate, or an update of the same catalog row) and missing privileges. */
function ignoreRefusal(error: unknown): void {
  const known = ['42710', '23505', 'XX000', insufficientPrivilege, '42704'];
  if (!(error instanceof pg.DatabaseError) || !known.includes(error.code ?? '')) throw error;
}

async function readLoginRights(client: pg.Client): Promise<LoginRights> {
  const { rows } = await client.query<LoginRights>(
    // PostgreSQL 16 separates membership from the right to SET ROLE.
    `select coalesce((select pg_has_role(current_user, oid, case
                when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
              from pg_roles where rolname = $1), false) as member,
            (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as exempt`,
    [runtimeRole],
  );
  return rows[0]!;
}

/** Grants access to new tables. Runs after every migration and skips what is granted already. */
async function grantTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: string }>(
    `select oid::regclass::text as missing from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'parley_migrations'
       and not has_table_privilege($1, oid, 'insert')`,
    [runtimeRole],
  );
  const lacking = rows.map((row) => row.missing);
  if (lacking.length === 0) return;
  await client.query(`grant usage on schema public to ${runtimeRole}`);
  await client.query(`grant select, insert, update, delete on ${lacking.join(', ')} to ${runtimeRole}`);
  if (lacking.includes('audit_log'))
    await client.query(`revoke update, delete on audit_log from ${runtimeRole}`);
}
