import type { Expectation } from '../core/expectation.ts';
import type { PhraseMatch } from './speech-to-text.ts';

/**
 * Which expected phrase `text` is, word for word; undefined where it is none. `mayGoOn` tells whether one of the
 * expectation's forms could begin with the text: "tomorrow" is a phrase, and so is "tomorrow at ten".
 */
export function matchPhrase(
  expectation: Expectation,
  text: string,
  mayGoOn: (text: string) => boolean = () => false,
): PhraseMatch | undefined {
  const phrase = expectation.phrases.find((candidate) => candidate.text === text);
  if (phrase === undefined) return undefined;
  const longer = expectation.phrases.some((other) => other.text.startsWith(`${text} `));
  return { phraseId: phrase.id, complete: !longer && !mayGoOn(text) };
}
