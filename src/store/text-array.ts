/**
 * Format of array_send (PostgreSQL, src/backend/utils/adt/arrayfuncs.c), in network byte order:
 *
 *     dimensions (1) | has nulls | element type | size | lower bound (1) | length, UTF-8 | length, UTF-8 | …
 *
 * Each number has 32 bits; a null has the length -1 and no data.
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
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerUnit = 3;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Encodes texts as a `text[]` parameter in the binary format, which needs no escaping and is parsed faster. Buffers are
 * reused if the caller recycles them.
 */
export class TextArray {
  readonly #spare: ArrayBuffer[] = [];
  #bytes = Buffer.from(new ArrayBuffer(initialBytes));
  #at = headerBytes;
  #texts = 0;
  #nulls = 0;
  /** Number of trailing nulls that are not written yet. Most columns contain only nulls. */
  #pendingNulls = 0;

  /** Number of texts and nulls. */
  get size(): number {
    return this.#texts + this.#nulls;
  }

  /** Size of the encoded array. */
  get sizeBytes(): number {
    return this.#at + this.#pendingNulls * lengthBytes;
  }

  add(text: string | null | undefined): void {
    if (text === null || text === undefined) {
      this.#nulls += 1;
      this.#pendingNulls += 1;
      return;
    }
    this.#reserve(this.#pendingNulls * lengthBytes + lengthBytes + text.length * maxBytesPerUnit);
    if (this.#pendingNulls > 0) this.#writeNulls();
    const length = this.#bytes.write(text, this.#at + lengthBytes);
    this.#bytes.writeInt32BE(length, this.#at);
    this.#at += lengthBytes + length;
    this.#texts += 1;
  }

  /**
   * Returns the array of the texts since the last call, or null if only nulls were added. The caller owns the returned
   * buffer.
   */
  take(): Bytes | null {
    const array = this.#texts === 0 ? null : this.#finish();
    if (array !== null) this.#bytes = Buffer.from(this.#spare.pop() ?? new ArrayBuffer(initialBytes));
    this.#at = headerBytes;
    this.#texts = 0;
    this.#nulls = 0;
    this.#pendingNulls = 0;
    return array;
  }

  /** Makes the buffer of an array that `take` returned available for later arrays. */
  recycle(array: Bytes): void {
    this.#spare.push(array.buffer);
  }

  #finish(): Bytes {
    this.#reserve(this.#pendingNulls * lengthBytes);
    this.#writeNulls();
    this.#bytes.writeInt32BE(1, 0);
    this.#bytes.writeInt32BE(this.#nulls > 0 ? 1 : 0, hasNullsAt);
    this.#bytes.writeInt32BE(textType, typeAt);
    this.#bytes.writeInt32BE(this.size, sizeAt);
    this.#bytes.writeInt32BE(1, lowerBoundAt);
    return new Uint8Array(this.#bytes.buffer, 0, this.#at);
  }

  #writeNulls(): void {
    const end = this.#at + this.#pendingNulls * lengthBytes;
    this.#bytes.fill(nullByte, this.#at, end);
    this.#at = end;
    this.#pendingNulls = 0;
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
