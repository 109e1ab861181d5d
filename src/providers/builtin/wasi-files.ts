/** Byte strings that grow as they are written: the files of a program that has no disk. */
export class MemoryFile {
  #bytes = new Uint8Array(65_536);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes over what is there, and beyond the end. Throws `RangeError` when the file would become too large. */
  write(at: number, bytes: Uint8Array, bytesMax: number): void {
    const end = at + bytes.length;
    if (end > bytesMax) throw new RangeError('the program wrote more than it may');
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, at);
    this.#length = Math.max(this.#length, end);
  }
}
