import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CallTrace, CallTraces } from '../sip/call-trace.ts';
import { fileSuffix, removeReservedFile, ReservedFile } from './reserved-file.ts';

export interface KeptTrace {
  readonly key: string;
  readonly trace: CallTrace;
}

export interface TraceFolderOptions {
  /** Absolute; only its owner may read it. */
  readonly folder: string;
  /** This process, and no other that ever was. */
  readonly nodeId: string;
  readonly logger: { error(fields: { readonly err: unknown }, message: string): void };
  /** What is set aside for traces to come, twice (1 MiB); when it is used up, what is over is left out of the file. */
  readonly reservedBytes?: number;
}

/**
 * The traces of calls in files, one for each process: a line for each that was kept or forgotten, the last one counts. A line is
 * handed to the system before a method returns, so that it survives the end of the process; nothing waits for the disk itself, and the fall of the whole machine may take the last ones. A disk that fills up costs
 * none for long, and one that takes nothing costs the traces, never a call.
 */
export class TraceFolder implements CallTraces {
  readonly #options: TraceFolderOptions;
  /** The lines of the traces that are kept, by their keys. */
  readonly #kept = new Map<string, string>();
  readonly #file: ReservedFile;
  /** Whether all that is kept is in the file. */
  #isWritten = true;
  #isFailing = false;

  constructor(options: TraceFolderOptions) {
    const { folder, nodeId, reservedBytes = 1024 * 1024 } = options;
    this.#options = options;
    this.#file = new ReservedFile({ folder, name: nodeId, reservedBytes });
  }

  /** Takes its room from the disk. Without it the first trace does. */
  reserve(): void {
    this.#begin();
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
      .filter((name) => name.endsWith(fileSuffix))
      .map((name) => name.slice(0, -fileSuffix.length))
      .filter((nodeId) => nodeId !== this.#options.nodeId);
  }

  /** Makes the traces of a process that is gone our own, and leaves them where they are as long as they cannot be kept here. */
  takeOver(nodeId: string): readonly KeptTrace[] {
    const { folder } = this.#options;
    const taken = this.#attempt(() => readTraces(path.join(folder, `${nodeId}${fileSuffix}`))) ?? [];
    for (const { key, trace } of taken) this.keep(key, trace);
    if (this.#isWritten) this.#attempt(() => removeReservedFile(folder, nodeId));
    return taken;
  }

  /** Removes the file of this process where no trace is left in it. To be called after the last call; safe to call twice. */
  close(): void {
    const { folder, nodeId } = this.#options;
    this.#attempt(() => this.#file.close());
    if (this.#kept.size === 0) this.#attempt(() => removeReservedFile(folder, nodeId));
  }

  #write(line: string): void {
    if (!this.#isWritten || this.#attempt(() => this.#file.append(line)) !== true) this.#begin();
  }

  #begin(): void {
    const lines = [...this.#kept.values()].join('');
    this.#isWritten =
      this.#attempt(() => {
        this.#file.begin(lines);
        return true;
      }) ?? false;
  }

  /** The log hears of the first failure in a row. */
  #attempt<Result>(act: () => Result): Result | undefined {
    try {
      const result = act();
      this.#isFailing = false;
      return result;
    } catch (error) {
      if (!this.#isFailing)
        this.#options.logger.error({ err: error }, 'What ends calls after a crash cannot be kept.');
      this.#isFailing = true;
      return undefined;
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
