import { readdirSync, readFileSync } from 'node:fs';

/** CPU times in proc(5) are in ticks of 1/100 s. */
const tickUs = 10_000;

interface ProcessTimes {
  readonly parent: number;
  /** CPU time of the process and of its children that have exited. */
  readonly cpuUs: number;
}

/** Reads /proc/[pid]/stat from its third field on: the second is a name in parentheses with arbitrary characters. */
function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { parent: fields[1]!, cpuUs: (utime + stime + cutime + cstime) * tickUs };
  } catch {
    return undefined;
  }
}

/** Returns the CPU time of a process and its children in µs. Linux only. */
export function processorTimeUs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return [timesOf(pid), ...children].reduce((sum, times) => sum + (times?.cpuUs ?? 0), 0);
}

/** CPU time per response in µs, by process. `clientUs` is that of the load generator. */
export interface Cost {
  readonly clientUs: number;
  readonly serverUs: number;
  readonly databaseUs: number;
}

/** Starts a measurement and returns a function that returns the CPU time per response since then. */
export function measureCost(serverPid: number, databasePid: number): (responses: number) => Cost {
  const readUs = () => {
    const { user, system } = process.cpuUsage();
    return [user + system, processorTimeUs(serverPid), processorTimeUs(databasePid)];
  };
  const before = readUs();
  return (responses) => {
    const [clientUs = 0, serverUs = 0, databaseUs = 0] = readUs().map(
      (us, index) => (us - before[index]!) / responses,
    );
    return { clientUs, serverUs, databaseUs };
  };
}
