import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { encodeWrite, isOutcome, type CallWrite } from './call-write.ts';
import type { JournalFiles } from './journal-files.ts';
import { JournalReader, type ApplyWrite } from './journal-reader.ts';
import { segmentName } from './journal-segment.ts';

/** Size limit of a segment file. */
const maxSegmentBytes = 8 * 1024 * 1024;
/** Delay before a failed disk write is retried. */
const diskRetryMs = 1_000;

export interface WriteJournalOptions {
  readonly files: JournalFiles;
  readonly apply: ApplyWrite;
  /** Returns whether another process is alive. */
  readonly isNodeAlive: (nodeId: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Unique id of this process; never reused. */
  readonly nodeId: string;
  /** Time limit of one database write. After it, the write goes to the journal. Defaults to 500 ms. */
  readonly storeTimeoutMs?: number;
  /** The most lines that wait for the disk. Above it, only outcomes (`isOutcome`) are accepted. Defaults to 100,000. */
  readonly maxWaiting?: number;
  /** The most bytes on the disk and waiting for it. Above it, only outcomes are accepted. Defaults to 1 GiB. */
  readonly maxBytes?: number;
}

interface WaitingLine {
  readonly callId: string;
  readonly line: string;
  readonly durable: PromiseWithResolvers<void>;
}

/**
 * Write-ahead journal for call records: stores writes on disk while the database is unavailable or slow, and applies them later. Each process writes
 * its own segment files of at most about 8 MiB. A durable write survives the process; the next process applies it. Applying a write twice has no
 * further effect.
 */
export class WriteJournal {
  readonly storeTimeoutMs: number;
  readonly #options: WriteJournalOptions;
  readonly #reader: JournalReader;
  readonly #limits: { readonly waiting: number; readonly bytes: number };
  readonly #closing = new AbortController();
  #waiting: WaitingLine[] = [];
  #flushing: Promise<void> | undefined;
  /** The disk write in progress. */
  #appending: Promise<void> = Promise.resolve();
  /** The newest segment with a write of the call; Infinity while a write waits for the disk. */
  readonly #segmentOfCall = new Map<string, number>();
  /** Attempts to store a write in the database that were in progress when the write was journaled. */
  readonly #attempts = new Set<Promise<unknown>>();
  readonly #segmentBytes = new Map<number, number>();
  #waitingBytes = 0;
  #segment = 1;
  #dropped = 0;
  #isDiskFailing = false;
  /** The messages of `reportFallback` since the journal was last empty. */
  readonly #reportedFallbacks = new Set<string>();
  #replaying: Promise<boolean> | undefined;

  constructor(options: WriteJournalOptions) {
    this.#options = options;
    this.storeTimeoutMs = options.storeTimeoutMs ?? 500;
    this.#limits = { waiting: options.maxWaiting ?? 100_000, bytes: options.maxBytes ?? 1024 ** 3 };
    this.#reader = new JournalReader(options);
  }

  /** Whether the last disk write failed. Waiting writes are then lost if the process dies. */
  get isDiskFailing(): boolean {
    return this.#isDiskFailing;
  }

