/**
 * What is heard in a call besides the answers to questions. A list is separated by vertical bars; a pattern is the source of a regular expression.
 * Except for `acknowledgements` and `interrupts`, all of it is in lower case and without accents.
 */
export interface Listening {
  /** List of words that are backchannels while the agent speaks, but answers near the end of a question. */
  readonly acknowledgements: string;
  /** List of phrases that interrupt the agent at once. */
  readonly interrupts: string;
  /** List of words with which no sentence ends. */
  readonly danglingWords: string;
  readonly dictation: DictationWords;
  readonly greetings: GreetingPhrases;
}

/** What an agent can ask a caller to dictate. `amount`: a question such as "how many", which asks for no dictation. */
export type DictationRequest = 'amount' | 'email' | 'zip' | 'address' | 'phone' | 'number' | 'spelling';

/** Words of numbers, names and addresses that are dictated in parts. */
export interface DictationWords {
  /** List of words of one digit, and words that repeat one. */
  readonly oneDigit: string;
  /** Matches words of 10 to 99. */
  readonly twoDigits: RegExp;
  /** Patterns of what was asked for. They apply to all languages, since a caller may use a word of another one. */
  readonly requests: Readonly<Record<DictationRequest, string>>;
  /** List of words between a spelled letter and a name: "M as in Mike". Empty if all of them also follow a word of one vowel. */
  readonly spelledAs: string;
  /** The same for words that count only after a consonant: "B for Bravo". */
  readonly spelledAsAfterConsonant: string;
  /** Words for the signs of an email address. */
  readonly atSign: string;
  readonly dot: string;
  /** Pattern of the words of streets. */
  readonly streets: string;
  /** List of the words with which an answer to a yes-or-no question starts. */
  readonly yesOrNo: string;
}

/** Lists of phrases by which answering-machine detection and call screening know who speaks. The phrases of all languages apply to each call. */
export interface GreetingPhrases {
  /** The tone after which voicemail records. It outweighs an offer: "If you would like to leave a message, do so after the beep." */
  readonly tone: string;
  /** Other phrases of recordings. People do not say them of themselves. */
  readonly recording: string;
  /** Offers and questions of people who answer, also for others: "Would you like to leave a message?" */
  readonly offer: string;
  /** Call-screening assistants that ask who is calling. */
  readonly screening: string;
  readonly menu: string;
  /** Beginnings after which a recording, a menu or a person may continue. */
  readonly undecided: string;
  /** A call-screening assistant that connects the person. */
  readonly holding: string;
  /** A reply of only these phrases comes from a call-screening assistant; a person says more. */
  readonly thanks: string;
}
