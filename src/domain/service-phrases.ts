import { findLanguage, languageOf } from './languages/languages.ts';

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
/** The phrases of an agent that sets none. */
export const noOwnPhrases = { reminder: null, fillers: null, apology: null, notUnderstood: null } as const;

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
  const { reminder, offer, apology, notUnderstood, ...defaults } = languageOf(language).sentences;
  const own = Object.entries(phrases ?? {}).filter(([, text]) => text !== null);
  const fillers = phrases?.fillers ?? defaults.fillers;
  return {
    reminder,
    fillers,
    offer: phrases?.apology ?? offer,
    apology,
    notUnderstood,
    ...Object.fromEntries(own),
    spareFillers: fillers.length === 1 ? fillersExcept(fillers[0]!, language) : [],
  };
}

const fillersExcept = (filler: string, language: string): readonly string[] =>
  (findLanguage(language)?.sentences.fillers ?? []).filter((text) => text !== filler);
