/** The caller ids to rotate through. */
export interface FromNumberOptions {
  /** In E.164; at least one. */
  readonly numbers: readonly string[];
  /** Number of earlier calls, from which the rotation continues. */
  readonly callsStarted: number;
  /** Remaining concurrent calls of each number with a limit. Other numbers are not limited. */
  readonly capacity: ReadonlyMap<string, number>;
}

/** Rotates through caller ids and skips numbers without capacity. */
export class FromNumberRotation {
  readonly #numbers: readonly string[];
  readonly #callsStarted: number;
  readonly #capacity: Map<string, number>;
  #callsRecorded = 0;

  constructor({ numbers, callsStarted, capacity }: FromNumberOptions) {
    this.#numbers = numbers;
    this.#callsStarted = callsStarted;
    this.#capacity = new Map(capacity);
  }

  /** Returns the number for the next call: `fixed` if it is set, else the next of the rotation. Undefined if none has capacity. */
  next(fixed: string | null): string | undefined {
    if (fixed !== null) return this.#hasCapacity(fixed) ? fixed : undefined;
    const first = (this.#callsStarted + this.#callsRecorded) % this.#numbers.length;
    const rotated = [...this.#numbers.slice(first), ...this.#numbers.slice(0, first)];
    return rotated.find((number) => this.#hasCapacity(number));
  }

  /** Records a call from the number and advances the rotation. */
  recordCall(number: string): void {
    this.#callsRecorded += 1;
    const capacity = this.#capacity.get(number);
    if (capacity !== undefined) this.#capacity.set(number, capacity - 1);
  }

  /** Returns whether the concurrent calls of the number are limited. */
  isLimited(number: string): boolean {
    return this.#capacity.has(number);
  }

  #hasCapacity(number: string): boolean {
    return (this.#capacity.get(number) ?? 1) > 0;
  }
}
