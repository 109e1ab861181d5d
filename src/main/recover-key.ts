import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import type { RecoveredKey } from '../store/bootstrap.ts';
import type { Database } from '../store/database.ts';
import { createStartContext, type Dependencies } from './start-context.ts';
import { openDatabase } from './store.ts';

/**
 * Creates a key with every permission in the database of this machine. A user who can open the data folder or the database has all its data
 * anyway, so this is the only proof that is required. A running service is not interrupted.
 * @throws {Error} with a message for the operator
 */
export async function recoverKey(config: Config, dependencies: Dependencies): Promise<RecoveredKey> {
  const closers = new Closers(dependencies.logger);
  try {
    const database = await openDatabaseOfMachine(config, dependencies, closers);
    const { recoverOwnerKey } = await import('../store/bootstrap.ts');
    const recovered = await recoverOwnerKey(database, {
      ...dependencies,
      requestedBy: os.userInfo().username,
    });
    if (recovered !== undefined) return recovered;
    throw new Error(
      'The database has no workspace yet. The first start of the service creates it with a key.',
    );
  } finally {
    await closers.close();
  }
}

async function openDatabaseOfMachine(
  config: Config,
  dependencies: Dependencies,
  closers: Closers,
): Promise<Database> {
  if (config.databaseUrl === undefined) {
    const dataDir = path.resolve(config.dataDir);
    await requireOwnDatabase(dataDir);
    const { findRunningServer } = await import('../store/embedded-postgres/server-process.ts');
    const connection = await findRunningServer(dataDir);
    if (connection !== undefined) {
      const { openDatabase: open } = await import('../store/database.ts');
      const database = await open(connection, dependencies);
      closers.add('database', () => database.close());
      return database;
    }
  }
  return openDatabase(createStartContext(config, dependencies, closers));
}

/** A start by another user would change the owner of the files, and the service could no longer read them. */
async function requireOwnDatabase(dataDir: string): Promise<void> {
  const exists = await stat(path.join(dataDir, 'postgres')).catch(() => undefined);
  if (exists === undefined)
    throw new Error(
      `There is no database in ${dataDir}. Set PARLEY_DATA_DIR to the data folder of the service.`,
    );
  const { uid } = await stat(dataDir);
  const ownUid = process.getuid?.() ?? uid;
  if (uid === ownUid) return;
  throw new Error(
    `${dataDir} belongs to the user with the id ${uid}. Run this command as this user: sudo -u '#${uid}' …`,
  );
}
