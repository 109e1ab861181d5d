/** Texts that the agent speaks on its own initiative, outside its flow and its model. */
export interface ServicePhrases {
  /** After a silence of both sides. */
  readonly reminder: string;
  /** While the caller waits for a slow model, in turn. */
  readonly fillers: readonly string[];
  /** After all models failed. */
  readonly apology: string;
  /** Precedes a repeated question after an answer that was not understood. */
  readonly notUnderstood: string;
}

/** The phrases that an agent sets; null or missing: those of its language. */
type OwnPhrases = { readonly [Phrase in keyof ServicePhrases]?: ServicePhrases[Phrase] | null };

/** The phrases of an agent that sets none. */
export const noOwnPhrases = { reminder: null, fillers: null, apology: null, notUnderstood: null } as const;

const english: ServicePhrases = {
  reminder: 'Are you still there?',
  fillers: ['One moment, please.', 'Just a moment.', 'Please bear with me.'],
  apology: "I'm sorry, I'm having some trouble right now. Could you say that again?",
  notUnderstood: "Sorry, I didn't catch that.",
};

const phrasesOf: Readonly<Record<string, ServicePhrases>> = {
  en: english,
  es: {
    reminder: '¿Sigue ahí?',
    fillers: ['Un momento, por favor.', 'Enseguida.', 'Deme un segundo.'],
    apology: 'Lo siento, ahora mismo tengo un problema. ¿Podría repetirlo?',
    notUnderstood: 'Perdone, no le he entendido.',
  },
  fr: {
    reminder: 'Vous êtes toujours là ?',
    fillers: ['Un instant, s’il vous plaît.', 'Une petite seconde.', 'Je suis à vous tout de suite.'],
    apology: 'Je suis désolé, j’ai un problème en ce moment. Pourriez-vous répéter ?',
    notUnderstood: 'Pardon, je n’ai pas compris.',
  },
  de: {
    reminder: 'Sind Sie noch da?',
    fillers: ['Einen Moment, bitte.', 'Einen Augenblick.', 'Ich bin gleich so weit.'],
    apology: 'Entschuldigung, ich habe gerade ein Problem. Könnten Sie das bitte wiederholen?',
    notUnderstood: 'Entschuldigung, das habe ich nicht verstanden.',
  },
  pt: {
    reminder: 'Ainda está aí?',
    fillers: ['Um momento, por favor.', 'Só um instante.', 'Já lhe respondo.'],
    apology: 'Desculpe, estou com um problema neste momento. Pode repetir, por favor?',
    notUnderstood: 'Desculpe, não entendi.',
  },
  it: {
    reminder: 'È ancora in linea?',
    fillers: ['Un momento, per favore.', 'Solo un attimo.', 'Sono subito da lei.'],
    apology: 'Mi dispiace, in questo momento ho un problema. Può ripetere, per favore?',
    notUnderstood: 'Mi scusi, non ho capito.',
  },
  nl: {
    reminder: 'Bent u er nog?',
    fillers: ['Een ogenblik, alstublieft.', 'Een momentje.', 'Ik ben zo bij u.'],
    apology: 'Het spijt me, ik heb op dit moment een probleem. Kunt u dat herhalen?',
    notUnderstood: 'Sorry, dat heb ik niet verstaan.',
  },
};

/** Returns the agent's own phrases, and for all others those of its language (BCP 47); English ones for a language without. */
export function servicePhrases({
  language,
  phrases,
}: {
  readonly language: string;
  /** Missing in agents that were stored by earlier versions. */
  readonly phrases?: OwnPhrases | undefined;
}): ServicePhrases {
  const own = Object.entries(phrases ?? {}).filter(([, text]) => text !== null);
  return { ...(phrasesOf[language.split('-', 1)[0]!.toLowerCase()] ?? english), ...Object.fromEntries(own) };
}
