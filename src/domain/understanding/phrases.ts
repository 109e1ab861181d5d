import { contentWordsOf, indexOfRun } from './words.ts';

export interface PhraseSet {
  readonly id: string;
  readonly phrases: readonly string[];
}

export interface FoundPhrase {
  readonly id: string;
  /** Length of the phrase that was found, in words: the longer, the surer. */
  readonly words: number;
  /** Whether the phrase was all that was said, fillers aside. */
  readonly complete: boolean;
  /** Its words among all that were said, fillers aside: above 0, at most 1. */
  readonly share: number;
}

/** A word of so many letters means the same wherever it stands: "reschedule", "representative". */
const specificLetters = 6;

const negations = new Set(['not', 'never']);

/**
 * Which set has a phrase that was said: its words in a row, fillers ("um", "please") aside. A phrase of one short word must
 * be at least half of what was said, and one that follows "not" does not count. The longest phrase wins, then the first set.
 */
export function findPhrase(text: string, sets: readonly PhraseSet[]): FoundPhrase | undefined {
  const said = contentWordsOf(text);
  let found: FoundPhrase | undefined;
  for (const { id, phrases } of sets) {
    for (const phrase of phrases) {
      const words = contentWordsOf(phrase);
      if (words.length <= (found?.words ?? 0) || !wasSaid(said, words)) continue;
      found = {
        id,
        words: words.length,
        complete: words.length === said.length,
        share: words.length / said.length,
      };
    }
  }
  return found;
}

function wasSaid(said: readonly string[], phrase: readonly string[]): boolean {
  const at = indexOfRun(said, phrase);
  if (at < 0) return false;
  if (phrase.length === 1 && phrase[0]!.length < specificLetters && said.length > 2) return false;
  return at === 0 || !negations.has(said[at - 1]!);
}
