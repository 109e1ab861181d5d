/** What numbers there are to call from. */
export interface FromNumbersTerms {
  /** Take turns, in E.164; one at least. */
  readonly numbers: readonly string[];
  /** Calls that were begun before: whose turn it is goes on from there. */
  readonly begun: number;
  /** Of each number with a limit: how many calls more it may have at once. Those of other numbers are not limited. */
  readonly room: ReadonlyMap<string, number>;
}

/** Numbers to call from, in turn; one with as many calls as it may have at once is passed over. */
export class FromNumbers {
  readonly #numbers: readonly string[];
  readonly #begun: number;
  readonly #room: Map<string, number>;
  #taken = 0;

  constructor({ numbers, begun, room }: FromNumbersTerms) {
    this.#numbers = numbers;
    this.#begun = begun;
    this.#room = new Map(room);
  }

  /** Whose turn it is, or `own` where the call has a number of its own; undefined while none has room. */
  next(own: string | null): string | undefined {
    if (own !== null) return this.#hasRoom(own) ? own : undefined;
    const turn = (this.#begun + this.#taken) % this.#numbers.length;
    const inTurn = [...this.#numbers.slice(turn), ...this.#numbers.slice(0, turn)];
    return inTurn.find((number) => this.#hasRoom(number));
  }

  /** A call is made from it: one place less, and the next one's turn. */
  take(number: string): void {
    this.#taken += 1;
    const room = this.#room.get(number);
    if (room !== undefined) this.#room.set(number, room - 1);
  }

  /** Whether its calls at once are counted. */
  isLimited(number: string): boolean {
    return this.#room.has(number);
  }

  #hasRoom(number: string): boolean {
    return (this.#room.get(number) ?? 1) > 0;
  }
}
