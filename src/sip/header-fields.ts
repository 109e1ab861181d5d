import { parseChallenge, parseCredentials, type Challenge, type Credentials } from './auth-header.ts';
import { parseCSeq, type CSeq } from './cseq.ts';
import { isToken, parseDecimal } from './grammar.ts';
import type { Headers } from './headers.ts';
import type { SipMessage, SipRequest } from './message.ts';
import { parseNameAddr, type NameAddr } from './name-addr.ts';
import { SipParseError } from './parse-error.ts';
import { parseRAck, type RAck } from './rack.ts';
import { parseReplaces, type Replaces } from './replaces.ts';
import { parseSessionExpires, type SessionExpires } from './session-expires.ts';
import { parseUri, type Uri } from './uri.ts';
import { parseVia, type Via } from './via.ts';

/**
 * Header fields as values, parsed when first asked for and kept with the message. All throw SipParseError where
 * the field is malformed, and the first group also where it is missing. A message handed up by the transaction layer has passed
 * `findMessageFault`, after which none of them throws.
 */

const maxSeconds = 2 ** 32 - 1;

const vias = (headers: Headers) => headers.list('Via').map(parseVia);
const from = (headers: Headers) => parseNameAddr(one(headers, 'From'));
const to = (headers: Headers) => parseNameAddr(one(headers, 'To'));
const cseq = (headers: Headers) => parseCSeq(one(headers, 'CSeq'));
const callId = (headers: Headers) => parseCallId(one(headers, 'Call-ID'));

export const viasOf = (message: SipMessage): readonly Via[] => message.headers.read(vias);

/** The Via of the hop that the message came from, or goes back to. */
export function topViaOf(message: SipMessage): Via {
  const via = viasOf(message)[0];
  if (via === undefined) throw new SipParseError('Via is missing');
  return via;
}

export const fromOf = (message: SipMessage): NameAddr => message.headers.read(from);
export const toOf = (message: SipMessage): NameAddr => message.headers.read(to);
export const cseqOf = (message: SipMessage): CSeq => message.headers.read(cseq);
export const callIdOf = (message: SipMessage): string => message.headers.read(callId);
export const fromTagOf = (message: SipMessage): string | undefined => fromOf(message).parameters.get('tag');
export const toTagOf = (message: SipMessage): string | undefined => toOf(message).parameters.get('tag');

/** Throws where the Request-URI is malformed. */
export const requestUriOf = (request: SipRequest): Uri => parseUri(request.uri);

const contacts = (headers: Headers) => headers.list('Contact').filter(isAddress).map(parseNameAddr);
const routes = (headers: Headers) => headers.list('Route').map(parseNameAddr);
const recordRoutes = (headers: Headers) => headers.list('Record-Route').map(parseNameAddr);
const isAddress = (text: string) => text !== '*';

/** Without the `*` that REGISTER knows. */
export const contactsOf = (message: SipMessage): readonly NameAddr[] => message.headers.read(contacts);
export const routesOf = (message: SipMessage): readonly NameAddr[] => message.headers.read(routes);
export const recordRoutesOf = (message: SipMessage): readonly NameAddr[] =>
  message.headers.read(recordRoutes);

export const maxForwardsOf = (message: SipMessage): number | undefined =>
  numberOf(message, 'Max-Forwards', 255);
export const contentLengthOf = (message: SipMessage): number | undefined =>
  numberOf(message, 'Content-Length', maxSeconds);
/** Seconds. */
export const expiresOf = (message: SipMessage): number | undefined =>
  numberOf(message, 'Expires', maxSeconds);
/** Seconds. */
export const minExpiresOf = (message: SipMessage): number | undefined =>
  numberOf(message, 'Min-Expires', maxSeconds);
/** RFC 3262 §7.1: 1 to 2^32 - 1. */
export const rseqOf = (message: SipMessage): number | undefined => numberOf(message, 'RSeq', maxSeconds);

/** Seconds until a new attempt is welcome; the comment and parameters behind the number are passed over. */
export function retryAfterOf(message: SipMessage): number | undefined {
  const value = /^\s*(\d{1,9})\s*(?:[(;]|$)/.exec(message.headers.get('Retry-After') ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}

/** Seconds, with its parameters passed over (RFC 4028 §5). */
export function minSeOf(message: SipMessage): number | undefined {
  const value = message.headers.get('Min-SE');
  return value === undefined ? undefined : parseDecimal(value.split(';')[0]!.trim(), 'Min-SE', maxSeconds);
}

export const sessionExpiresOf = (message: SipMessage): SessionExpires | undefined =>
  optional(message, 'Session-Expires', parseSessionExpires);
export const rackOf = (message: SipMessage): RAck | undefined => optional(message, 'RAck', parseRAck);
export const referToOf = (message: SipMessage): NameAddr | undefined =>
  optional(message, 'Refer-To', parseNameAddr);
export const replacesOf = (message: SipMessage): Replaces | undefined =>
  optional(message, 'Replaces', parseReplaces);

/** Option tags and methods: Require, Supported, Proxy-Require, Unsupported, Allow, Allow-Events. */
export function tokensOf(message: SipMessage, name: string): readonly string[] {
  const tokens = message.headers.list(name);
  if (!tokens.every(isToken)) throw new SipParseError(`${name} is not a list of tokens`);
  return tokens;
}

/** Whether the message says in Supported or Require that its sender knows this extension. */
export function knowsExtension(message: SipMessage, optionTag: string): boolean {
  return (
    tokensOf(message, 'Supported').includes(optionTag) || tokensOf(message, 'Require').includes(optionTag)
  );
}

/** The media type in lower case, without its parameters. */
export function contentTypeOf(message: SipMessage): string | undefined {
  return message.headers.get('Content-Type')?.split(';')[0]!.replace(/\s/g, '').toLowerCase();
}

/** Those of 401 and 407, in order; schemes other than Digest and challenges that cannot be read are left out. */
export function challengesOf(
  message: SipMessage,
  name: 'WWW-Authenticate' | 'Proxy-Authenticate',
): readonly Challenge[] {
  return message.headers.all(name).flatMap((value) => parseChallenge(value) ?? []);
}

/** Those of a request, in order; what cannot be read is left out. */
export function credentialsOf(
  message: SipMessage,
  name: 'Authorization' | 'Proxy-Authorization',
): readonly Credentials[] {
  return message.headers.all(name).flatMap((value) => parseCredentials(value) ?? []);
}

function one(headers: Headers, name: string): string {
  const values = headers.all(name);
  if (values.length !== 1) {
    throw new SipParseError(values.length === 0 ? `${name} is missing` : `${name} is given more than once`);
  }
  return values[0]!;
}

function optional<Value>(
  message: SipMessage,
  name: string,
  parse: (text: string) => Value,
): Value | undefined {
  return message.headers.has(name) ? parse(one(message.headers, name)) : undefined;
}

function numberOf(message: SipMessage, name: string, max: number): number | undefined {
  return optional(message, name, (text) => parseDecimal(text.trim(), name, max));
}

function parseCallId(text: string): string {
  if (!/^[!-~]+$/.test(text)) throw new SipParseError('Call-ID is malformed');
  return text;
}
