import { SdpError } from './sdp-error.ts';

/**
 * A session description (RFC 8866 §5):
 *
 *   v=0                                          version
 *   o=<username> <sess-id> <sess-version> IN IP4 <address>
 *   s=<name>
 *   c=IN IP4 <address>                           destination of media, unless a stream overrides it
 *   t=0 0
 *   a=<attribute>[:<value>]                      of the session
 *   m=<kind> <port>[/<count>] <protocol> <format> …    one block per stream
 *   c=…, a=…                                     of the stream
 *
 * Lines that do not affect negotiation (i, u, e, p, b, t, r, z, k) are ignored.
 */
export interface SessionDescription {
  readonly origin: Origin;
  readonly name: string;
  readonly connection: Connection | undefined;
  readonly attributes: readonly Attribute[];
  readonly media: readonly MediaDescription[];
}

/** The `o=` line (RFC 8866 §5.2). The two numbers are decimal, up to 64 bits, and therefore stay text. */
export interface Origin {
  readonly username: string;
  readonly sessionId: string;
  readonly sessionVersion: string;
  readonly connection: Connection;
}

/** The `c=` line (RFC 8866 §5.7), internet unicast only. The address is numeric or a host name. */
export interface Connection {
  readonly family: 'IP4' | 'IP6';
  readonly address: string;
}

export interface Attribute {
  readonly name: string;
  /** `undefined` for a property attribute such as `sendrecv`. */
  readonly value: string | undefined;
}

/** An `m=` block (RFC 8866 §5.14). */
export interface MediaDescription {
  readonly kind: string;
  /** 0 to 65535; 0 rejects the stream (RFC 3264 §6). */
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly connection: Connection | undefined;
  readonly attributes: readonly Attribute[];
}

export const maxSdpBytes = 16 * 1024;
const maxLines = 400;
const maxStreams = 16;

interface Draft {
  origin: Origin | undefined;
  name: string;
  connection: Connection | undefined;
  attributes: Attribute[];
  media: MediaDraft[];
}

type MediaDraft = Omit<MediaDescription, 'connection' | 'attributes'> & {
  connection: Connection | undefined;
  attributes: Attribute[];
};

/** Parses a session description. Throws only `SdpError`, with `malformed` or `too_large`. */
export function parseSessionDescription(text: string): SessionDescription {
  if (text.length > maxSdpBytes) throw new SdpError('too_large', 'The session description is too long.');
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  if (lines.length > maxLines) throw new SdpError('too_large', 'The session description has too many lines.');
  if (lines.length === 0) throw malformed('is missing');
  if (lines[0] !== 'v=0') throw malformed('does not begin with v=0');
  const draft: Draft = { origin: undefined, name: '-', connection: undefined, attributes: [], media: [] };
  for (const line of lines) readLine(draft, line);
  if (draft.media.length > maxStreams)
    throw new SdpError('too_large', 'The session description has too many streams.');
  if (draft.origin === undefined) throw malformed('has no o= line');
  return { ...draft, origin: draft.origin };
}

function readLine(draft: Draft, line: string): void {
  if (!/^[a-z]=/.test(line) || line.includes('\0')) throw malformed('has a line without a type');
  const value = line.slice(2);
  lineParsers[line[0]!]?.(draft, value);
}

/** Parsers by line type. Lines after an m= line belong to that stream. */
const lineParsers: Record<string, (draft: Draft, value: string) => void> = {
  o: (draft, value) => (draft.origin ??= readOrigin(value)),
  s: (draft, value) => (draft.name = value),
  c: (draft, value) => (scopeOf(draft).connection ??= readConnection(value.split(' '))),
  a: (draft, value) => scopeOf(draft).attributes.push(readAttribute(value)),
  m: (draft, value) => draft.media.push(readMedia(value)),
};

const scopeOf = (draft: Draft): Draft | MediaDraft => draft.media.at(-1) ?? draft;

function readOrigin(value: string): Origin {
  const [username, sessionId, sessionVersion, ...rest] = value.trim().split(/ +/);
  const numeric = /^\d{1,20}$/;
  if (!username || !numeric.test(sessionId ?? '') || !numeric.test(sessionVersion ?? ''))
    throw malformed('has an o= line that cannot be read');
  return {
    username,
    sessionId: sessionId!,
    sessionVersion: sessionVersion!,
    connection: readConnection(rest),
  };
}

function readConnection([network, family, address]: readonly string[]): Connection {
  // A TTL or count after a slash belongs to multicast, which calls never use.
  const host = address?.split('/')[0] ?? '';
  if (network !== 'IN' || (family !== 'IP4' && family !== 'IP6') || !/^[\w.:-]{1,255}$/.test(host))
    throw malformed('has an address that cannot be read');
  return { family, address: host };
}

function readAttribute(value: string): Attribute {
  const colon = value.indexOf(':');
  const name = colon === -1 ? value : value.slice(0, colon);
  if (name === '') throw malformed('has an attribute without a name');
  return { name, value: colon === -1 ? undefined : value.slice(colon + 1) };
}

function readMedia(value: string): MediaDraft {
  const [kind, ports, protocol, ...formats] = value.trim().split(/ +/);
  const port = /^(\d{1,5})(?:\/\d+)?$/.exec(ports ?? '')?.[1];
  if (!kind || !protocol || formats.length === 0 || port === undefined || Number(port) > 65_535)
    throw malformed('has an m= line that cannot be read');
  return { kind, port: Number(port), protocol, formats, connection: undefined, attributes: [] };
}

function malformed(fault: string): SdpError {
  return new SdpError('malformed', `The session description ${fault}.`);
}

/** Serialises a description; lines end in CRLF (RFC 8866 §5). Values must not contain line breaks. */
export function serializeSessionDescription(description: SessionDescription): string {
  const { origin } = description;
  const lines = [
    'v=0',
    `o=${origin.username} ${origin.sessionId} ${origin.sessionVersion} ${connectionText(origin.connection)}`,
    `s=${description.name}`,
    ...connectionLines(description.connection),
    't=0 0',
    ...description.attributes.map(attributeLine),
    ...description.media.flatMap(mediaLines),
  ];
  return lines.join('\r\n') + '\r\n';
}

function mediaLines(media: MediaDescription): string[] {
  return [
    `m=${media.kind} ${media.port} ${media.protocol} ${media.formats.join(' ')}`,
    ...connectionLines(media.connection),
    ...media.attributes.map(attributeLine),
  ];
}

function connectionLines(connection: Connection | undefined): string[] {
  return connection === undefined ? [] : [`c=${connectionText(connection)}`];
}

const connectionText = ({ family, address }: Connection): string => `IN ${family} ${address}`;

const attributeLine = ({ name, value }: Attribute): string =>
  value === undefined ? `a=${name}` : `a=${name}:${value}`;

/** Returns the connection of a numeric address. */
export function connectionTo(address: string): Connection {
  return { family: address.includes(':') ? 'IP6' : 'IP4', address };
}
