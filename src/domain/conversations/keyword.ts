import { distance } from 'fastest-levenshtein';
import { allLanguages } from '../languages/languages.ts';
import { maxText } from '../understanding/words.ts';
import { ambiguousStops, closings, exchangedKeywords, keywordWords, politePhrases } from './keyword-words.ts';
import { ownWords } from './own-words.ts';

/** The command of a message that is a single keyword. */
export type Keyword = keyof typeof keywordWords;

/** Spaces, dashes and punctuation between words. */
const gaps = /[\s\p{P}\p{S}]+/gu;
const invisible = /\p{Cf}/gu;
/** Accents of the Latin, Greek and Cyrillic scripts. The vowel signs of other scripts are part of the word. */
const accents = /[\u0300-\u036f]/g;

/** Returns the same text for spellings that differ only in case, width, accents, punctuation or gaps. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(accents, '')
    .replaceAll(invisible, '')
    .replaceAll(gaps, ' ')
    .trim();
}

const keywords: ReadonlyMap<string, Keyword> = new Map(
  (Object.keys(keywordWords) as Keyword[]).flatMap((keyword) =>
    keywordWords[keyword].map((word) => [fold(word), keyword] as const),
  ),
);
const ambiguous: ReadonlySet<string> = new Set(ambiguousStops.map(fold));

/**
 * The start of a signature: the delimiter of RFC 3676 §4.3, or the line that a mail or message program adds. A message may have lost its line breaks.
 */
const signatures = new RegExp(
  [
    String.raw`(?:^|\n)[ \t]*--[ \t]*(?:\n|$)`,
    String.raw`(?:^|[\n.!?])[ \t]*_{5,}`,
    String.raw`\b(?:sent|gesendet|verzonden|verstuurd) (?:from|via|with|using|mit|von|vanaf|met|van|vanuit|through) (?:my |mijn |meinem |outlook|yahoo|gmail|mail|proton|the |an? |samsung|android|iphone|ipad|gmx|web|een )`,
    String.raw`\bvon (?:meinem|meiner|unterwegs|mobil)[^\n]{0,60} gesendet\b`,
    String.raw`\bdiese (?:nachricht|e-?mail|mail) wurde von [^\n]{0,80} gesendet\b`,
    String.raw`\benvoy[ée]e? (?:de|depuis|à partir de|avec|via) (?:mon|ma|yahoo|outlook|gmail|mail|l['’]app|un|orange|proton)`,
    String.raw`\benviad[oa] (?:desde|do|da|de|pelo|via|con|com|a partir) (?:mi|meu|minha|o meu|un|yahoo|outlook|gmail|mail|do|samsung|el|correo)`,
    String.raw`\binviato (?:da|dal|con|tramite) (?:mio|il mio|iphone|ipad|android|outlook|yahoo|gmail|libero|smartphone|tablet|un|mail|telefono|posta|samsung|cellulare|windows)`,
    String.raw`\b(?:get|obtenir|obtenez|obtener|obtén|holen sie sich|outlook für|scarica|ottieni|baixe|obter|obtenha|download|télécharger|descargar) outlook\b`,
    String.raw`\boutlook (?:für|for|pour|para|per|voor) (?:ios|android)\b`,
  ].join('|'),
  'iu',
);

/** A closing after a line or sentence, and at most three words of a name. */
const closing = new RegExp(
  String.raw`(?<=[\p{L}\p{N}"'”)!?.,][^\S\n]*)[\n.!?,]\s*(?:${[...closings].sort((a, b) => b.length - a.length).join('|')})[\s,.!]*(?:[\p{L}.'’-]+\s*){0,3}$`,
  'iu',
);

/** Returns the message without its closing, its signature and the text after it. */
function withoutSignature(message: string): string {
  const at = message.search(signatures);
  const body = (at < 0 ? message : message.slice(0, at)).trimEnd();
  const closesAt = body.search(closing);
  return closesAt < 0 ? body : body.slice(0, closesAt);
}

const polite = [...politePhrases].map(fold).sort((a, b) => b.length - a.length);

/** Returns folded text without polite phrases around it. */
function withoutPoliteness(text: string): string {
  for (const phrase of polite) {
    if (text.startsWith(`${phrase} `)) return withoutPoliteness(text.slice(phrase.length + 1));
    if (text.endsWith(` ${phrase}`)) return withoutPoliteness(text.slice(0, -phrase.length - 1));
  }
  return text;
}

/** The shortest keyword, in letters, of which misspellings are understood. Words with one other letter are often other words. */
const minMisspelt = 8;
const longStops = [...keywords].flatMap(([word, keyword]) =>
  keyword === 'stop' && word.length >= minMisspelt && !word.includes(' ') ? [word] : [],
);
const shortestStop = minMisspelt - 1;

