import { randomFillSync } from 'node:crypto';

/** Chance, handed in, so that a failure replays. */
export interface Random {
  /** `count` random bytes. */
  bytes(count: number): Uint8Array;
  /** A whole number from 0 up to, not including, `bound` (1 to 2^32). */
  below(bound: number): number;
  /** A number from 0 up to, not including, 1. */
  fraction(): number;
}

function uint32(random: Pick<Random, 'bytes'>): number {
  const [a, b, c, d] = random.bytes(4) as unknown as [number, number, number, number];
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function fromBytes(bytes: (count: number) => Uint8Array): Random {
  const random: Random = {
    bytes,
    below(bound) {
      // Rejection keeps every value equally likely.
      const limit = 2 ** 32 - (2 ** 32 % bound);
      for (;;) {
        const value = uint32(random);
        if (value < limit) return value % bound;
      }
    },
    fraction: () => uint32(random) / 2 ** 32,
  };
  return random;
}

/** Asked for at once: a call into the operating system costs more than the bytes. */
const stockBytes = 4096;

/** Bytes of the operating system, each given once and then wiped. */
function stockOfBytes(): (count: number) => Uint8Array {
  const stock = new Uint8Array(stockBytes);
  let used = stockBytes;
  return (count) => {
    if (count > stockBytes) return randomFillSync(new Uint8Array(count));
    if (used + count > stockBytes) {
      randomFillSync(stock);
      used = 0;
    }
    const taken = stock.slice(used, used + count);
    stock.fill(0, used, used + count);
    used += count;
    return taken;
  };
}

/** The operating system's random source: fit for keys and tokens. */
export const systemRandom: Random = fromBytes(stockOfBytes());

/** The same numbers for the same seed (mulberry32). For tests and simulations, never for keys. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return fromBytes((count) => Uint8Array.from({ length: count }, () => next() & 0xff));
}
