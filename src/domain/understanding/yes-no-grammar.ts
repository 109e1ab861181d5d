/** The classes of phrases with which a language says yes and no. Phrases are separated by vertical bars. */
export interface YesNoPhrases {
  /** Particles that are an answer whatever follows: "ja". */
  readonly yes: string;
  /** A word that is also in `negators` is a particle at the start of a clause, unless a verb follows: Spanish "no". */
  readonly no: string;
  /** A yes if nothing or another agreement follows, else what their other class says: French "si". */
  readonly loneYes: string;
  /** Statements of agreement, some with a negation of their own: "kein Problem". Other words may follow. */
  readonly agreement: string;
  /** Statements of coming: "ich bin da". If the question asks to cancel, they refuse. */
  readonly attendance: string;
  /** A yes, unless a refusal follows "but": "ich würde gern, aber ich kann nicht". */
  readonly wishes: string;
  /** Alone a yes, without a meaning beside a negation: "natürlich". */
  readonly emphasis: string;
  /** A yes only if no unknown word is in the text: "gut" also opens a sentence about something else. */
  readonly weak: string;
  /** Words that agree in a clause of known words and refuse with a negation: "das passt", "das passt nicht". */
  readonly support: string;
  /** Verbs that agree and refuse like `support`, but an unknown verb may follow: "no puedo dejarla sola" is no refusal. */
  readonly modals: string;
  /** Statements of refusal: "auf keinen Fall". */
  readonly refusal: string;
  /** Words that refuse, and mean neither with a negation: "unmöglich". */
  readonly against: string;
  /** Words that refuse with a negation, and have no meaning without: "ich will nicht". */
  readonly negatable: string;
  /** "Nicht", "ne … pas". */
  readonly negators: string;
  /** Negations of a noun: "kein". They refuse only in a phrase of `refusal`, or beside a negator if negations agree. */
  readonly weakNegators: string;
  /** Hedges, evasions, requests for time: "vielleicht". */
  readonly hedges: string;
  /** Requests for a moment; an answer after them counts: "lassen Sie mich kurz schauen". */
  readonly thinking: string;
  /** Words of knowing and deciding. With a negation they are a hedge: "ich weiß noch nicht". */
  readonly knowing: string;
  /** Adverbs that weaken a negation before them: "nicht ganz". */
  readonly partial: string;
  /** "Wenn", "nur": neither yes nor no. */
  readonly conditions: string;
  /** "Aber": the start of a clause that limits a yes. */
  readonly contrasts: string;
  /** "Leider": they limit a yes. */
  readonly regrets: string;
  /** Verbs of cancelling, without participles: "absagen". They refuse, unless the question asks to cancel or to move. */
  readonly cancelling: string;
  /** Unknown words, except before a word of cancelling: "ich muss absagen". */
  readonly obligations: string;
  /** Absence and illness: "im Urlaub". They refuse beside a word of `regrets` or `thatTime`, and take a yes back. */
  readonly absences: string;
  /** "Da", "then": the time of the question. */
  readonly thatTime: string;
  /** Words of moving and of other changes. They take a yes back unless the question has them. */
  readonly changes: string;
  /** Other times, the past, other duties: they take a yes back. */
  readonly reservations: string;
  /** The past and other hours: they take a yes back, and their negation is no refusal: "antes no podía". */
  readonly elsewhen: string;
  /** Phrases without a meaning for the answer, whose words may have one: "keine Sorge". */
  readonly courtesies: string;
  /** Like courtesies. A yes before them only answers the phone: "ja, guten Tag". */
  readonly greetings: string;
  /** Unknown words, except that they may follow a yes: "ich bringe meine Tochter mit". */
  readonly additions: string;
  /** Pronouns, auxiliaries and particles of short answers. */
  readonly functionWords: string;
  /** Other words without a meaning for the answer: times, prepositions, adverbs. */
  readonly neutral: string;
  /** Prepositions of places: a name after them is a place. */
  readonly placePrepositions: string;
  /** A name follows: "hier ist". */
  readonly introductions: string;
  /** At the start of a clause, they make it a question. */
  readonly questions: string;
  /** Questions that ask for something: "können Sie". */
  readonly requests: string;
  /** Questions of a person who agrees: "wo kann ich parken". */
  readonly practicalQuestions: string;
  readonly conjunctions: string;
  /** Conjunctions before a reason, which does not change the answer before it: "weil". */
  readonly reasons: string;
  /** After these, an answer replaces the one before: "ja, Quatsch, nein". */
  readonly corrections: string;
}

/** Phrases of a question such as "have you paid", and of answers such as "I paid" and "not yet". */
export interface EchoPhrases {
  readonly question: string;
  readonly yes: string;
  readonly no?: string;
}

export interface YesNoGrammar {
  /** What agrees and refuses only after certain questions. A negation turns `yes` into a refusal. */
  readonly echoes: readonly EchoPhrases[];
  /** Phrases such as "a las dos" and "por la tarde": an answer about another one than the question is none. */
  readonly hours: string;
  /** The word after an hour, which a question may omit: "zehn Uhr". */
  readonly hourUnit?: string;
  /** Other phrases of a question that names a time of day: "por la mañana". */
  readonly mornings: string;
  readonly phrases: YesNoPhrases;
  readonly weekdays: string;
  /** The first words of a clause, where a text has no punctuation: "ich bin krank ich kann nicht". */
  readonly clauseStarts: string;
  /** Words after which a clause is part of the one before: "gesagt". */
  readonly embedding: string;
  /** "I" and "we", where a statement of coming starts with them. */
  readonly subjects?: string;
  /** The first words of a clause after one with unknown words: "mein Sohn hat Masern, da kann ich nicht". */
  readonly resuming?: string;
  /** Prepositions of times that have another class: Dutch "voor". */
  readonly timePrepositions?: string;
  /** Verbs of coming and needing. If the question asks to cancel, their negation is no refusal: "ja, ich kann nicht kommen". */
  readonly coming: string;
  /** A verb of cancelling whose particle is apart: "ich sage den Termin ab". */
  readonly separable?: { readonly verbs: string; readonly particle: string };
  /** "So": the answer after it replaces what is before. */
  readonly conclusions?: string;
  /** Words by how they are spelled in dialects and in short messages: `nicht: 'net ned'`. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** Sounds without meaning. */
  readonly hesitations: string;
  /** Words of a question that offers an alternative, besides negators. */
  readonly alternatives: string;
  /** Whether several negations in a clause are one: "no viene nadie". */
  readonly hasNegativeConcord: boolean;
  /** Whether a capital letter within a sentence marks a name. */
  readonly hasCapitalNames: boolean;
}

export type Kind = keyof YesNoPhrases | 'echoes';

/** Classes by precedence for phrases of equal length. */
export const kinds: readonly Kind[] = [
  'yes',
  'no',
  'loneYes',
  'echoes',
  'thinking',
  'hedges',
  'corrections',
  'attendance',
  'wishes',
  'agreement',
  'refusal',
  'emphasis',
  'introductions',
  'greetings',
  'courtesies',
  'practicalQuestions',
  'requests',
  'questions',
  'cancelling',
  'absences',
  'changes',
  'reservations',
  'elsewhen',
  'against',
  'weak',
  'support',
  'modals',
  'negators',
  'weakNegators',
  'conditions',
  'partial',
  'contrasts',
  'regrets',
  'knowing',
  'negatable',
  'placePrepositions',
  'conjunctions',
  'reasons',
  'thatTime',
  'functionWords',
  'neutral',
  'obligations',
  'additions',
];
