/**
 * array_send of PostgreSQL (src/backend/utils/adt/arrayfuncs.c), all in network order:
 *
 *     dimensions (1) | has nulls | element type | size | lower bound (1) | length, UTF-8 | length, UTF-8 | …
 *
 * each number of 32 bits; a null has the length -1 and nothing behind it.
 */
const headerBytes = 20;
const hasNullsAt = 4;
const typeAt = 8;
const sizeAt = 12;
const lowerBoundAt = 16;
const lengthBytes = 4;
const textType = 25;
const nullByte = 0xff;

const initialBytes = 16 * 1024;
const growth = 1.5;
/** Of UTF-8, for each unit of UTF-16. */
const bytesPerUnitMax = 3;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Texts on their way to a `text[]` parameter, in its binary form: none needs to be escaped here or searched for its end there. What is
 * taken can be given back, so that its memory serves again.
 */
export class TextArray {
  readonly #spare: ArrayBuffer[] = [];
  #bytes = Buffer.from(new ArrayBuffer(initialBytes));
  #at = headerBytes;
  #texts = 0;
  #nulls = 0;
  /** Of the nulls, the last ones, which are not written yet: most columns have nothing else. */
  #nullsAhead = 0;

  get size(): number {
    return this.#texts + this.#nulls;
  }

  get sizeBytes(): number {
    return this.#at + this.#nullsAhead * lengthBytes;
  }

  add(text: string | null | undefined): void {
    if (text === null || text === undefined) {
      this.#nulls += 1;
      this.#nullsAhead += 1;
      return;
    }
    this.#reserve(this.#nullsAhead * lengthBytes + lengthBytes + text.length * bytesPerUnitMax);
    if (this.#nullsAhead > 0) this.#writeNulls();
    const length = this.#bytes.write(text, this.#at + lengthBytes);
    this.#bytes.writeInt32BE(length, this.#at);
    this.#at += lengthBytes + length;
    this.#texts += 1;
  }

  /** What was added since the last time, in a buffer that is now the taker's; null where no text was. */
  take(): Bytes | null {
    const taken = this.#texts === 0 ? null : this.#whole();
    if (taken !== null) this.#bytes = Buffer.from(this.#spare.pop() ?? new ArrayBuffer(initialBytes));
    this.#at = headerBytes;
    this.#texts = 0;
    this.#nulls = 0;
    this.#nullsAhead = 0;
    return taken;
  }

  giveBack(taken: Bytes): void {
    this.#spare.push(taken.buffer);
  }

  #whole(): Bytes {
    this.#reserve(this.#nullsAhead * lengthBytes);
    this.#writeNulls();
    this.#bytes.writeInt32BE(1, 0);
    this.#bytes.writeInt32BE(this.#nulls > 0 ? 1 : 0, hasNullsAt);
    this.#bytes.writeInt32BE(textType, typeAt);
    this.#bytes.writeInt32BE(this.size, sizeAt);
    this.#bytes.writeInt32BE(1, lowerBoundAt);
    return new Uint8Array(this.#bytes.buffer, 0, this.#at);
  }

  #writeNulls(): void {
    const end = this.#at + this.#nullsAhead * lengthBytes;
    this.#bytes.fill(nullByte, this.#at, end);
    this.#at = end;
    this.#nullsAhead = 0;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.from(
      new ArrayBuffer(Math.max(Math.ceil(this.#bytes.length * growth), this.#at + bytes)),
    );
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
