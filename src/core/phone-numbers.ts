import {
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber as LibraryNumber,
} from 'libphonenumber-js/max';
import { withEstablishedAreaCode } from './new-area-codes.ts';

export interface PhoneNumber {
  /** E.164: a plus sign, country code and subscriber number, at most 15 digits. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2; `undefined` for numbers without a country (+800, +882 …). */
  readonly country: string | undefined;
  readonly national: string;
  readonly international: string;
  readonly type: string | undefined;
}

/**
 * Numbers that regulators reserve for drama and tests. No subscriber has them.
 * NANP: 555-0100 to 555-0199 in any area code (ATIS-0300115). UK: Ofcom's "telephone numbers for use in TV and
 * radio drama programmes". Australia: ACMA's numbers for use in radio, film and television. Germany: the blocks of BNetzA's
 * "Rufnummern für Medienproduktionen" (Mitteilung 148/2021, Amtsblatt 7/2021).
 */
const fictionalRanges: readonly RegExp[] = [
  /^\+1[2-9]\d{2}55501\d{2}$/,
  /^\+447700900\d{3}$/,
  /^\+44(?:1134960|1144960|1154960|1164960|1174960|1184960|1214960|1314960|1414960|1514960|1614960|2079460|1914980|2896496|2920180|1632960)\d{3}$/,
  /^\+61(?:2[5-7]550|3[57]0?10|75550|855501?)\d{3,5}$/,
  /^\+61491570\d{3}$/,
  /^\+49(?:3023125|6990009|4066969|2214710|8999998)\d{3}$/,
  /^\+49(?:1713920|17604069)0\d{2}$/,
];

export function isFictionalNumber(e164: string): boolean {
  return fictionalRanges.some((range) => range.test(e164));
}

/** Returns whether the text has the form of an E.164 number. The number need not be valid. */
export const isE164 = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/**
 * Parses a number in E.164 or in the national format of `defaultCountry`. Returns `undefined` if the number is invalid.
 * Fictional numbers count as valid: they belong to the test network.
 */
export function parsePhoneNumber(text: string, defaultCountry?: string): PhoneNumber | undefined {
  const parsed = parseText(text, defaultCountry);
  const valid = parsed === undefined ? undefined : findValidNumber(parsed);
  if (parsed === undefined || valid === undefined) return undefined;
  return {
    e164: parsed.number,
    country: valid.country,
    national: parsed.formatNational(),
    international: parsed.formatInternational(),
    type: valid.getType(),
  };
}

/** Like `parsePhoneNumber`, but returns only the E.164 form: formatting costs as much as parsing. */
export function readE164(text: string, defaultCountry?: string): string | undefined {
  const parsed = parseText(text, defaultCountry);
  return parsed === undefined || findValidNumber(parsed) === undefined ? undefined : parsed.number;
}

const parseText = (text: string, defaultCountry: string | undefined): LibraryNumber | undefined =>
  parsePhoneNumberFromString(text, defaultCountry as CountryCode | undefined);

/** Returns the number if it is valid. If its area code is newer than libphonenumber's data, returns a substitute of the same region and type. */
const findValidNumber = (parsed: LibraryNumber): LibraryNumber | undefined =>
  parsed.isValid() || isFictionalNumber(parsed.number) ? parsed : findInNewAreaCode(parsed.number);

/** Replaces a new area code by an established one of the same region. Returns `undefined` if the area code is not new or the result is invalid. */
function findInNewAreaCode(e164: string): LibraryNumber | undefined {
  const established = withEstablishedAreaCode(e164);
  const parsed = established === undefined ? undefined : parsePhoneNumberFromString(established);
  return parsed?.isValid() === true ? parsed : undefined;
}
