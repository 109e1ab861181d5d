import type { Clock, Timer } from '../core/clock.ts';

/** Which keys are taken, and when they are complete. */
export interface KeyRules {
  readonly minDigits: number;
  readonly maxDigits: number;
  /** One key, or empty for none. */
  readonly terminator: string;
  /** The longest wait for another key. */
  readonly interDigitMs: number;
}

/** Keys as a transcript and a model's history have them, who know only words. */
export const writtenKeys = (digits: string): string => `[keys] ${digits}`.trimEnd();

/** The same of keys that nothing may record. */
export const hiddenKeys = '[keys] (sensitive)';

/** Gathers keys until there are as many as wanted, the terminator comes, or no other key for a while. */
export class KeyCollector {
  readonly #clock: Clock;
  readonly #onCollected: (digits: string) => void;
  #rules: KeyRules | undefined;
  #digits = '';
  #timer: Timer | undefined;

  constructor(clock: Clock, onCollected: (digits: string) => void) {
    this.#clock = clock;
    this.#onCollected = onCollected;
  }

  /** Whether keys are wanted at all. */
  get wanting(): boolean {
    return this.#rules !== undefined;
  }

  /** Whether keys have been pressed and more are awaited. */
  get collecting(): boolean {
    return this.#digits !== '';
  }

  /** Begins a new collection. Keys that came before it are not in it. */
  collect(rules: KeyRules): void {
    this.stop();
    this.#rules = rules;
  }

  /** Takes no keys any more; `onCollected` is not called. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#rules = undefined;
    this.#digits = '';
  }

  /** A key that is not wanted does nothing. */
  press(digit: string): void {
    const rules = this.#rules;
    if (rules === undefined) return;
    if (digit === rules.terminator) {
      if (this.#digits.length >= Math.min(1, rules.minDigits)) this.#finish();
      return;
    }
    this.#digits += digit;
    this.#timer?.cancel();
    if (this.#digits.length >= rules.maxDigits) this.#finish();
    else this.#timer = this.#clock.after(rules.interDigitMs, () => this.#finish());
  }

  #finish(): void {
    const digits = this.#digits;
    this.stop();
    this.#onCollected(digits);
  }
}
