import { randomFillSync } from 'node:crypto';

/** Random source, injected so that failures can be replayed. */
export interface Random {
  /** Returns `count` random bytes. */
  bytes(count: number): Uint8Array;
  /** Returns an integer from 0 (inclusive) to `bound` (exclusive; 1 to 2^32). */
  below(bound: number): number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
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
      // Rejection sampling keeps the distribution uniform.
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

/** Number of bytes that are read at once, because each system call is expensive. */
const poolBytes = 4096;

/** Returns a function that serves each byte of the operating system once and then erases it. */
function createBytePool(): (count: number) => Uint8Array {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  return (count) => {
    if (count > poolBytes) return randomFillSync(new Uint8Array(count));
    if (used + count > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    const taken = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return taken;
  };
}

/** The cryptographic random source of the operating system, suitable for keys and tokens. */
export const systemRandom: Random = fromBytes(createBytePool());

/** Returns a deterministic random source (mulberry32). For tests and simulations, never for keys. */
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
