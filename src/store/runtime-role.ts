import pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { connectClient, type Connection } from './connection.ts';

/** Owns nothing and bypasses nothing, so that row-level security binds whatever it runs. */
const runtimeRole = 'parley_app';

const insufficientPrivilege = '42501';

interface Standing {
  /** The login may act as the role. */
  readonly member: boolean;
  /** The login is not bound by row-level security. */
  readonly exempt: boolean;
}

/**
 * The role to work as, created and granted where the login may do that. Null where it may not (an operator's server
 * without CREATEROLE): the program then works as the owner of the tables, which forced row-level security binds all the
 * same, unless the login is exempt; that is logged as a warning.
 */
export async function prepareRuntimeRole(connection: Connection, logger: Logger): Promise<string | null> {
  const client = await connectClient(connection, 'parley roles');
  try {
    const standing = await obtainRole(client);
    if (standing.member) {
      await grantTables(client);
      return runtimeRole;
    }
    if (standing.exempt)
      logger.warn(
        'The database login is exempt from row-level security and may not become parley_app: workspaces are kept apart by the program alone.',
      );
    return null;
  } finally {
    await client.end();
  }
}

async function obtainRole(client: pg.Client): Promise<Standing> {
  const before = await readStanding(client);
  if (before.member) return before;
  for (const statement of [
    `create role ${runtimeRole} nologin nosuperuser nobypassrls`,
    `grant ${runtimeRole} to current_user`,
  ]) {
    await client.query(statement).catch(ignoreRefusal);
  }
  return readStanding(client);
}

/** Another starter may have been first (duplicate, or both updating one catalogue row); no privilege is no error. */
function ignoreRefusal(error: unknown): void {
  const known = ['42710', '23505', 'XX000', insufficientPrivilege, '42704'];
  if (!(error instanceof pg.DatabaseError) || !known.includes(error.code ?? '')) throw error;
}

async function readStanding(client: pg.Client): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    // PostgreSQL 16 told membership and the right to SET ROLE apart.
    `select coalesce((select pg_has_role(current_user, oid, case
                when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
              from pg_roles where rolname = $1), false) as member,
            (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as exempt`,
    [runtimeRole],
  );
  return rows[0]!;
}

/** Repeated after every migration; grants nothing that is granted already. */
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
