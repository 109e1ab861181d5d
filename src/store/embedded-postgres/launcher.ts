import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chown, lchown, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** `nobody` wherever there is one. PostgreSQL refuses to run as root. */
const unprivilegedId = 65_534;

const run = promisify(execFile);

/** Starts the server's programs as a user they agree to run as. */
export interface Launcher {
  /** Who is to own the server's files; undefined: whoever we are. */
  readonly owner: number | undefined;
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void>;
  /** In a session of its own, so that a signal to our terminal does not reach it. */
  spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions): ChildProcess;
}

/**
 * As ourselves; as root, as `nobody`. Where `nobody` cannot walk to one of the files (a checkout below /root), through
 * setpriv(1) with the one capability that opens the way. Throws with what to do where that is not to be had.
 */
export async function chooseLauncher(files: readonly string[]): Promise<Launcher> {
  if (process.getuid?.() !== 0) return launcher(undefined, []);
  const blocked = await firstBlocked(files);
  if (blocked === undefined) return launcher(unprivilegedId, []);
  const prefix = setprivPrefix();
  try {
    await run(prefix[0]!, [...prefix.slice(1), files[0]!, '--version'], { timeout: 10_000 });
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and the unprivileged user ${unprivilegedId} may not enter ${blocked}. ` +
        'Run Parley as a user of its own, move it and PARLEY_DATA_DIR to folders that everybody may enter, or name a server in PARLEY_DATABASE_URL.',
      { cause: error },
    );
  }
  return launcher(unprivilegedId, prefix);
}

function launcher(owner: number | undefined, prefix: readonly string[]): Launcher {
  const ids = owner === undefined || prefix.length > 0 ? {} : { uid: owner, gid: owner };
  const words = (program: string, args: readonly string[]) =>
    [...prefix, program, ...args] as [string, ...string[]];
  return {
    owner,
    async run(program, args, env) {
      const [command, ...rest] = words(program, args);
      await run(command, rest, { ...ids, env, cwd: '/', timeout: 120_000, maxBuffer: 1 << 20 });
    },
    spawn(program, args, env, stdio) {
      const [command, ...rest] = words(program, args);
      return spawn(command, rest, { ...ids, env, cwd: '/', stdio, detached: true });
    },
  };
}

/** access(2) ignores the capabilities of a process that is not root, unless no_setuid_fixup is set; initdb asks it. */
function setprivPrefix(): string[] {
  const id = String(unprivilegedId);
  const capability = '+dac_override';
  return [
    'setpriv',
    '--reuid',
    id,
    '--regid',
    id,
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

/** The first folder or file on the way to `files` that `nobody` may not enter or run. */
async function firstBlocked(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    for (const step of stepsTo(await realpath(file))) {
      if (!mayPass(await stat(step))) return step;
    }
  }
  return undefined;
}

function stepsTo(file: string): string[] {
  const parent = path.dirname(file);
  return parent === file ? [file] : [...stepsTo(parent), file];
}

function mayPass({ uid, gid, mode }: { uid: number; gid: number; mode: number }): boolean {
  if (uid === unprivilegedId) return (mode & 0o100) !== 0;
  if (gid === unprivilegedId) return (mode & 0o010) !== 0;
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
