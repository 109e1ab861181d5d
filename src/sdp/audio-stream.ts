import { isIP } from 'node:net';
import { SdpError, warningCodes } from './sdp-error.ts';
import type { Attribute, Connection, MediaDescription, SessionDescription } from './session-description.ts';

/** A media direction (RFC 3264 §5.1), from the view of the side that wrote the description. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

const directions: readonly string[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];

/** The two G.711 codecs (RFC 3551 §4.5.14); 8 kHz, one channel. */
export type CodecName = 'PCMU' | 'PCMA';

/** RFC 3551 §6, table 4. */
export const staticPayloadTypes: Record<CodecName, number> = { PCMU: 0, PCMA: 8 };

/** An audio stream as one side describes it. */
export interface AudioStream {
  /** Numeric, or a host name (RFC 8866 §5.7). */
  readonly address: string;
  readonly family: Connection['family'];
  /** 1 to 65535. */
  readonly port: number;
  /** The port of RTCP without multiplexing: from RFC 3605, otherwise `port` + 1. */
  readonly rtcpPort: number;
  /** Whether the describing side requests RTP and RTCP on one port (RFC 5761). */
  readonly rtcpMux: boolean;
  /** In the order of preference of the describing side. */
  readonly codecs: readonly { readonly name: CodecName; readonly payloadType: number }[];
  /** RFC 4733; `undefined` if the stream has no telephone-event. */
  readonly telephoneEventPayloadType: number | undefined;
  /**
   * Duration of the packets to send: 20 ms, or 10 ms if `ptime` or `maxptime` is below 20. `undefined` if `maxptime` is
   * below 10 ms, which is not supported.
   */
  readonly packetMs: PacketMs | undefined;
  readonly direction: Direction;
}

/** The packetization times that we send, in ms. */
export type PacketMs = 10 | 20;

/** Parses the stream; `undefined` if it is rejected, not plain RTP audio, or without an address. */
export function readAudioStream(
  description: SessionDescription,
  media: MediaDescription,
): AudioStream | undefined {
  const connection = media.connection ?? description.connection;
  if (media.kind !== 'audio' || media.protocol !== 'RTP/AVP' || media.port === 0) return undefined;
  if (connection === undefined) return undefined;
  return {
    address: connection.address,
    family: connection.family,
    port: media.port,
    rtcpPort: readRtcpPort(media),
    rtcpMux: hasAttribute(media.attributes, 'rtcp-mux'),
    codecs: readCodecs(media),
    telephoneEventPayloadType: readTelephoneEvent(media),
    packetMs: readPacketMs(media),
    direction: readDirection(description, media, connection),
  };
}

/** A stream without a direction has the direction of the session, or `sendrecv` (RFC 8866 §6.7). */
function readDirection(
  description: SessionDescription,
  media: MediaDescription,
  connection: Connection,
): Direction {
  const isDirection = ({ name }: Attribute) => directions.includes(name);
  const attribute = media.attributes.findLast(isDirection) ?? description.attributes.findLast(isDirection);
  const direction = (attribute?.name ?? 'sendrecv') as Direction;
  return isHoldAddress(connection) ? withoutReceiving(direction) : direction;
}

/** RFC 2543 put a call on hold with address 0.0.0.0; RFC 3264 §8.4 still requires support for it. */
const isHoldAddress = ({ address }: Connection): boolean => address === '0.0.0.0' || address === '::';

function withoutReceiving(direction: Direction): Direction {
  return direction === 'sendrecv' || direction === 'sendonly' ? 'sendonly' : 'inactive';
}

function readRtcpPort(media: MediaDescription): number {
  const port = Number.parseInt(attributeValue(media.attributes, 'rtcp') ?? '', 10);
  return port >= 1 && port <= 65_535 ? port : Math.min(media.port + 1, 65_535);
}

/**
 * RFC 8866 §6.4: `maxptime` is a limit, `ptime` a recommendation. Packets longer than 20 ms are never required. A value
 * that is not a positive number is ignored.
 */
function readPacketMs(media: MediaDescription): PacketMs | undefined {
  const [maxMs, recommendedMs] = ['maxptime', 'ptime'].map((name) => readMs(media, name));
  if (maxMs! < 10) return undefined;
  return Math.min(maxMs!, recommendedMs!) < 20 ? 10 : 20;
}

function readMs(media: MediaDescription, name: string): number {
  const text = attributeValue(media.attributes, name)?.trim() ?? '';
  return /^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) > 0 ? Number(text) : Infinity;
}

const codecNames: Record<string, CodecName> = { 'PCMU/8000': 'PCMU', 'PCMA/8000': 'PCMA' };

function readCodecs(media: MediaDescription): { name: CodecName; payloadType: number }[] {
  const encodings = readEncodings(media);
  return media.formats.flatMap((format) => {
    const encoding = encodings.get(format);
    const name = encoding === undefined ? undefined : codecNames[encoding];
    return name === undefined ? [] : [{ name, payloadType: Number(format) }];
  });
}

function readTelephoneEvent(media: MediaDescription): number | undefined {
  const encodings = readEncodings(media);
  const format = media.formats.find((format) => encodings.get(format) === 'TELEPHONE-EVENT/8000');
  return format === undefined ? undefined : Number(format);
}

