import { SipParseError } from './parse-error.ts';
import { formatParameters, noParameters, type Parameters } from './parameters.ts';

/** A sip: or sips: URI (RFC 3261 §19.1). `user`, `password` and parameter values keep their escapes. */
export interface SipUri {
  readonly scheme: 'sip' | 'sips';
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** A host name, an IPv4 address, or an IPv6 address in square brackets; lower case. */
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: Parameters;
  /** The part after the question mark. */
  readonly headers: string | undefined;
}

/** A URI of any other scheme, such as tel:. */
export interface OtherUri {
  /** Lower case; never sip or sips. */
  readonly scheme: string;
  /** The part after the colon. */
  readonly opaque: string;
}

export type Uri = SipUri | OtherUri;

export function isSipUri(uri: Uri): uri is SipUri {
  return 'host' in uri;
}

const forbiddenCharacter = /[^!-~]|[<>"\\^`{|}]/;
const brokenEscape = /%(?![0-9A-Fa-f]{2})/;
const schemePattern = /^[A-Za-z][A-Za-z0-9+\-.]*$/;
const hostPort = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_](?:[A-Za-z0-9_\-.]*[A-Za-z0-9_.])?)(?::(\d{1,5}))?$/;

/** Parses a URI without angle brackets. Throws SipParseError. */
export function parseUri(text: string): Uri {
  if (forbiddenCharacter.test(text)) throw new SipParseError('a URI has a character that must be escaped');
  const colon = text.indexOf(':');
  const scheme = text.slice(0, Math.max(0, colon));
  if (!schemePattern.test(scheme)) throw new SipParseError('a URI has no scheme');
  const lower = scheme.toLowerCase();
  if (lower === 'sip' || lower === 'sips') return parseSipUri(lower, text.slice(colon + 1));
  return { scheme: lower, opaque: text.slice(colon + 1) };
}

function parseSipUri(scheme: 'sip' | 'sips', text: string): SipUri {
  if (text.includes('%') && brokenEscape.test(text)) throw new SipParseError('a URI has a broken escape');
  const at = text.indexOf('@');
  const { user, password } = at < 0 ? noUser : parseUserInfo(text.slice(0, at));
  const afterUser = text.slice(at + 1);
  const question = afterUser.indexOf('?');
  const beforeHeaders = question < 0 ? afterUser : afterUser.slice(0, question);
  const semicolon = beforeHeaders.indexOf(';');
  const match = hostPort.exec(semicolon < 0 ? beforeHeaders : beforeHeaders.slice(0, semicolon));
  if (match === null) throw new SipParseError('a URI has no valid host and port');
  return {
    scheme,
    user,
    password,
    host: match[1]!.toLowerCase(),
    port: match[2] === undefined ? undefined : parsePort(match[2]),
    parameters: semicolon < 0 ? noParameters : parseUriParameters(beforeHeaders.slice(semicolon + 1)),
    headers: question < 0 ? undefined : afterUser.slice(question + 1),
  };
}

const noUser = { user: undefined, password: undefined };

function parseUserInfo(text: string): { user: string; password: string | undefined } {
  const colon = text.indexOf(':');
  const user = colon < 0 ? text : text.slice(0, colon);
  if (user === '') throw new SipParseError('a URI has an empty user');
  return { user, password: colon < 0 ? undefined : text.slice(colon + 1) };
}

/** Parses a decimal port, 0 to 65535. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!(port <= 65_535)) throw new SipParseError('a port is above 65535');
  return port;
}

/** Parses URI parameters. A duplicate makes the URI invalid (RFC 3261 §19.1.1); empty ones are skipped. */
function parseUriParameters(text: string): Parameters {
  const parameters = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).toLowerCase();
    if (name === '' || part.includes('@')) throw new SipParseError('a URI parameter has no valid name');
    if (parameters.has(name)) throw new SipParseError('a URI parameter appears twice');
    parameters.set(name, equals < 0 ? '' : part.slice(equals + 1));
  }
  return parameters;
}

export function formatUri(uri: Uri): string {
  if (!isSipUri(uri)) return `${uri.scheme}:${uri.opaque}`;
  const password = uri.password === undefined ? '' : `:${uri.password}`;
  const user = uri.user === undefined ? '' : `${uri.user}${password}@`;
  const port = uri.port === undefined ? '' : `:${uri.port}`;
  const headers = uri.headers === undefined ? '' : `?${uri.headers}`;
  return `${uri.scheme}:${user}${uri.host}${port}${formatParameters(uri.parameters)}${headers}`;
}

/** Creates a SIP URI from its parts; escapes `user` as needed. */
export function sipUri(parts: {
  readonly scheme?: 'sip' | 'sips';
  readonly user?: string | undefined;
  /** A host name or an address; IPv6 with or without brackets. */
  readonly host: string;
  readonly port?: number | undefined;
  readonly parameters?: Iterable<readonly [name: string, value: string]>;
}): SipUri {
  return {
    scheme: parts.scheme ?? 'sip',
    user: parts.user === undefined ? undefined : escapeUser(parts.user),
    password: undefined,
    host: bracketed(parts.host).toLowerCase(),
    port: parts.port,
    parameters: parts.parameters === undefined ? noParameters : new Map(parts.parameters),
    headers: undefined,
  };
}

/** Escapes all but unreserved and user-unreserved characters (RFC 3261 §25.1). */
export function escapeUser(text: string): string {
  return encodeURIComponent(text).replace(/%(26|3D|2B|24|2C|3B|3F|2F)/g, decodeURIComponent);
}

/** Resolves %HH escapes and decodes the result as UTF-8. */
export function unescapeUser(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Adds the brackets that URIs and Via require to an IPv6 address; returns other hosts unchanged. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

export function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}
