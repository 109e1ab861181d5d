import { isSipUri, unescapeUser, type Uri } from './uri.ts';

/**
 * Returns the telephone numbers that a URI can mean, most likely first: of a tel: URI (RFC 3966), or of the user part
 * of a SIP URI, which can have the same form (RFC 3261 §19.1.6). Empty if the URI contains none. Other text, such as a
 * user name, is returned unchanged.
 */
export function numberCandidates(uri: Uri): string[] {
  if (isSipUri(uri)) return uri.user === undefined ? [] : subscriberNumbers(unescapeUser(uri.user));
  return uri.scheme === 'tel' ? subscriberNumbers(unescapeUser(uri.opaque)) : [];
}

/** Returns the most likely of `numberCandidates`; `undefined` if there is none. */
export const firstNumberCandidate = (uri: Uri): string | undefined => numberCandidates(uri)[0];

export const isTelUri = (uri: Uri): boolean => !isSipUri(uri) && uri.scheme === 'tel';

/**
 * Parses a telephone-subscriber: `+1-202-555-0100;ext=5`, or a local number with its context,
 * `555-0100;phone-context=+1-202` or `0100;phone-context=example.com`. Extensions, subaddresses and unknown parameters
 * are ignored.
 */
function subscriberNumbers(text: string): string[] {
  const [subscriber = '', ...parameters] = text.split(';');
  if (subscriber === '') return [];
  const number = isNumber(subscriber) ? withoutSeparators(subscriber) : subscriber;
  const context = parameters.map((parameter) => /^phone-context=(\+.*)$/i.exec(parameter)?.[1]).find(Boolean);
  if (context === undefined || !isNumber(context) || !/^\d+$/.test(number)) return [number];
  return [...withContext(number, withoutSeparators(context)), number];
}

/**
 * Returns the numbers that a local number and its context of initial digits can mean (RFC 3966 §5.1.5). Some senders
 * repeat the country code in the local number, or keep the trunk prefix 0.
 */
function withContext(number: string, context: string): string[] {
  const withCountryCode = number.startsWith(context.slice(1)) ? [`+${number}`] : [];
  return [
    ...withCountryCode,
    context + number,
    ...(number.startsWith('0') ? [context + number.slice(1)] : []),
  ];
}

/** Digits and visual separators, at most 32 characters. */
const isNumber = (text: string): boolean => /^\+?[\d().-]{1,32}$/.test(text);

const withoutSeparators = (text: string): string => text.replace(/[().-]/g, '');
