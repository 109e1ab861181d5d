import type { Clock } from '../../core/clock.ts';

interface Failure {
  attempts: number;
  dueMs: number;
}

/** Delays before the second and the third attempt, in ms. */
const retryDelaysMs = [60_000, 900_000] as const;
const maxMails = 10_000;

/** The mails of a mailbox that the inbox has rejected, by UID. */
export class FailedMails {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #failures = new Map<number, Failure>();
  #mailbox = '';

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** UIDs are valid for one UIDVALIDITY (RFC 9051 §2.3.1.1). */
  useMailbox(uidValidity: string): void {
    if (uidValidity !== this.#mailbox) this.#failures.clear();
    this.#mailbox = uidValidity;
  }

  isDue(uid: number): boolean {
    return (this.#failures.get(uid)?.dueMs ?? 0) <= this.#clock.monotonicMs();
  }

  /** Records a failed attempt, and counts it if `counts`. Returns whether it was the last one. */
  record(uid: number, counts: boolean): boolean {
    const attempts = (this.#failures.get(uid)?.attempts ?? 0) + (counts ? 1 : 0);
    const delayMs = retryDelaysMs[Math.max(0, attempts - 1)];
    if (delayMs === undefined || this.#failures.size >= maxMails) return true;
    this.#failures.set(uid, { attempts, dueMs: this.#clock.monotonicMs() + delayMs });
    return false;
  }

  forget(uid: number): void {
    this.#failures.delete(uid);
  }

  /** Returns the time until the next attempt, in ms; Infinity if there is none. */
  nextDelayMs(): number {
    const dueMs = Math.min(...[...this.#failures.values()].map((failure) => failure.dueMs));
    return Math.max(0, dueMs - this.#clock.monotonicMs());
  }
}
