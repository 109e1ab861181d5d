import { LRUCache } from 'lru-cache';
import { lazy } from '../understanding/lazy.ts';
import { optOutWeights } from './opt-out-weights.ts';

/*
 * A linear classifier of opt-outs in all languages: logistic regression over words, pairs and triples of words, and parts of words, each hashed to one
 * of 65,536 weights ("Hashing Trick", Weinberger et al. 2009). It finds opt-outs in words that no rule has. `node scripts/train-opt-outs.ts` trains it
 * with the corpora of the languages and writes the weights.
 */

export const buckets = 65_536;
const maxWords = 60;
/** The largest distance of two words that are a feature together. */
const maxPairDistance = 3;
const partLengths = [3, 4, 5] as const;

/** Score from which a text is an opt-out: 0.2 % of the other texts of the corpora reach it when they are left out of the training. */
const minScore = 2;

function wordsOf(text: string): string[] {
  const letters = text.normalize('NFKD').toLowerCase().replaceAll('ß', 'ss').replaceAll(/\p{M}/gu, '');
  return letters
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords);
}

/** FNV-1a with a final mix, so that the low bits depend on every character. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index += 1)
    hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) % buckets;
}

/** Returns the buckets of the features of a text, each once. */
export function featuresOf(text: string): readonly number[] {
  const words = wordsOf(text);
  const bounded = ['^', ...words, '$'];
  const found = new Set<number>();
  for (const [index, word] of bounded.entries()) {
    found.add(bucketOf(word));
    for (let distance = 1; distance <= maxPairDistance && index + distance < bounded.length; distance += 1)
      found.add(bucketOf(`${distance === 1 ? '2' : 's'}${word} ${bounded[index + distance]}`));
    if (index + 2 < bounded.length)
      found.add(bucketOf(`3${word} ${bounded[index + 1]} ${bounded[index + 2]}`));
  }
  for (const part of words.flatMap(partsOf)) found.add(bucketOf(`c${part}`));
  return [...found];
}

function partsOf(word: string): string[] {
  const marked = `<${word}>`;
  return partLengths.flatMap((length) =>
    Array.from({ length: Math.max(marked.length - length + 1, 0) }, (_, start) =>
      marked.slice(start, start + length),
    ),
  );
}

/** The parameters of the classifier. */
export interface OptOutModel {
  readonly bias: number;
  /** By bucket, in units of `unit`. */
  readonly weights: ArrayLike<number>;
  readonly unit: number;
}

/** Returns the log-odds that a text with these features is an opt-out. */
export function scoreOf({ bias, weights, unit }: OptOutModel, features: readonly number[]): number {
  const sum = features.reduce((total, bucket) => total + weights[bucket]!, 0);
  return bias + (sum * unit) / Math.sqrt(features.length);
}

const model = lazy(() => {
  const { bias, unit, base64 } = optOutWeights;
  const loaded: OptOutModel = { bias, unit, weights: new Int8Array(Buffer.from(base64, 'base64')) };
  return () => loaded;
});

/** A turn is read several times: as an answer, as a request, and at the end of the call. */
const recent = new LRUCache<string, boolean>({ max: 50 });

/** Returns whether a text is probably an opt-out, in any of the languages. */
export function isProbablyOptOut(text: string): boolean {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const isOptOut = scoreOf(model(), featuresOf(text)) >= minScore;
  recent.set(text, isOptOut);
  return isOptOut;
}
