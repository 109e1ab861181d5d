import type { Clock, Timer } from '../../core/clock.ts';
import { createGuardedClock } from '../../core/guarded-clock.ts';
import { step, type Figure, type TimerInput } from './figure.ts';
import { timerDelayMs, type TimerName } from './timers.ts';

/** Walks through a figure: holds the state, runs the timers that the state names, and has each step's action done. */
export class Machine<State extends string, Input extends string, Action extends string> {
  readonly #figure: Figure<State, Input, Action>;
  readonly #clock: Clock;
  readonly #reliable: boolean;
  readonly #act: (action: Action) => void;
  readonly #onTerminated: () => void;
  readonly #onDefect: (error: unknown) => void;
  readonly #running = new Map<TimerName, Timer>();
  readonly #fired = new Map<TimerName, number>();
  #state: State;

  constructor(options: {
    readonly figure: Figure<State, Input, Action>;
    readonly clock: Clock;
    readonly reliable: boolean;
    readonly act: (action: Action) => void;
    /** Once, after the last action. */
    readonly onTerminated: () => void;
    /** An action or a timer threw. */
    readonly onDefect: (error: unknown) => void;
  }) {
    this.#figure = options.figure;
    this.#clock = createGuardedClock(options.clock, options.onDefect);
    this.#reliable = options.reliable;
    this.#act = options.act;
    this.#onTerminated = options.onTerminated;
    this.#onDefect = options.onDefect;
    this.#state = options.figure.initial;
    this.#adjustTimers();
  }

  get state(): State {
    return this.#state;
  }

  input(input: Input | TimerInput): void {
    const next = step(this.#figure, this.#state, input);
    if (next === undefined) return;
    const [state, action] = next;
    const terminated = state === 'terminated' && this.#state !== 'terminated';
    if (state !== this.#state) {
      this.#state = state;
      this.#adjustTimers();
    }
    try {
      this.#act(action);
    } catch (error) {
      this.#onDefect(error);
    }
    if (terminated) this.#onTerminated();
  }

  /** Runs a timer that the figure answers but no state starts by itself. A second call does nothing. */
  startTimer(name: TimerName): void {
    if (!this.#running.has(name)) this.#start(name);
  }

  /** Stops a timer that the state began; it stays off until the state is entered again. */
  stopTimer(name: TimerName): void {
    this.#running.get(name)?.cancel();
    this.#running.delete(name);
  }

  /** Stops all timers and takes no further input; nobody is told. */
  dispose(): void {
    for (const timer of this.#running.values()) timer.cancel();
    this.#running.clear();
    this.#state = 'terminated' as State;
  }

  #adjustTimers(): void {
    const wanted = this.#figure.timers[this.#state];
    for (const [name, timer] of this.#running) {
      if (wanted.includes(name) || this.#answers(name)) continue;
      timer.cancel();
      this.#running.delete(name);
    }
    for (const name of wanted) if (!this.#running.has(name)) this.#start(name);
  }

  /** Whether a timer started by hand still means something in this state. */
  #answers(name: TimerName): boolean {
    return this.#figure.transitions[this.#state][`timer ${name}`] !== undefined;
  }

  #start(name: TimerName): void {
    const fired = this.#fired.get(name) ?? 0;
    const moment = { reliable: this.#reliable, fired, proceeding: this.#state === 'proceeding' };
    const delayMs = timerDelayMs(name, moment);
    if (delayMs === undefined) return;
    this.#running.set(
      name,
      this.#clock.after(delayMs, () => {
        this.#running.delete(name);
        this.#fired.set(name, fired + 1);
        this.input(`timer ${name}`);
        if (this.#figure.timers[this.#state].includes(name) && !this.#running.has(name)) this.#start(name);
      }),
    );
  }
}
