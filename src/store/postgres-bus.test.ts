import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { busSuite } from '../contracts/testing/bus-suite.ts';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { openDatabase, type Database } from './database.ts';
import { PostgresBus } from './postgres-bus.ts';

let near: TestDatabase;
let far: Database;

/** Two processes on one database, as far as connections tell. */
beforeAll(async () => {
  near = await createTestDatabase();
  far = await openDatabase(near.connection, { clock: systemClock, logger: silentLogger, poolSize: 2 });
});

afterAll(async () => {
  await far.close();
  await near.close();
});

busSuite('PostgresBus', async () => {
  const ends = { near: new PostgresBus(near.db, silentLogger), far: new PostgresBus(far, silentLogger) };
  const probes: unknown[] = [];
  ends.far.subscribe('probe', (payload) => probes.push(payload));
  while (probes.length === 0) {
    ends.near.publish('probe', null);
    await systemClock.sleep(5);
  }
  return ends;
});
