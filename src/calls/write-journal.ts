import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { encodeWrite, isOutcome, type CallWrite } from './call-write.ts';
import type { JournalFiles } from './journal-files.ts';
import { JournalReader, type ApplyWrite } from './journal-reader.ts';
import { segmentName } from './journal-segment.ts';

/** What one file holds at most before the next is begun. */
const segmentBytesMax = 8 * 1024 * 1024;
/** Before a disk that takes nothing is tried again. */
const diskRetryMs = 1_000;

export interface WriteJournalOptions {
  readonly files: JournalFiles;
  readonly apply: ApplyWrite;
  /** Whether another process, whose files lie here too, is there still. */
  readonly isNodeAlive: (nodeId: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process, and no other that ever was. */
  readonly nodeId: string;
  /** How long the database may take for one write before the journal takes it (500 ms). */
  readonly patienceMs?: number;
  /** Lines that wait for the disk (100,000) beyond which only outcomes are taken. */
  readonly waitingMax?: number;
  /** Bytes on the disk and waiting for it (1 GiB) beyond which only outcomes are taken. */
  readonly bytesMax?: number;
}

interface Waiting {
  readonly callId: string;
  readonly line: string;
  readonly durable: PromiseWithResolvers<void>;
}

/**
 * Takes the writes to the records of calls that the database cannot take now, and carries them out when it can; one file per process
 * and 8 MiB in the folder of the journal. A write that is durable here outlives the process: the next one carries it out. It may be
 * carried out twice, which changes nothing.
 */
export class WriteJournal {
  readonly patienceMs: number;
  readonly #options: WriteJournalOptions;
  readonly #reader: JournalReader;
  readonly #limits: { readonly waiting: number; readonly bytes: number };
  readonly #closing = new AbortController();
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  /** The write of the disk that is under way. */
  #appending: Promise<void> = Promise.resolve();
  /** The newest file that holds a write of the call, Infinity while one waits for the disk. */
  readonly #segmentOfCall = new Map<string, number>();
  readonly #attempts = new Set<Promise<unknown>>();
  readonly #segmentBytes = new Map<number, number>();
  #waitingBytes = 0;
  #segment = 1;
  #dropped = 0;
  #isDiskFailing = false;
  #replaying: Promise<boolean> | undefined;

  constructor(options: WriteJournalOptions) {
    this.#options = options;
    this.patienceMs = options.patienceMs ?? 500;
    this.#limits = { waiting: options.waitingMax ?? 100_000, bytes: options.bytesMax ?? 1024 ** 3 };
    this.#reader = new JournalReader(options);
  }

  /** Whether the last write to the disk failed: what happens in calls could be lost with the process. */
  get isDiskFailing(): boolean {
    return this.#isDiskFailing;
  }

