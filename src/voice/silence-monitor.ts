import type { Clock, Timer } from '../core/clock.ts';

export interface SilenceSettings {
  /** Continuous silence of both sides before a reminder. */
  readonly reminderMs: number;
  readonly maxReminders: number;
  /** Total silence of both sides since the caller's last activity before the call ends. The time in which the agent speaks is not counted. */
  readonly endAfterMs: number;
}

export interface SilenceListeners {
  readonly onReminder: () => void;
  readonly onEnd: () => void;
}

/** Measures the time in which neither side speaks. Activity of the caller resets the measured time. */
export class SilenceMonitor {
  readonly #clock: Clock;
  readonly #settings: SilenceSettings;
  readonly #listeners: SilenceListeners;
  /** Silence since the caller's last activity, without the silence in progress. */
  #silentMs = 0;
  #reminders = 0;
  #silentSinceMs: number | undefined;
  #timers: Timer[] = [];

  constructor(clock: Clock, settings: SilenceSettings, listeners: SilenceListeners) {
    this.#clock = clock;
    this.#settings = settings;
    this.#listeners = listeners;
  }

  /** Starts measuring: neither side speaks now. */
  silenceStarted(): void {
    if (this.#silentSinceMs !== undefined) return;
    this.#silentSinceMs = this.#clock.monotonicMs();
    const { reminderMs, maxReminders, endAfterMs } = this.#settings;
    this.#timers = [this.#clock.after(Math.max(0, endAfterMs - this.#silentMs), () => this.#end())];
    if (this.#reminders < maxReminders)
      this.#timers.push(this.#clock.after(reminderMs, () => this.#remind()));
  }

  /** Stops measuring: one side speaks. */
  silenceEnded(): void {
    if (this.#silentSinceMs === undefined) return;
    this.#silentMs += this.#clock.monotonicMs() - this.#silentSinceMs;
    this.#silentSinceMs = undefined;
    for (const timer of this.#timers) timer.cancel();
  }

  /** Resets the measured silence: the caller spoke or pressed a key. */
  onCallerActivity(): void {
    const wasSilent = this.#silentSinceMs !== undefined;
    this.silenceEnded();
    this.#silentMs = 0;
    this.#reminders = 0;
    if (wasSilent) this.silenceStarted();
  }

  close(): void {
    this.silenceEnded();
  }

  #remind(): void {
    this.#reminders += 1;
    this.#listeners.onReminder();
  }

  #end(): void {
    this.silenceEnded();
    this.#listeners.onEnd();
  }
}
