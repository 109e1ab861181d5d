import { spokenWords, withoutAccents } from '../core/spoken-words.ts';

/** A set of phrases, matched at word boundaries. */
export class PhraseSet {
  readonly #phrases: readonly string[];

  /** `normalise`: the form of the words with which the phrases are compared. Defaults to `spokenWords`. */
  constructor(phrases: readonly string[], normalise = normalisedSpokenWords) {
    const spoken = phrases.map((phrase) => normalise(phrase));
    this.#phrases = spoken.filter((phrase) => phrase !== '').toSorted((a, b) => b.length - a.length);
  }

  /** Returns the words without the phrases at their start. */
  withoutLeading(words: string): string {
    let remaining = words;
    for (;;) {
      const phrase = this.#phrases.find((candidate) => startsWith(remaining, candidate));
      if (phrase === undefined) return remaining;
      remaining = remaining.slice(phrase.length).trimStart();
    }
  }

  /** Returns whether the words consist only of these phrases, in any order and number. */
  coversAll(words: string): boolean {
    return words !== '' && this.withoutLeading(words) === '';
  }

  /** Returns whether the words are the beginning of such phrases: more words can complete the last one. */
  isStartOf(words: string): boolean {
    const remaining = this.withoutLeading(words);
    return remaining !== '' && this.#phrases.some((phrase) => startsWith(phrase, remaining));
  }

  /** Returns whether the words start with one of the phrases. */
  matchesStartOf(words: string): boolean {
    return this.#phrases.some((phrase) => startsWith(words, phrase));
  }

  /** Returns whether the words contain one of the phrases. */
  occursIn(words: string): boolean {
    return this.#phrases.some((phrase) => ` ${words} `.includes(` ${phrase} `));
  }
}

const startsWith = (words: string, phrase: string): boolean =>
  words === phrase || words.startsWith(`${phrase} `);

const normalisedSpokenWords = (text: string): string => spokenWords(text.replaceAll('-', ' '));

/** Returns the words of any language in lower case, without accents and punctuation, separated by single spaces. */
export const plainWords = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');

/** What a listener says while the agent speaks. The phrases are normalised by `plainWords`. */
export interface ListenerPhrases {
  /** Backchannel sounds. They never interrupt the agent. */
  readonly sounds: PhraseSet;
  /** Sounds, and words that are backchannels while the agent speaks, but answers near the end of a question. */
  readonly backchannels: PhraseSet;
  /** Phrases that interrupt the agent at once. */
  readonly interrupts: PhraseSet;
}

/** Sounds of all languages, as recognisers write them. */
const soundTexts =
  'mm hm|mm|mmm|mhm|mh|mm hmm|mmhmm|hmm|hm|hmhm|hum|uhum|uh huh|uhuh|uh|um|ah|aha|aham|oh|huh|eh|ehm|euh|aja|ach';

interface LanguageTexts {
  /** Separated by `|`, like `interrupts`. */
  readonly acknowledgements: string;
  readonly interrupts: string;
}

const english: LanguageTexts = {
  acknowledgements:
    'okay|ok|right|yeah|yep|yup|sure|i see|got it|alright|all right|fine|cool|good|great|i understand|of course',
  interrupts:
    "wait|stop|hold on|hold up|hang on|one moment|just a moment|just a second|one second|excuse me|listen|no no|no wait|no stop|let me|shut up|be quiet|sorry|that's enough",
};

/** By the primary subtag of the language (BCP 47). */
const textsOf: Readonly<Record<string, LanguageTexts>> = {
  en: english,
  es: {
    acknowledgements:
      'sí|vale|ya|claro|bueno|bien|muy bien|entiendo|entendido|de acuerdo|ok|okay|perfecto|exacto|correcto|eso es',
    interrupts:
      'espera|espere|espérate|espérese|para|pare|basta|alto|stop|detente|deténgase|un momento|un segundo|un minuto|un momentito|perdone|perdona|perdón|disculpe|disculpa|oiga|oye|escuche|escucha|no no|déjeme|déjame|cállate|cállese|silencio',
  },
  fr: {
    acknowledgements:
      "oui|ouais|d'accord|ok|okay|je vois|je comprends|bien|très bien|bien sûr|voilà|entendu|parfait|c'est ça|exactement",
    interrupts:
      'attends|attendez|arrête|arrêtez|stop|un instant|un moment|une seconde|une minute|deux secondes|excusez-moi|excuse-moi|pardon|écoutez|écoute|non non|laissez-moi|laisse-moi|tais-toi|taisez-vous|ça suffit|silence',
  },
  de: {
    acknowledgements:
      'ja|jo|jaja|genau|okay|ok|gut|alles klar|verstehe|ich verstehe|verstanden|richtig|stimmt|klar|achso|ach so|natürlich|schön|super|in ordnung',
    interrupts:
      'stopp|stop|halt|warte|warten|moment|momentchen|einen moment|einen augenblick|augenblick|sekunde|eine sekunde|entschuldigung|entschuldigen sie|hören sie|hör auf|hör zu|nein nein|lassen sie mich|lass mich|ruhe|aufhören|es reicht',
  },
  pt: {
    acknowledgements:
      'sim|tá|tá bom|está bem|está bom|ok|okay|certo|claro|entendo|entendi|pois|pois é|isso|perfeito|bem|muito bem|beleza|exato',
    interrupts:
      'espera|espere|pera|peraí|pare|para|um momento|um momentinho|um minuto|um segundo|um instante|só um|desculpe|desculpa|com licença|escute|escuta|não não|deixe-me|deixa eu|me deixa|chega|basta|calma|cale-se|cala a boca',
  },
  it: {
    acknowledgements:
      "sì|ok|okay|va bene|certo|capito|ho capito|capisco|esatto|bene|perfetto|d'accordo|giusto|già|ecco|chiaro|appunto",
    interrupts:
      'aspetta|aspetti|fermati|si fermi|fermo|ferma|stop|alt|basta|un momento|un attimo|un secondo|un minuto|mi scusi|scusi|scusa|ascolti|ascolta|senta|senti|no no|mi lasci|lasciami|zitto|stia zitto|silenzio',
  },
  nl: {
    acknowledgements:
      'ja|jaja|oké|ok|okay|goed|prima|precies|juist|klopt|snap ik|ik snap het|ik begrijp het|begrepen|duidelijk|natuurlijk|zeker|mooi|inderdaad|is goed',
    interrupts:
      'wacht|stop|hou op|houd op|momentje|moment|een moment|een momentje|een ogenblik|ogenblikje|een seconde|sorry|pardon|excuseer|excuseert u mij|luister|nee nee|laat me|laat mij|mag ik even|stil|genoeg',
  },
};

const phrasesByLanguage = new Map<string, ListenerPhrases>();

/** Returns the phrases of a language (BCP 47), together with the English ones, which recognisers write in every language. */
export function listenerPhrases(language: string): ListenerPhrases {
  const subtag = language.toLowerCase().split('-')[0]!;
  const key = subtag in textsOf ? subtag : 'en';
  const known = phrasesByLanguage.get(key);
  if (known !== undefined) return known;
  const texts = [...new Set([textsOf[key]!, english])];
  const setOf = (...lists: string[]) =>
    new PhraseSet(
      lists.flatMap((list) => list.split('|')),
      plainWords,
    );
  const phrases = {
    sounds: setOf(soundTexts),
    backchannels: setOf(soundTexts, ...texts.map(({ acknowledgements }) => acknowledgements)),
    interrupts: setOf(...texts.map(({ interrupts }) => interrupts)),
  };
  phrasesByLanguage.set(key, phrases);
  return phrases;
}
