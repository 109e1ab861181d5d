import { isSupportedCountry, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/max';

/** ISO 3166-1 alpha-2, upper case, of a country that has phone numbers. */
export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && isSupportedCountry(text);

/** Whether the country shares +1 (ITU-T E.164): three digits of area code in every number. */
export const isNorthAmerican = (country: string): boolean =>
  isCountry(country) && getCountryCallingCode(country as CountryCode) === '1';

/** In Australia a number is chosen without a type. */
export const needsType = (country: string): boolean => country !== 'AU';
