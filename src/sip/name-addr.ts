import { decodeUtf8, encodeUtf8, endOfQuoted, quote, trimBlank, unquote } from './grammar.ts';
import { SipParseError } from './parse-error.ts';
import { formatParameters, noParameters, parseParameters, type Parameters } from './parameters.ts';
import { formatUri, parseUri, type Uri } from './uri.ts';

/** The value of From, To, Contact, Route, Refer-To and similar header fields (RFC 3261 §20.10). */
export interface NameAddr {
  /** Unquoted, decoded as UTF-8. */
  readonly displayName: string | undefined;
  readonly uri: Uri;
  /** The parameters of the header field (`tag`, `expires`, `q`), not of the URI. */
  readonly parameters: Parameters;
}

/** Parses one value. Throws SipParseError. */
export function parseNameAddr(text: string): NameAddr {
  const value = trimBlank(text);
  const displayEnd = value.startsWith('"') ? endOfQuoted(value, 0) : 0;
  const open = value.indexOf('<', displayEnd);
  if (open < 0) {
    if (displayEnd > 0) throw new SipParseError('a display name has no address in angle brackets');
    return parseAddrSpec(value);
  }
  const close = value.indexOf('>', open);
  if (close < 0) throw new SipParseError('an angle bracket is not closed');
  if (displayEnd > 0 && trimBlank(value.slice(displayEnd, open)) !== '')
    throw new SipParseError('there is text between a display name and its address');
  return {
    displayName: parseDisplayName(trimBlank(value.slice(0, displayEnd === 0 ? open : displayEnd))),
    uri: parseUri(value.slice(open + 1, close)),
    parameters: parseParameters(trimBlank(value.slice(close + 1))),
  };
}

/**
 * Without angle brackets, parameters after a semicolon belong to the header field, and `?` and `,` are invalid
 * (§20.10).
 */
function parseAddrSpec(value: string): NameAddr {
  const semicolon = value.indexOf(';');
  const address = trimBlank(semicolon < 0 ? value : value.slice(0, semicolon));
  if (/[?,]/.test(address)) throw new SipParseError('an address with ? or , needs angle brackets');
  return {
    displayName: undefined,
    uri: parseUri(address),
    parameters: semicolon < 0 ? noParameters : parseParameters(value.slice(semicolon)),
  };
}

/** Parses a quoted or unquoted display name. Accepts characters outside the token grammar if they are unambiguous. */
function parseDisplayName(text: string): string | undefined {
  if (text === '') return undefined;
  if (!text.startsWith('"') && /[",;>]/.test(text)) throw new SipParseError('a display name needs quotes');
  return decodeUtf8(unquote(text));
}

export function formatNameAddr(value: NameAddr): string {
  const name = value.displayName === undefined ? '' : `${quote(encodeUtf8(value.displayName))} `;
  return `${name}<${formatUri(value.uri)}>${formatParameters(value.parameters)}`;
}

export function nameAddr(
  uri: Uri,
  options: {
    readonly displayName?: string | undefined;
    readonly parameters?: Iterable<readonly [name: string, value: string]>;
  } = {},
): NameAddr {
  return {
    displayName: options.displayName,
    uri,
    parameters: options.parameters === undefined ? noParameters : new Map(options.parameters),
  };
}
