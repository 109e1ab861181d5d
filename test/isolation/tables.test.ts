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

describe('every table of a workspace', () => {
  it('is found', () => {
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['agents', 'calls', 'workspaces']));
  });

  it('has row-level security, which binds its owner too', () => {
    const lax = tables.filter(({ enabled, forced }) => !enabled || !forced);
    expect(lax.map(({ name }) => name)).toEqual([]);
  });

  it('has the one policy, by the column that names the workspace', () => {
    const odd = tables.filter(({ owner, policies }) => policies.join() !== `parley_may_enter(${owner})`);
    expect(odd.map(({ name, policies }) => [name, policies])).toEqual([]);
  });
});

/** Of nobody's: what they hold is the same for all, or known before a workspace is. */
const ofNobody = ['dial_pace', 'nodes', 'parley_migrations', 'sign_in_attempts'];

describe('every other table', () => {
  it('is known to hold nothing of a workspace', async () => {
    expect(await findSharedTables(database.db)).toEqual(ofNobody);
  });
});

describe('the role that the program works as', () => {
  it('may neither bypass the policies nor drop them', async () => {
    const [role] = await database.db.inWorkspace('ws_nobody').rows<{ exempt: boolean; owned: number }>({
      text: `select rolsuper or rolbypassrls as exempt,
          (select count(*) from pg_class where relowner = pg_roles.oid)::int as owned
        from pg_roles where rolname = current_user`,
    });
    expect(role).toEqual({ exempt: false, owned: 0 });
  });
});
