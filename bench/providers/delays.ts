/** What the vendors of one turn do. The same seed, call and turn give the same plan in each thread. */
export interface TurnPlan {
  /** From the request of the final text to its message, in ms. */
  readonly recogniserMs: number;
  /** From the request to the first token, in ms. */
  readonly modelMs: number;
  /** From the first text to the first audio, in ms. */
  readonly voiceMs: number;
  readonly fault: Fault | undefined;
}

const faults = [
  'recogniser-reset',
  'recogniser-silent',
  'model-reset',
  'model-429',
  'model-silent',
  'voice-reset',
  'voice-429',
  'voice-silent',
] as const;

/** A failure of the first vendor of a kind. The fallbacks do not fail. */
export type Fault = (typeof faults)[number];

/** A number from 0 to below 1 (the finaliser of MurmurHash3, Austin Appleby). */
function fractionOf(...parts: readonly number[]): number {
  let hash = 0x9747_b28c;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** A minimum plus an exponential tail, as latencies of servers have. */
const delayOf = (fraction: number, minMs: number, tailMs: number, maxMs: number): number =>
  Math.round(Math.min(maxMs, minMs - tailMs * Math.log(1 - fraction)));

export function planOf(seed: number, call: number, turn: number, faultShare: number): TurnPlan {
  const draw = (index: number) => fractionOf(seed, call, turn, index);
  return {
    recogniserMs: delayOf(draw(1), 100, 60, 500),
    modelMs: delayOf(draw(2), 250, 150, 900),
    voiceMs: delayOf(draw(3), 60, 40, 400),
    fault: draw(4) < faultShare ? faults[Math.floor(draw(5) * faults.length)] : undefined,
  };
}

const letters = 3;
const base = 26;
const wordOf = (value: number): string =>
  Array.from({ length: letters }, (_, index) =>
    String.fromCodePoint(97 + (Math.floor(value / base ** index) % base)),
  ).join('');
const numberOf = (word: string): number =>
  [...word].reduce((sum, letter, index) => sum + (letter.codePointAt(0)! - 97) * base ** index, 0);

/** A word that identifies a turn in all texts. Voices say words without digits as they are. */
export const turnWord = (call: number, turn: number): string => `zq${wordOf(call)}${wordOf(turn)}`;

/** Returns the turn that the last such word of a text identifies. */
export function turnIn(text: string): { call: number; turn: number } | undefined {
  const found = [...text.matchAll(/zq([a-z]{3})([a-z]{3})/g)].at(-1);
  return found && { call: numberOf(found[1]!), turn: numberOf(found[2]!) };
}
