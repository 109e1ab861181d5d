import { Worker } from 'node:worker_threads';
import type { Clock, Timer } from '../../core/clock.ts';
import { mailLimits, MailRejectedError, type ParsedMail, type ReceivedMail } from './parsed-mail.ts';

export type ParserRequest = ReceivedMail;

export type ParserReply = { readonly mail: ParsedMail } | { readonly refusal: string };

interface Job {
  readonly mail: ReceivedMail;
  readonly resolve: (mail: ParsedMail) => void;
  readonly reject: (error: Error) => void;
}

/** Time after which a mail is refused. Ordinary mail takes milliseconds, 10 MiB of attachments up to 1 s. */
const maxParseMs = 15_000;
/** Memory of the thread in MiB: a mail of 10 MiB needs up to 100. */
const maxHeapMiB = 384;
/** Idle time after which the thread ends. */
const idleMs = 60_000;
/** Mails that wait for the thread. */
const maxWaiting = 200;

/** Parses mail in a worker thread, one at a time: a hostile mail cannot block or end this process, and is refused. */
export class MailParser {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #waiting: Job[] = [];
  #current: Job | undefined;
  #timeout: Timer | undefined;
  #idle: Timer | undefined;
  #worker: Worker | undefined;
  #isClosed = false;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * @throws {MailRefusedError} if the mail exceeds a limit
   * @throws {Error} if the parser is closed or has too much work
   */
  parse(mail: ReceivedMail): Promise<ParsedMail> {
    if (mail.raw.byteLength > mailLimits.bytes)
      return Promise.reject(new MailRejectedError('The message is too large.'));
    if (this.#isClosed || this.#waiting.length >= maxWaiting)
      return Promise.reject(new Error('The mail parser accepts no more mail.'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ mail, resolve, reject });
      this.#next();
    });
  }

  /** Fails the mail in progress and ends the thread. May be called twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const error = new Error('The mail parser was closed.');
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#settle()?.reject(error);
    await this.#end();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#idle?.cancel();
    const job = this.#waiting.shift();
    if (job === undefined) {
      if (this.#worker !== undefined) this.#idle = this.#clock.after(idleMs, () => void this.#end());
      return;
    }
    this.#current = job;
    this.#worker ??= this.#start();
    this.#timeout = this.#clock.after(maxParseMs, () => this.#reject('The message takes too long to parse.'));
    this.#worker.postMessage(job.mail satisfies ParserRequest, []);
  }

  #start(): Worker {
    const worker = new Worker(new URL('mail-parser-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
    });
    worker.unref();
    worker.on('message', (reply: ParserReply) => {
      if (this.#worker !== worker) return;
      const job = this.#settle();
      if ('mail' in reply) job?.resolve(reply.mail);
      else job?.reject(new MailRejectedError(reply.refusal));
      this.#next();
    });
    // The thread has exceeded its memory, or failed.
    worker.on('error', () => {
      if (this.#worker === worker) this.#reject('The message is too complex.');
    });
    return worker;
  }

  /** Ends the thread with its mail, and continues with the next one. */
  #reject(reason: string): void {
    void this.#end();
    this.#settle()?.reject(new MailRejectedError(reason));
    this.#next();
  }

  #settle(): Job | undefined {
    const job = this.#current;
    this.#current = undefined;
    this.#timeout?.cancel();
    return job;
  }

  async #end(): Promise<void> {
    this.#idle?.cancel();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
