import type { Clock, Timer } from '../../core/clock.ts';
import { createGuardedClock } from '../../core/guarded-clock.ts';
import { findTransition, type TransitionTable, type TimerInput } from './transition-table.ts';
import { timerDelayMs, type TimerName } from './timers.ts';

/**
 * Executes a transition table: holds the state, runs the timers of the state, and performs the action of each
 * transition.
 */
export class StateMachine<State extends string, Input extends string, Action extends string> {
  readonly #table: TransitionTable<State, Input, Action>;
  readonly #clock: Clock;
  readonly #reliable: boolean;
  readonly #performAction: (action: Action) => void;
  readonly #onTerminated: () => void;
  readonly #onInternalError: (error: unknown) => void;
  readonly #runningTimers = new Map<TimerName, Timer>();
  readonly #firedCounts = new Map<TimerName, number>();
  #state: State;

  constructor(options: {
    readonly table: TransitionTable<State, Input, Action>;
    readonly clock: Clock;
    readonly reliable: boolean;
    readonly act: (action: Action) => void;
    /** Called once, after the last action. */
    readonly onTerminated: () => void;
    /** Called when an action or a timer throws. */
    readonly onInternalError: (error: unknown) => void;
  }) {
    this.#table = options.table;
    this.#clock = createGuardedClock(options.clock, options.onInternalError);
    this.#reliable = options.reliable;
    this.#performAction = options.act;
    this.#onTerminated = options.onTerminated;
    this.#onInternalError = options.onInternalError;
    this.#state = options.table.initial;
    this.#adjustTimers();
  }

  get state(): State {
    return this.#state;
  }

  input(input: Input | TimerInput): void {
    const next = findTransition(this.#table, this.#state, input);
    if (next === undefined) return;
    const [state, action] = next;
    const terminated = state === 'terminated' && this.#state !== 'terminated';
    if (state !== this.#state) {
      this.#state = state;
      this.#adjustTimers();
    }
    try {
      this.#performAction(action);
    } catch (error) {
      this.#onInternalError(error);
    }
    if (terminated) this.#onTerminated();
  }

  /** Starts a timer that no state starts on entry, such as `cancel`. Does nothing if it is already running. */
  startTimer(name: TimerName): void {
    if (!this.#runningTimers.has(name)) this.#start(name);
  }

  /** Stops a timer of the state. It stays stopped until the state is entered again. */
  stopTimer(name: TimerName): void {
    this.#runningTimers.get(name)?.cancel();
    this.#runningTimers.delete(name);
  }

  /** Stops all timers and ignores further input, without a notification. */
  dispose(): void {
    for (const timer of this.#runningTimers.values()) timer.cancel();
    this.#runningTimers.clear();
    this.#state = 'terminated' as State;
  }

  #adjustTimers(): void {
    const required = this.#table.timers[this.#state];
    for (const [name, timer] of this.#runningTimers) {
      if (required.includes(name) || this.#handlesTimer(name)) continue;
      timer.cancel();
      this.#runningTimers.delete(name);
    }
    for (const name of required) if (!this.#runningTimers.has(name)) this.#start(name);
  }

  /** Returns whether the current state has a transition for this timer, which `startTimer` may have started. */
  #handlesTimer(name: TimerName): boolean {
    return this.#table.transitions[this.#state][`timer ${name}`] !== undefined;
  }

  #start(name: TimerName): void {
    const firedCount = this.#firedCounts.get(name) ?? 0;
    const context = { reliable: this.#reliable, firedCount, proceeding: this.#state === 'proceeding' };
    const delayMs = timerDelayMs(name, context);
    if (delayMs === undefined) return;
    this.#runningTimers.set(
      name,
      this.#clock.after(delayMs, () => {
        this.#runningTimers.delete(name);
        this.#firedCounts.set(name, firedCount + 1);
        this.input(`timer ${name}`);
        if (this.#table.timers[this.#state].includes(name) && !this.#runningTimers.has(name))
          this.#start(name);
      }),
    );
  }
}
