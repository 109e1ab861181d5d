import type { Clock, Timer } from '../core/clock.ts';

/** Which DTMF digits are collected, and when the input is complete. */
export interface DigitRules {
  readonly minDigits: number;
  readonly maxDigits: number;
  /** One key that ends the input; empty for none. */
  readonly terminator: string;
  /** Whether the terminator is one of the digits. Defaults to false. */
  readonly keepsTerminator?: boolean;
  /** The longest wait for another digit. */
  readonly interDigitMs: number;
}

/** Digits that answer a question. */
export interface DigitAnswer {
  readonly digits: string;
  /** Whether the digits must never be stored. */
  readonly sensitive: boolean;
}

/** Returns digits as text for transcripts and the history of language models. Sensitive digits are masked. */
export const transcriptDigits = ({ digits, sensitive }: DigitAnswer): string =>
  sensitive ? '[keys] (sensitive)' : `[keys] ${digits}`.trimEnd();

/** Collects DTMF digits until `maxDigits`, the terminator, or the inter-digit timeout. */
export class DigitCollector {
  readonly #clock: Clock;
  readonly #onCollected: (digits: string) => void;
  #rules: DigitRules | undefined;
  #digits = '';
  #timer: Timer | undefined;

  constructor(clock: Clock, onCollected: (digits: string) => void) {
    this.#clock = clock;
    this.#onCollected = onCollected;
  }

  /** Whether a collection is active. */
  get isActive(): boolean {
    return this.#rules !== undefined;
  }

  /** The digits of the active collection so far. */
  get digits(): string {
    return this.#digits;
  }

  /** Starts a new collection; earlier digits are discarded. */
  start(rules: DigitRules): void {
    this.stop();
    this.#rules = rules;
  }

  /** Stops the collection without calling `onCollected`. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#rules = undefined;
    this.#digits = '';
  }

  /** Adds a digit; ignored if no collection is active. */
  press(digit: string): void {
    const rules = this.#rules;
    if (rules === undefined) return;
    if (digit === rules.terminator && rules.keepsTerminator === true) this.#finish(digit);
    else if (digit === rules.terminator) {
      if (this.#digits.length >= Math.min(1, rules.minDigits)) this.#finish();
    } else this.#add(digit, rules);
  }

  #add(digit: string, { maxDigits, interDigitMs }: DigitRules): void {
    this.#digits += digit;
    this.#timer?.cancel();
    if (this.#digits.length >= maxDigits) this.#finish();
    else this.#timer = this.#clock.after(interDigitMs, () => this.#finish());
  }

  #finish(lastDigit = ''): void {
    const digits = this.#digits + lastDigit;
    this.stop();
    this.#onCollected(digits);
  }
}
