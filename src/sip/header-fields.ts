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
 * Typed access to header fields. Values are parsed on first access and cached with the message. All functions throw
 * SipParseError for a malformed field, and those for From, To, CSeq and Call-ID also for a missing field. Messages from
 * the transaction layer have passed `findMessageFault`, after which no function throws.
 */

const maxSeconds = 2 ** 32 - 1;

const vias = (headers: Headers) => headers.list('Via').map(parseVia);
const from = (headers: Headers) => parseNameAddr(single(headers, 'From'));
const to = (headers: Headers) => parseNameAddr(single(headers, 'To'));
const cseq = (headers: Headers) => parseCSeq(single(headers, 'CSeq'));
const callId = (headers: Headers) => parseCallId(single(headers, 'Call-ID'));

export const viasOf = (message: SipMessage): readonly Via[] => message.headers.read(vias);

/**
 * Returns the topmost Via: of the previous hop of a request, or of the hop that receives the response. Throws if
 * missing.
 */
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

/** Throws if the Request-URI is malformed. */
export const requestUriOf = (request: SipRequest): Uri => parseUri(request.uri);

const contacts = (headers: Headers) => headers.list('Contact').filter(isAddress).map(parseNameAddr);
const routes = (headers: Headers) => headers.list('Route').map(parseNameAddr);
const recordRoutes = (headers: Headers) => headers.list('Record-Route').map(parseNameAddr);
const isAddress = (text: string) => text !== '*';

/** Returns the contacts without the `*` of REGISTER. */
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

const maxRetryAfter = 86_400;

/**
 * Returns the seconds after which the request can be retried, at most a day. A comment and parameters after the number are ignored.
 */
export function retryAfterOf(message: SipMessage): number | undefined {
  const value = /^\s*(\d{1,100})\s*(?:[(;]|$)/.exec(message.headers.get('Retry-After') ?? '')?.[1];
  return value === undefined ? undefined : Math.min(Number(value), maxRetryAfter);
}

/** Returns the value of Min-SE in seconds; parameters are ignored (RFC 4028 §5). */
export function minSeOf(message: SipMessage): number | undefined {
  const value = message.headers.get('Min-SE');
  return value === undefined ? undefined : parseDecimal(value.split(';')[0]!.trim(), 'Min-SE', maxSeconds);
}

export const sessionExpiresOf = (message: SipMessage): SessionExpires | undefined =>
  parseOptional(message, 'Session-Expires', parseSessionExpires);
export const rackOf = (message: SipMessage): RAck | undefined => parseOptional(message, 'RAck', parseRAck);
export const referToOf = (message: SipMessage): NameAddr | undefined =>
  parseOptional(message, 'Refer-To', parseNameAddr);
export const replacesOf = (message: SipMessage): Replaces | undefined =>
  parseOptional(message, 'Replaces', parseReplaces);

/** Returns option tags or methods: Require, Supported, Proxy-Require, Unsupported, Allow, Allow-Events. */
export function tokensOf(message: SipMessage, name: string): readonly string[] {
  const tokens = message.headers.list(name);
  if (!tokens.every(isToken)) throw new SipParseError(`${name} is not a list of tokens`);
  return tokens;
}

/** Returns whether Supported or Require contain this option tag. */
export function supportsExtension(message: SipMessage, optionTag: string): boolean {
  return (
    tokensOf(message, 'Supported').includes(optionTag) || tokensOf(message, 'Require').includes(optionTag)
  );
}

/** Returns the media type in lower case, without its parameters. */
export function contentTypeOf(message: SipMessage): string | undefined {
  return message.headers.get('Content-Type')?.split(';')[0]!.replace(/\s/g, '').toLowerCase();
}

/** Returns the challenges of a 401 or 407 in order. Schemes other than Digest and malformed challenges are omitted. */
export function challengesOf(
  message: SipMessage,
  name: 'WWW-Authenticate' | 'Proxy-Authenticate',
): readonly Challenge[] {
  return message.headers.all(name).flatMap((value) => parseChallenge(value) ?? []);
}

/** Returns the credentials of a request in order. Malformed ones are omitted. */
export function credentialsOf(
  message: SipMessage,
  name: 'Authorization' | 'Proxy-Authorization',
): readonly Credentials[] {
  return message.headers.all(name).flatMap((value) => parseCredentials(value) ?? []);
}

function single(headers: Headers, name: string): string {
  const values = headers.all(name);
  if (values.length !== 1) {
    throw new SipParseError(values.length === 0 ? `${name} is missing` : `${name} appears more than once`);
  }
  return values[0]!;
}

function parseOptional<Value>(
  message: SipMessage,
  name: string,
  parse: (text: string) => Value,
): Value | undefined {
  return message.headers.has(name) ? parse(single(message.headers, name)) : undefined;
}

function numberOf(message: SipMessage, name: string, max: number): number | undefined {
  return parseOptional(message, name, (text) => parseDecimal(text.trim(), name, max));
}

function parseCallId(text: string): string {
  if (!/^[!-~]+$/.test(text)) throw new SipParseError('Call-ID is malformed');
  return text;
}
