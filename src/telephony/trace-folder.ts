import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
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
  /** How long its file may grow before what is over is left out of it (4 MiB). */
  readonly bytesMax?: number;
}

const suffix = '.jsonl';

/**
 * The traces of calls in files, one for each process: a line for each that was kept or forgotten, the last one counts. A line is
 * handed to the system before the event loop goes on, so that none is missing of a call that the other side has heard of when the
 * process is killed; nothing waits for the disk, and the fall of the whole machine may take the last ones. A disk that takes nothing
 * costs the traces, never a call.
 */
export class TraceFolder implements CallTraces {
  readonly #options: TraceFolderOptions;
  readonly #bytesMax: number;
  /** The lines of the traces that are kept, by their keys. */
  readonly #kept = new Map<string, string>();
  /** None until the first line, and after a failure. */
  #file: number | undefined;
  #bytes = 0;
  #isFailing = false;

  constructor(options: TraceFolderOptions) {
    this.#options = options;
    this.#bytesMax = options.bytesMax ?? 4 * 1024 * 1024;
  }

  keep(key: string, trace: CallTrace): void {
    const kept: KeptTrace = { key, trace };
    const line = `${JSON.stringify(kept)}\n`;
    this.#kept.set(key, line);
    this.#write(line);
  }

  forget(key: string): void {
    if (this.#kept.delete(key)) this.#write(`${JSON.stringify({ key })}\n`);
  }

  /** The other processes that left a file behind, or still use it. */
  others(): readonly string[] {
    return namesIn(this.#options.folder)
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
      .filter((nodeId) => nodeId !== this.#options.nodeId);
  }

  /** Makes the traces of a process that is gone our own. A line that was cut short is passed over. */
  takeOver(nodeId: string): readonly KeptTrace[] {
    const taken = this.#attempt(() => readTraces(this.#fileOf(nodeId))) ?? [];
    for (const { key, trace } of taken) this.keep(key, trace);
    this.#attempt(() => this.#remove(nodeId));
    return taken;
  }

  /** Removes the file of this process where no trace is left in it. To be called after the last call; safe to call twice. */
  close(): void {
    this.#closeFile();
    if (this.#kept.size === 0) this.#attempt(() => this.#remove(this.#options.nodeId));
  }

  #write(line: string): void {
    this.#attempt(() => {
      if (this.#file === undefined || this.#bytes > this.#bytesMax) this.#rewrite();
      else this.#bytes += writeWhole(this.#file, line);
    });
  }

  /** Begins a file with what is kept, whole or not at all. */
  #rewrite(): void {
    const { folder, nodeId } = this.#options;
    this.#closeFile();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = this.#draftOf(nodeId);
    const file = openSync(draft, 'w', 0o600);
    try {
      writeWhole(file, [...this.#kept.values()].join(''));
      renameSync(draft, this.#fileOf(nodeId));
    } catch (error) {
      closeSync(file);
      throw error;
    }
    // What is kept takes its room each time; it must not be the reason for the next time.
    this.#bytes = 0;
    this.#file = file;
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }

  #remove(nodeId: string): void {
    rmSync(this.#draftOf(nodeId), { force: true });
    rmSync(this.#fileOf(nodeId), { force: true });
  }

  #fileOf(nodeId: string): string {
    return path.join(this.#options.folder, `${nodeId}${suffix}`);
  }

  #draftOf(nodeId: string): string {
    return path.join(this.#options.folder, `${nodeId}.draft`);
  }

  /** The log hears of the first failure in a row; after one the file is begun anew. */
  #attempt<Result>(act: () => Result): Result | undefined {
    try {
      const result = act();
      this.#isFailing = false;
      return result;
    } catch (error) {
      if (!this.#isFailing)
        this.#options.logger.error({ err: error }, 'What ends calls after a crash cannot be kept.');
      this.#isFailing = true;
      this.#closeFile();
      return undefined;
    }
  }
}

/** How many bytes it was. Throws where the disk has no room for all of them. */
function writeWhole(file: number, text: string): number {
  const bytes = Buffer.from(text);
  const written = writeSync(file, bytes);
  if (written < bytes.length) throw new Error('the disk is full');
  return written;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readTraces(file: string): readonly KeptTrace[] {
  const kept = new Map<string, KeptTrace>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const { key, trace } = readLine(line);
    if (typeof key === 'string' && trace === undefined) kept.delete(key);
    else if (typeof key === 'string' && trace !== undefined) kept.set(key, { key, trace });
  }
  return [...kept.values()];
}

/** Nothing for a line that a crash or a full disk cut short. */
function readLine(line: string): Partial<KeptTrace> {
  try {
    return (JSON.parse(line) as Partial<KeptTrace> | null) ?? {};
  } catch {
    return {};
  }
}
