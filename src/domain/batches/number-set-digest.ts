const twoTo32 = 2 ** 32;
/** Chance, written down: each lane mixes by its own. */
const seeds = [0x2545f491, 0x9e3779b9, 0x6a09e667, 0xbb67ae85] as const;

/**
 * What a set of numbers is known by, in whatever order they come: how many they are, and four sums modulo 2^32 of their mixed digits. It
 * tells two lists of a customer apart; it withstands nobody who looks for two that are alike.
 */
export class NumberSetDigest {
  readonly #sums = new Uint32Array(seeds.length);
  #size = 0;

  /** A number in E.164 that was not added before. */
  add(e164: string): void {
    const number = Number(e164.slice(1));
    const [low, high] = [number % twoTo32, Math.floor(number / twoTo32)];
    for (const [lane, seed] of seeds.entries()) this.#sums[lane]! += mix(mix(low ^ seed) ^ (high + seed));
    this.#size += 1;
  }

  /** Such as `2:` and 32 hexadecimal digits. */
  get digest(): string {
    return `${this.#size}:${[...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')}`;
  }
}

/** The last step of MurmurHash3 (Austin Appleby, public domain): each bit of 32 counts for all. */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
