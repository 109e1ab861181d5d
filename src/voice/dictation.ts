import { primarySubtag, regionSubtag } from '../core/language-subtags.ts';
import { withoutAccents } from '../core/spoken-words.ts';
import type { LanguageTag } from '../domain/languages/language.ts';
import { allLanguages, findLanguage, listOfAllLanguages } from '../domain/languages/languages.ts';
import type { DictationRequest, DictationWords } from '../domain/languages/listening.ts';

/**
 * The silence that ends a dictated number, name or address that is not evidently complete, in ms. People pause up to 1.2 s between its parts, and the
 * voice activity detector needs up to 0.2 s to report that they continue.
 */
export const dictationSilenceMs = 1_500;

/** What a caller says, and what the agent asked before. */
export interface DictationContext {
  /** The words of the turn so far. */
  readonly text: string;
  /** The last words of the agent; empty if it has not spoken. */
  readonly prompt: string;
  /** BCP 47. */
  readonly language: string;
}

/** Words with which no sentence ends, in each language. */
const danglingWords = new Map<LanguageTag, RegExp>(
  allLanguages.map(({ tag, listening }) => [
    tag,
    new RegExp(`(?:^|[^\\p{L}'])(?:${listening.danglingWords})$`, 'u'),
  ]),
);

/** Whether the sentence ends with a comma or with a word of its language with which none ends. */
export function isIncompleteSentence(text: string, tag: string): boolean {
  const words = plain(text).trim();
  const language = findLanguage(tag);
  return words.endsWith(',') || (language !== undefined && danglingWords.get(language.tag)!.test(words));
}

/** Returns whether the caller dictates a number, spells, or dictates an email or postal address, and the text so far is not evidently complete. */
export function isUnfinishedDictation(context: DictationContext): boolean {
  const text = plain(context.text).trim();
  if (text === '' || text.endsWith('?')) return false;
  const request = requestIn(`${questionOf(plain(context.prompt))} ${text}`);
  return (
    isUnfinishedNumber(text, request, context.language) ||
    isUnfinishedSpelling(text, request) ||
    isUnfinishedEmail(text, request) ||
    isUnfinishedAddress(text, request)
  );
}

/** Returns the source of a regular expression for the words of all languages. */
const ofAllLanguages = (kind: Exclude<keyof DictationWords, 'requests' | 'twoDigits'>): string =>
  listOfAllLanguages(({ listening }) => listening.dictation[kind]);

const requestPattern = (request: DictationRequest): RegExp =>
  new RegExp(listOfAllLanguages(({ listening }) => listening.dictation.requests[request]));

/** The first row that matches determines what was asked for. */
const requests: readonly (readonly [DictationRequest, RegExp])[] = [
  ['amount', requestPattern('amount')],
  ['email', new RegExp(`${requestPattern('email').source}|@`)],
  ['zip', requestPattern('zip')],
  ['address', requestPattern('address')],
  ['phone', requestPattern('phone')],
  ['number', requestPattern('number')],
  ['spelling', requestPattern('spelling')],
];

const requestIn = (text: string): DictationRequest | undefined =>
  requests.find(([, pattern]) => pattern.test(text))?.[0];

/** Returns the last question of the agent, or its last two sentences. */
function questionOf(prompt: string): string {
  const sentences = prompt.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
  return sentences.findLast((sentence) => sentence.endsWith('?')) ?? sentences.slice(-2).join(' ');
}

/** A number of which nobody asked counts as dictated from this many digits on, spoken one by one or in groups. */
const minSingleDigits = 3;
const minGroupedDigits = 5;
const zipDigits = 5;

function isUnfinishedNumber(text: string, request: DictationRequest | undefined, language: string): boolean {
  const number = digitsAtEnd(text, language);
  if (number.digits === 0) return false;
  switch (request) {
    case 'address':
    case 'email':
      return false;
    case 'zip':
      return number.digits < zipDigits;
    case 'number':
      return true;
    case 'phone':
      return !isCompletePhoneNumber(number, language);
    default:
      return isDictatedNumber(number) && !isCompletePhoneNumber(number, language);
  }
}

const isDictatedNumber = ({ digits, groups, singles, isInternational }: DictatedDigits): boolean =>
  isInternational || singles >= minSingleDigits || (groups > 1 && digits >= minGroupedDigits);