/** Returns whether two adjacent letters are exchanged, and all others equal. */
function isTransposed(word: string, other: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== other[index]);
  return `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}` === other;
}

const isMisspeltStop = (word: string): boolean =>
  word.length >= shortestStop &&
  !word.includes(' ') &&
  longStops.some((stop) => distance(word, stop) <= 1 || isTransposed(word, stop));

const exchangeable = exchangedKeywords.map(fold);

/** Returns the keyword of a short word with two exchanged letters or a letter too often: "stpo", "stoppp". */
function misspeltKeyword(word: string): Keyword | undefined {
  const meant = exchangeable.find((other) => other.length === word.length && isTransposed(word, other));
  const known = meant ?? keywordWithRepetition(word);
  return known === undefined ? undefined : keywords.get(known);
}

/** The shortest keyword of which repeated letters are understood: "stoppp". */
const minRepeated = 4;

function keywordWithRepetition(word: string): string | undefined {
  const single = singleLetters(word);
  return single === word || single.length < minRepeated
    ? undefined
    : [...keywords.keys()].find((other) => word.length > other.length && singleLetters(other) === single);
}

const singleLetters = (word: string): string => word.replaceAll(/(\p{L})\1+/gu, '$1');

/** Longer than any keyword with polite phrases around it. */
const maxLength = 100;

function foldedKeyword(folded: string): Keyword | undefined {
  if (folded.length > maxLength) return undefined;
  const text = withoutPoliteness(folded);
  const joined = /^(?:\p{L} ){3,}\p{L}$/u.test(text) ? text.replaceAll(' ', '') : text;
  const words = new Set(joined.split(' '));
  const single = words.size === 1 ? [...words][0]! : joined;
  return keywords.get(single) ?? (isMisspeltStop(single) ? 'stop' : misspeltKeyword(single));
}

/** "Ok", "yes", "no" beside a stop word, in the languages of the keywords. */
const particles: ReadonlySet<string> = new Set(
  'ok okay yes yeah no nope ja nein nee si oui non sim nao sii danke thanks please bitte'.split(' '),
);

const isClearStop = (folded: string): boolean => keywords.get(folded) === 'stop' && !ambiguous.has(folded);

/** Returns whether a sentence of the message is a stop word in capitals, "Nein. STOP", or the message has only particles beside one: "no stop". */
function hasSeparateStop(text: string): boolean {
  const sentences = text.split(/[.!?,;:\n]+/).map((sentence) => sentence.trim());
  const inCapitals = sentences.filter((sentence) => /^\p{Lu}+$/u.test(sentence));
  if (inCapitals.some((sentence) => isClearStop(fold(sentence)))) return true;
  const words = fold(text).split(' ');
  const others = words.filter((word) => !isClearStop(word));
  return words.length <= 3 && others.length < words.length && others.every((word) => particles.has(word));
}

const isOptOut = (text: string): boolean =>
  allLanguages.some(({ requests }) => requests.isMessageOptOut(text));

const isOptIn = (text: string): boolean => allLanguages.some(({ requests }) => requests.isMessageOptIn(text));

/**
 * Returns the command of a message. The entire message, apart from polite phrases and the signature, is one of the words that carriers and the law define for
 * stop, start or help; or it requests in a sentence to get no more messages, or to get them again, in any language that Parley understands; or a stop word stands apart from a short answer: "Nein. STOP". A word among others is not a command:
 * "don't stop" is an answer. Reads at most 1000 characters.
 */
export function keywordOf(message: string): Keyword | undefined {
  const text = withoutSignature(ownWords(message.slice(0, maxText)));
  const keyword = foldedKeyword(fold(text));
  if (keyword !== undefined) return keyword;
  if (hasSeparateStop(text) || isOptOut(text)) return 'stop';
  return isOptIn(text) ? 'start' : undefined;
}

/**
 * Returns the command of an email. Some mail programs write the keyword in the subject. If the email has a text too, the subject counts only as an unambiguous
 * `stop`: "Cancel" may be the subject of a question.
 */
export function emailKeywordOf({
  subject,
  text,
}: {
  readonly subject: string;
  readonly text: string;
}): Keyword | undefined {
  const ofSubject = keywordOf(subject);
  if (withoutSignature(text).trim() === '') return ofSubject;
  const ofText = keywordOf(text);
  const isClear = ofSubject === 'stop' && !ambiguous.has(withoutPoliteness(fold(subject)));
  return ofText ?? (isClear ? 'stop' : undefined);
}
