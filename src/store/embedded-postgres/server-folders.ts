import { chmod, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { createDatabase, hasDatabase } from './data-folder.ts';
import { chooseLauncher, hand, handAll, type Launcher } from './launcher.ts';
import { linkLibraries } from './library-links.ts';
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

/**
 * Below `dataDir`, `postgres/` is the server's: `database`, `run` with its socket, `server.log`, and `lib` where library
 * links could not be made in the package. The server is the one found unless another is `chosen`. Creates what is missing, and the database itself at the first start.
 */
export async function prepareServer(dataDir: string, chosen?: PostgresBinaries): Promise<ServerSetup> {
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
  const root = await realpath(path.join(dataDir, 'postgres'));
  const databaseFolder = path.join(root, 'database');
  const binaries = chosen ?? (await findBinaries());
  const exists = await hasDatabase(databaseFolder, binaries.major);
  const libraries =
    binaries.nativeFolder === null ? {} : await linkLibraries(binaries.nativeFolder, path.join(root, 'lib'));
  const env = { ...process.env, LC_ALL: 'C', ...libraries };
  await chmod(root, 0o755);
  const launcher = await chooseLauncher([binaries.postgres, binaries.initdb, root]);
  await hand(root, launcher.owner);
  if (exists) await handAll(databaseFolder, launcher.owner);
  else await createDatabase(databaseFolder, binaries, launcher, env);
  const socketFolder = await prepareSocketFolder(root, launcher.owner);
  return {
    binaries,
    launcher,
    env,
    databaseFolder,
    socketFolder,
    logFile: path.join(root, 'server.log'),
  };
}
