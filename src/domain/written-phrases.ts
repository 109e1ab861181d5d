import { english } from './languages/en/english.ts';
import type { LanguageTag } from './languages/language.ts';
import { allLanguages, findLanguage } from './languages/languages.ts';

/** Texts of flows in conversations by message. */
export interface WrittenPhrases {
  /** Precedes a repeated question after an answer that was not understood. */
  readonly notUnderstood: string;
  readonly yes: string;
  readonly no: string;
}

const notUnderstood: Readonly<Record<LanguageTag, string>> = {
  en: 'Sorry, I did not understand your answer.',
  es: 'Disculpe, no he entendido su respuesta.',
  fr: 'Désolé, je n’ai pas compris votre réponse.',
  de: 'Entschuldigung, Ihre Antwort habe ich nicht verstanden.',
  pt: 'Desculpe, não entendi a sua resposta.',
  it: 'Mi scusi, non ho capito la risposta.',
  nl: 'Sorry, ik heb uw antwoord niet begrepen.',
};

/** Returns whether the text is the word for yes; undefined if it is the word for neither yes nor no in any of the languages. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (allLanguages.some(({ yes }) => yes === word)) return true;
  return allLanguages.some(({ no }) => no === word) ? false : undefined;
}

/** Returns the written phrases of a language (BCP 47); English ones for a language without. */
export function writtenPhrases(language: string): WrittenPhrases {
  const { tag, yes, no } = findLanguage(language) ?? english;
  return { notUnderstood: notUnderstood[tag], yes, no };
}
