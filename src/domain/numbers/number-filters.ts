import { isSupportedCountry, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max';

/** Returns whether the text is an upper-case ISO 3166-1 alpha-2 code of a country that has phone numbers. */
export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && isSupportedCountry(text);

/** Returns whether the country uses calling code +1 (ITU-T E.164), whose numbers have three-digit area codes. */
export const isNorthAmerican = (country: string): boolean =>
  isCountry(country) && getCountryCallingCode(country as CountryCode) === '1';

/** Returns whether a number search needs a type; in Australia it does not. */
export const needsType = (country: string): boolean => country !== 'AU';
