import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../core/logger.ts';
import type { CallTrace, CallTraces } from '../sip/call-trace.ts';

export interface KeptTrace {
  readonly key: string;
  readonly trace: CallTrace;
}

export interface TraceFolderOptions {
  /** Absolute; only its owner may read it. */
  readonly folder: string;
  /** This process, and no other that ever was. */
  readonly nodeId: string;
  readonly logger: Logger;
}

/**
 * The traces of calls as files, a folder for each process and a file for each call. They are written before the event loop goes on, so
 * that none is missing of a call that the other side has heard of when the process is killed; the fall of the whole machine may take
 * the last ones. A disk that takes nothing costs the traces, never a call.
 */
export class TraceFolder implements CallTraces {
  readonly #options: TraceFolderOptions;
  readonly #own: string;
  #isFailing = false;

  constructor(options: TraceFolderOptions) {
    this.#options = options;
    this.#own = path.join(options.folder, options.nodeId);
    this.#attempt(() => mkdirSync(this.#own, { recursive: true, mode: 0o700 }));
  }

  keep(key: string, trace: CallTrace): void {
    const kept: KeptTrace = { key, trace };
    this.#attempt(() => writeFileSync(this.#fileOf(key), JSON.stringify(kept), { mode: 0o600 }));
  }

  forget(key: string): void {
    this.#attempt(() => rmSync(this.#fileOf(key), { force: true }));
  }

  /** The other processes that left a folder behind, or still use it. */
  others(): readonly string[] {
    return namesIn(this.#options.folder).filter((name) => name !== this.#options.nodeId);
  }

  /** Makes the traces of a process that is gone our own. Those that were cut short are thrown away. */
  takeOver(nodeId: string): readonly KeptTrace[] {
    const folder = path.join(this.#options.folder, nodeId);
    const taken: KeptTrace[] = [];
    this.#attempt(() => {
      for (const name of namesIn(folder)) {
        const kept = readTrace(path.join(folder, name));
        if (kept === undefined) rmSync(path.join(folder, name), { force: true });
        else renameSync(path.join(folder, name), this.#fileOf(kept.key));
        if (kept !== undefined) taken.push(kept);
      }
      rmdirSync(folder);
    });
    return taken;
  }

  /** Removes the folder of this process where no trace is left in it. To be called after the last call; safe to call twice. */
  close(): void {
    if (namesIn(this.#own).length === 0) rmSync(this.#own, { recursive: true, force: true });
  }

  /** A Call-ID may hold what a file's name may not. */
  #fileOf(key: string): string {
    return path.join(this.#own, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  /** The log hears of the first failure in a row. */
  #attempt(act: () => void): void {
    try {
      act();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        this.#options.logger.error({ err: error }, 'What ends calls after a crash cannot be kept.');
      this.#isFailing = true;
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Undefined for a file that a crash cut short. */
function readTrace(file: string): KeptTrace | undefined {
  try {
    const { key, trace } = JSON.parse(readFileSync(file, 'utf8')) as Partial<KeptTrace>;
    return typeof key === 'string' && trace !== undefined ? { key, trace } : undefined;
  } catch {
    return undefined;
  }
}
