import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { connectionUrl } from '../../test/support/connection-url.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { hasPgbouncer, startPgbouncer } from '../../test/support/pgbouncer.ts';
import { Closers } from '../core/closers.ts';
import { readConfig } from '../core/config.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { createStartContext } from './start-context.ts';
import { dataFolderFault, openDatabase } from './store.ts';

it.skipIf(!hasPgbouncer)(
  'reports a pooler that shares sessions after the start (needs pgbouncer, package pgbouncer)',
  async () => {
    const database = await createEmptyDatabase();
    const pooler = await startPgbouncer(database.connection, 'session');
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-store-'));
    const clock = new ManualClock();
    const closers = new Closers(silentLogger);
    const errors: unknown[] = [];
    const logger = { ...silentLogger, error: (...entry: unknown[]) => void errors.push(entry) };
    try {
      const config = readConfig({
        PARLEY_DATA_DIR: dataDir,
        PARLEY_DATABASE_URL: connectionUrl(pooler.connection),
      });
      const context = createStartContext(config, { clock, random: seededRandom(1), logger }, closers);
      await openDatabase(context);
      const { check } = context.checks.find(({ name }) => name === 'database sessions')!;
      const checkAgain = async () => {
        await clock.advance(60_000);
        return check();
      };
      expect(await checkAgain()).toMatchObject({ ok: true });
      await pooler.setMode('transaction');
      await expect
        .poll(checkAgain, { timeout: 10_000 })
        .toMatchObject({ ok: false, degraded: true, detail: expect.stringContaining('pool_mode = session') });
      expect(errors).toHaveLength(1);
      await pooler.setMode('session');
      await expect.poll(checkAgain, { timeout: 10_000 }).toMatchObject({ ok: true });
    } finally {
      await closers.close();
      await pooler.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    }
  },
);

it('rejects a data folder that cannot be written, with its path and the setting', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-store-'));
  const closers = new Closers(silentLogger);
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const dataDir = path.join(file, 'data');
    const dependencies = { clock: new ManualClock(), random: seededRandom(1), logger: silentLogger };
    const context = createStartContext(readConfig({ PARLEY_DATA_DIR: dataDir }), dependencies, closers);
    await expect(openDatabase(context)).rejects.toThrow(
      `The data folder ${dataDir} cannot be written (ENOTDIR). Set PARLEY_DATA_DIR`,
    );
  } finally {
    await closers.close();
    await rm(folder, { recursive: true });
  }
});

it.each([
  [
    'EROFS',
    { uid: 0 },
    'Its file system is read-only. Set PARLEY_DATA_DIR to a folder on a writable file system.',
  ],
  [
    'EACCES',
    { uid: 4711 },
    `It belongs to the user with the id 4711, and Parley runs as user ${process.getuid?.()}. Set PARLEY_DATA_DIR to a folder that the user of Parley owns.`,
  ],
  ['EACCES', undefined, 'Set PARLEY_DATA_DIR to a folder that the user of Parley owns.'],
])('says what to do about a data folder with the error %s', (code, owner, advice) => {
  const cause = Object.assign(new Error('mkdir'), { code });
  expect(dataFolderFault('/data', cause, owner)).toBe(
    `The data folder /data cannot be written (${code}). ${advice}`,
  );
});
