/** In-memory file that grows as it is written. */
export class MemoryFile {
  #bytes = new Uint8Array(65_536);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Overwrites existing bytes and appends. Throws `RangeError` if the file would exceed its limit. */
  write(position: number, bytes: Uint8Array, maxBytes: number): void {
    const end = position + bytes.length;
    if (end > maxBytes) throw new RangeError('the program exceeded its output limit');
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, position);
    this.#length = Math.max(this.#length, end);
  }
}
