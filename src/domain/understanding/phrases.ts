import { indexOfRun, type Words } from './words.ts';

export interface PhraseSet {
  readonly id: string;
  readonly phrases: readonly string[];
}

export interface FoundPhrase {
  readonly id: string;
  /** Length of the found phrase, in words. */
  readonly words: number;
  /** Whether the text contains nothing else except fillers. */
  readonly complete: boolean;
  /** Share of the phrase in the text without fillers, by words: above 0, at most 1. */
  readonly share: number;
}

/** A phrase of one word with at least this length matches in any position: "reschedule", "representative". */
const specificLetters = 6;

/** Finds the set with a phrase in the text. */
export type FindPhrase = (text: string, sets: readonly PhraseSet[]) => FoundPhrase | undefined;

/**
 * Creates the function of a language that finds phrases: their words in sequence, ignoring fillers ("um", "please"). A phrase of one short word must be at least
 * half of the text. A phrase after a negation ("not") does not count. The longest phrase takes precedence, then the first set.
 */
export function createFindPhrase(
  { contentWordsOf }: Pick<Words, 'contentWordsOf'>,
  negations: readonly string[],
): FindPhrase {
  return (text, sets) => {
    const textWords = contentWordsOf(text);
    let found: FoundPhrase | undefined;
    for (const { id, phrases } of sets) {
      for (const phrase of phrases) {
        const words = contentWordsOf(phrase);
        if (words.length <= (found?.words ?? 0) || !isIn(textWords, words, negations)) continue;
        found = {
          id,
          words: words.length,
          complete: words.length === textWords.length,
          share: words.length / textWords.length,
        };
      }
    }
    return found;
  };
}

function isIn(
  textWords: readonly string[],
  phrase: readonly string[],
  negations: readonly string[],
): boolean {
  const at = indexOfRun(textWords, phrase);
  if (at < 0) return false;
  if (phrase.length === 1 && phrase[0]!.length < specificLetters && textWords.length > 2) return false;
  return at === 0 || !negations.includes(textWords[at - 1]!);
}
