const initialSlots = 1024;
const goldenRatio = 0x9e3779b1;
const twoTo32 = 2 ** 32;
/** Of the numbers; a page is never moved. */
const pageSize = 16 * 1024;

interface Page {
  readonly numbers: Float64Array;
  readonly rows: Uint32Array;
}

/**
 * The row in which each number stood first. A million take 18 MB, and no more while they grow, where a Map would need 100: 12 bytes each, in
 * pages, and a table that leads to them by 4 bytes for each slot. E.164 has 15 digits at most, so that every number is exact as a double.
 */
export class FirstRowByNumber {
  readonly #pages: Page[] = [];
  /** Where a number lies, from 1; 0 for an empty slot. At most three in four are taken. */
  #slots = new Uint32Array(initialSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Remembers the row (from 1) of a number that is new; else tells the row it stood in first. */
  firstRow(e164: string, row: number): number | undefined {
    const number = Number(e164.slice(1));
    const slot = this.#slotOf(number);
    const place = this.#slots[slot]!;
    if (place !== 0) return this.#pageOf(place - 1).rows[(place - 1) % pageSize];
    this.#append(number, row);
    this.#slots[slot] = this.#size;
    if (this.#size * 4 > this.#slots.length * 3) this.#grow();
    return undefined;
  }

  /** The slot that leads to the number, or the empty one that will. */
  #slotOf(number: number): number {
    const slots = this.#slots;
    const folded = ((number % twoTo32) ^ Math.floor(number / twoTo32)) >>> 0;
    const hash = Math.imul(folded, goldenRatio) >>> 0;
    let slot = Math.floor((hash / twoTo32) * slots.length);
    for (;;) {
      const place = slots[slot]!;
      if (place === 0 || this.#numberAt(place - 1) === number) return slot;
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

  /** The old table is given up first: the pages tell all that it held. */
  #grow(): void {
    const length = Math.ceil(this.#slots.length * 1.5);
    this.#slots = new Uint32Array(0);
    this.#slots = new Uint32Array(length);
    for (let index = 0; index < this.#size; index += 1)
      this.#slots[this.#slotOf(this.#numberAt(index))] = index + 1;
  }
}
