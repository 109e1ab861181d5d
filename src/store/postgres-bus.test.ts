import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { busSuite } from '../contracts/testing/bus-suite.ts';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { openDatabase, type Database } from './database.ts';
import { PostgresBus } from './postgres-bus.ts';

let local: TestDatabase;
const opened: Database[] = [];

beforeAll(async () => {
  local = await createTestDatabase();
});

afterAll(async () => {
  await Promise.all(opened.map((remote) => remote.close()));
  await local.close();
});

/**
 * Creates the buses of two simulated processes on one database. Each far bus has a new connection. On the connection of a closed bus,
 * the probe could arrive by the old LISTEN, and later messages could be lost between UNLISTEN and the new LISTEN.
 */
busSuite('PostgresBus', async () => {
  const remote = await openDatabase(local.connection, {
    clock: systemClock,
    logger: silentLogger,
    poolSize: 2,
  });
  opened.push(remote);
  const ends = { near: new PostgresBus(local.db, silentLogger), far: new PostgresBus(remote, silentLogger) };
  const probes: unknown[] = [];
  ends.far.subscribe('probe', (payload) => probes.push(payload));
  while (probes.length === 0) {
    ends.near.publish('probe', null);
    await systemClock.sleep(5);
  }
  return ends;
});
