import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chown, lchown, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Id of the user `nobody`, which exists on nearly all systems. initdb requires a user with an entry in the passwd database. */
const nobodyId = 65_534;

const run = promisify(execFile);

/** Starts PostgreSQL programs as a user that PostgreSQL accepts. */
export interface Launcher {
  /** User and group id of the server and its files; undefined: those of this process. */
  readonly owner: number | undefined;
  /** User id of programs that `run` starts. Their group id is `owner`. */
  readonly initUser: number | undefined;
  /** Runs initdb as `initUser`, because initdb requires a user with a name. */
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void>;
  /** Starts a program in a new session, so that signals of Parley's terminal do not reach it. */
  spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess;
}

/**
 * Returns a launcher that starts programs as `owner`; undefined: as the user of this process. If `owner` cannot access one
 * of the files (a checkout below /root), the launcher uses setpriv(1) with the capability CAP_DAC_OVERRIDE. Throws with
 * instructions if setpriv does not work.
 */
export async function chooseLauncher(files: readonly string[], owner: number | undefined): Promise<Launcher> {
  if (owner === undefined) return directLauncher(undefined);
  const blocked = await findInaccessible(files, owner);
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
  const idsOf = (uid: number | undefined) => (owner === undefined ? {} : { uid, gid: owner });
  return {
    owner,
    initUser: owner === undefined ? undefined : nobodyId,
    async run(program, args, env) {
      await run(program, args, { ...idsOf(nobodyId), ...runOptions, env });
    },
    spawn: (program, args, env, stdio) =>
      spawn(program, args, { ...idsOf(owner), env, cwd: '/', stdio, detached: true }),
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
 * Returns the command that grants CAP_DAC_OVERRIDE. Without no_setuid_fixup, access(2), which initdb uses, ignores the
 * capabilities of a process that is not root.
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

/** Returns the first file, or folder on the path to a file, that `owner` cannot access. */
async function findInaccessible(files: readonly string[], owner: number): Promise<string | undefined> {
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
 * Changes the owner of a folder and its contents to the user of the server if it belongs to another user, for example
 * after root restored a backup. Throws if this process lacks the permission.
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
