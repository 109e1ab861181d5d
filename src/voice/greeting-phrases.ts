import { spokenWords, withoutAccents } from '../core/spoken-words.ts';
import { listOfAllLanguages } from '../domain/languages/languages.ts';
import type { GreetingPhrases } from '../domain/languages/listening.ts';
import { PhraseSet } from './backchannels.ts';

/** Returns the words of a greeting without accents, since recognisers omit some of them: "Après le bip" is "apres le bip". */
export const greetingWords = (text: string): string => spokenWords(withoutAccents(text));

/** Returns the phrases of all languages: the language of a greeting is not known. */
const phrasesFor = (kind: keyof GreetingPhrases): PhraseSet =>
  new PhraseSet(listOfAllLanguages(({ listening }) => listening.greetings[kind]).split('|'));

const tonePhraseSet = phrasesFor('tone');
const recordingPhraseSet = phrasesFor('recording');
export const interactivePhraseSet = phrasesFor('offer');
export const screeningPhraseSet = phrasesFor('screening');
export const menuPhraseSet = phrasesFor('menu');
export const undecidedPhraseSet = phrasesFor('undecided');
export const holdingPhraseSet = phrasesFor('holding');
export const thanksPhraseSet = phrasesFor('thanks');

/** Returns whether the words (normalised by `greetingWords`) are those of voicemail, and not the offer of a person to take a message. */
export const isVoicemail = (words: string): boolean =>
  tonePhraseSet.occursIn(words) ||
  (recordingPhraseSet.occursIn(words) && !interactivePhraseSet.occursIn(words));
