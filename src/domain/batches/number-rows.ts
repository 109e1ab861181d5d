const initialSlots = 1024;
const goldenRatio = 0x9e3779b1;
const twoTo32 = 2 ** 32;

/**
 * The row in which each number stood first. A number takes 12 bytes at most twice over: a million need 24 MB where a Map would need
 * 100. E.164 has 15 digits at most, so that every number is exact as a double.
 */
export class NumberRows {
  #numbers = new Float64Array(initialSlots);
  #rows = new Uint32Array(initialSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Remembers the row (from 1) of a number that is new; else tells the row it stood in first. */
  firstRow(e164: string, row: number): number | undefined {
    const number = Number(e164.slice(1));
    const slot = this.#slotOf(number);
    if (this.#numbers[slot] === number) return this.#rows[slot];
    this.#numbers[slot] = number;
    this.#rows[slot] = row;
    this.#size += 1;
    if (this.#size * 4 > this.#numbers.length * 3) this.#grow();
    return undefined;
  }

  /** The slot that holds the number, or the empty one that it goes to. */
  #slotOf(number: number): number {
    const mask = this.#numbers.length - 1;
    const folded = ((number % twoTo32) ^ Math.floor(number / twoTo32)) >>> 0;
    let slot = (Math.imul(folded, goldenRatio) >>> 7) & mask;
    while (this.#numbers[slot] !== 0 && this.#numbers[slot] !== number) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const numbers = this.#numbers;
    const rows = this.#rows;
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#rows = new Uint32Array(numbers.length * 2);
    for (const [index, number] of numbers.entries()) {
      if (number === 0) continue;
      const slot = this.#slotOf(number);
      this.#numbers[slot] = number;
      this.#rows[slot] = rows[index]!;
    }
  }
}
