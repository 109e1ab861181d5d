import type { Expectation } from '../core/expectation.ts';
import type { PhraseMatch } from './speech-to-text.ts';

/**
 * Returns the expected phrase that equals `text`; undefined if there is none. `mayContinue` returns whether one of the expectation's forms can start
 * with the text: the phrase "tomorrow" may be the start of "tomorrow at ten".
 */
export function matchPhrase(
  expectation: Expectation,
  text: string,
  mayContinue: (text: string) => boolean = () => false,
): PhraseMatch | undefined {
  const phrase = expectation.phrases.find((candidate) => candidate.text === text);
  if (phrase === undefined) return undefined;
  const longer = expectation.phrases.some((other) => other.text.startsWith(`${text} `));
  return { phraseId: phrase.id, complete: !longer && !mayContinue(text) };
}
