import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { hasPgbouncer, startPgbouncer, type Pooler } from '../../test/support/pgbouncer.ts';
import { systemClock as clock } from '../core/clock.ts';
import { silentLogger as logger } from '../core/logger.ts';
import { connectClient, type Connection } from './connection.ts';
import { openDatabase } from './database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';

describe.skipIf(!hasPgbouncer)('behind PgBouncer (needs pgbouncer, package pgbouncer)', () => {
  let database: { connection: Connection; drop: () => Promise<void> };
  let pooler: Pooler | undefined;
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(async () => {
    await pooler?.close();
    await database.drop();
  });

  it.each([
    ['transaction', ''],
    ['transaction', 'default_pool_size = 1'],
    ['transaction', 'server_round_robin = 1\nmin_pool_size = 3'],
    ['statement', ''],
  ])('in the pool mode %s %s, the database is rejected and unchanged', async (mode, settings) => {
    pooler = await startPgbouncer(database.connection, mode, settings);
    await expect(openDatabase(pooler.connection, { clock, logger })).rejects.toThrow(
      'Set pool_mode = session in the pooler, or put the address of PostgreSQL itself into PARLEY_DATABASE_URL.',
    );
    const client = await connectClient(database.connection, 'parley tests');
    const { rows } = await client.query(`select to_regclass('parley_migrations') as found`);
    await client.end();
    expect(rows).toEqual([{ found: null }]);
  });

  it('in the pool mode session, the database is used', async () => {
    pooler = await startPgbouncer(database.connection, 'session');
    const db = await openDatabase(pooler.connection, { clock, logger });
    const { workspaceId } = await seedWorkspace(db);
    const rows = await db.inWorkspace(workspaceId).rows({ text: 'select id from workspaces' });
    expect(rows).toEqual([{ id: workspaceId }]);
    await db.close();
  });
});
