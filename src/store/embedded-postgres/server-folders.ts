import { chmod, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { writeAccessRules } from './access-rules.ts';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { createDatabase, hasDatabase, restrictDataFolder } from './data-folder.ts';
import { chooseLauncher, chownTo, chownAllTo, type Launcher } from './launcher.ts';
import { linkLibraries } from './library-links.ts';
import { serverOwner } from './server-owner.ts';
import { prepareSocketFolder } from './socket-folder.ts';

/** The files, folders and launcher with which a server starts. */
export interface ServerSetup {
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  readonly env: NodeJS.ProcessEnv;
  /** PGDATA. */
  readonly databaseFolder: string;
  readonly socketFolder: string;
  readonly logFile: string;
}

/** Location of the server of a data folder, and its user; see `serverOwner`. */
export interface ServerLocation {
  /** Absolute, without symbolic links. */
  readonly root: string;
  /** PGDATA. */
  readonly databaseFolder: string;
  readonly owner: number | undefined;
}

/** Returns the location of the server, and creates its parent folder. */
export async function locateServer(dataDir: string): Promise<ServerLocation> {
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
  const root = await realpath(path.join(dataDir, 'postgres'));
  return { root, databaseFolder: path.join(root, 'database'), owner: await serverOwner(root) };
}

/**
 * Prepares the server's folders in `dataDir/postgres`: `database`, `run` with its socket, `server.log`, and `lib` if
 * library links cannot be created in the package. Creates missing folders, and the database at the first start.
 * `chosen` defaults to the result of `findBinaries`.
 */
export async function prepareServer(dataDir: string, chosen?: PostgresBinaries): Promise<ServerSetup> {
  const { root, databaseFolder, owner } = await locateServer(dataDir);
  const binaries = chosen ?? (await findBinaries());
  const exists = await hasDatabase(databaseFolder, binaries.major);
  const libraries =
    binaries.nativeFolder === null ? {} : await linkLibraries(binaries.nativeFolder, path.join(root, 'lib'));
  const env = { ...process.env, LC_ALL: 'C', ...libraries };
  await restrictDataFolder(dataDir, owner);
  await chownTo(root, owner);
  // The group has access to `database` while initdb runs as another user of that group.
  await chmod(root, owner === undefined ? 0o700 : 0o710);
  const launcher = await chooseLauncher([binaries.postgres, binaries.initdb, root], owner);
  if (exists) await chownAllTo(databaseFolder, owner);
  else await createDatabase(databaseFolder, binaries, launcher, env);
  await writeAccessRules(databaseFolder, owner);
  const socketFolder = await prepareSocketFolder(root, owner);
  return {
    binaries,
    launcher,
    env,
    databaseFolder,
    socketFolder,
    logFile: path.join(root, 'server.log'),
  };
}
