/** Texts of flows in conversations by message. */
export interface WrittenPhrases {
  /** Precedes a repeated question after an answer that was not understood. */
  readonly notUnderstood: string;
  readonly yes: string;
  readonly no: string;
}

const english: WrittenPhrases = {
  notUnderstood: 'Sorry, I did not understand your answer.',
  yes: 'yes',
  no: 'no',
};

const phrasesOf: Readonly<Record<string, WrittenPhrases>> = {
  en: english,
  es: { notUnderstood: 'Disculpe, no he entendido su respuesta.', yes: 'sí', no: 'no' },
  fr: { notUnderstood: 'Désolé, je n’ai pas compris votre réponse.', yes: 'oui', no: 'non' },
  de: { notUnderstood: 'Entschuldigung, Ihre Antwort habe ich nicht verstanden.', yes: 'ja', no: 'nein' },
  pt: { notUnderstood: 'Desculpe, não entendi a sua resposta.', yes: 'sim', no: 'não' },
  it: { notUnderstood: 'Mi scusi, non ho capito la risposta.', yes: 'sì', no: 'no' },
  nl: { notUnderstood: 'Sorry, ik heb uw antwoord niet begrepen.', yes: 'ja', no: 'nee' },
};

/** Returns whether the text is the word for yes; undefined if it is the word for neither yes nor no in any of the languages. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  const all = Object.values(phrasesOf);
  if (all.some(({ yes }) => yes === word)) return true;
  return all.some(({ no }) => no === word) ? false : undefined;
}

/** Returns the written phrases of a language (BCP 47); English ones for a language without. */
export const writtenPhrases = (language: string): WrittenPhrases =>
  phrasesOf[language.split('-', 1)[0]!.toLowerCase()] ?? english;
