/*
 * RFC 3550 §5.1.
 *
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |V=2|P|X|  CC   |M|     PT      |       sequence number         |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |                           timestamp                           |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |           synchronization source (SSRC) identifier            |
 *  +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *  |        contributing sources (CSRC), 0 to 15 words             |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |  extension: profile (16)      |  length in words (16), words  |   when X
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |  payload …                    |  padding …      | pad count   |   pad count when P
 */
const versionOffset = 0;
const payloadTypeOffset = 1;
const sequenceNumberOffset = 2;
const timestampOffset = 4;
const ssrcOffset = 8;
const csrcOffset = 12;

/** Size of a header without contributing sources and extension. */
export const rtpHeaderBytes = csrcOffset;

const version = 2;
const paddingBit = 0x20;
const extensionBit = 0x10;
const csrcCountMask = 0x0f;
const markerBit = 0x80;
const payloadTypeMask = 0x7f;

/** The fields of a header, and the position of the payload in the parsed bytes. */
export interface RtpHeader {
  marker: boolean;
  /** 0 to 127. */
  payloadType: number;
  /** 0 to 65535. */
  sequenceNumber: number;
  /** Unsigned, 32 bits. */
  timestamp: number;
  /** Unsigned, 32 bits. */
  ssrc: number;
  payloadOffset: number;
  payloadBytes: number;
}

export interface RtpPacket {
  readonly marker: boolean;
  readonly payloadType: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Uint8Array;
}

export function emptyRtpHeader(): RtpHeader {
  return {
    marker: false,
    payloadType: 0,
    sequenceNumber: 0,
    timestamp: 0,
    ssrc: 0,
    payloadOffset: 0,
    payloadBytes: 0,
  };
}

/**
 * Parses a packet into a header that the caller owns, so that receiving allocates no objects. Returns false, with the
 * header in any state, if the bytes are not RTP version 2 or are truncated.
 */
export function parseRtpHeader(bytes: Uint8Array, header: RtpHeader): boolean {
  if (bytes.length < rtpHeaderBytes) return false;
  const first = bytes[versionOffset]!;
  if (first >> 6 !== version) return false;
  const payloadOffset = payloadStart(bytes, first);
  const paddingBytes = (first & paddingBit) === 0 ? 0 : bytes[bytes.length - 1]!;
  const payloadBytes = bytes.length - payloadOffset - paddingBytes;
  if (payloadBytes < 0 || ((first & paddingBit) !== 0 && paddingBytes === 0)) return false;
  const second = bytes[payloadTypeOffset]!;
  header.marker = (second & markerBit) !== 0;
  header.payloadType = second & payloadTypeMask;
  header.sequenceNumber = uint16At(bytes, sequenceNumberOffset);
  header.timestamp = uint32At(bytes, timestampOffset);
  header.ssrc = uint32At(bytes, ssrcOffset);
  header.payloadOffset = payloadOffset;
  header.payloadBytes = payloadBytes;
  return true;
}

/** Returns the offset of the payload; infinity if the extension is truncated. */
function payloadStart(bytes: Uint8Array, first: number): number {
  const afterCsrc = csrcOffset + (first & csrcCountMask) * 4;
  if ((first & extensionBit) === 0) return afterCsrc;
  if (afterCsrc + 4 > bytes.length) return Number.POSITIVE_INFINITY;
  return afterCsrc + 4 + uint16At(bytes, afterCsrc + 2) * 4;
}

/**
 * Parses a packet into a new object; `undefined` if `parseRtpHeader` returns false. The payload shares the memory of
 * `bytes`.
 */
export function parseRtpPacket(bytes: Uint8Array): RtpPacket | undefined {
  const header = emptyRtpHeader();
  if (!parseRtpHeader(bytes, header)) return undefined;
  const { marker, payloadType, sequenceNumber, timestamp, ssrc, payloadOffset, payloadBytes } = header;
  const payload = bytes.subarray(payloadOffset, payloadOffset + payloadBytes);
  return { marker, payloadType, sequenceNumber, timestamp, ssrc, payload };
}

/** Writes the 12 bytes of a header without contributing sources, extension and padding. */
export function writeRtpHeader(
  bytes: Uint8Array,
  marker: boolean,
  payloadType: number,
  sequenceNumber: number,
  timestamp: number,
  ssrc: number,
): void {
  bytes[versionOffset] = version << 6;
  bytes[payloadTypeOffset] = (marker ? markerBit : 0) | (payloadType & payloadTypeMask);
  bytes[sequenceNumberOffset] = sequenceNumber >>> 8;
  bytes[sequenceNumberOffset + 1] = sequenceNumber;
  writeUint32(bytes, timestampOffset, timestamp);
  writeUint32(bytes, ssrcOffset, ssrc);
}

export function serializeRtpPacket(packet: RtpPacket): Uint8Array {
  const bytes = new Uint8Array(rtpHeaderBytes + packet.payload.length);
  const { marker, payloadType, sequenceNumber, timestamp, ssrc } = packet;
  writeRtpHeader(bytes, marker, payloadType, sequenceNumber, timestamp, ssrc);
  bytes.set(packet.payload, rtpHeaderBytes);
  return bytes;
}

/**
 * Returns whether the packet is RTCP. RFC 5761 §4: RTCP packet types 192 to 223 occupy the marker and payload type of
 * RTP.
 */
export function isRtcp(bytes: Uint8Array): boolean {
  const second = bytes[payloadTypeOffset] ?? 0;
  return second >= 192 && second <= 223;
}

function uint16At(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 8) | bytes[offset + 1]!;
}

function uint32At(bytes: Uint8Array, offset: number): number {
  return ((uint16At(bytes, offset) << 16) | uint16At(bytes, offset + 2)) >>> 0;
}

function writeUint32(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value >>> 24;
  bytes[offset + 1] = value >>> 16;
  bytes[offset + 2] = value >>> 8;
  bytes[offset + 3] = value;
}
