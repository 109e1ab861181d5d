import type { Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import {
  type CallbackKey,
  callbacksChannel,
  findNextCallbackTime,
  listDueCallbacks,
} from '../../store/callbacks.ts';
import type { Scope } from '../../store/database.ts';
import { followUp, type CallbackDependencies } from './follow-up.ts';

export interface CallbackDialerOptions extends CallbackDependencies {
  readonly logger: Logger;
  /** Returns whether a node can place another call now. */
  readonly hasCapacity: () => Promise<boolean>;
}

/** Callbacks per query. */
const pageSize = 50;
/** Maximum time between two passes. A notification may be lost with the database connection. */
const pollIntervalMs = 10_000;
/** Delay before the next pass while capacity is missing. */
const capacityRetryMs = 1_000;
/** Minimum delay before the next pass, unless a notification arrives. Applies, for example, while another node handles the due callback. */
const contentionRetryMs = 100;
/** Delay before the next pass after an error. */
const errorRetryMs = 5_000;

/** One pass over all due callbacks. */
interface Pass {
  /** Ids of the dispositions that this pass has handled, or skipped because their workspace is full. */
  readonly handledIds: string[];
  /** Workspaces whose plan allows no further call now. */
  readonly fullWorkspaces: Set<string>;
  /** Whether no node could place another call. */
  isBlocked: boolean;
  hasFailed: boolean;
}

/**
 * Starts callbacks when they are due. Wakes on notifications and when the next callback is due. Several nodes may run a
 * callback dialer at the same time.
 */
export class CallbackDialer {
  readonly #options: CallbackDialerOptions;
  readonly #system: Scope;
  #timer: Timer | undefined;
  #unlisten: (() => void) | undefined;
  #pass: Promise<void> = Promise.resolve();
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

  /** Stops starting callbacks, and resolves when the current one is handled. Safe to call twice. */
  async drain(): Promise<void> {
    this.#isAccepting = false;
    this.#timer?.cancel();
    this.#unlisten?.();
    await this.#pass;
  }

  readonly #wake = (): void => {
    if (!this.#isAccepting) return;
    this.#isWoken = true;
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#timer?.cancel();
    this.#pass = this.#runPasses();
  };

  async #runPasses(): Promise<void> {
    let sleepMs = pollIntervalMs;
    while (this.#isWoken && this.#isAccepting) {
      this.#isWoken = false;
      try {
        sleepMs = await this.#followUpDue();
      } catch (error) {
        this.#options.logger.error({ err: error }, 'Callbacks could not be started.');
        sleepMs = errorRetryMs;
      }
    }
    this.#isWorking = false;
    if (this.#isAccepting) this.#timer = this.#options.clock.after(sleepMs, this.#wake);
  }

  /** Handles each due callback once. Returns the delay before the next pass, in ms. */
  async #followUpDue(): Promise<number> {
    const pass: Pass = { handledIds: [], fullWorkspaces: new Set(), isBlocked: false, hasFailed: false };
    for (let due = await this.#listDue(pass); due.length > 0; due = await this.#listDue(pass))
      for (const key of due) await this.#followUp(key, pass);
    if (pass.isBlocked || pass.fullWorkspaces.size > 0) return capacityRetryMs;
    return pass.hasFailed ? errorRetryMs : this.#untilNextMs();
  }

  async #listDue(pass: Pass): Promise<CallbackKey[]> {
    const { handledIds, fullWorkspaces } = pass;
    pass.isBlocked = !(await this.#options.hasCapacity());
    if (!this.#isAccepting || pass.isBlocked) return [];
    return listDueCallbacks(this.#system, {
      at: new Date(this.#options.clock.now()),
      exceptIds: handledIds,
      exceptWorkspaces: [...fullWorkspaces],
      limit: pageSize,
    });
  }

  /** A callback that fails does not block the others. */
  async #followUp(key: CallbackKey, pass: Pass): Promise<void> {
    const { workspaceId, dispositionId } = key;
    pass.handledIds.push(dispositionId);
    if (!this.#isAccepting || pass.fullWorkspaces.has(workspaceId)) return;
    try {
      if ((await followUp(this.#options, key)) === 'no-capacity') pass.fullWorkspaces.add(workspaceId);
    } catch (error) {
      pass.hasFailed = true;
      this.#options.logger.error({ err: error, dispositionId }, 'A callback could not be started. Retrying.');
    }
  }

  async #untilNextMs(): Promise<number> {
    const at = await findNextCallbackTime(this.#system);
    if (at === undefined) return pollIntervalMs;
    return Math.min(pollIntervalMs, Math.max(at.getTime() - this.#options.clock.now(), contentionRetryMs));
  }
}
