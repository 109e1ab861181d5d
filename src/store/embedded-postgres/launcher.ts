import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chown, lchown, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** `nobody`. initdb refuses a user without an entry in the passwd database, and this entry exists nearly everywhere. */
const namedId = 65_534;

const run = promisify(execFile);

/** Starts the server's programs as a user they agree to run as. */
export interface Launcher {
  /** User and group id of the server and its files; undefined: those of this process. */
  readonly owner: number | undefined;
  /** User id of programs that `run` starts; their group is that of `owner`. */
  readonly initUser: number | undefined;
  /** For initdb alone: as `initUser`, which has a name. */
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void>;
  /** In a session of its own, so that a signal to our terminal does not reach it. */
  spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess;
}

/**
 * Chooses how programs are started as `owner`; undefined: as the user of this process. Where that user cannot walk to one of the files (a
 * checkout below /root), through setpriv(1) with the one capability that opens the way. Throws with what to do where that is not possible.
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
      `PostgreSQL does not run as root, and the unprivileged user ${owner} may not enter ${blocked}. ` +
        'Run Parley as a user of its own, move it and PARLEY_DATA_DIR to folders that everybody may enter, or name a server in PARLEY_DATABASE_URL.',
      { cause: error },
    );
  }
  return setprivLauncher(owner);
}

function directLauncher(owner: number | undefined): Launcher {
  const as = (uid: number | undefined) => (owner === undefined ? {} : { uid, gid: owner });
  return {
    owner,
    initUser: owner === undefined ? undefined : namedId,
    async run(program, args, env) {
      await run(program, args, { ...as(namedId), ...runOptions, env });
    },
    spawn: (program, args, env, stdio) =>
      spawn(program, args, { ...as(owner), env, cwd: '/', stdio, detached: true }),
  };
}

function setprivLauncher(owner: number): Launcher {
  return {
    owner,
    initUser: namedId,
    async run(program, args, env) {
      const [command, ...prefix] = setprivPrefix(namedId, owner);
      await run(command!, [...prefix, program, ...args], { ...runOptions, env });
    },
    spawn(program, args, env, stdio) {
      const [command, ...prefix] = setprivPrefix(owner, owner);
      return spawn(command!, [...prefix, program, ...args], { env, cwd: '/', stdio, detached: true });
    },
  };
}

const runOptions = { cwd: '/', timeout: 120_000, maxBuffer: 1 << 20 };

/** access(2) ignores the capabilities of a process that is not root, unless no_setuid_fixup is set; initdb asks it. */
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

/** The first folder or file on the way to `files` that `owner` may not enter or run. */
async function firstBlocked(files: readonly string[], owner: number): Promise<string | undefined> {
  for (const file of files) {
    for (const step of stepsTo(await realpath(file))) {
      if (!mayPass(await stat(step), owner)) return step;
    }
  }
  return undefined;
}

function stepsTo(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [file] : [...stepsTo(parent), file];
}

function mayPass({ uid, gid, mode }: { uid: number; gid: number; mode: number }, owner: number): boolean {
  if (uid === owner) return (mode & 0o100) !== 0;
  if (gid === owner) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** Gives a file or folder of ours to the user that the server runs as. */
export async function hand(file: string, owner: number | undefined): Promise<void> {
  if (owner !== undefined) await chown(file, owner, owner);
}

/**
 * Gives a whole folder of ours to the user that the server runs as, where it belongs to another: root brought it back from a
 * backup, say, or Parley ran as somebody else before. Throws where we may not.
 */
export async function handAll(folder: string, owner: number | undefined): Promise<void> {
  const rightful = owner ?? process.getuid?.();
  const { uid } = await stat(folder);
  if (uid === rightful || rightful === undefined) return;
  if (owner === undefined)
    throw new Error(
      `${folder} belongs to user ${uid}, and this is user ${rightful}. Start Parley as user ${uid}, or give the folder to user ${rightful}.`,
    );
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) await lchown(path.join(entry.parentPath, entry.name), owner, owner);
  await lchown(folder, owner, owner);
}
