const initialSlots = 1024;
const goldenRatio = 0x9e3779b1;
const twoTo32 = 2 ** 32;
/** Numbers per page; pages are never copied. */
const pageSize = 16 * 1024;

interface Page {
  readonly numbers: Float64Array;
  readonly rows: Uint32Array;
}

/**
 * A hash table from each number to its first row. A million numbers take 18 MB, even while the table grows; a Map takes 100 MB. Each
 * number takes 12 bytes in a page, plus 4 bytes per slot. E.164 numbers have at most 15 digits, so that a double holds them exactly.
 */
export class FirstRowByNumber {
  readonly #pages: Page[] = [];
  /** Index of a number, from 1; 0 for an empty slot. The load factor is at most 3/4. */
  #slots = new Uint32Array(initialSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the first row of a known number. Stores the row (from 1) of a new number and returns undefined. */
  firstRow(e164: string, row: number): number | undefined {
    const number = Number(e164.slice(1));
    const slot = this.#slotOf(number);
    const entry = this.#slots[slot]!;
    if (entry !== 0) return this.#pageOf(entry - 1).rows[(entry - 1) % pageSize];
    this.#append(number, row);
    this.#slots[slot] = this.#size;
    if (this.#size * 4 > this.#slots.length * 3) this.#grow();
    return undefined;
  }

  /** Returns the slot of the number, or the empty slot for it. */
  #slotOf(number: number): number {
    const slots = this.#slots;
    const folded = ((number % twoTo32) ^ Math.floor(number / twoTo32)) >>> 0;
    const hash = Math.imul(folded, goldenRatio) >>> 0;
    let slot = Math.floor((hash / twoTo32) * slots.length);
    for (;;) {
      const entry = slots[slot]!;
      if (entry === 0 || this.#numberAt(entry - 1) === number) return slot;
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }

  #pageOf(index: number): Page {
    return this.#pages[Math.floor(index / pageSize)]!;
  }

  #numberAt(index: number): number {
    return this.#pageOf(index).numbers[index % pageSize]!;
  }

  #append(number: number, row: number): void {
    const at = this.#size % pageSize;
    if (at === 0) this.#pages.push({ numbers: new Float64Array(pageSize), rows: new Uint32Array(pageSize) });
    const page = this.#pageOf(this.#size);
    page.numbers[at] = number;
    page.rows[at] = row;
    this.#size += 1;
  }

  /** Rebuilds the table from the pages. The old table is released first to limit memory. */
  #grow(): void {
    const length = Math.ceil(this.#slots.length * 1.5);
    this.#slots = new Uint32Array(0);
    this.#slots = new Uint32Array(length);
    for (let index = 0; index < this.#size; index += 1)
      this.#slots[this.#slotOf(this.#numberAt(index))] = index + 1;
  }
}