  /** Calls with writes in the journal. */
  get callIds(): readonly string[] {
    return [...this.#segmentOfCall.keys()];
  }

  /** Returns whether the journal has writes of the call. Later writes of the call must then go to the journal too, in order. */
  hasWritesOf(callId: string): boolean {
    return this.#segmentOfCall.has(callId);
  }

  /**
   * Logs why writes go to the journal: the store failed with an error, or is slow (undefined). One line per reason until the journal is empty,
   * because one overload affects every call.
   */
  reportFallback(callId: string, error: unknown): void {
    const message =
      error === undefined
        ? 'The database is slow. Call record writes go to the journal until it has stored them.'
        : 'Call record writes go to the journal until the database is available.';
    if (this.#reportedFallbacks.has(message)) return;
    this.#reportedFallbacks.add(message);
    this.#options.logger.warn({ err: error, callId }, message);
  }

  /**
   * Adds writes of one call, in order, and resolves when they are durable. `attempt`: the attempt to store one of them in the database, if it is
   * still in progress. Above its limits the journal drops all writes except outcomes, and logs the number of dropped writes. The promise also resolves
   * if writes were dropped, or discarded because the disk still fails at `close`.
   */
  async put(callId: string, writes: readonly CallWrite[], attempt?: Promise<unknown>): Promise<void> {
    if (attempt !== undefined) this.#trackAttempt(attempt);
    const accepted = writes.filter((write) => !this.#isFull() || isOutcome(write));
    if (accepted.length < writes.length) this.#logDropped(writes.length - accepted.length);
    const entries = accepted.map((write) => ({
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
   * Applies the writes of this process and the files of all other processes, but removes no files of live processes. Never throws; returns false if a
   * retry is needed.
   */
  recover(): Promise<boolean> {
    return this.#replayOnce(true);
  }

  /**
   * Applies the writes of this process so far and the files of dead processes. Never throws; returns false if a retry is needed. To be called every
   * few seconds.
   */
  replay(): Promise<boolean> {
    return this.#replayOnce(false);
  }

  /** Replays one last time. The next process applies the remaining writes. Safe to call twice. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#flushing;
    await this.replay();
  }

  #replayOnce(includesLive: boolean): Promise<boolean> {
    this.#replaying ??= this.#replay(includesLive).finally(() => (this.#replaying = undefined));
    return this.#replaying;
  }

  async #replay(includesLive: boolean): Promise<boolean> {
    try {
      await this.#replayOwn(await this.#seal());
      await this.#reader.replayOthers(includesLive);
      return true;
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'The call journal could not be applied and will be retried.');
      return false;
    }
  }

  /** Completes the current segment, and returns the number of the last completed segment. */
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
    if (this.#segmentOfCall.size === 0) this.#reportedFallbacks.clear();
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(batch);
        if (this.#isDiskFailing) this.#options.logger.info('The call journal is written to the disk again.');
        this.#isDiskFailing = false;
      } catch (error) {
        if (!this.#isDiskFailing)
          this.#options.logger.error(
            { err: error },
            'The call journal cannot be written to the disk. Its entries stay in memory until the disk works again.',
          );
        this.#isDiskFailing = true;
        this.#waiting = [...batch, ...this.#waiting];
        if (this.#closing.signal.aborted) return this.#discardWaiting();
        await this.#options.clock.sleep(diskRetryMs, this.#closing.signal).catch(() => undefined);
      }
    }
    this.#flushing = undefined;
  }

  /** Appends the lines. A line break precedes them, so that a line truncated by an earlier failure does not corrupt the first one. */
  async #append(batch: readonly WaitingLine[]): Promise<void> {
    const text = `\n${batch.map(({ line }) => `${line}\n`).join('')}`;
    const segment = this.#segment;
    this.#segmentBytes.set(segment, (this.#segmentBytes.get(segment) ?? 0) + text.length);
    this.#appending = this.#options.files.append(segmentName(this.#options.nodeId, segment), text);
    await this.#appending;
    if (this.#segment === segment && this.#segmentBytes.get(segment)! > maxSegmentBytes) this.#segment += 1;
    this.#markDurable(batch, segment);
  }

  #markDurable(batch: readonly WaitingLine[], segment: number): void {
    const stillWaiting = new Set(this.#waiting.map(({ callId }) => callId));
    for (const { callId, line, durable } of batch) {
      this.#waitingBytes -= line.length;
      if (!stillWaiting.has(callId)) this.#segmentOfCall.set(callId, segment);
      durable.resolve();
    }
  }

  /** Discards the waiting lines when the disk still fails at close. */
  #discardWaiting(): void {
    this.#options.logger.error({ writes: this.#waiting.length }, 'Call record writes were lost.');
    for (const { durable } of this.#waiting) durable.resolve();
    this.#waiting = [];
    this.#flushing = undefined;
  }

  #trackAttempt(attempt: Promise<unknown>): void {
    this.#attempts.add(attempt);
    const untrack = () => void this.#attempts.delete(attempt);
    attempt.then(untrack, untrack);
  }

  #isFull(): boolean {
    if (this.#waiting.length >= this.#limits.waiting) return true;
    let bytes = this.#waitingBytes;
    for (const stored of this.#segmentBytes.values()) bytes += stored;
    return bytes >= this.#limits.bytes;
  }

  /** Logs the first dropped write, then once per thousand. */
  #logDropped(count: number): void {
    if (this.#dropped === 0 || Math.floor(this.#dropped / 1000) < Math.floor((this.#dropped + count) / 1000))
      this.#options.logger.error(
        { writes: this.#dropped + count },
        'The call journal is full. It accepts only opt-outs and ends of calls.',
      );
    this.#dropped += count;
  }
}
