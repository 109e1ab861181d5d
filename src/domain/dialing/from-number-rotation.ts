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
  #taken = 0;

  constructor({ numbers, callsStarted, capacity }: FromNumberOptions) {
    this.#numbers = numbers;
    this.#callsStarted = callsStarted;
    this.#capacity = new Map(capacity);
  }

  /** Returns the next number, or `own` if the call has a fixed number; undefined if none has capacity. */
  next(own: string | null): string | undefined {
    if (own !== null) return this.#hasCapacity(own) ? own : undefined;
    const turn = (this.#callsStarted + this.#taken) % this.#numbers.length;
    const inTurn = [...this.#numbers.slice(turn), ...this.#numbers.slice(0, turn)];
    return inTurn.find((number) => this.#hasCapacity(number));
  }

  /** Records a call from the number and advances the rotation. */
  take(number: string): void {
    this.#taken += 1;
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
