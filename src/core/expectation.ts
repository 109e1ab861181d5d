/**
 * Expected content of the customer's next utterance. A recogniser with a closed vocabulary builds its grammar from it. A
 * recogniser with an open vocabulary uses it as a hint.
 */
export interface Expectation {
  /** Equal for equal expectations, so that compiled grammars can be cached. */
  readonly id: string;
  /** Whole utterances. Phrases with the same id have the same meaning. */
  readonly phrases: readonly ExpectedPhrase[];
  /** Open-ended forms that are also expected, alone or after a lead-in such as "on" or "I'd like". */
  readonly forms: readonly ExpectedForm[];
}

export interface ExpectedPhrase {
  readonly id: string;
  /** Words as spoken, lower case, without punctuation: "call me back tomorrow". */
  readonly text: string;
}

/** `date_time`: days, dates and times of day. `digits`: a string of single digits. `number`: a cardinal number. `text`: anything. */
export type ExpectedForm = 'date_time' | 'digits' | 'number' | 'text';
