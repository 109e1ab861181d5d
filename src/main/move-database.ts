import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import type { Connection } from '../store/connection.ts';
import { openDatabase } from '../store/database.ts';
import { migrate, readMigrationHistory } from '../store/migrate.ts';
import { DatabaseImport, DatabaseSnapshot, isEmptyDatabase } from '../store/table-copy.ts';
import { movedMarker } from './data-markers.ts';
import { connectToEmbeddedDatabase } from './machine-database.ts';
import type { Dependencies } from './start-context.ts';

export interface MoveResult {
  /** Address of the database without user and password. */
  readonly address: string;
  readonly rows: number;
}

/**
 * Copies the embedded database of the data folder into the empty database in `PARLEY_DATABASE_URL`, in one transaction. The service must be stopped.
 * The embedded database is kept, but no longer starts.
 * @throws {Error} with a message for the operator
 */
export async function moveDatabase(
  config: Config,
  dependencies: Dependencies,
  onProgress: (text: string) => void,
): Promise<MoveResult> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined)
    throw new Error('Set PARLEY_DATABASE_URL to the empty database to which the embedded database moves.');
  const target = { url: databaseUrl };
  const closers = new Closers(dependencies.logger);
  try {
    const source = await connectToEmbeddedDatabase(config, dependencies, closers);
    const applied = await readMigrationHistory(source);
    const ofTarget = await readMigrationHistory(target);
    if (!(await isEmptyDatabase(target)) || ofTarget.length > applied.length)
      throw new Error('The database in PARLEY_DATABASE_URL is not empty. Create an empty database.');
    await migrate(target, { logger: dependencies.logger, lastMigration: applied.length });
    const rows = await copyRows(source, target, onProgress);
    await (await openDatabase(target, dependencies)).close();
    const { host, pathname } = new URL(databaseUrl);
    const address = `${host}${pathname}`;
    await writeFile(movedMarker(path.resolve(config.dataDir)), `${address}\n`, { mode: 0o600 });
    return { address, rows };
  } finally {
    await closers.close();
  }
}

async function copyRows(
  source: Connection,
  target: Connection,
  onProgress: (text: string) => void,
): Promise<number> {
  const snapshot = await DatabaseSnapshot.open(source);
  const copy = await DatabaseImport.begin(target);
  try {
    let total = 0;
    for (const table of snapshot.tables) {
      onProgress(`database: ${table.name}`);
      const [reading, inserting] = [snapshot.read(table), copy.write(table)];
      await pipeline(reading, inserting);
      if (inserting.rowCount !== reading.rowCount)
        throw new Error(
          `Only ${inserting.rowCount} of ${reading.rowCount} rows of ${table.name} were copied.`,
        );
      total += inserting.rowCount;
    }
    await copy.commit(await snapshot.sequences());
    return total;
  } finally {
    await snapshot.close();
    await copy.close();
  }
}
