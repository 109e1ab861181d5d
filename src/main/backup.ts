import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { Closers } from '../core/closers.ts';
import type { Config } from '../core/config.ts';
import { readVersion } from '../core/version.ts';
import { lockFolder } from '../store/embedded-postgres/folder-lock.ts';
import { readMigrationHistory } from '../store/migrate.ts';
import { DatabaseSnapshot } from '../store/table-copy.ts';
import { BackupWriter, isRecordingFile, tableFile, type Manifest } from './backup-folder.ts';
import { connectToMachineDatabase } from './machine-database.ts';
import type { Dependencies } from './start-context.ts';

/** The files that open the service and its secrets. They are in a folder of their own, next to the backup. */
export const keyFiles: readonly string[] = ['secret.key', 'bootstrap.json'];

/** Returns the folder of the keys of a backup. */
export const keysFolder = (folder: string): string => `${folder}.keys`;

export interface BackupOptions {
  /** Absolute path of the backup, which must not exist. */
  readonly folder: string;
  readonly includesKeys: boolean;
  readonly includesRecordings: boolean;
  /** Receives what is being done, for display. */
  readonly onProgress: (text: string) => void;
}

export interface BackupResult {
  readonly manifest: Pick<Manifest, 'tables' | 'recordings'>;
  /** The files in the folder of the keys; empty if it was not written. */
  readonly keys: readonly string[];
}

/**
 * Writes a backup of the database and the recordings of this machine. The service may run: the tables are read from one snapshot. The folder
 * has a temporary name until it is complete.
 * @throws {Error} with a message for the operator
 */
export async function backUp(
  config: Config,
  dependencies: Dependencies,
  options: BackupOptions,
): Promise<BackupResult> {
  const { folder, includesKeys } = options;
  for (const target of includesKeys ? [folder, keysFolder(folder)] : [folder])
    if ((await stat(target).catch(() => undefined)) !== undefined)
      throw new Error(`${target} exists already. Choose another name for the backup.`);
  const partial = `${folder}.partial`;
  const closers = new Closers(dependencies.logger);
  try {
    await claimFolder(partial, closers);
    const connection = await connectToMachineDatabase(config, dependencies, closers);
    const migrations = await readMigrationHistory(connection);
    if (migrations.length === 0)
      throw new Error('The database has no tables of Parley yet. Start the service once.');
    const snapshot = await DatabaseSnapshot.open(connection);
    closers.add('snapshot', () => snapshot.close());
    const content = path.join(partial, 'content');
    const manifest = await writeContent(content, snapshot, {
      ...options,
      dataDir: path.resolve(config.dataDir),
      description: {
        format: 1,
        parleyVersion: readVersion(),
        createdAt: new Date(dependencies.clock.now()).toISOString(),
        migrations,
      },
    });
    const keys = includesKeys ? await copyKeys(path.resolve(config.dataDir), partial) : [];
    if (includesKeys) await rename(path.join(partial, 'keys'), keysFolder(folder));
    await rename(content, folder);
    return { manifest, keys };
  } finally {
    await closers.close();
  }
}

/** Creates the temporary folder, or takes over the one of a backup that was interrupted. `closers` removes it. */
async function claimFolder(partial: string, closers: Closers): Promise<void> {
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const known = new Set(['content', 'keys', 'parley.lock']);
  const unknown = (await readdir(partial)).find(
    (name) => !known.has(name) && !name.startsWith('parley.lock.'),
  );
  if (unknown !== undefined)
    throw new Error(`${partial} has other files, such as ${unknown}. Choose another name for the backup.`);
  await lockFolder(partial);
  closers.add('temporary folder', () => rm(partial, { recursive: true, force: true }));
  for (const name of ['content', 'keys'])
    await rm(path.join(partial, name), { recursive: true, force: true });
}

interface Content extends BackupOptions {
  readonly dataDir: string;
  readonly description: Pick<Manifest, 'format' | 'parleyVersion' | 'createdAt' | 'migrations'>;
}

async function writeContent(
  folder: string,
  snapshot: DatabaseSnapshot,
  { dataDir, includesRecordings, description, onProgress }: Content,
): Promise<BackupResult['manifest']> {
  await mkdir(folder, { mode: 0o700 });
  const writer = new BackupWriter(folder);
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    onProgress(`database: ${table.name}`);
    const rows = snapshot.read(table);
    // Fast compression: a higher level takes several times as long, on a machine that may handle calls.
    await writer.write(tableFile(table.name), rows, createGzip({ level: 1 }));
    tables.push({ name: table.name, columns: [...table.columns], rows: rows.rowCount });
  }
  const recordings = { included: includesRecordings, files: 0, bytes: 0, missing: 0 };
  if (includesRecordings)
    for await (const paths of snapshot.recordingPaths()) {
      onProgress(`recordings: ${recordings.files}`);
      for (const file of paths) await addRecording(writer, dataDir, file, recordings);
    }
  const manifest = { ...description, tables, sequences: await snapshot.sequences(), recordings };
  await writer.finish(manifest);
  return manifest;
}

async function addRecording(
  writer: BackupWriter,
  dataDir: string,
  stored: string,
  counts: Manifest['recordings'],
): Promise<void> {
  // A database of an earlier version has absolute paths.
  const file = path.posix.join('recordings', ...stored.split('/').slice(-2));
  try {
    if (!isRecordingFile(file)) throw Object.assign(new Error(), { code: 'ENOENT' });
    counts.bytes += await writer.write(file, createReadStream(path.join(dataDir, file)));
    counts.files += 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    counts.missing += 1;
  }
}

async function copyKeys(dataDir: string, partial: string): Promise<string[]> {
  const folder = path.join(partial, 'keys');
  await mkdir(folder, { mode: 0o700 });
  const copied: string[] = [];
  for (const name of keyFiles) {
    try {
      await copyFile(path.join(dataDir, name), path.join(folder, name));
      copied.push(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return copied;
}
