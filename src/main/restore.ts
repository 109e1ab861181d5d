import { chmod, copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import { readServiceFile } from '../core/service-file.ts';
import type { Connection } from '../store/connection.ts';
import { openDatabase, type Database } from '../store/database.ts';
import { lockFolder } from '../store/embedded-postgres/folder-lock.ts';
import { listMigrations, migrate, readMigrationHistory } from '../store/migrate.ts';
import { recordRestore } from '../store/record-restore.ts';
import { DatabaseImport, isEmptyDatabase } from '../store/table-copy.ts';
import { keyFiles, keysFolder } from './backup.ts';
import { readManifest, tableFile, verifyFiles, type Manifest } from './backup-folder.ts';
import { readMarker, restoreMarker } from './data-markers.ts';
import { findSecretKeyFault } from './secret-key.ts';
import { requireOwnFolder } from './machine-database.ts';
import { createStartContext, type Dependencies, type StartContext } from './start-context.ts';
import { openConnection } from './store.ts';

export interface RestoreOptions {
  /** Absolute path of the backup. */
  readonly folder: string;
  /** Absolute path of the folder of the keys; null restores without keys. Defaults to the folder next to the backup. */
  readonly keys: string | null | undefined;
  /** Receives what is being done, for display. */
  readonly onProgress: (text: string) => void;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  readonly pausedBatches: number;
  /** What does not work after the restore, with the correction: sentences for the operator. */
  readonly warnings: readonly string[];
}

/**
 * Restores a backup into an empty data folder and an empty database, and migrates the schema. Verifies the backup before it writes anything.
 * A restore that was interrupted can be repeated; until then the service does not start.
 * @throws {Error} with a message for the operator
 */
export async function restore(
  config: Config,
  dependencies: Dependencies,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { folder, onProgress } = options;
  const dataDir = path.resolve(config.dataDir);
  const manifest = await readManifest(folder);
  await requireKnownSchema(manifest);
  const keys = await findKeys(config, options);
  await requireEmptyFolder(dataDir);
  if (config.databaseUrl !== undefined) await requireEmptyTarget({ url: config.databaseUrl }, manifest);
  const recordings = await verifyFiles(folder, manifest, (file) => onProgress(`verifying: ${file}`));
  const closers = new Closers(dependencies.logger);
  try {
    const context = createStartContext(config, dependencies, closers);
    await fillFolder(dataDir, options, recordings, keys);
    const connection = await openConnection(context, { isRestore: true });
    await restoreDatabase(connection, dependencies, manifest, options);
    const database = await openDatabase(connection, dependencies);
    closers.add('database', () => database.close());
    const pausedBatches = await recordRestore(database, {
      backupCreatedAt: manifest.createdAt,
      requestedBy: os.userInfo().username,
      at: new Date(dependencies.clock.now()),
    });
    const warnings = await checkRestored(context, database, manifest);
    await rm(restoreMarker(dataDir));
    return { manifest, pausedBatches, warnings };
  } finally {
    await closers.close();
  }
}

/** Rejects a backup of a newer program, and one whose schema is not one of this program. */
async function requireKnownSchema({ migrations, parleyVersion }: Manifest): Promise<void> {
  const known = await listMigrations();
  const last = migrations.at(-1)!;
  if (last.number > known.length)
    throw new Error(
      `The backup is of a newer Parley (${parleyVersion}, migration ${last.name}). Restore it with that version or a later one.`,
    );
  const differing = migrations.find(({ checksum }, index) => known[index]!.checksum !== checksum);
  if (differing !== undefined)
    throw new Error(`The backup is of another Parley: ${differing.name} differs from that of this version.`);
}

/** Returns the folder of the keys; undefined for a restore without keys. */
async function findKeys(
  { secretKey }: Config,
  { folder, keys }: RestoreOptions,
): Promise<string | undefined> {
  if (keys === null) return undefined;
  const chosen = keys ?? keysFolder(folder);
  const names = await readdir(chosen).catch(() => []);
  if (names.some((name) => keyFiles.includes(name))) return chosen;
  const secrets =
    secretKey === undefined
      ? ' No webhook can be sent and no secret of a tool can be read until the old secret.key is in the data folder. Links and reply addresses of sent emails are invalid.'
      : '';
  throw new Error(
    `The keys of the backup are not in ${chosen}. Name their folder with --keys. Without the keys, use --without-keys:${secrets} The commands have no key until you run: npx parley recover`,
  );
}

/** Files that a restore may find: the folder of a mounted disk. */
const ignoredNames: ReadonlySet<string> = new Set(['lost+found']);

async function requireEmptyFolder(dataDir: string): Promise<void> {
  const service = readServiceFile(dataDir);
  if (service !== undefined && isRunning(service.pid))
    throw new Error(`A service runs on ${dataDir} (process ${service.pid}). Stop it first.`);
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if ((await readMarker(restoreMarker(dataDir))) !== undefined) return;
  const name = names.find((found) => !ignoredNames.has(found));
  if (name !== undefined)
    throw new Error(
      `${dataDir} is not empty: it has ${name}. Move the folder away, or set PARLEY_DATA_DIR to an empty folder.`,
    );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function requireEmptyTarget(connection: Connection, { migrations }: Manifest): Promise<void> {
  const applied = await readMigrationHistory(connection);
  const isEmpty = await isEmptyDatabase(connection);
  if (!isEmpty || applied.length > migrations.length)
    throw new Error(
      'The database in PARLEY_DATABASE_URL is not empty. Create an empty database, and set PARLEY_DATABASE_URL to it.',
    );
}

/** Removes what an interrupted restore has left. From then on, the marker prevents a start of the service. */
async function clearFolder(dataDir: string, folder: string): Promise<void> {
  const marker = restoreMarker(dataDir);
  await writeFile(marker, `${folder}\n`, { mode: 0o600 });
  for (const name of await readdir(dataDir))
    if (path.join(dataDir, name) !== marker && name !== 'parley.lock' && !ignoredNames.has(name))
      await rm(path.join(dataDir, name), { recursive: true });
}

/** Locks the folder for the time before the embedded server locks it. */
async function fillFolder(
  dataDir: string,
  options: RestoreOptions,
  recordings: readonly string[],
  keys: string | undefined,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await requireOwnFolder(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    await clearFolder(dataDir, options.folder);
    await copyFiles(dataDir, options, recordings, keys);
  } finally {
    await lock.release();
  }
}

async function copyFiles(
  dataDir: string,
  { folder, onProgress }: RestoreOptions,
  recordings: readonly string[],
  keys: string | undefined,
): Promise<void> {
  await mkdir(path.join(dataDir, 'recordings'), { mode: 0o700 });
  const folders = new Set(recordings.map((file) => path.dirname(file)));
  for (const name of folders) await mkdir(path.join(dataDir, name), { recursive: true, mode: 0o700 });
  for (const [index, file] of recordings.entries()) {
    if (index % 100 === 0) onProgress(`recordings: ${index} of ${recordings.length}`);
    await copyFile(path.join(folder, file), path.join(dataDir, file));
  }
  if (keys === undefined) return;
  for (const name of await readdir(keys))
    if (keyFiles.includes(name)) {
      await copyFile(path.join(keys, name), path.join(dataDir, name));
      await chmod(path.join(dataDir, name), 0o600);
    }
}

/** Applies the migrations of the backup, inserts its rows, and applies the later migrations. */
async function restoreDatabase(
  connection: Connection,
  { logger }: Dependencies,
  manifest: Manifest,
  { folder, onProgress }: RestoreOptions,
): Promise<void> {
  await migrate(connection, { logger, lastMigration: manifest.migrations.length });
  const target = await DatabaseImport.begin(connection);
  try {
    const expected = new Map(target.tables.map((table) => [table.name, table]));
    for (const { name, columns, rows } of manifest.tables) {
      onProgress(`database: ${name}`);
      const table = expected.get(name);
      if (table?.columns.toSorted().join() !== columns.toSorted().join())
        throw new Error(`The backup is damaged: the columns of ${name} are not those of its schema.`);
      expected.delete(name);
      const inserting = target.write({ name, columns });
      await pipeline(createReadStream(path.join(folder, tableFile(name))), createGunzip(), inserting);
      if (inserting.rowCount !== rows)
        throw new Error(`The backup is damaged: ${name} has ${inserting.rowCount} rows instead of ${rows}.`);
    }
    const [missing] = expected.keys();
    if (missing !== undefined) throw new Error(`The backup is damaged: it lacks the table ${missing}.`);
    await target.commit(manifest.sequences);
  } finally {
    await target.close();
  }
  onProgress('database: later migrations');
  await migrate(connection, { logger });
}

async function checkRestored(
  context: StartContext,
  database: Database,
  { recordings }: Manifest,
): Promise<string[]> {
  const warnings: string[] = [];
  const secretFault = await findSecretKeyFault(context, database);
  if (secretFault !== undefined) warnings.push(secretFault);
  const { dataDir } = context.config;
  if ((await stat(path.join(dataDir, 'bootstrap.json')).catch(() => undefined)) === undefined)
    warnings.push('The commands of this machine have no key. Create one with: npx parley recover');
  if (!recordings.included)
    warnings.push(
      `The backup has no recordings. Copy them to ${path.join(dataDir, 'recordings')} from your own copy.`,
    );
  else if (recordings.missing > 0)
    warnings.push(`${recordings.missing} recordings were missing when the backup was made.`);
  return warnings;
}
