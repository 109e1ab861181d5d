import { readE164 } from '../core/phone-numbers.ts';

/** The characters of a written phone number; a sentence that contains one does not match. */
const numberPattern = /^[+\d\s().\-/\u2010-\u2015]{3,40}$/;

/** A whole number as a spreadsheet may write it: `12125550160.0`. With the last zero it could be another subscriber's number. */
const decimals = /^\+?\d{7,}[.,]0+$/;

export const hasDecimals = (text: string): boolean => decimals.test(text);

/**
 * Returns a number that can exist in E.164. Accepts the usual notations, and national numbers if there is a default country
 * (ISO 3166-1 alpha-2). Undefined for decimals and for text around a number.
 */
export function readPhoneNumber(text: string, defaultCountry?: string): string | undefined {
  if (hasDecimals(text) || !numberPattern.test(text)) return undefined;
  return readE164(text, defaultCountry);
}