/** Maps each format to its encoding in upper case, without a channel count of 1. The static types need no rtpmap. */
function readEncodings(media: MediaDescription): Map<string, string> {
  const encodings = new Map([
    ['0', 'PCMU/8000'],
    ['8', 'PCMA/8000'],
  ]);
  for (const { name, value } of media.attributes) {
    const map = name === 'rtpmap' ? /^(\d{1,3})\s+([\w-]+\/\d+)(?:\/1)?\s*$/.exec(value ?? '') : null;
    if (map !== null && Number(map[1]) <= 127) encodings.set(map[1]!, map[2]!.toUpperCase());
  }
  return encodings;
}

const hasAttribute = (attributes: readonly Attribute[], name: string): boolean =>
  attributes.some((attribute) => attribute.name === name);

const attributeValue = (attributes: readonly Attribute[], name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value;

/** The local direction for each direction in the remote description. */
export const reversedDirection: Record<Direction, Direction> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** Returns the direction that both sides permit. Both are from the same side's view. */
export function intersectDirections(one: Direction, other: Direction): Direction {
  const sends = (direction: Direction) => direction === 'sendrecv' || direction === 'sendonly';
  const receives = (direction: Direction) => direction === 'sendrecv' || direction === 'recvonly';
  const send = sends(one) && sends(other);
  const receive = receives(one) && receives(other);
  if (send) return receive ? 'sendrecv' : 'sendonly';
  return receive ? 'recvonly' : 'inactive';
}

/** RFC 5771 and RFC 4291 §2.7; IPv4 above 224.0.0.0 is multicast, reserved or broadcast. */
export function isMulticast(address: string): boolean {
  if (isIP(address) === 6) return /^ff/i.test(address);
  return isIP(address) === 4 && Number(address.split('.')[0]) >= 224;
}

/** Returns whether packets can be sent to the address from a socket of this family. A host name has the family of its line. */
export function isReachable({ address, family }: Connection, ownFamily: number): boolean {
  const numeric = isIP(address);
  if (numeric !== 0) return numeric === ownFamily && !isMulticast(address);
  return /^[\w.-]+$/.test(address) && (family === 'IP4' ? 4 : 6) === ownFamily;
}

/** Names of the static payload types that callers offer most often besides G.711 (RFC 3551 §6). */
const otherStaticTypes: Readonly<Record<string, string>> = {
  '3': 'GSM',
  '4': 'G723',
  '9': 'G722',
  '18': 'G729',
};

/** Maximum number of codecs that an error names. */
const maxNamedCodecs = 5;

/** Returns why an offer without a usable stream is rejected, for its most suitable audio stream. */
export function offerFault(description: SessionDescription, ownFamily: number): SdpError {
  const streams = description.media.filter(isAudio);
  const stream = streams.find(({ protocol }) => protocol === 'RTP/AVP') ?? streams[0];
  const [warning, offered] = streamFault(description, stream, ownFamily);
  return new SdpError('no_common_codec', `The caller offers ${offered}.`, warningCodes[warning]);
}

/** Returns why an answer cannot be used whose stream at the place of ours is `media`. */
export function answerFault(
  description: SessionDescription,
  media: MediaDescription | undefined,
  ownFamily: number,
): SdpError {
  const stream = media !== undefined && isAudio(media) ? media : undefined;
  const [warning, found] = streamFault(description, stream, ownFamily);
  const code = warning === 'mediaFormat' ? 'no_common_codec' : 'rejected';
  return new SdpError(code, `The answer has ${found}.`, warningCodes[warning]);
}

const isAudio = ({ kind, port }: MediaDescription): boolean => kind === 'audio' && port !== 0;

function streamFault(
  description: SessionDescription,
  stream: MediaDescription | undefined,
  ownFamily: number,
): [warning: keyof typeof warningCodes, found: string] {
  if (stream === undefined) return ['mediaType', 'no audio stream'];
  if (stream.protocol !== 'RTP/AVP') {
    const name = stream.protocol.includes('SAVP') ? `SRTP (${stream.protocol})` : stream.protocol;
    return ['transportProtocol', `audio only as ${name}, not as plain RTP (RTP/AVP)`];
  }
  const connection = stream.connection ?? description.connection;
  if (connection === undefined) return ['other', 'an audio stream without an address'];
  if (isMulticast(connection.address)) return ['multicast', 'audio at a multicast address'];
  if (!isReachable(connection, ownFamily))
    return ['addressFormat', `audio at an address that is not IPv${ownFamily}`];
  if (readPacketMs(stream) === undefined) return ['attribute', 'audio only in packets below 10 ms'];
  return ['mediaFormat', `audio only as ${codecsIn(stream)}, not as PCMU or PCMA`];
}

function codecsIn({ formats, attributes }: MediaDescription): string {
  const maps = attributes.filter(({ name }) => name === 'rtpmap').map(({ value = '' }) => value);
  const names = formats.map((format) => {
    const map = maps
      .map((value) => /^(\d{1,3})\s+([\w-]{1,20})\//.exec(value))
      .find((found) => found?.[1] === format);
    return map?.[2] ?? otherStaticTypes[format] ?? `payload type ${format.slice(0, 3)}`;
  });
  const codecs = new Set(names.filter((name) => name.toLowerCase() !== 'telephone-event'));
  return [...codecs].slice(0, maxNamedCodecs).join(', ');
}
