import { access, chown, mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { handAll, type Launcher } from './launcher.ts';

/** Without any of these a data folder is not whole; the server would say so less clearly. */
const essentialFiles = ['global/pg_control', 'base', 'pg_wal', 'pg_xact', 'postgresql.conf'];

/** Whether there is a database that these binaries can open. Throws, touching nothing, where there is a broken or foreign one. */
export async function hasDatabase(folder: string, major: number): Promise<boolean> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return false;
  const untouched = 'Nothing was changed. Restore the folder from a backup, or move it away to start empty.';
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined)
    throw new Error(`${folder} is not a whole database: PG_VERSION is missing. ${untouched}`);
  if (Number(version) !== major) {
    throw new Error(
      `${folder} is a database of PostgreSQL ${version.trim()}, and this Parley brings version ${major}. Nothing was changed. ` +
        'Back it up with the Parley that wrote it, and restore the backup into a new data folder.',
    );
  }
  for (const file of essentialFiles) {
    await access(path.join(folder, file)).catch(() => {
      throw new Error(`${folder} is not a whole database: ${file} is missing. ${untouched}`);
    });
  }
  return true;
}

/**
 * Makes a new, empty database. It is made beside its place and moved there when it is whole, so that an interruption
 * leaves nothing that looks like one. Where initdb runs as another user than the server, the folder above lets only the group of the
 * server pass, so that no other process of that user reaches the files.
 */
export async function createDatabase(
  folder: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (launcher.initUser !== undefined) await chown(unfinished, launcher.initUser, launcher.owner!);
  try {
    await launcher.run(binaries.initdb, initdbArguments(unfinished, binaries.major), env);
  } catch (error) {
    throw new Error(explainInitdb(error as Error & { stderr?: string }), { cause: error });
  }
  await handAll(unfinished, launcher.owner);
  await rmdir(folder).catch(() => {
    // There was no empty folder in its place.
  });
  await rename(unfinished, folder);
}

/** The builtin provider (PostgreSQL 17) does not change with the machine's C library, and so neither does the order of rows. */
function initdbArguments(folder: string, major: number): string[] {
  const locale = major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  return ['-D', folder, '-U', 'parley', '-A', 'peer', '-E', 'UTF8', '--data-checksums', ...locale];
}

function explainInitdb(error: Error & { stderr?: string }): string {
  const said = (error.stderr ?? '').trim() || error.message;
  if (said.includes('could not look up effective user ID'))
    return 'PostgreSQL needs the user it runs as to have an entry in /etc/passwd. Add one, or name a server in PARLEY_DATABASE_URL.';
  return `The database could not be created: ${said.slice(-600)}`;
}
