import type { Clock } from '../core/clock.ts';
import type { StartContext } from './start-context.ts';

/** Local time of the server at which counters are recounted. */
const hour = 3;
const minute = 30;
/** Poll interval, because the wall clock may be set and the machine may sleep. */
const pollMs = 60_000;
/** Interval of retries after a failed recount or on an overloaded node. */
const retryMs = 600_000;
/** Time after which the recount is skipped until the next night. */
const windowMs = 7_200_000;
/** A retry may run this much earlier than `retryMs`, because polls are not exact. */
const toleranceMs = 1_000;

/** Returns the next 03:30 of the server's time zone after an instant, in ms since the Unix epoch. */
export function nextRecountAfter(nowMs: number): number {
  const at = new Date(nowMs);
  at.setHours(hour, minute, 0, 0);
  if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return at.getTime();
}

/**
 * Runs `recount` at 03:30 of the server's time zone in every night until the close. A night in which all attempts failed is logged and
 * counted in `/metrics`.
 */
export function scheduleNightlyRecount(context: StartContext, recount: () => Promise<unknown>): void {
  const { clock } = context.dependencies;
  const recounts = new NightlyRecount(context, recount);
  let running: Promise<unknown> = Promise.resolve();
  let timer = clock.after(pollMs, function poll() {
    running = recounts.runIfDue().then(() => (timer = clock.after(pollMs, poll)));
  });
  context.closers.add('nightly recount', async () => {
    timer.cancel();
    await running;
    timer.cancel();
  });
  context.metrics.push(() => [
    {
      name: 'parley_recounts_skipped_total',
      help: 'Nights without a recount of the counters.',
      type: 'counter',
      value: recounts.skipped,
    },
  ]);
}

/** Tracks when the next recount is due. */
class NightlyRecount {
  skipped = 0;
  readonly #context: StartContext;
  readonly #clock: Clock;
  readonly #recount: () => Promise<unknown>;
  #dueAtMs: number;
  #nextTryMs = 0;

  constructor(context: StartContext, recount: () => Promise<unknown>) {
    this.#context = context;
    this.#clock = context.dependencies.clock;
    this.#recount = recount;
    this.#dueAtMs = nextRecountAfter(this.#clock.now());
  }

  /** Recounts if a recount is due. Never rejects. */
  async runIfDue(): Promise<void> {
    const nowMs = this.#clock.now();
    // If the clock was set back, the recount is due earlier.
    this.#dueAtMs = Math.min(this.#dueAtMs, nextRecountAfter(nowMs));
    if (nowMs < this.#dueAtMs || nowMs < this.#nextTryMs) return;
    const fault = await this.#attempt();
    if (fault !== undefined && nowMs + retryMs - toleranceMs <= this.#dueAtMs + windowMs) {
      this.#nextTryMs = nowMs + retryMs - toleranceMs;
      return;
    }
    if (fault !== undefined) this.#skip(fault);
    this.#dueAtMs = nextRecountAfter(this.#clock.now());
    this.#nextTryMs = 0;
  }

  /** Runs the recount. Returns the error if it did not run or failed. */
  async #attempt(): Promise<unknown> {
    if (this.#context.status.isOverloaded()) return new Error('The node is overloaded.');
    try {
      await this.#recount();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #skip(fault: unknown): void {
    this.skipped += 1;
    this.#context.dependencies.logger.error(
      { err: fault, skipped: this.skipped },
      'The nightly recount was skipped. The next one is due tomorrow.',
    );
  }
}
