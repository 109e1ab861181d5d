import { decodeUtf8, isToken, quote, splitList, trimBlank, unquote } from './grammar.ts';
import { SipParseError } from './parse-error.ts';

/** A Digest challenge: WWW-Authenticate or Proxy-Authenticate, RFC 7616 §3.3. */
export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly stale: boolean;
  /** As received; MD5 if absent. */
  readonly algorithm: string;
  /** Lower case; empty if the server offers none (RFC 2069). */
  readonly qop: readonly string[];
  readonly userhash: boolean;
}

/** The response to a challenge: Authorization or Proxy-Authorization, RFC 7616 §3.4. */
export interface Credentials {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly algorithm: string;
  readonly cnonce: string | undefined;
  readonly opaque: string | undefined;
  /** Lower case. */
  readonly qop: string | undefined;
  /** Eight hexadecimal digits. */
  readonly nc: string | undefined;
  readonly userhash: boolean;
}

/** Parses a challenge; `undefined` for other schemes and malformed values. */
export function parseChallenge(text: string): Challenge | undefined {
  const fields = parseDigestParameters(text);
  const realm = fields?.get('realm');
  const nonce = fields?.get('nonce');
  if (fields === undefined || realm === undefined || nonce === undefined) return undefined;
  return {
    realm,
    nonce,
    opaque: fields.get('opaque'),
    stale: fields.get('stale')?.toLowerCase() === 'true',
    algorithm: fields.get('algorithm') ?? 'MD5',
    qop: splitList((fields.get('qop') ?? '').toLowerCase()),
    userhash: fields.get('userhash')?.toLowerCase() === 'true',
  };
}

/** Parses credentials; `undefined` for other schemes and malformed values. */
export function parseCredentials(text: string): Credentials | undefined {
  const fields = parseDigestParameters(text);
  if (fields === undefined) return undefined;
  const [username, realm, nonce, uri, response] = ['username', 'realm', 'nonce', 'uri', 'response'].map(
    (name) => fields.get(name),
  );
  if (username === undefined || realm === undefined || nonce === undefined) return undefined;
  if (uri === undefined || response === undefined) return undefined;
  return {
    username: decodeUtf8(username),
    realm,
    nonce,
    uri,
    response: response.toLowerCase(),
    algorithm: fields.get('algorithm') ?? 'MD5',
    cnonce: fields.get('cnonce'),
    opaque: fields.get('opaque'),
    qop: fields.get('qop')?.toLowerCase(),
    nc: fields.get('nc'),
    userhash: fields.get('userhash')?.toLowerCase() === 'true',
  };
}

/** Returns the parameters of a Digest header, unquoted, by lower-case name. */
function parseDigestParameters(text: string): Map<string, string> | undefined {
  const scheme = /^\s*digest\s+/i.exec(text);
  if (scheme === null) return undefined;
  try {
    return parseParameterList(text.slice(scheme[0].length));
  } catch (error) {
    if (error instanceof SipParseError) return undefined;
    throw error;
  }
}

function parseParameterList(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const part of splitList(text)) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (!isToken(name) || fields.has(name)) return undefined;
    fields.set(name, unquote(trimBlank(part.slice(equals + 1))));
  }
  return fields;
}

/** Formats a Digest header: `quoted` parameters first, then `bare` ones. Undefined values are omitted. */
export function formatDigest(
  quoted: Readonly<Record<string, string | undefined>>,
  bare: Readonly<Record<string, string | undefined>>,
): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(quoted))
    if (value !== undefined) parts.push(`${name}=${quote(value)}`);
  for (const [name, value] of Object.entries(bare)) if (value !== undefined) parts.push(`${name}=${value}`);
  return `Digest ${parts.join(', ')}`;
}
