import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { busSuite } from '../contracts/testing/bus-suite.ts';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { openDatabase, type Database } from './database.ts';
import { PostgresBus } from './postgres-bus.ts';

let near: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  near = await createTestDatabase();
});

afterAll(async () => {
  await Promise.all(opened.map((far) => far.close()));
  await near.close();
});

/**
 * Two processes on one database, as far as connections tell. The far one listens for the first time: on a connection where a bus was closed
 * just now, the probe may still come by the old LISTEN, and what follows be lost between UNLISTEN and the new one.
 */
busSuite('PostgresBus', async () => {
  const far = await openDatabase(near.connection, { clock: systemClock, logger: silentLogger, poolSize: 2 });
  opened.push(far);
  const ends = { near: new PostgresBus(near.db, silentLogger), far: new PostgresBus(far, silentLogger) };
  const probes: unknown[] = [];
  ends.far.subscribe('probe', (payload) => probes.push(payload));
  while (probes.length === 0) {
    ends.near.publish('probe', null);
    await systemClock.sleep(5);
  }
  return ends;
});
