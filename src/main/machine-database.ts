import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import type { Connection } from '../store/connection.ts';
import { createStartContext, type Dependencies } from './start-context.ts';
import { openConnection } from './store.ts';

/**
 * Returns the connection to the database of the service of this machine, which may run. Starts the embedded server if it does not run; `closers`
 * stops it.
 * @throws {Error} with a message for the operator
 */
export async function connectToMachineDatabase(
  config: Config,
  dependencies: Dependencies,
  closers: Closers,
): Promise<Connection> {
  if (config.databaseUrl === undefined) {
    const dataDir = path.resolve(config.dataDir);
    await requireOwnDatabase(dataDir);
    const { findRunningServer } = await import('../store/embedded-postgres/server-process.ts');
    const connection = await findRunningServer(dataDir);
    if (connection !== undefined) return connection;
  }
  return openConnection(createStartContext(config, dependencies, closers));
}

/** Starts the embedded server of the data folder, which no service may use. @throws {Error} with a message for the operator */
export async function connectToEmbeddedDatabase(
  config: Config,
  dependencies: Dependencies,
  closers: Closers,
): Promise<Connection> {
  await requireOwnDatabase(path.resolve(config.dataDir));
  return openConnection(createStartContext({ ...config, databaseUrl: undefined }, dependencies, closers));
}

/** A start by another user would change the owner of the files, and the service could no longer read them. */
async function requireOwnDatabase(dataDir: string): Promise<void> {
  const exists = await stat(path.join(dataDir, 'postgres')).catch(() => undefined);
  if (exists === undefined)
    throw new Error(
      `There is no database in ${dataDir}. Set PARLEY_DATA_DIR to the data folder of the service.`,
    );
  await requireOwnFolder(dataDir);
}

/** Rejects a folder of another user, whose service could not read the files that this user writes. @throws {Error} with a message for the operator */
export async function requireOwnFolder(dataDir: string): Promise<void> {
  const { uid } = await stat(dataDir);
  const ownUid = process.getuid?.() ?? uid;
  if (uid === ownUid) return;
  throw new Error(
    `${dataDir} belongs to the user with the id ${uid}. Run this command as this user: sudo -u '#${uid}' …`,
  );
}
