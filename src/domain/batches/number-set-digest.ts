const twoTo32 = 2 ** 32;
/** Fixed random seeds, one for each lane. */
const seeds = [0x2545f491, 0x9e3779b9, 0x6a09e667, 0xbb67ae85] as const;

/**
 * An order-independent digest of a set of numbers: the count and four sums modulo 2^32 of their hashes. It distinguishes the files of one
 * workspace, but is not collision-resistant against an attacker.
 */
export class NumberSetDigest {
  readonly #sums = new Uint32Array(seeds.length);
  #size = 0;

  /** Adds an E.164 number. Each number must be added only once. */
  add(e164: string): void {
    const number = Number(e164.slice(1));
    const [low, high] = [number % twoTo32, Math.floor(number / twoTo32)];
    for (const [lane, seed] of seeds.entries()) this.#sums[lane]! += mix(mix(low ^ seed) ^ (high + seed));
    this.#size += 1;
  }

  /** The count, a colon and 32 hexadecimal digits. */
  get digest(): string {
    return `${this.#size}:${[...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')}`;
  }
}

/** The finalizer of MurmurHash3 (Austin Appleby, public domain): each input bit affects all 32 output bits. */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
