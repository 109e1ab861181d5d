import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** State of a process. `started` distinguishes processes that reuse an id. */
export interface ProcessState {
  readonly name: string;
  readonly isZombie: boolean;
  readonly started: string;
}

/** Returns the state of a process, or undefined if none has this id. */
export async function processState(pid: number): Promise<ProcessState | undefined> {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/**
 * Parses /proc/[pid]/stat (proc(5)). The name is in parentheses and may contain any character. The state follows; the start
 * time in ticks is 19 fields later.
 */
async function fromProc(pid: number): Promise<ProcessState | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const end = text.lastIndexOf(')');
  const fields = text.slice(end + 2).split(' ');
  return {
    name: text.slice(text.indexOf('(') + 1, end),
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    started: fields[19] ?? '',
  };
}

async function fromPs(pid: number): Promise<ProcessState | undefined> {
  const output = await run('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)]).catch(() => undefined);
  const match = /^\s*(\S+)\s+(\S+ \S+ +\S+ \S+ \S+)\s+(.*\S)\s*$/.exec(output?.stdout ?? '');
  if (match === null) return undefined;
  const [, state, started, command] = match;
  return { name: command!.split('/').at(-1)!, isZombie: state!.startsWith('Z'), started: started! };
}

/** Returns the effective user id of a process, or `undefined` if it has ended or the system has no /proc. */
export async function processUser(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const effective = /^Uid:\t\d+\t(\d+)/m.exec(status)?.[1];
  return effective === undefined ? undefined : Number(effective);
}

/**
 * Returns the ids of processes with this working directory. All processes of a PostgreSQL server work in its data folder.
 * Linux only.
 */
export async function processesIn(folder: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((name) => /^\d+$/.test(name)).map(Number);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)));
  return pids.filter((_pid, index) => folders[index] === folder);
}
