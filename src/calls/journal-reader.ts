import type { Logger } from '../core/logger.ts';
import { isWriteRejected } from '../store/rejected-write.ts';
import { decodeWrite, encodeWrite, type CallWrite } from './call-write.ts';
import type { JournalFiles } from './journal-files.ts';
import { segmentOf } from './journal-segment.ts';

/** The file for writes that the store rejects permanently. The operator can inspect it. */
const rejectedWritesFile = 'refused.jsonl';
/** The most writes in memory at the same time. */
const chunkWrites = 500;
/** Number of calls whose writes are applied at the same time. The other connections of the pool are for active calls. */
const workerCount = 4;

/** Applies a write that may already have been applied. Rejects if the store fails. */
export type ApplyWrite = (write: CallWrite) => Promise<void>;

export interface JournalReaderOptions {
  readonly files: JournalFiles;
  readonly apply: ApplyWrite;
  readonly isNodeAlive: (nodeId: string) => Promise<boolean>;
  readonly logger: Logger;
  readonly nodeId: string;
}

/** Applies the journal to the store: the writes of one call in order, several calls at the same time. */
export class JournalReader {
  readonly #options: JournalReaderOptions;
  /** Nodes that were dead at the last run of `replayOthers`. */
  #deadNodes: ReadonlySet<string> = new Set();

  constructor(options: JournalReaderOptions) {
    this.#options = options;
  }

  /** Applies a completed file and removes it. If the returned promise rejects, the file is kept and must be replayed from its start. */
  async replayFile(name: string): Promise<void> {
    await this.#applyFile(name);
    await this.#options.files.remove(name);
  }

  /**
   * Applies and removes the files of nodes that were dead at two consecutive runs. Runs must be seconds apart, since live nodes need time for a
   * heartbeat after a database outage. With `includesLive` it also applies the files of live nodes, without removing them.
   */
  async replayOthers(includesLive: boolean): Promise<void> {
    const { files, isNodeAlive, nodeId } = this.#options;
    const segments = (await files.list())
      .map((name) => ({ name, owner: segmentOf(name)?.nodeId }))
      .filter(({ owner }) => owner !== undefined && owner !== nodeId)
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
    const deadNodes = new Set<string>();
    for (const owner of new Set(segments.map(({ owner }) => owner!)))
      if (!(await isNodeAlive(owner))) deadNodes.add(owner);
    for (const { name, owner } of segments) {
      if (deadNodes.has(owner!) && this.#deadNodes.has(owner!)) await this.replayFile(name);
      else if (includesLive) await this.#applyFile(name);
    }
    this.#deadNodes = deadNodes;
  }

  async #applyFile(name: string): Promise<void> {
    let chunk: CallWrite[] = [];
    let stored = 0;
    let invalid = 0;
    for await (const line of this.#options.files.lines(name)) {
      if (line === '') continue;
      const write = decodeWrite(line);
      if (write === undefined) invalid += 1;
      else chunk.push(write);
      if (chunk.length < chunkWrites) continue;
      await this.#applyAll(chunk);
      stored += chunk.length;
      chunk = [];
    }
    await this.#applyAll(chunk);
    stored += chunk.length;
    if (stored + invalid > 0)
      this.#options.logger.info({ file: name, writes: stored, invalid }, 'A journal file was applied.');
  }

  /** Settles after all workers have stopped, even if one fails. */
  async #applyAll(writes: readonly CallWrite[]): Promise<void> {
    const writesByCall = Map.groupBy(writes, ({ callId }) => callId).values();
    const worker = async () => {
      for (const callWrites of writesByCall)
        for (const write of callWrites) await this.#applyOrSetAside(write);
    };
    const results = await Promise.allSettled(Array.from({ length: workerCount }, worker));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Applies the write. A write that the database rejects is appended to the file of rejected writes. */
  async #applyOrSetAside(write: CallWrite): Promise<void> {
    const { apply, files, logger } = this.#options;
    try {
      await apply(write);
    } catch (error) {
      if (!isWriteRejected(error)) throw error;
      const { callId, type } = write;
      logger.error({ err: error, callId, write: type }, 'The database rejected a call record write.');
      await files.append(rejectedWritesFile, `${encodeWrite(write)}\n`);
    }
  }
}
