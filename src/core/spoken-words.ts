/** Returns the text without accents and other diacritics: "Après" is "Apres". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** The words of 0 to 19. */
export const unitWords: readonly string[] = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
/** The words of 20 to 90, indexed by their tens digit. */
export const tensWords: readonly string[] = [
  '',
  '',
  'twenty',
  'thirty',
  'forty',
  'fifty',
  'sixty',
  'seventy',
  'eighty',
  'ninety',
];
const ordinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};
const abbreviations: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missus',
  ms: 'miss',
  dr: 'doctor',
  am: 'a m',
  pm: 'p m',
  ok: 'okay',
};

/** Returns an integer from 0 to 999,999 in English words, without "and": 245 is "two hundred forty five". */
export function cardinalWords(value: number): string {
  if (value < 20) return unitWords[value]!;
  if (value < 100) return join(tensWords[Math.floor(value / 10)]!, value % 10);
  if (value < 1000) return join(`${unitWords[Math.floor(value / 100)]} hundred`, value % 100);
  return join(`${cardinalWords(Math.floor(value / 1000))} thousand`, value % 1000);
}

function join(head: string, rest: number): string {
  return rest === 0 ? head : `${head} ${cardinalWords(rest)}`;
}

/** Returns an ordinal in English words: 24 is "twenty fourth". */
export function ordinalWords(value: number): string {
  const words = cardinalWords(value).split(' ');
  const last = words.pop()!;
  const ordinal = ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(' ');
}

/** Returns digits one by one: "415" is "four one five". */
export function digitWords(digits: string): string {
  return [...digits].map((digit) => unitWords[Number(digit)]).join(' ');
}

/**
 * Normalises text to its spoken form: lower case, numbers as words, no punctuation, single spaces. Recognition grammars consist of
 * this form, so both sides of a comparison must be normalised.
 */
export function spokenWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\b([ap])\.\s?m\b\.?/g, '$1m')
    .replaceAll('&', ' and ')
    .replaceAll('%', ' percent ')
    .replaceAll(/\$(\d[\d,]*)/g, '$1 dollars ')
    .replaceAll(/\b\d{1,3}(?:,\d{3})+\b/g, (grouped) => groupedNumberWords(grouped.replaceAll(',', '')))
    .replaceAll(/(\d+)\s?(am|pm)\b/g, '$1 $2')
    .replaceAll(/\b(\d{1,2}):(\d{2})\b/g, (_, hour: string, minute: string) => clockWords(hour, minute))
    .replaceAll(/\b(\d{1,3})(?:st|nd|rd|th)\b/g, (_, value: string) => ordinalWords(Number(value)))
    .replaceAll(/\d+/g, numberWords)
    .split(/[^a-z']+/)
    .map((word) => word.replaceAll(/^'+|'+$/g, ''))
    .filter((word) => word !== '')
    .map((word) => abbreviations[word] ?? word)
    .join(' ');
}

/** Returns a cardinal in words, or digit by digit above 999,999. */
function groupedNumberWords(digits: string): string {
  return digits.length > 6 ? digitWords(digits) : cardinalWords(Number(digits));
}

function clockWords(hour: string, minute: string): string {
  const spokenHour = cardinalWords(Number(hour));
  if (minute === '00') return spokenHour;
  return `${spokenHour} ${minute.startsWith('0') ? `oh ${unitWords[Number(minute)]}` : cardinalWords(Number(minute))}`;
}

/** Speaks years in pairs, long strings and those with a leading zero digit by digit, and others as cardinals. */
function numberWords(digits: string): string {
  const value = Number(digits);
  if (digits.length > 6 || (digits.startsWith('0') && digits.length > 1)) return ` ${digitWords(digits)} `;
  const isYear = digits.length === 4 && value >= 1100 && value < 2100 && value % 1000 >= 10;
  if (!isYear) return ` ${cardinalWords(value)} `;
  const pair = value % 100;
  const tail = pair === 0 ? 'hundred' : pair < 10 ? `oh ${unitWords[pair]}` : cardinalWords(pair);
  return ` ${cardinalWords(Math.floor(value / 100))} ${tail} `;
}
