import type { Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { listDueCallbacks, type WhichCallback } from '../../store/callbacks/list-due-callbacks.ts';
import { callbacksChannel, nextCallbackDue } from '../../store/callbacks/next-callback-due.ts';
import type { Scope } from '../../store/database.ts';
import { followUp, type CallbackHost } from './follow-up.ts';

export interface CallbackDialerOptions extends CallbackHost {
  readonly logger: Logger;
  /** Whether this node has too much to do for more calls. */
  readonly isOverloaded: () => boolean;
}

/** Callbacks that are listed at once. */
const listedMax = 50;
/** A notice may be lost with the connection that would have brought it. */
const sleepMsMax = 10_000;
/** Until it is seen whether there is room again, or somebody else has made the callback that is due. */
const crowdedMs = 1_000;
const contendedMs = 100;
const troubleMs = 5_000;

/** One look at everything that is due. */
interface Round {
  readonly seen: string[];
  /** Workspaces whose plan has no room for a call. */
  readonly crowded: Set<string>;
  hasFailed: boolean;
}

/** Makes callbacks when they are due: woken by notices and by the time of the next. Several nodes may do so at once. */
export class CallbackDialer {
  readonly #options: CallbackDialerOptions;
  readonly #system: Scope;
  #timer: Timer | undefined;
  #unlisten: (() => void) | undefined;
  #round: Promise<void> = Promise.resolve();
  #isWorking = false;
  #isWoken = false;
  #isAccepting = false;

  constructor(options: CallbackDialerOptions) {
    this.#options = options;
    this.#system = options.db.asSystem();
  }

  start(): void {
    if (this.#unlisten !== undefined) return;
    this.#isAccepting = true;
    this.#unlisten = this.#options.db.listen(callbacksChannel, this.#wake, this.#wake);
    this.#wake();
  }

  /** Begins nothing more; resolves when what is under way is done. Safe to call twice. */
  async drain(): Promise<void> {
    this.#isAccepting = false;
    this.#timer?.cancel();
    this.#unlisten?.();
    await this.#round;
  }

  readonly #wake = (): void => {
    if (!this.#isAccepting) return;
    this.#isWoken = true;
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#timer?.cancel();
    this.#round = this.#workUntilQuiet();
  };

  async #workUntilQuiet(): Promise<void> {
    let sleepMs = sleepMsMax;
    while (this.#isWoken && this.#isAccepting) {
      this.#isWoken = false;
      try {
        sleepMs = await this.#followUpDue();
      } catch (error) {
        this.#options.logger.error({ err: error }, 'Callbacks could not be made.');
        sleepMs = troubleMs;
      }
    }
    this.#isWorking = false;
    if (this.#isAccepting) this.#timer = this.#options.clock.after(sleepMs, this.#wake);
  }

  /** Looks once at each that is due; how long to sleep then, in ms. */
  async #followUpDue(): Promise<number> {
    const round: Round = { seen: [], crowded: new Set(), hasFailed: false };
    for (let due = await this.#listDue(round); due.length > 0; due = await this.#listDue(round))
      for (const which of due) await this.#followUp(which, round);
    if (this.#options.isOverloaded() || round.crowded.size > 0) return crowdedMs;
    return round.hasFailed ? troubleMs : this.#untilNextMs();
  }

  async #listDue({ seen, crowded }: Round): Promise<WhichCallback[]> {
    if (!this.#isAccepting || this.#options.isOverloaded()) return [];
    return listDueCallbacks(this.#system, {
      at: new Date(this.#options.clock.now()),
      exceptIds: seen,
      exceptWorkspaces: [...crowded],
      limit: listedMax,
    });
  }

  /** One that cannot be made keeps no other from it. */
  async #followUp(which: WhichCallback, round: Round): Promise<void> {
    const { workspaceId, dispositionId } = which;
    round.seen.push(dispositionId);
    if (!this.#isAccepting || round.crowded.has(workspaceId)) return;
    try {
      if ((await followUp(this.#options, which)) === 'no-room') round.crowded.add(workspaceId);
    } catch (error) {
      round.hasFailed = true;
      this.#options.logger.error(
        { err: error, dispositionId },
        'A callback could not be made; it is tried again.',
      );
    }
  }

  async #untilNextMs(): Promise<number> {
    const at = await nextCallbackDue(this.#system);
    if (at === undefined) return sleepMsMax;
    return Math.min(sleepMsMax, Math.max(at.getTime() - this.#options.clock.now(), contendedMs));
  }
}
