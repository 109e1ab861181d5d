import type { Expectation } from '../core/expectation.ts';
import { spokenWords } from '../core/spoken-words.ts';
import { matchPhrase } from './phrase-match.ts';
import type { PhraseMatch } from './speech-to-text.ts';

/** The expectation of a stream before the first call of `expect`. */
export const noExpectation: Expectation = { id: 'none', phrases: [], forms: [] };

/** Confidence of texts for which the recogniser reports none. */
export const assumedConfidence = 0.9;

/** Upper limit of the confidence of a text that the recogniser did not finalise in time. */
export const unconfirmedConfidence = 0.5;

/** Matches a text of a recogniser that reports no match. If forms are expected too, a form may continue any phrase. */
export const matchText = (expectation: Expectation, text: string): PhraseMatch | undefined =>
  matchPhrase(expectation, spokenWords(text), () => expectation.forms.length > 0);
