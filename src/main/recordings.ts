import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Metric, HealthCheck } from '../api/node-status.ts';
import { recordingFaults, type RecordingFault } from '../domain/recording-fault.ts';
import { minFreeBytes } from '../media/recording-file.ts';

/** Faults that are no failures of this node. The metrics omit them. */
const expectedFaults: ReadonlySet<RecordingFault> = new Set(['not_announced', 'refused', 'node_lost']);

/** Reports whether recordings can be written: free space, and disk errors of the last recording of this node. */
export class RecordingHealth {
  readonly #root: string;
  readonly #counts = new Map<RecordingFault, number>();
  #lastFault: RecordingFault | undefined;

  /** `root` is the absolute path of the folder of the recordings. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Records the end of a recording, with its fault if it is not complete. */
  recordEnd(fault: RecordingFault | undefined): void {
    this.#lastFault = fault?.startsWith('disk_') === true ? fault : undefined;
    if (fault !== undefined) this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1);
  }

  async check(): Promise<Omit<HealthCheck, 'name'>> {
    return checkRecordingSpace(this.#root, this.#lastFault);
  }

  metrics(): Metric[] {
    const failures = recordingFaults.filter((reason) => !expectedFaults.has(reason));
    return failures.map((reason) => ({
      name: 'parley_recordings_failed_total',
      help: 'Recordings of calls that are missing or incomplete, by reason.',
      type: 'counter',
      labels: { reason },
      value: this.#counts.get(reason) ?? 0,
    }));
  }
}

/** Reports a degraded node if free space is too low or the last recording failed because of the disk. Rejects if the disk cannot be read. */
export async function checkRecordingSpace(
  root: string,
  lastFault?: RecordingFault,
): Promise<Omit<HealthCheck, 'name'>> {
  const { bavail, bsize } = await statfsOfNearest(root);
  const freeBytes = bavail * bsize;
  const free = `${mebibytes(freeBytes)} free for recordings in ${root}`;
  if (freeBytes < minFreeBytes) {
    const detail = `${free}; calls are not recorded below ${mebibytes(minFreeBytes)}. Free space on this disk.`;
    return { ok: false, degraded: true, detail };
  }
  if (lastFault === undefined) return { ok: true, detail: free };
  const detail = `the last recording is missing or incomplete (${lastFault}); ${free}. The log names the calls.`;
  return { ok: false, degraded: true, detail };
}

/** Returns the statistics of the disk on which a folder is or will be: before the first start, only a parent of the folder exists. */
const statfsOfNearest = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: unknown) => {
    const parent = path.dirname(folder);
    if (parent === folder || (error as { code?: string }).code !== 'ENOENT') throw error;
    return statfsOfNearest(parent);
  });

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en-US')} MiB`;
