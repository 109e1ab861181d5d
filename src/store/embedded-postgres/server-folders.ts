import { chmod, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { writeAccessRules } from './access-rules.ts';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { createDatabase, hasDatabase } from './data-folder.ts';
import { chooseLauncher, hand, handAll, type Launcher } from './launcher.ts';
import { linkLibraries } from './library-links.ts';
import { serverOwner } from './server-owner.ts';
import { prepareSocketFolder } from './socket-folder.ts';

/** Everything a server needs to be started. */
export interface ServerSetup {
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  readonly env: NodeJS.ProcessEnv;
  /** PGDATA. */
  readonly databaseFolder: string;
  readonly socketFolder: string;
  readonly logFile: string;
}

/** Where the server of a data folder lives, and its user; see `serverOwner`. */
export interface ServerPlace {
  /** Absolute, without symbolic links. */
  readonly root: string;
  /** PGDATA. */
  readonly databaseFolder: string;
  readonly owner: number | undefined;
}

/** Finds the place, and makes the folder around it. */
export async function locateServer(dataDir: string): Promise<ServerPlace> {
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
  const root = await realpath(path.join(dataDir, 'postgres'));
  return { root, databaseFolder: path.join(root, 'database'), owner: await serverOwner(root) };
}

/**
 * Below `dataDir`, `postgres/` is the server's: `database`, `run` with its socket, `server.log`, and `lib` where library
 * links could not be made in the package. The server is the one found unless another is `chosen`. Creates what is missing, and the database itself at the first start.
 */
export async function prepareServer(dataDir: string, chosen?: PostgresBinaries): Promise<ServerSetup> {
  const { root, databaseFolder, owner } = await locateServer(dataDir);
  const binaries = chosen ?? (await findBinaries());
  const exists = await hasDatabase(databaseFolder, binaries.major);
  const libraries =
    binaries.nativeFolder === null ? {} : await linkLibraries(binaries.nativeFolder, path.join(root, 'lib'));
  const env = { ...process.env, LC_ALL: 'C', ...libraries };
  await hand(root, owner);
  // The group passes on to `database` while initdb runs as another user of that group.
  await chmod(root, owner === undefined ? 0o700 : 0o710);
  const launcher = await chooseLauncher([binaries.postgres, binaries.initdb, root], owner);
  if (exists) await handAll(databaseFolder, owner);
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
