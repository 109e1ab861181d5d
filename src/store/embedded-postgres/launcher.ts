import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chown, lchown, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Id of the user `nobody`, which nearly all systems have. initdb requires a user that has a name in the passwd database. */
const nobodyId = 65_534;

const run = promisify(execFile);

/** Starts PostgreSQL programs as a user that PostgreSQL accepts. */
export interface Launcher {
  /** User and group id of the server and its files; undefined: those of this process. */
  readonly owner: number | undefined;
  /** User id of programs that `run` starts; their group is that of `owner`. */
  readonly initUser: number | undefined;
  /** Runs initdb as `initUser`, because initdb requires a user that has a name. */
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void>;
  /** Starts a program in its own session, so that a signal to the terminal of Parley does not reach it. */
  spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess;
}

/**
 * Chooses how programs are started as `owner`; undefined: as the user of this process. If that user cannot access one
 * of the files (a checkout below /root), uses setpriv(1) with the one capability that allows it. Throws with
 * instructions if that is not possible.
 */
export async function chooseLauncher(files: readonly string[], owner: number | undefined): Promise<Launcher> {
  if (owner === undefined) return directLauncher(undefined);
  const blocked = await firstBlocked(files, owner);
  if (blocked === undefined) return directLauncher(owner);
  const [command, ...prefix] = setprivPrefix(owner, owner);
  try {
    await run(command!, [...prefix, files[0]!, '--version'], { timeout: 10_000 });
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and the unprivileged user ${owner} has no access to ${blocked}. ` +
        'Run Parley as a dedicated user, move it and PARLEY_DATA_DIR to folders that all users may access, or set PARLEY_DATABASE_URL to a server.',
      { cause: error },
    );
  }
  return setprivLauncher(owner);
}

function directLauncher(owner: number | undefined): Launcher {
  const as = (uid: number | undefined) => (owner === undefined ? {} : { uid, gid: owner });
  return {
    owner,
    initUser: owner === undefined ? undefined : nobodyId,
    async run(program, args, env) {
      await run(program, args, { ...as(nobodyId), ...runOptions, env });
    },
    spawn: (program, args, env, stdio) =>
      spawn(program, args, { ...as(owner), env, cwd: '/', stdio, detached: true }),
  };
}

function setprivLauncher(owner: number): Launcher {
  return {
    owner,
    initUser: nobodyId,
    async run(program, args, env) {
      const [command, ...prefix] = setprivPrefix(nobodyId, owner);
      await run(command!, [...prefix, program, ...args], { ...runOptions, env });
    },
    spawn(program, args, env, stdio) {
      const [command, ...prefix] = setprivPrefix(owner, owner);
      return spawn(command!, [...prefix, program, ...args], { env, cwd: '/', stdio, detached: true });
    },
  };
}

const runOptions = { cwd: '/', timeout: 120_000, maxBuffer: 1 << 20 };

/**
 * access(2), which initdb uses, ignores the capabilities of a process that is not root, unless no_setuid_fixup is set.
 */
function setprivPrefix(uid: number, gid: number): string[] {
  const capability = '+dac_override';
  return [
    'setpriv',
    '--reuid',
    String(uid),
    '--regid',
    String(gid),
    '--clear-groups',
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    capability,
    '--ambient-caps',
    capability,
    '--',
  ];
}

/** Returns the first folder or file on the path to `files` that `owner` may not access. */
async function firstBlocked(files: readonly string[], owner: number): Promise<string | undefined> {
  for (const file of files) {
    for (const step of pathComponents(await realpath(file))) {
      if (!canAccess(await stat(step), owner)) return step;
    }
  }
  return undefined;
}

function pathComponents(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [file] : [...pathComponents(parent), file];
}

function canAccess({ uid, gid, mode }: { uid: number; gid: number; mode: number }, owner: number): boolean {
  if (uid === owner) return (mode & 0o100) !== 0;
  if (gid === owner) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** Changes the owner of a file or folder to the user of the server. */
export async function chownTo(file: string, owner: number | undefined): Promise<void> {
  if (owner !== undefined) await chown(file, owner, owner);
}

/**
 * Changes the owner of a folder and its contents to the user of the server, if it belongs to another user, for example
 * after root restored a backup. Throws if this process may not.
 */
export async function chownAllTo(folder: string, owner: number | undefined): Promise<void> {
  const expectedUid = owner ?? process.getuid?.();
  const { uid } = await stat(folder);
  if (uid === expectedUid || expectedUid === undefined) return;
  if (owner === undefined)
    throw new Error(
      `${folder} belongs to user ${uid}, but Parley runs as user ${expectedUid}. Start Parley as user ${uid}, or change the owner of the folder to user ${expectedUid}.`,
    );
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await lchown(path.join(entry.parentPath, entry.name), owner, owner);
  await lchown(folder, owner, owner);
}
