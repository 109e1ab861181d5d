import { withoutAccents } from '../core/spoken-words.ts';
import { danglingWords, numberWords, phoneDigits, streetWords, yesOrNo } from './dictation-words.ts';

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

/** Whether the sentence ends with a word with which none ends. Words are known of English, Spanish, French, German, Portuguese, Italian and Dutch. */
export function isIncompleteSentence(text: string, language: string): boolean {
  const words = plain(text).trim();
  return words.endsWith(',') || danglingWords[baseOf(language)]?.test(words) === true;
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

type Request = 'phone' | 'number' | 'zip' | 'email' | 'spelling' | 'address' | 'none';

/** Words of the seven languages, without accents. The first row that matches determines what was asked for. */
const requests: readonly (readonly [Request, RegExp])[] = [
  [
    'none',
    /\bhow (?:many|much)\b|\bnumber of\b|\bwie ?viele?\b|\bcuant|\bcombien\b|\bquant[aeio]s?\b|\bhoeveel\b/,
  ],
  ['email', /\be-?mail|\bcorreo\b|\bcourriel\b|@/],
  [
    'zip',
    /\bzip\b|\bpost ?codes?\b|\bpostal code\b|\bpostleit|\bplz\b|\bcodigo postal\b|\bcode postal\b|\bcap\b|\bcep\b/,
  ],
  [
    'address',
    /\baddress|\badress|\bdireccion\b|\bdomicilio\b|\bindirizzo\b|\bendereco\b|\bmorada\b|\badres\b|\bwohnen\b/,
  ],
  [
    'phone',
    /phone\b|telefo[no]|telephon|\bmobil|\bmovil\b|\bcell\b|\bcellulare\b|\bcelular\b|\btelemovel\b|\bhandy|rufnummer\b|\bportable\b/,
  ],
  [
    'number',
    /\bnumber\b|nummer\b|\bnumer[oi]?s?\b|\bdigits?\b|\bziffern?\b|\bdigitos?\b|\bchiffres?\b|\bcifr[ae]\b|\bcijfers?\b|\bcode\b|\bcodigo\b|\bcodice\b|\biban\b/,
  ],
  ['spelling', /\bspell|\bbuchstab|\bdeletre|\bepel|\bsoletr|\bsillab|\blett(?:er|ra|re)/],
];

const requestIn = (text: string): Request =>
  requests.find(([, pattern]) => pattern.test(text))?.[0] ?? 'none';

/** Returns the last question of the agent, or its last two sentences. */
function questionOf(prompt: string): string {
  const sentences = prompt.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
  return sentences.findLast((sentence) => sentence.endsWith('?')) ?? sentences.slice(-2).join(' ');
}

/** A number of which nobody asked counts as dictated from this many digits on, spoken one by one or in groups. */
const minSingleDigits = 3;
const minGroupedDigits = 5;
const zipDigits = 5;

function isUnfinishedNumber(text: string, request: Request, language: string): boolean {
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

function isCompletePhoneNumber({ digits, isInternational }: DictatedDigits, language: string): boolean {
  const plan = phoneDigits[regionOf(language)];
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
  const words = numberWords[baseOf(language)];
  let [digits, groups, singles, isInternational] = [0, 0, 0, false];
  for (const token of text
    .split(/[\s.,;:/()-]+/)
    .filter((part) => part !== '')
    .toReversed()) {
    const count = /^\+?\d+$/.test(token) ? token.replace('+', '').length : (words?.(token) ?? 0);
    if (count === 0) break;
    digits += count;
    groups += 1;
    singles += count === 1 ? 1 : 0;
    isInternational = token.startsWith('+');
  }
  return { digits, groups, singles, isInternational };
}

const consonant = '[b-df-hj-np-tv-xz]';
/** "M U L", "M-U-L". Two vowels can be words: "il y a". */
const spelledLetters = new RegExp(
  `(?:^|[\\s,.-])(?:${consonant}[\\s,.-]+\\p{L}|\\p{L}[\\s,.-]+${consonant})\\.?$`,
  'u',
);
/** "M as in Mike", "M wie Martha". */
const spelledByName = new RegExp(
  `(?:^|[\\s,])(?:\\p{L},? (?:as in|wie|comme)|${consonant},? (?:for|like|como|de|come|di|als|van)) \\p{L}+\\.?$`,
  'u',
);
const oneLetter = /(?:^|[\s,.-])\p{L}\.?$/u;

/** A spelled word has no evident end. */
const isUnfinishedSpelling = (text: string, request: Request): boolean =>
  spelledLetters.test(text) || spelledByName.test(text) || (request === 'spelling' && oneLetter.test(text));

const atSign = /@|\b(?:at|arroba|arobase|chiocciola|klammeraffe|apenstaartje)\b/;
const domainEnd = /(?:\bdot|\bpunkt|\bpunto|\bpoint|\bponto|\bpunt|\.)\s*[a-z]{2,}\.?$/;
/** The longest name before the at sign, in words. */
const maxMailboxWords = 3;

function isUnfinishedEmail(text: string, request: Request): boolean {
  if (request !== 'email' || yesOrNo.test(text)) return false;
  return atSign.test(text) ? !domainEnd.test(text) : text.split(/\s+/).length <= maxMailboxWords;
}

/** A postal address is complete with two numbers: those of the house and the place. */
function isUnfinishedAddress(text: string, request: Request): boolean {
  if (request !== 'address') return false;
  const numbers = text.match(/\d+/g)?.length ?? 0;
  if (numbers > 0) return numbers < 2;
  return streetWords.test(text) || (!yesOrNo.test(text) && text.split(/\s+/).length > 2);
}

/** Returns lower-case text without accents. */
const plain = (text: string): string => withoutAccents(text.toLowerCase()).replaceAll('’', "'");

const baseOf = (language: string): string => language.split('-', 1)[0]!.toLowerCase();
const regionOf = (language: string): string => language.split('-').at(-1)!.toUpperCase();
