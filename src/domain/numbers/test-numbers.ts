import type { NumberType } from './number-type.ts';

/** A block of fictional numbers: `prefix` followed by any `freeDigits` digits. */
export interface NumberBlock {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly type: NumberType;
  /** The first digits of the numbers in E.164. */
  readonly prefix: string;
  readonly freeDigits: number;
}

/** All area codes of calling code +1: three digits that begin with 2 to 9. */
export const northAmericanAreaCodes: readonly string[] = Array.from({ length: 800 }, (_none, index) =>
  String(200 + index),
);

/** Returns the block 555-0100 to 555-0199 of an area code of +1 (ATIS-0300115). */
export const northAmericanBlock = (country: string, type: NumberType, areaCode: string): NumberBlock => ({
  country,
  type,
  prefix: `+1${areaCode}55501`,
  freeDigits: 2,
});

const british = (prefix: string, type: NumberType = 'local'): NumberBlock => ({
  country: 'GB',
  type,
  prefix: `+44${prefix}`,
  freeDigits: 3,
});

const australian = (prefix: string): NumberBlock => ({
  country: 'AU',
  type: 'local',
  prefix: `+61${prefix}`,
  freeDigits: 4,
});

const german = (prefix: string, freeDigits: number, type: NumberType = 'local'): NumberBlock => ({
  country: 'DE',
  type,
  prefix: `+49${prefix}`,
  freeDigits,
});

/** The numbers of Ofcom, ACMA and BNetzA for radio, film and television. */
export const otherBlocks: readonly NumberBlock[] = [
  british('2079460'),
  british('1134960'),
  british('1144960'),
  british('1154960'),
  british('1164960'),
  british('1174960'),
  british('1184960'),
  british('1214960'),
  british('1314960'),
  british('1414960'),
  british('1514960'),
  british('1614960'),
  british('1632960'),
  british('1914980'),
  british('2896496'),
  british('2920180'),
  british('7700900', 'mobile'),
  australian('25550'),
  australian('37010'),
  australian('75550'),
  australian('85550'),
  { country: 'AU', type: 'mobile', prefix: '+61491570', freeDigits: 3 },
  german('3023125', 3),
  german('6990009', 3),
  german('4066969', 3),
  german('2214710', 3),
  german('8999998', 3),
  german('17139200', 2, 'mobile'),
  german('176040690', 2, 'mobile'),
];

const callingCode = /^\+(?:1|44|49|61)/;

/** Yields the numbers of the blocks that match `contains` and `areaCode`, in ascending order within each block. */
export function* testNumbers(
  blocks: readonly NumberBlock[],
  {
    contains,
    areaCode = '',
  }: { readonly contains?: string | undefined; readonly areaCode?: string | undefined },
): Generator<string, void> {
  // It has only digits and `*`, so no other character needs escaping in the regular expression.
  const pattern = contains === undefined ? undefined : new RegExp(contains.replaceAll('*', String.raw`\d`));
  for (const { prefix, freeDigits } of blocks) {
    if (!prefix.replace(callingCode, '').startsWith(areaCode)) continue;
    for (let last = 0; last < 10 ** freeDigits; last++) {
      const number = prefix + String(last).padStart(freeDigits, '0');
      if (pattern === undefined || pattern.test(number)) yield number;
    }
  }
}
