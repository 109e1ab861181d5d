import { readdirSync, readFileSync } from 'node:fs';

/** proc(5): times are told in ticks of 1/100 s. */
const tickUs = 10_000;

interface ProcessTimes {
  readonly parent: number;
  /** Its own, and that of children that have ended. */
  readonly takenUs: number;
}

/** /proc/[pid]/stat, from its third field on: the second is a name in parentheses that may hold anything. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { parent: fields[1]!, takenUs: (utime + stime + cutime + cstime) * tickUs };
  } catch {
    return undefined;
  }
}

/** Processor time that a process and the children of it have taken so far, in microseconds. Linux. */
export function processorTimeUs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return [timesOf(pid), ...children].reduce((sum, times) => sum + (times?.takenUs ?? 0), 0);
}

/** What an answer cost in microseconds of processor time, by who worked for it. */
export interface Cost {
  readonly askerUs: number;
  readonly serverUs: number;
  readonly databaseUs: number;
}

/** Tells, when called again, what each of `answers` has cost since. */
export function watchCost(serverPid: number, databasePid: number): (answers: number) => Cost {
  const taken = () => {
    const { user, system } = process.cpuUsage();
    return [user + system, processorTimeUs(serverPid), processorTimeUs(databasePid)];
  };
  const before = taken();
  return (answers) => {
    const [askerUs = 0, serverUs = 0, databaseUs = 0] = taken().map(
      (us, index) => (us - before[index]!) / answers,
    );
    return { askerUs, serverUs, databaseUs };
  };
}
