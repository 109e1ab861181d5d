import { withoutAccents } from '../../core/spoken-words.ts';
import { allLanguages } from '../languages/languages.ts';

const known: ReadonlySet<string> = new Set(
  allLanguages.flatMap(({ farewells }) => farewells.split('|').map((phrase) => wordsOf(phrase).join(' '))),
);
const maxPhraseWords = Math.max(...[...known].map((phrase) => phrase.split(' ').length));
/** A longer text says more than goodbye. */
const maxWords = 30;

/**
 * Returns whether a text only closes the conversation: it consists of goodbyes, thanks and acknowledgements. Callers mix languages, so the phrases of all
 * languages count.
 */
export function isFarewell(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > maxWords) return false;
  /** Whether the words before this position are complete phrases. */
  const isCovered = [true];
  for (let end = 1; end <= words.length; end++) {
    const starts = Array.from({ length: Math.min(end, maxPhraseWords) }, (_, index) => end - 1 - index);
    isCovered.push(
      starts.some((start) => isCovered[start] === true && known.has(words.slice(start, end).join(' '))),
    );
  }
  return isCovered.at(-1) === true;
}

/** Returns the words in lower case, without diacritics. */
function wordsOf(text: string): string[] {
  return withoutAccents(text.toLowerCase().replaceAll('’', "'").replaceAll('ß', 'ss'))
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
}
