import {
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber as LibraryNumber,
} from 'libphonenumber-js/max';
import { withOlderAreaCode } from './new-area-codes.ts';

export interface PhoneNumber {
  /** E.164: a plus sign, country code and subscriber number, at most 15 digits. */
  readonly e164: string;
  /** ISO 3166-1 alpha-2; undefined for numbers of no country (+800, +882 …). */
  readonly country: string | undefined;
  readonly national: string;
  readonly international: string;
  readonly type: string | undefined;
}

/**
 * Numbers that regulators set aside for drama and tests; nobody can be reached there.
 * NANP: 555-0100 to 555-0199 in any area code (ATIS-0300115). UK: Ofcom's "telephone numbers for use in TV and
 * radio drama programmes". Australia: ACMA's numbers for use in radio, film and television.
 */
const fictional: readonly RegExp[] = [
  /^\+1[2-9]\d{2}55501\d{2}$/,
  /^\+447700900\d{3}$/,
  /^\+44(?:1134960|1144960|1154960|1164960|1174960|1184960|1214960|1314960|1414960|1514960|1614960|2079460|1914980|2896496|2920180|1632960)\d{3}$/,
  /^\+61(?:2[5-7]550|3[57]0?10|75550|855501?)\d{3,5}$/,
  /^\+61491570\d{3}$/,
];

export function isFictionalNumber(e164: string): boolean {
  return fictional.some((range) => range.test(e164));
}

/** Whether the text is E.164 in form; says nothing of whether such a number can exist. */
export const isE164 = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

/**
 * Reads a number in E.164, or in the national form of `defaultCountry`. Undefined where no such number can exist.
 * Fictional numbers count as existing: they are the test network's.
 */
export function parsePhoneNumber(text: string, defaultCountry?: string): PhoneNumber | undefined {
  const parsed = parseText(text, defaultCountry);
  const known = parsed === undefined ? undefined : knownNumber(parsed);
  if (parsed === undefined || known === undefined) return undefined;
  return {
    e164: parsed.number,
    country: known.country,
    national: parsed.formatNational(),
    international: parsed.formatInternational(),
    type: known.getType(),
  };
}

/** The E.164 form alone of what `parsePhoneNumber` reads: formatting costs as much as reading. */
export function readE164(text: string, defaultCountry?: string): string | undefined {
  const parsed = parseText(text, defaultCountry);
  return parsed === undefined || knownNumber(parsed) === undefined ? undefined : parsed.number;
}

const parseText = (text: string, defaultCountry: string | undefined): LibraryNumber | undefined =>
  parsePhoneNumberFromString(text, defaultCountry as CountryCode | undefined);

/** The number itself if it can exist, or one of the same place and kind if its area code is newer than libphonenumber's data. */
const knownNumber = (parsed: LibraryNumber): LibraryNumber | undefined =>
  parsed.isValid() || isFictionalNumber(parsed.number) ? parsed : inNewAreaCode(parsed.number);

/** A number of the same place and kind that libphonenumber has; undefined where that would not be valid either. */
function inNewAreaCode(e164: string): LibraryNumber | undefined {
  const older = withOlderAreaCode(e164);
  const parsed = older === undefined ? undefined : parsePhoneNumberFromString(older);
  return parsed?.isValid() === true ? parsed : undefined;
}