/** Digits of telephone numbers by region (ISO 3166-1), in the national form and after a plus sign, for numbering plans with one length. */
const phoneDigits: Readonly<Record<string, { readonly national: number; readonly international: number }>> = {
  US: { national: 10, international: 11 },
  CA: { national: 10, international: 11 },
  FR: { national: 10, international: 11 },
  ES: { national: 9, international: 11 },
  PT: { national: 9, international: 12 },
  NL: { national: 10, international: 11 },
  GB: { national: 11, international: 12 },
  AU: { national: 10, international: 11 },
  MX: { national: 10, international: 12 },
  BR: { national: 11, international: 13 },
};

function isCompletePhoneNumber({ digits, isInternational }: DictatedDigits, language: string): boolean {
  const plan = phoneDigits[regionSubtag(language) ?? primarySubtag(language).toUpperCase()];
  return plan !== undefined && digits >= (isInternational ? plan.international : plan.national);
}

interface DictatedDigits {
  readonly digits: number;
  readonly groups: number;
  /** Number of single digits. */
  readonly singles: number;
  /** Whether the number starts with a plus sign. */
  readonly isInternational: boolean;
}

/** Returns the digits with which the text ends, as numerals or words. */
function digitsAtEnd(text: string, language: string): DictatedDigits {
  const dictation = findLanguage(language)?.listening.dictation;
  let [digits, groups, singles, isInternational] = [0, 0, 0, false];
  for (const token of text
    .split(/[\s.,;:/()-]+/)
    .filter((part) => part !== '')
    .toReversed()) {
    const count = /^\+?\d+$/.test(token) ? token.replace('+', '').length : digitsOfWord(token, dictation);
    if (count === 0) break;
    digits += count;
    groups += 1;
    singles += count === 1 ? 1 : 0;
    isInternational = token.startsWith('+');
  }
  return { digits, groups, singles, isInternational };
}

/** Returns how many digits a word of a number stands for; 0 if it is none. */
function digitsOfWord(word: string, dictation: DictationWords | undefined): number {
  if (dictation === undefined) return 0;
  if (dictation.oneDigit.split('|').includes(word)) return 1;
  return dictation.twoDigits.test(word) ? 2 : 0;
}

const consonant = '[b-df-hj-np-tv-xz]';
/** "M U L", "M-U-L". Two vowels can be words: "il y a". */
const spelledLetters = new RegExp(
  `(?:^|[\\s,.-])(?:${consonant}[\\s,.-]+\\p{L}|\\p{L}[\\s,.-]+${consonant})\\.?$`,
  'u',
);
/** "M as in Mike", "M wie Martha". */
const spelledByName = new RegExp(
  `(?:^|[\\s,])(?:\\p{L},? (?:${ofAllLanguages('spelledAs')})|${consonant},? (?:${ofAllLanguages('spelledAsAfterConsonant')})) \\p{L}+\\.?$`,
  'u',
);
const oneLetter = /(?:^|[\s,.-])\p{L}\.?$/u;

/** A spelled word has no evident end. */
const isUnfinishedSpelling = (text: string, request: DictationRequest | undefined): boolean =>
  spelledLetters.test(text) || spelledByName.test(text) || (request === 'spelling' && oneLetter.test(text));

const atSign = new RegExp(`@|\\b(?:${ofAllLanguages('atSign')})\\b`);
const domainEnd = new RegExp(`(?:\\b(?:${ofAllLanguages('dot')})|\\.)\\s*[a-z]{2,}\\.?$`);
/** Words of streets, at the start or the end of a word. */
const streets = new RegExp(ofAllLanguages('streets'));
/** Texts that start with yes or no. */
const yesOrNo = new RegExp(`^(?:${ofAllLanguages('yesOrNo')})\\b`);
/** The longest name before the at sign, in words. */
const maxMailboxWords = 3;

function isUnfinishedEmail(text: string, request: DictationRequest | undefined): boolean {
  if (request !== 'email' || yesOrNo.test(text)) return false;
  return atSign.test(text) ? !domainEnd.test(text) : text.split(/\s+/).length <= maxMailboxWords;
}

/** A postal address is complete with two numbers: those of the house and the place. */
function isUnfinishedAddress(text: string, request: DictationRequest | undefined): boolean {
  if (request !== 'address') return false;
  const numbers = text.match(/\d+/g)?.length ?? 0;
  if (numbers > 0) return numbers < 2;
  return streets.test(text) || (!yesOrNo.test(text) && text.split(/\s+/).length > 2);
}

/** Returns lower-case text without accents. */
const plain = (text: string): string => withoutAccents(text.toLowerCase()).replaceAll('’', "'");
