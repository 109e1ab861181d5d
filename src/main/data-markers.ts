import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Exists in a data folder while a backup is restored into it. It has the path of the backup. */
export const restoreMarker = (dataDir: string): string => path.join(dataDir, 'restore.pending');

/** Exists in a data folder whose embedded database was moved to another server. It has the address without the password. */
export const movedMarker = (dataDir: string): string => path.join(dataDir, 'postgres', 'database.moved');

/** Returns the text of a marker; undefined if it does not exist. */
export async function readMarker(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
}

/** Rejects a data folder with an incomplete restore, and an embedded database that was moved. @throws {Error} with a message for the operator */
export async function requireUsableData(dataDir: string, databaseUrl: string | undefined): Promise<void> {
  const backup = await readMarker(restoreMarker(dataDir));
  if (backup !== undefined)
    throw new Error(`${dataDir} has an incomplete restore. Run it again: npx parley restore ${backup}`);
  const address = databaseUrl === undefined ? await readMarker(movedMarker(dataDir)) : undefined;
  if (address !== undefined)
    throw new Error(
      `The database of ${dataDir} was moved to ${address}. Set PARLEY_DATABASE_URL. To use the old database again, delete ${movedMarker(dataDir)}.`,
    );
}
