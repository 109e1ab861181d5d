import { Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';

/** The parts of libphonenumber's numbering plans that decide what is valid; its own types leave them out. */
interface NumberingPlan {
  callingCode(): string;
  IDDPrefix(): string | undefined;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  leadingDigits(): string | undefined;
  type(
    name: string,
  ): { pattern(): string | undefined; possibleLengths(): readonly number[] | undefined } | undefined;
}

interface Country {
  readonly leadingDigits: RegExp | undefined;
  isValid(nationalNumber: string): boolean;
}

/** A calling code, such as 1 or 358, and the countries that share it; the first is the main one. */
interface CallingCode {
  /** Digits before a national number that are perhaps no part of it. */
  readonly nationalPrefix: RegExp | undefined;
  readonly countries: readonly Country[];
}

/** How numbers of the default country are dialed abroad, and from it. */
interface Home {
  readonly callingCode: string;
  readonly international: RegExp;
  readonly nationalPrefix: RegExp | undefined;
}

const types = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
];

const callingCodes: Readonly<Record<string, readonly string[]>> = metadata.country_calling_codes;

function planOf(country: string): NumberingPlan {
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country as Parameters<typeof plans.selectNumberingPlan>[0]);
  return (plans as unknown as { readonly numberingPlan: NumberingPlan }).numberingPlan;
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const atStart = (pattern: string | undefined): RegExp | undefined =>
  pattern ? new RegExp(`^(?:${pattern})`) : undefined;

function readCountry(country: string): Country {
  const plan = planOf(country);
  const national = whole(plan.nationalNumberPattern());
  const rules = types.flatMap((name) => {
    const type = plan.type(name);
    const pattern = type?.pattern();
    return pattern ? [{ pattern: whole(pattern), lengths: type?.possibleLengths() }] : [];
  });
  return {
    leadingDigits: atStart(plan.leadingDigits()),
    isValid: (number) =>
      national.test(number) &&
      rules.some(
        ({ pattern, lengths }) => (lengths?.includes(number.length) ?? true) && pattern.test(number),
      ),
  };
}

const known = new Map<string, CallingCode | undefined>();

function callingCodeOf(code: string): CallingCode | undefined {
  if (known.has(code)) return known.get(code);
  const countries = Object.hasOwn(callingCodes, code) ? callingCodes[code]! : [];
  // 001 stands for numbers of no country; those are left to the library.
  const isUsable = countries.length > 0 && !countries.includes('001');
  const read = isUsable
    ? {
        nationalPrefix: atStart(planOf(countries[0]!).nationalPrefixForParsing()),
        countries: countries.map(readCountry),
      }
    : undefined;
  known.set(code, read);
  return read;
}

/** The country is the first that the leading digits or the types name; only its own rules count then. */
function isCertainlyValid(code: CallingCode, nationalNumber: string): boolean {
  if (code.nationalPrefix?.test(nationalNumber)) return false;
  for (const country of code.countries) {
    if (country.leadingDigits === undefined) {
      if (country.isValid(nationalNumber)) return true;
    } else if (country.leadingDigits.test(nationalNumber)) return country.isValid(nationalNumber);
  }
  return false;
}

function isCertainlyE164(text: string): boolean {
  for (let length = 1; length <= 3; length += 1) {
    const code = callingCodeOf(text.slice(1, 1 + length));
    if (code !== undefined) return isCertainlyValid(code, text.slice(1 + length));
  }
  return false;
}

const homes = new Map<string, Home>();

function homeOf(country: string): Home {
  let home = homes.get(country);
  if (home === undefined) {
    const plan = planOf(country);
    const callingCode = plan.callingCode();
    const international = new RegExp(`^(?:${[plan.IDDPrefix(), callingCode].filter(Boolean).join('|')})`);
    home = { callingCode, international, nationalPrefix: atStart(plan.nationalPrefixForParsing()) };
    homes.set(country, home);
  }
  return home;
}

function quickE164(text: string, defaultCountry: string | undefined): string | undefined {
  if (/^\+[1-9]\d{6,14}$/.test(text)) return isCertainlyE164(text) ? text : undefined;
  if (defaultCountry === undefined || !/^[1-9(][\d ().-]{5,20}$/.test(text)) return undefined;
  const digits = text.replaceAll(/[ ().-]/g, '');
  const { callingCode, international, nationalPrefix } = homeOf(defaultCountry);
  const code = callingCodeOf(callingCode);
  if (code === undefined || international.test(digits) || nationalPrefix?.test(digits)) return undefined;
  return isCertainlyValid(code, digits) ? `+${callingCode}${digits}` : undefined;
}

/** What a phone number may be written with; a sentence that holds one is none. */
const numberPattern = /^[+\d\s().\-/\u2010-\u2015]{3,40}$/;

/** As a spreadsheet writes a whole number: `12125550160.0`. With its last nought it may be somebody else's. */
const decimals = /^\+?\d{7,}[.,]0+$/;

export const hasDecimals = (text: string): boolean => decimals.test(text);

/**
 * E.164 of a number that can exist, written in any usual way; in the national form where there is a default country (ISO 3166-1
 * alpha-2). But for decimals, which are refused, the answer is that of `parsePhoneNumber`, many times sooner for numbers in E.164 and
 * plain national numbers: what is valid beyond doubt is not put to the library.
 */
export function readNumber(text: string, defaultCountry?: string): string | undefined {
  if (hasDecimals(text)) return undefined;
  const quick = quickE164(text, defaultCountry);
  if (quick !== undefined) return quick;
  return numberPattern.test(text) ? parsePhoneNumber(text, defaultCountry)?.e164 : undefined;
}
