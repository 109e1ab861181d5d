import { access, chmod, chown, mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresBinaries } from './binaries.ts';
import { chownAllTo, type Launcher } from './launcher.ts';

const stickyBit = 0o1000;

/**
 * Restricts a data folder to the user of this process and, if the server has its own user id, to the group of the server, which must enter the
 * folder. A shared folder such as /tmp is unchanged. Throws if another user owns the folder.
 */
export async function restrictDataFolder(dataDir: string, serverOwner: number | undefined): Promise<void> {
  const { uid, mode } = await stat(dataDir);
  const ownUid = process.getuid?.() ?? uid;
  if (uid !== ownUid && ownUid !== 0)
    throw new Error(
      `${dataDir} belongs to the user with the id ${uid}, but Parley runs as user ${ownUid}. Start Parley as user ${uid}, or change the owner of the folder.`,
    );
  if ((mode & stickyBit) !== 0) return;
  if (serverOwner !== undefined) await chown(dataDir, uid, serverOwner);
  await chmod(dataDir, serverOwner === undefined ? 0o700 : 0o710);
}

/** Files without which a data folder is incomplete. They are checked because the error of the server would be less clear. */
const essentialFiles = ['global/pg_control', 'base', 'pg_wal', 'pg_xact', 'postgresql.conf'];

/**
 * Returns whether the folder has a database of this major version. Throws, and changes nothing, if the database is
 * incomplete or of another version.
 */
export async function hasDatabase(folder: string, major: number): Promise<boolean> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return false;
  const untouched = 'Nothing was changed. Restore the folder from a backup, or move it away to start empty.';
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined)
    throw new Error(`${folder} is not a complete database: PG_VERSION is missing. ${untouched}`);
  if (Number(version) !== major) {
    throw new Error(
      `${folder} is a database of PostgreSQL ${version.trim()}, but this Parley includes version ${major}. Nothing was changed. ` +
        'Back it up with the Parley that wrote it, and restore the backup into a new data folder.',
    );
  }
  for (const file of essentialFiles) {
    await access(path.join(folder, file)).catch(() => {
      throw new Error(`${folder} is not a complete database: ${file} is missing. ${untouched}`);
    });
  }
  return true;
}

/**
 * Creates an empty database in a temporary folder and renames the folder when it is complete, so that an interruption
 * leaves no partial database. If initdb runs as another user than the server, the parent folder admits only the group of
 * the server, so that no other process of initdb's user can access the files.
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
  await chownAllTo(unfinished, launcher.owner);
  await rmdir(folder).catch(() => {
    // The folder does not exist.
  });
  await rename(unfinished, folder);
}

/**
 * Selects the builtin locale provider if it exists (PostgreSQL 17). It makes the order of rows independent of the C library
 * of the machine.
 */
function initdbArguments(folder: string, major: number): string[] {
  const locale = major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  return ['-D', folder, '-U', 'parley', '-A', 'peer', '-E', 'UTF8', '--data-checksums', ...locale];
}

function explainInitdb(error: Error & { stderr?: string }): string {
  const output = (error.stderr ?? '').trim() || error.message;
  if (output.includes('could not look up effective user ID'))
    return 'The user that runs PostgreSQL has no entry in /etc/passwd. Add one, or set PARLEY_DATABASE_URL to a server.';
  return `The database could not be created: ${output.slice(-600)}`;
}
