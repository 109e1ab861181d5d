/** How a language says yes and no. Phrases are lower case and without punctuation; the longest phrase at a position counts. */
export interface YesNoGrammar {
  /** Particles that are an answer whatever follows: "yes", "yeah". */
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** Alone a yes, beside a negation without a meaning of their own: "absolutely", "of course". */
  readonly intensifiers: readonly string[];
  /** Statements of agreement and of refusal. Other words may follow: "sounds good to my wife". */
  readonly firmYes: readonly string[];
  readonly firmNo: readonly string[];
  /** A yes only if no unknown word is in the text: "okay" also opens a sentence about something else. */
  readonly weakYes: readonly string[];
  /** Hedges, evasions and requests for time. */
  readonly unsure: readonly string[];
  /** A yes alone; with a negation neither yes nor no: "sure". */
  readonly certain: readonly string[];
  /** Words that agree in a sentence of known words ("Monday is fine") and refuse with a negation ("Monday is not fine"). */
  readonly support: readonly string[];
  /** Words that refuse: "wrong". */
  readonly against: readonly string[];
  /** Words that refuse with a negation, and have no meaning without: "I do not need". */
  readonly negatable: readonly string[];
  readonly negators: readonly string[];
  /** "If", "unless", "only": neither yes nor no. */
  readonly conditions: readonly string[];
  /** "But", "unfortunately". */
  readonly contrasts: readonly string[];
  /** Phrases without a meaning for the answer, whose words would have one: "I am fine, thank you". */
  readonly courtesies: readonly string[];
  /** Phrases of known words that are about something else: "on time". */
  readonly mentions: readonly string[];
  /** Unknown words, except that they may follow a yes: "yes, I will bring my daughter". */
  readonly additions: readonly string[];
  /** Unknown words of cancelling, moving and absence. They are never a name. */
  readonly changes: readonly string[];
  /** Phrases of known words that take a yes back: another time ("next week"), the past ("I would have"), other duties. */
  readonly reservations: readonly string[];
  /** Auxiliaries of the past: "I was happy to" is no agreement. */
  readonly pastAuxiliaries: readonly string[];
  /** Words without a meaning for the answer. */
  readonly functionWords: readonly string[];
  readonly pronouns: readonly string[];
  readonly auxiliaries: readonly string[];
  readonly questionWords: readonly string[];
  readonly conjunctions: readonly string[];
  /** After these, an answer replaces the one before: "yes, I mean no". */
  readonly corrections: readonly string[];
  /** Adverbs that weaken a negation before them: "not entirely". */
  readonly partial: readonly string[];
}
