/** What numbers there are to call from. */
export interface FromNumberOptions {
  /** Take turns, in E.164; one at least. */
  readonly numbers: readonly string[];
  /** Calls that were begun before: whose turn it is goes on from there. */
  readonly callsStarted: number;
  /** Of each number with a limit: how many calls more it may have at once. Those of other numbers are not limited. */
  readonly capacity: ReadonlyMap<string, number>;
}

/** Numbers to call from, in turn; one with as many calls as it may have at once is passed over. */
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

  /** Whose turn it is, or `own` where the call has a number of its own; undefined while none has room. */
  next(own: string | null): string | undefined {
    if (own !== null) return this.#hasCapacity(own) ? own : undefined;
    const turn = (this.#callsStarted + this.#taken) % this.#numbers.length;
    const inTurn = [...this.#numbers.slice(turn), ...this.#numbers.slice(0, turn)];
    return inTurn.find((number) => this.#hasCapacity(number));
  }

  /** A call is made from it: one place less, and the next one's turn. */
  take(number: string): void {
    this.#taken += 1;
    const room = this.#capacity.get(number);
    if (room !== undefined) this.#capacity.set(number, room - 1);
  }

  /** Whether its calls at once are counted. */
  isLimited(number: string): boolean {
    return this.#capacity.has(number);
  }

  #hasCapacity(number: string): boolean {
    return (this.#capacity.get(number) ?? 1) > 0;
  }
}
