/** Texts that the agent speaks on its own initiative, outside its flow and its model. */
export interface ServicePhrases {
  /** After a silence of both sides. */
  readonly reminder: string;
  /** While the caller waits for a response, in turn. */
  readonly fillers: readonly string[];
  /** Replace a filler that would follow itself. Empty if `fillers` has several texts, or for a language without default phrases. */
  readonly spareFillers: readonly string[];
  /** In a long wait for a response: an apology with an offer. */
  readonly offer: string;
  /** After all models failed. */
  readonly apology: string;
  /** Precedes a repeated question after an answer that was not understood. */
  readonly notUnderstood: string;
}

/** The phrases that an agent sets; null or missing: those of its language. */
type OwnPhrases = { readonly [Phrase in keyof typeof noOwnPhrases]?: ServicePhrases[Phrase] | null };
/** The phrases of a language. */
type LanguagePhrases = Omit<ServicePhrases, 'spareFillers'>;

/** The phrases of an agent that sets none. */
export const noOwnPhrases = { reminder: null, fillers: null, apology: null, notUnderstood: null } as const;

const english: LanguagePhrases = {
  reminder: 'Are you still there?',
  fillers: ['One moment, please.', 'Just a moment.', 'Please bear with me.'],
  offer: "I'm sorry, this is taking longer than usual. You can hold on, or ask me something else.",
  apology: "I'm sorry, I'm having some trouble right now. Could you say that again?",
  notUnderstood: "Sorry, I didn't catch that.",
};

const phrasesOf: Readonly<Record<string, LanguagePhrases>> = {
  en: english,
  es: {
    reminder: '¿Sigue ahí?',
    fillers: ['Un momento, por favor.', 'Enseguida.', 'Deme un segundo.'],
    offer: 'Lo siento, esto está tardando más de lo normal. Puede esperar o preguntarme otra cosa.',
    apology: 'Lo siento, ahora mismo tengo un problema. ¿Podría repetirlo?',
    notUnderstood: 'Perdone, no le he entendido.',
  },
  fr: {
    reminder: 'Vous êtes toujours là ?',
    fillers: ['Un instant, s’il vous plaît.', 'Une petite seconde.', 'Je suis à vous tout de suite.'],
    offer:
      'Je suis désolé, cela prend plus de temps que prévu. Vous pouvez patienter ou me demander autre chose.',
    apology: 'Je suis désolé, j’ai un problème en ce moment. Pourriez-vous répéter ?',
    notUnderstood: 'Pardon, je n’ai pas compris.',
  },
  de: {
    reminder: 'Sind Sie noch da?',
    fillers: ['Einen Moment, bitte.', 'Einen Augenblick.', 'Ich bin gleich so weit.'],
    offer:
      'Entschuldigung, das dauert länger als gewöhnlich. Sie können warten oder mich etwas anderes fragen.',
    apology: 'Entschuldigung, ich habe gerade ein Problem. Könnten Sie das bitte wiederholen?',
    notUnderstood: 'Entschuldigung, das habe ich nicht verstanden.',
  },
  pt: {
    reminder: 'Ainda está aí?',
    fillers: ['Um momento, por favor.', 'Só um instante.', 'Já lhe respondo.'],
    offer: 'Desculpe, isto está demorando mais do que o normal. Pode aguardar ou me perguntar outra coisa.',
    apology: 'Desculpe, estou com um problema neste momento. Pode repetir, por favor?',
    notUnderstood: 'Desculpe, não entendi.',
  },
  it: {
    reminder: 'È ancora in linea?',
    fillers: ['Un momento, per favore.', 'Solo un attimo.', 'Sono subito da lei.'],
    offer: 'Mi scusi, ci vuole più tempo del previsto. Può attendere oppure chiedermi altro.',
    apology: 'Mi dispiace, in questo momento ho un problema. Può ripetere, per favore?',
    notUnderstood: 'Mi scusi, non ho capito.',
  },
  nl: {
    reminder: 'Bent u er nog?',
    fillers: ['Een ogenblik, alstublieft.', 'Een momentje.', 'Ik ben zo bij u.'],
    offer: 'Het spijt me, dit duurt langer dan normaal. U kunt wachten of mij iets anders vragen.',
    apology: 'Het spijt me, ik heb op dit moment een probleem. Kunt u dat herhalen?',
    notUnderstood: 'Sorry, dat heb ik niet verstaan.',
  },
};

/**
 * Returns the agent's own phrases, and for all others those of its language (BCP 47); English ones for a language without. An agent with an apology of
 * its own uses it as the offer too.
 */
export function servicePhrases({
  language,
  phrases,
}: {
  readonly language: string;
  /** Missing in agents that were stored by earlier versions. */
  readonly phrases?: OwnPhrases | undefined;
}): ServicePhrases {
  const known = phrasesOf[language.split('-', 1)[0]!.toLowerCase()];
  const own = Object.entries(phrases ?? {}).filter(([, text]) => text !== null);
  const defaults = known ?? english;
  const fillers = phrases?.fillers ?? defaults.fillers;
  const spareFillers =
    fillers.length === 1 ? (known?.fillers.filter((text) => text !== fillers[0]) ?? []) : [];
  const offer = phrases?.apology ?? defaults.offer;
  return { ...defaults, offer, ...Object.fromEntries(own), spareFillers };
}
