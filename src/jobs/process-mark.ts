import { readFile, readlink } from 'node:fs/promises';
import { processState } from '../store/embedded-postgres/process-state.ts';

/** A process, as the others on its machine can look for it. */
export interface ProcessMark {
  /** Where its id means what it means to us: the machine since it was started, the namespace of process ids, the user. */
  readonly space: string;
  readonly pid: number;
  /** As the system tells it; two processes that had the same id one after the other differ in it. */
  readonly started: string;
}

/** The mark of this process; undefined where the system is none that tells (all but Linux). */
export async function markOfSelf(): Promise<ProcessMark | undefined> {
  const [space, state] = await Promise.all([spaceOfSelf(), processState(process.pid)]);
  if (space === undefined || state === undefined) return undefined;
  return { space, pid: process.pid, started: state.started };
}

/**
 * Whether the process that left this mark is proven to be gone. Of one of another machine, container or user nothing is known, nor of
 * what is no mark.
 */
export async function isProcessGone(mark: unknown): Promise<boolean> {
  const space = await spaceOfSelf();
  if (space === undefined || !isMark(mark) || mark.space !== space) return false;
  const state = await processState(mark.pid);
  return state === undefined || state.zombie || state.started !== mark.started;
}

/** A namespace's number is given anew only when no process is left in it (pid_namespaces(7)), and a process of another user may be hidden (proc(5), hidepid). */
async function spaceOfSelf(): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return [boot.trim(), await readlink('/proc/self/ns/pid'), process.getuid?.()].join(' ');
  } catch {
    return undefined;
  }
}

function isMark(value: unknown): value is ProcessMark {
  if (typeof value !== 'object' || value === null) return false;
  const { space, pid, started } = value as Partial<Record<keyof ProcessMark, unknown>>;
  return typeof space === 'string' && Number.isInteger(pid) && typeof started === 'string';
}
