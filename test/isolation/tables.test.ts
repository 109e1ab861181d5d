import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findSharedTables, findTenantTables, type TenantTable } from './tenant-tables.ts';

let database: TestDatabase;
let tables: readonly TenantTable[];
beforeAll(async () => {
  database = await createTestDatabase();
  tables = await findTenantTables(database.db);
});
afterAll(() => database.close());

describe('every table with a workspace column', () => {
  it('is found in the catalog', () => {
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['agents', 'calls', 'workspaces']));
  });

  it('has row-level security, which also applies to the table owner', () => {
    const unprotected = tables.filter(({ enabled, forced }) => !enabled || !forced);
    expect(unprotected.map(({ name }) => name)).toEqual([]);
  });

  it('has exactly one policy, on its workspace column', () => {
    const unexpected = tables.filter(
      ({ owner, policies }) => policies.join() !== `parley_may_enter(${owner})`,
    );
    expect(unexpected.map(({ name, policies }) => [name, policies])).toEqual([]);
  });
});

/** Tables without a workspace column: their rows concern all workspaces, or exist before the workspace is known. */
const sharedTables = [
  'dial_rate_limits',
  'event_publication',
  'inbound_parts',
  'message_paces',
  'message_receipts',
  'nodes',
  'parley_migrations',
  'plans',
  'sign_in_attempts',
  'test_messages',
];

describe('every other table', () => {
  it('is listed as a shared table', async () => {
    expect(await findSharedTables(database.db)).toEqual(sharedTables);
  });
});

describe('the database role of the program', () => {
  it('can neither bypass nor drop the policies', async () => {
    const [role] = await database.db.inWorkspace('ws_nobody').rows<{ exempt: boolean; owned: number }>({
      text: `select rolsuper or rolbypassrls as exempt,
          (select count(*) from pg_class where relowner = pg_roles.oid)::int as owned
        from pg_roles where rolname = current_user`,
    });
    expect(role).toEqual({ exempt: false, owned: 0 });
  });
});
