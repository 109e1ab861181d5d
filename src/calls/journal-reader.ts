import type { Logger } from '../core/logger.ts';
import { isRefusedWrite } from '../store/refused-write.ts';
import { decodeWrite, encodeWrite, type CallWrite } from './call-write.ts';
import type { JournalFiles } from './journal-files.ts';
import { segmentOf } from './journal-segment.ts';

/** What the store will never take is kept here, for a person to look at. */
const refusedFile = 'refused.jsonl';
/** Writes held in memory at once. */
const chunkWrites = 500;
/** Calls written at once; the other connections of the pool are for those under way. */
const lanes = 4;

/** Carries out a write that may have been carried out before. Rejects where the store cannot take it. */
export type ApplyWrite = (write: CallWrite) => Promise<void>;

export interface JournalReaderOptions {
  readonly files: JournalFiles;
  readonly apply: ApplyWrite;
  readonly isNodeAlive: (nodeId: string) => Promise<boolean>;
  readonly logger: Logger;
  readonly nodeId: string;
}

/** Carries out what stands in the journal: the writes of one call in their order, several calls at once. */
export class JournalReader {
  readonly #options: JournalReaderOptions;
  /** Dead when looked at last; dead twice, their files are taken over. */
  #dead: ReadonlySet<string> = new Set();

  constructor(options: JournalReaderOptions) {
    this.#options = options;
  }

  /** Carries out a file that nothing is added to any more, and removes it. Rejects where it must be tried again, whole. */
  async replayFile(name: string): Promise<void> {
    await this.#carryOut(name);
    await this.#options.files.remove(name);
  }

  /**
   * Takes over the files of processes that two runs in a row found dead; runs must be seconds apart, since after the database was
   * away those that live have yet to say so. `all`: carries out the files of the others too, and leaves them.
   */
  async replayOthers(all: boolean): Promise<void> {
    const { files, isNodeAlive, nodeId } = this.#options;
    const segments = (await files.list())
      .map((name) => ({ name, owner: segmentOf(name)?.nodeId }))
      .filter(({ owner }) => owner !== undefined && owner !== nodeId)
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
    const dead = new Set<string>();
    for (const owner of new Set(segments.map(({ owner }) => owner!)))
      if (!(await isNodeAlive(owner))) dead.add(owner);
    for (const { name, owner } of segments) {
      if (dead.has(owner!) && this.#dead.has(owner!)) await this.replayFile(name);
      else if (all) await this.#carryOut(name);
    }
    this.#dead = dead;
  }

  async #carryOut(name: string): Promise<void> {
    let chunk: CallWrite[] = [];
    let stored = 0;
    let broken = 0;
    for await (const line of this.#options.files.lines(name)) {
      if (line === '') continue;
      const write = decodeWrite(line);
      if (write === undefined) broken += 1;
      else chunk.push(write);
      if (chunk.length < chunkWrites) continue;
      await this.#applyAll(chunk);
      stored += chunk.length;
      chunk = [];
    }
    await this.#applyAll(chunk);
    stored += chunk.length;
    if (stored + broken > 0)
      this.#options.logger.info({ file: name, writes: stored, broken }, 'A file of the journal was stored.');
  }

  /** All lanes have stopped when this settles. */
  async #applyAll(writes: readonly CallWrite[]): Promise<void> {
    const calls = Map.groupBy(writes, ({ callId }) => callId).values();
    const lane = async () => {
      for (const ofCall of calls) for (const write of ofCall) await this.#applyOrRefuse(write);
    };
    const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #applyOrRefuse(write: CallWrite): Promise<void> {
    const { apply, files, logger } = this.#options;
    try {
      await apply(write);
    } catch (error) {
      if (!isRefusedWrite(error)) throw error;
      const { callId, type } = write;
      logger.error({ err: error, callId, write: type }, 'The store refuses a write to the record of a call.');
      await files.append(refusedFile, `${encodeWrite(write)}\n`);
    }
  }
}
