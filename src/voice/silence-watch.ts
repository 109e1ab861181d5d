import type { Clock, Timer } from '../core/clock.ts';

export interface SilenceSettings {
  /** Silence until the caller is asked whether they are there. */
  readonly reminderMs: number;
  readonly maxReminders: number;
  /** Silence of the caller's, the agent's own speech not counted, until the call ends. */
  readonly endAfterMs: number;
}

export interface SilenceListeners {
  readonly onReminder: () => void;
  readonly onEnd: () => void;
}

/** Counts the time in which neither side speaks, and forgets it when the caller does something. */
export class SilenceWatch {
  readonly #clock: Clock;
  readonly #settings: SilenceSettings;
  readonly #listeners: SilenceListeners;
  #silentMs = 0;
  #reminders = 0;
  #quietSinceMs: number | undefined;
  #timers: Timer[] = [];

  constructor(clock: Clock, settings: SilenceSettings, listeners: SilenceListeners) {
    this.#clock = clock;
    this.#settings = settings;
    this.#listeners = listeners;
  }

  /** Nobody speaks from now on. */
  quiet(): void {
    if (this.#quietSinceMs !== undefined) return;
    this.#quietSinceMs = this.#clock.monotonicMs();
    const { reminderMs, maxReminders, endAfterMs } = this.#settings;
    this.#timers = [this.#clock.after(Math.max(0, endAfterMs - this.#silentMs), () => this.#end())];
    if (this.#reminders < maxReminders)
      this.#timers.push(this.#clock.after(reminderMs, () => this.#remind()));
  }

  /** Somebody speaks. */
  sound(): void {
    if (this.#quietSinceMs === undefined) return;
    this.#silentMs += this.#clock.monotonicMs() - this.#quietSinceMs;
    this.#quietSinceMs = undefined;
    for (const timer of this.#timers) timer.cancel();
  }

  /** The caller spoke or pressed a key: they are there. */
  callerActed(): void {
    const wasQuiet = this.#quietSinceMs !== undefined;
    this.sound();
    this.#silentMs = 0;
    this.#reminders = 0;
    if (wasQuiet) this.quiet();
  }

  close(): void {
    this.sound();
  }

  #remind(): void {
    this.#reminders += 1;
    this.#listeners.onReminder();
  }

  #end(): void {
    this.sound();
    this.#listeners.onEnd();
  }
}
