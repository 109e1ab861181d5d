import type { Timer } from '../../core/clock.ts';
import { SmtpSession, type SmtpSessionOptions } from './smtp-session.ts';

/** Time after which an unused session ends. Mail servers close them after 5 minutes (RFC 5321 §4.5.3.2.7), many after 30 s. */
const idleMs = 15_000;
/** Messages per session: many servers close a session after 100. */
const maxMessagesPerSession = 100;

export interface SmtpPoolOptions extends SmtpSessionOptions {
  readonly maxSessions: number;
}

/** The sessions with one mail server, each used by one message at a time. */
export class SmtpPool {
  readonly #options: SmtpPoolOptions;
  readonly #idle = new Map<SmtpSession, Timer>();
  readonly #waiting: (() => void)[] = [];
  readonly #closed = Promise.withResolvers<void>();
  #sessions = 0;
  #isClosing = false;

  constructor(options: SmtpPoolOptions) {
    this.#options = options;
  }

  /** Whether every session is in use. */
  get isBusy(): boolean {
    return this.#idle.size === 0 && this.#sessions >= this.#options.maxSessions;
  }

  /** Returns a session for exclusive use, and waits for one if all are in use. Each session must be returned with `release`. */
  async acquire(signal: AbortSignal): Promise<SmtpSession> {
    for (;;) {
      signal.throwIfAborted();
      if (this.#isClosing) throw new Error('The mail carrier is closed.');
      const idle = this.#takeIdle();
      if (idle !== undefined) return idle;
      if (this.#sessions < this.#options.maxSessions) return this.#open(signal);
      await this.#nextRelease(signal);
    }
  }

  /** Returns a session. `isReusable` is false if its state is unknown. */
  release(session: SmtpSession, isReusable: boolean): void {
    if (!isReusable || !session.isOpen || this.#isClosing || session.messages >= maxMessagesPerSession) {
      if (isReusable) session.quit();
      else session.destroy();
      this.#removed();
    } else {
      const timer = this.#options.clock.after(idleMs, () => {
        this.#idle.delete(session);
        session.quit();
        this.#removed();
      });
      session.wasIdle = true;
      this.#idle.set(session, timer);
      this.#waiting.shift()?.();
    }
  }

  /** Ends all unused sessions. */
  quitIdle(): void {
    for (const [session, timer] of this.#idle) {
      timer.cancel();
      session.quit();
      this.#removed();
    }
    this.#idle.clear();
  }

  /** Resolves when the sessions in use are released. */
  close(): Promise<void> {
    this.#isClosing = true;
    this.quitIdle();
    for (const wake of this.#waiting.splice(0)) wake();
    if (this.#sessions === 0) this.#closed.resolve();
    return this.#closed.promise;
  }

  #takeIdle(): SmtpSession | undefined {
    for (const [session, timer] of this.#idle) {
      timer.cancel();
      this.#idle.delete(session);
      if (session.isOpen) return session;
      this.#removed();
    }
    return undefined;
  }

  async #open(signal: AbortSignal): Promise<SmtpSession> {
    this.#sessions += 1;
    try {
      return await SmtpSession.open(this.#options, signal);
    } catch (error) {
      this.#removed();
      throw error;
    }
  }

  #removed(): void {
    this.#sessions -= 1;
    this.#waiting.shift()?.();
    if (this.#isClosing && this.#sessions === 0) this.#closed.resolve();
  }

  async #nextRelease(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onAbort = () => {
      const index = this.#waiting.indexOf(resolve);
      if (index >= 0) this.#waiting.splice(index, 1);
      resolve();
    };
    this.#waiting.push(resolve);
    signal.addEventListener('abort', onAbort, { once: true });
    await promise;
    signal.removeEventListener('abort', onAbort);
  }
}
