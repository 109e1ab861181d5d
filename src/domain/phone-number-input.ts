import { readE164 } from '../core/phone-numbers.ts';

/** What a phone number may be written with; a sentence that contains one does not match. */
const numberPattern = /^[+\d\s().\-/\u2010-\u2015]{3,40}$/;

/** As a spreadsheet writes a whole number: `12125550160.0`. Read with its last zero it could be another subscriber's number. */
const decimals = /^\+?\d{7,}[.,]0+$/;

export const hasDecimals = (text: string): boolean => decimals.test(text);

/**
 * E.164 of a number that can exist, written in any usual way; in the national form if there is a default country (ISO 3166-1
 * alpha-2). Undefined for decimals and for text around a number.
 */
export function readNumber(text: string, defaultCountry?: string): string | undefined {
  if (hasDecimals(text) || !numberPattern.test(text)) return undefined;
  return readE164(text, defaultCountry);
}
