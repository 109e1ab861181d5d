import type {
  Rule,
  SpokenCurrency,
  SpokenLanguage,
  UnitWords,
} from '../../domain/languages/spoken-language.ts';
import { alternatives } from './rewrite.ts';
import { numberSource, parseNumber, speakCount } from './numbers.ts';

const signs: Readonly<Record<string, SpokenCurrency>> = {
  US$: 'USD',
  USD: 'USD',
  '€': 'EUR',
  EUR: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
  CHF: 'CHF',
  R$: 'BRL',
  BRL: 'BRL',
};
const sign = String.raw`US\$|R\$|\$|€|£|(?<!\p{L})(?:USD|EUR|GBP|CHF|BRL)(?!\p{L})`;

/** Rules for amounts of money, such as $12.50, 1.234,50 € and $1.2M. */
export function moneyRules(language: SpokenLanguage): Rule[] {
  const magnitude = language.magnitudes.map(({ pattern }) => pattern).join('|');
  const amount = String.raw`(-|−)?(${numberSource(language)})(?:[.,][-\u2013\u2014]{1,2})?(?:\s?(${magnitude})(?!\p{L}))?`;
  const currencyOfName = new Map(
    Object.entries(language.currencies).flatMap(([currency, { one, other }]) =>
      [one, other].map((name) => [name, currency as SpokenCurrency] as const),
    ),
  );
  const speak = (currencySign: string, isNegative: boolean, value: string, power: string | undefined) => {
    const currency = signs[currencySign] ?? language.dollarSign;
    const spoken = spokenAmount(value, currency, power, language);
    return spoken && `${isNegative ? 'minus ' : ''}${spoken}`;
  };
  return [
    {
      pattern: new RegExp(String.raw`(?<![\p{L}\d])(-|−)?(${sign})\s?${amount}(?![\d]|[.,]\d)`, 'gu'),
      speak: ({ 1: outerMinus, 2: currency, 3: minus, 4: value, 5: power }) =>
        speak(currency!, (outerMinus ?? minus) !== undefined, value!, power),
    },
    {
      pattern: new RegExp(String.raw`(?<![\p{L}\d.,/])${amount}\s?(${sign})`, 'gu'),
      speak: ({ 1: minus, 2: value, 3: power, 4: currency }) =>
        speak(currency!, minus !== undefined, value!, power),
    },
    {
      // The cents before the name of a currency, as in "12,50 Euro".
      pattern: new RegExp(
        String.raw`(?<![\p{L}\d.,/])(${numberSource(language)})(?<=[.,]\d\d)\s(${alternatives([...currencyOfName.keys()])})(?!\p{L})`,
        'gu',
      ),
      speak: ({ 1: value, 2: name }) => spokenAmount(value!, currencyOfName.get(name!)!, undefined, language),
    },
  ];
}

function spokenAmount(
  value: string,
  currency: SpokenCurrency,
  power: string | undefined,
  language: SpokenLanguage,
): string | undefined {
  const number = parseNumber(value, language.decimalMark);
  if (number === undefined) return undefined;
  const words = language.currencies[currency];
  if (power !== undefined) {
    const magnitude = language.magnitudes.find(({ pattern }) =>
      new RegExp(`^(?:${pattern})$`, 'u').test(power),
    )!;
    const isOne = number === '1';
    const count = speakCount(number, 'masculine', language);
    const currencyWords = magnitude.isNoun === true ? afterMillions(words.other, language) : words.other;
    return `${count} ${isOne ? magnitude.one : magnitude.other} ${currencyWords}`;
  }
  const [whole = '0', fraction = ''] = number.split('.');
  // A price of three decimals, such as that of fuel, is spoken as a decimal number.
  if (fraction.length > 2) return `${language.cardinal(number)} ${words.other}`;
  const hundredths = String(Number(fraction.padEnd(2, '0')));
  const main = counted(whole, words, language);
  if (hundredths === '0') return main;
  const rest = counted(hundredths, words.subunit, language);
  return whole === '0' ? rest : `${main} ${language.and} ${rest}`;
}

const counted = (
  value: string,
  { one, other, gender = 'masculine' }: UnitWords,
  language: SpokenLanguage,
): string => {
  const isMillions = /^[1-9]\d*0{6}$/.test(value);
  const unit = value === '1' ? one : isMillions ? afterMillions(other, language) : other;
  return `${speakCount(value, gender, language)} ${unit}`;
};

const afterMillions = (currency: string, language: SpokenLanguage): string =>
  language.of?.(currency) ?? currency;
