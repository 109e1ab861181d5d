import { listOfAllLanguages } from '../domain/languages/languages.ts';

/*
 * Full stops that do not end a sentence, in the languages of the spoken texts. The language of a streamed text is not known, so abbreviations that are
 * words of another language, such as "no", are restricted by the text that follows.
 */

const listOf = (
  kind: 'abbreviations' | 'abbreviationsWithinSentence' | 'abbreviationsBeforeLowerCase',
): ReadonlySet<string> =>
  new Set(listOfAllLanguages(({ textConventions }) => textConventions[kind]).split('|'));

const abbreviations = listOf('abbreviations');
const withinSentence = listOf('abbreviationsWithinSentence');
const beforeLowerCase = listOf('abbreviationsBeforeLowerCase');
/** Initials, and abbreviations with full stops inside: "J. Doe", "z. B.", "p. m.", "d.w.z." */
const initials = /^(?:\p{L}|\p{L}{1,2}(?:\.-?\p{L}{1,2})+|ej|ex)$/u;
const italianExample = /(?<!\p{L})p\. ?es\.$/iu;
const wordBeforeStop = /([\p{L}\p{N}.ªº-]+)\.$/u;

/** Words before an ordinal in German. */
const germanDeterminer =
  /(?<!\p{L})(?:am|vom|zum|zur|beim|im|dem|den|der|die|das|des|bis|ab|seit|jede[nmrs]?|diese[nmrs]?|und|oder) \d{1,3}\.$/iu;
const month =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|januari|februari|maart|mei|augustus|jan|feb|apr|aug|sept|okt|nov|dez)(?!\p{L})/iu;

/** Returns whether `isAbbreviation` depends on the text after the full stop at the end of `head`. */
export function dependsOnNextWord(head: string): boolean {
  const word = wordBeforeStop.exec(head)?.[1]?.toLowerCase() ?? '';
  return /^\d+(?:\.\d+)?$|(?:str|nr)$/.test(word) || withinSentence.has(word) || beforeLowerCase.has(word);
}

/**
 * Returns whether the full stop at the end of `head` belongs to an abbreviation or an ordinal. `next` is the text that follows, from its first
 * character to the end of its first word.
 */
export function isAbbreviation(head: string, next: string): boolean {
  const word = wordBeforeStop.exec(head)?.[1]?.toLowerCase();
  if (word === undefined) return false;
  if (/^\d+$/.test(word)) return isOrdinal(head, next);
  // "24.12.", as in "am 24.12. um zehn Uhr".
  if (/^\d{1,2}\.\d{1,2}$/.test(word)) return !/^\p{Lu}/u.test(next);
  if (withinSentence.has(word)) return /^[\p{N}\p{Ll}\p{Sc}]/u.test(next);
  if (beforeLowerCase.has(word)) return /^\p{Ll}/u.test(next);
  // German compounds such as "Hauptstr." and "Kundennr."
  if (/..(?:str|nr)$/.test(word)) return /^\p{N}/u.test(next);
  return [abbreviations.has(word), initials.test(word), italianExample.test(head)].includes(true);
}

/** "5." is an ordinal before a month, after a German article, before a small letter, and as the number of a line. */
function isOrdinal(head: string, next: string): boolean {
  if (/^\s*\d{1,3}\.$/.test(head)) return true;
  return month.test(next) || germanDeterminer.test(head) || /^\p{Ll}/u.test(next);
}
