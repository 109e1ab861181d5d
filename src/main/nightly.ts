import type { Clock } from '../core/clock.ts';
import type { StartContext } from './start-context.ts';

/** Local time of the server at which counters are compared with what they count. */
const hour = 3;
const minute = 30;
/** The wall clock may be set, and the machine may sleep: the time is looked at this often. */
const lookEveryMs = 60_000;
/** A recount that failed, or met an overloaded node, is tried again this often, */
const retryMs = 600_000;
/** and is skipped after this time, before the day begins. */
const windowMs = 7_200_000;
const closeEnough = 1_000;

/** The next 03:30 of the server's time zone after an instant, in ms since the Unix epoch. */
export function nextNightAfter(nowMs: number): number {
  const at = new Date(nowMs);
  at.setHours(hour, minute, 0, 0);
  if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
  return at.getTime();
}

/**
 * Runs `recount` every night at 03:30 of the server's time zone until the close, however often the service is started. A night in which it
 * could not run is logged and counted in `/metrics`.
 */
export function nightly(context: StartContext, recount: () => Promise<unknown>): void {
  const { clock } = context.surroundings;
  const night = new Night(context, recount);
  let running: Promise<unknown> = Promise.resolve();
  let timer = clock.after(lookEveryMs, function look() {
    running = night.look().then(() => (timer = clock.after(lookEveryMs, look)));
  });
  context.closers.add('nightly recount', async () => {
    timer.cancel();
    await running;
    timer.cancel();
  });
  context.figures.push(() => [
    {
      name: 'parley_recounts_skipped_total',
      help: 'Nights in which the counters could not be compared with what they count.',
      type: 'counter',
      value: night.skipped,
    },
  ]);
}

/** The recount that is due next. */
class Night {
  skipped = 0;
  readonly #context: StartContext;
  readonly #clock: Clock;
  readonly #recount: () => Promise<unknown>;
  #dueAtMs: number;
  #nextTryMs = 0;

  constructor(context: StartContext, recount: () => Promise<unknown>) {
    this.#context = context;
    this.#clock = context.surroundings.clock;
    this.#recount = recount;
    this.#dueAtMs = nextNightAfter(this.#clock.now());
  }

  /** Recounts if it is time. Never rejects. */
  async look(): Promise<void> {
    const nowMs = this.#clock.now();
    // The clock was set back.
    this.#dueAtMs = Math.min(this.#dueAtMs, nextNightAfter(nowMs));
    if (nowMs < this.#dueAtMs || nowMs < this.#nextTryMs) return;
    const fault = await this.#try();
    if (fault !== undefined && nowMs + retryMs - closeEnough <= this.#dueAtMs + windowMs) {
      this.#nextTryMs = nowMs + retryMs - closeEnough;
      return;
    }
    if (fault !== undefined) this.#skip(fault);
    this.#dueAtMs = nextNightAfter(this.#clock.now());
    this.#nextTryMs = 0;
  }

  /** What kept it from running. */
  async #try(): Promise<unknown> {
    if (this.#context.status.overloaded()) return new Error('The node is overloaded.');
    try {
      await this.#recount();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #skip(fault: unknown): void {
    this.skipped += 1;
    this.#context.surroundings.logger.error(
      { err: fault, skipped: this.skipped },
      'The nightly recount was skipped. The next one is due tomorrow.',
    );
  }
}