  /** Calls of which the journal holds a write. */
  get callIds(): readonly string[] {
    return [...this.#segmentOfCall.keys()];
  }

  /** While it does, what follows must come here too, or it would be carried out before. */
  holds(callId: string): boolean {
    return this.#segmentOfCall.has(callId);
  }

  /**
   * Takes writes of one call, in order. `attempt`: one of them is being tried at the database all the same. Resolves when they would
   * survive the process; beyond its limits the journal takes none but outcomes, and says so in the log.
   */
  async put(callId: string, writes: readonly CallWrite[], attempt?: Promise<unknown>): Promise<void> {
    if (attempt !== undefined) this.#watch(attempt);
    const taken = writes.filter((write) => !this.#isFull() || isOutcome(write));
    if (taken.length < writes.length) this.#noteDropped(writes.length - taken.length);
    const entries = taken.map((write) => ({
      callId,
      line: encodeWrite(write),
      durable: Promise.withResolvers<void>(),
    }));
    if (entries.length === 0) return;
    this.#segmentOfCall.set(callId, Infinity);
    for (const { line } of entries) this.#waitingBytes += line.length;
    this.#waiting.push(...entries);
    this.#flushing ??= this.#flush();
    await Promise.all(entries.map(({ durable }) => durable.promise));
  }

  /**
   * Carries out what dead processes left behind, and of those that live what they have on the disk. Never throws; false where something
   * of it must be tried again.
   */
  recover(): Promise<boolean> {
    return this.#replayOnce(true);
  }

  /**
   * Carries out what has been taken so far, and what processes that died left behind. Never throws; false where something of it must be
   * tried again. To be called every few seconds.
   */
  replay(): Promise<boolean> {
    return this.#replayOnce(false);
  }

  /** A last replay; what cannot be carried out is for the next process. Safe to call twice. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#flushing;
    await this.replay();
  }

  #replayOnce(living: boolean): Promise<boolean> {
    this.#replaying ??= this.#replay(living).finally(() => (this.#replaying = undefined));
    return this.#replaying;
  }

  async #replay(living: boolean): Promise<boolean> {
    try {
      await this.#replayOwn(await this.#seal());
      await this.#reader.replayOthers(living);
      return true;
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'The journal of calls is not stored yet; it is tried again.');
      return false;
    }
  }

  /** The newest file that nothing is added to any more. */
  async #seal(): Promise<number> {
    if (this.#segmentBytes.has(this.#segment)) this.#segment += 1;
    const sealed = this.#segment - 1;
    await this.#appending.catch(() => undefined);
    await Promise.allSettled(this.#attempts);
    return sealed;
  }

  async #replayOwn(sealed: number): Promise<void> {
    for (const segment of [...this.#segmentBytes.keys()].filter((number) => number <= sealed)) {
      await this.#reader.replayFile(segmentName(this.#options.nodeId, segment));
      this.#segmentBytes.delete(segment);
      for (const [callId, newest] of this.#segmentOfCall)
        if (newest <= segment) this.#segmentOfCall.delete(callId);
    }
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(batch);
        this.#isDiskFailing = false;
      } catch (error) {
        this.#isDiskFailing = true;
        this.#waiting = [...batch, ...this.#waiting];
        this.#options.logger.error(
          { err: error },
          'The journal of calls cannot be written; it is tried again.',
        );
        if (this.#closing.signal.aborted) return this.#giveUp();
        await this.#options.clock.sleep(diskRetryMs, this.#closing.signal).catch(() => undefined);
      }
    }
    this.#flushing = undefined;
  }

  /** A line that a fault cut short must not take the first of the next try with it. */
  async #append(batch: readonly Waiting[]): Promise<void> {
    const text = `\n${batch.map(({ line }) => `${line}\n`).join('')}`;
    const segment = this.#segment;
    this.#segmentBytes.set(segment, (this.#segmentBytes.get(segment) ?? 0) + text.length);
    this.#appending = this.#options.files.append(segmentName(this.#options.nodeId, segment), text);
    await this.#appending;
    if (this.#segment === segment && this.#segmentBytes.get(segment)! > segmentBytesMax) this.#segment += 1;
    this.#becameDurable(batch, segment);
  }

  #becameDurable(batch: readonly Waiting[], segment: number): void {
    const behind = new Set(this.#waiting.map(({ callId }) => callId));
    for (const { callId, line, durable } of batch) {
      this.#waitingBytes -= line.length;
      if (!behind.has(callId)) this.#segmentOfCall.set(callId, segment);
      durable.resolve();
    }
  }

  #giveUp(): void {
    this.#options.logger.error({ writes: this.#waiting.length }, 'Writes to the records of calls were lost.');
    for (const { durable } of this.#waiting) durable.resolve();
    this.#waiting = [];
    this.#flushing = undefined;
  }

  #watch(attempt: Promise<unknown>): void {
    this.#attempts.add(attempt);
    const forget = () => void this.#attempts.delete(attempt);
    attempt.then(forget, forget);
  }

  #isFull(): boolean {
    if (this.#waiting.length >= this.#limits.waiting) return true;
    let bytes = this.#waitingBytes;
    for (const stored of this.#segmentBytes.values()) bytes += stored;
    return bytes >= this.#limits.bytes;
  }

  /** The first, and then once for each thousand. */
  #noteDropped(count: number): void {
    if (this.#dropped === 0 || Math.floor(this.#dropped / 1000) < Math.floor((this.#dropped + count) / 1000))
      this.#options.logger.error(
        { writes: this.#dropped + count },
        'The journal of calls is full and takes only outcomes.',
      );
    this.#dropped += count;
  }
}
