/**
 * What the customer is expected to say next. A recogniser with a closed vocabulary builds its grammar from it; one with an open
 * vocabulary uses it as a hint.
 */
export interface Expectation {
  /** Equal expectations have equal ids, so that a compiled grammar can be kept. */
  readonly id: string;
  /** Whole utterances. Several phrases may share an id: they mean the same. */
  readonly phrases: readonly ExpectedPhrase[];
  /** Open-ended forms that may be said as well, alone or after a lead-in such as "on" or "I'd like". */
  readonly forms: readonly ExpectedForm[];
}

export interface ExpectedPhrase {
  readonly id: string;
  /** Words as spoken, lower case, without punctuation: "call me back tomorrow". */
  readonly text: string;
}

/** `date_time`: days, dates and times of day. `digits`: a string of single digits. `number`: a cardinal number. `text`: anything. */
export type ExpectedForm = 'date_time' | 'digits' | 'number' | 'text';
