import { englishYesNo } from './yes-no-english.ts';
import { yesNoParser } from './yes-no-parser.ts';

/**
 * Phrases for recognisers with a closed vocabulary. The parser accepts more phrases. Each additional expected phrase, especially a short one,
 * increases false recognitions.
 */
export const expectedYes = [
  'yes',
  'yeah',
  'yep',
  'sure',
  'okay',
  'correct',
  'absolutely',
  'of course',
  'sounds good',
  'that works',
  'that works for me',
  "that's right",
  "that's fine",
  'i can',
  'yes please',
  'yes i can',
  'yes i will',
  'yes that works',
  "yes that's fine",
  "yes that's right",
] as const;

export const expectedNo = [
  'no',
  'nope',
  'not really',
  'absolutely not',
  'of course not',
  'no thank you',
  'no thanks',
  "i can't",
  "no i can't",
  "that doesn't work",
  "that's wrong",
  "that's not right",
  "i'm afraid not",
] as const;

export interface SpokenYesNo {
  readonly value: boolean;
  /** Whether the text contains nothing else. */
  readonly complete: boolean;
}

const english = yesNoParser(englishYesNo);

/**
 * Parses the answer to a yes or no question in English. Returns undefined if the text has neither or both, if a hedge, a condition or a contrast limits
 * it, or if a yes has an addition that may take it back and does not repeat the question.
 */
export const parseYesNo = (text: string, question?: string): SpokenYesNo | undefined =>
  english(text, question);
