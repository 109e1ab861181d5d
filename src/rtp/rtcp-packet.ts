import type { NtpTime } from './ntp-time.ts';
import type { ReceptionReport } from './reception-statistics.ts';

/*
 * RFC 3550 §6.4 to §6.6. Every packet of a compound packet begins with:
 *
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *  |V=2|P|  count  |      PT       |   length in words, less one   |
 *  +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *
 *  SR (200):   SSRC, NTP seconds, NTP fraction, RTP timestamp, packets, octets, then report blocks
 *  RR (201):   SSRC, then report blocks
 *  block:      SSRC, fraction lost (8) and cumulative lost (24), highest sequence, jitter, LSR, DLSR
 *  SDES (202): per source its SSRC, then items type (8), length (8), text; terminated by a zero, padded to a word
 *  BYE (203):  SSRCs, then length (8) and text of a reason
 */
const headerBytes = 4;
const senderInfoBytes = 24;
const blockBytes = 24;
const senderReportType = 200;
const receiverReportType = 201;
const descriptionType = 202;
const byeType = 203;
const canonicalNameItem = 1;
const maxTextBytes = 255;
/** Maximum number of packets in a compound packet (RFC 3550 §6.1). A compound packet with more is rejected. */
const maxPackets = 32;

export interface ReportBlock extends ReceptionReport {
  readonly ssrc: number;
  /** Middle 32 bits of the NTP timestamp of the last sender report; 0 if none was received. */
  readonly lastSenderReport: number;
  /** Time since that report, in 1/65536 s. */
  readonly delaySinceLastSenderReport: number;
}

export type RtcpPacket =
  | {
      readonly type: 'sender-report';
      readonly ssrc: number;
      readonly ntpTime: NtpTime;
      readonly timestamp: number;
      readonly packetCount: number;
      readonly octetCount: number;
      readonly blocks: readonly ReportBlock[];
    }
  | { readonly type: 'receiver-report'; readonly ssrc: number; readonly blocks: readonly ReportBlock[] }
  | { readonly type: 'source-description'; readonly ssrc: number; readonly canonicalName: string }
  | { readonly type: 'bye'; readonly ssrcs: readonly number[] };

/**
 * Parses a compound packet. Packets of other types are skipped. Returns `undefined` if the framing is invalid anywhere,
 * because then the rest cannot be trusted.
 */
export function parseRtcp(bytes: Uint8Array): RtcpPacket[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packets: RtcpPacket[] = [];
  let offset = 0;
  for (let count = 0; offset < bytes.length; count++) {
    if (count === maxPackets || offset + headerBytes > bytes.length) return undefined;
    const end = offset + headerBytes + view.getUint16(offset + 2) * 4;
    if (view.getUint8(offset) >> 6 !== 2 || end > bytes.length) return undefined;
    const packet = parsePacket(view, offset, end);
    if (packet === undefined) return undefined;
    if (packet !== 'skipped') packets.push(packet);
    offset = end;
  }
  return packets.length === 0 && offset === 0 ? undefined : packets;
}

/** `skipped`: a valid packet that is not used. `undefined`: an invalid packet. */
type Parsed = RtcpPacket | 'skipped' | undefined;

function parsePacket(view: DataView, offset: number, end: number): Parsed {
  const count = view.getUint8(offset) & 0x1f;
  const body = offset + headerBytes;
  switch (view.getUint8(offset + 1)) {
    case senderReportType:
      return parseSenderReport(view, body, end, count);
    case receiverReportType:
      return parseReceiverReport(view, body, end, count);
    case descriptionType:
      return parseDescription(view, body, end, count);
    case byeType:
      return parseBye(view, body, end, count);
    default:
      return 'skipped';
  }
}

function parseSenderReport(view: DataView, body: number, end: number, count: number): Parsed {
  if (body + senderInfoBytes + count * blockBytes > end) return undefined;
  return {
    type: 'sender-report',
    ssrc: view.getUint32(body),
    ntpTime: { seconds: view.getUint32(body + 4), fraction: view.getUint32(body + 8) },
    timestamp: view.getUint32(body + 12),
    packetCount: view.getUint32(body + 16),
    octetCount: view.getUint32(body + 20),
    blocks: parseBlocks(view, body + senderInfoBytes, count),
  };
}

function parseReceiverReport(view: DataView, body: number, end: number, count: number): Parsed {
  if (body + 4 + count * blockBytes > end) return undefined;
  return {
    type: 'receiver-report',
    ssrc: view.getUint32(body),
    blocks: parseBlocks(view, body + 4, count),
  };
}

function parseBlocks(view: DataView, offset: number, count: number): ReportBlock[] {
  return Array.from({ length: count }, (_, index) => parseBlock(view, offset + index * blockBytes));
}

function parseBlock(view: DataView, offset: number): ReportBlock {
  return {
    ssrc: view.getUint32(offset),
    fractionLost: view.getUint8(offset + 4),
    cumulativeLost: (view.getInt32(offset + 4) << 8) >> 8,
    highestSequenceNumber: view.getUint32(offset + 8),
    jitterTicks: view.getUint32(offset + 12),
    lastSenderReport: view.getUint32(offset + 16),
    delaySinceLastSenderReport: view.getUint32(offset + 20),
  };
}

/** Reads only the first source and its canonical name, because a phone has only one source. */
function parseDescription(view: DataView, body: number, end: number, count: number): Parsed {
  if (count === 0) return 'skipped';
  if (body + 4 > end) return undefined;
  const ssrc = view.getUint32(body);
  for (let offset = body + 4; offset + 2 <= end && view.getUint8(offset) !== 0;) {
    const length = view.getUint8(offset + 1);
    if (offset + 2 + length > end) return undefined;
    if (view.getUint8(offset) === canonicalNameItem)
      return { type: 'source-description', ssrc, canonicalName: textAt(view, offset + 2, length) };
    offset += 2 + length;
  }
  return 'skipped';
}

function parseBye(view: DataView, body: number, end: number, count: number): Parsed {
  if (body + count * 4 > end) return undefined;
  const ssrcs = Array.from({ length: count }, (_, index) => view.getUint32(body + index * 4));
  return { type: 'bye', ssrcs };
}

function textAt(view: DataView, offset: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + offset, length));
}

/** Returns the size in bytes of one packet as `serializeRtcp` writes it. */
export function rtcpPacketBytes(packet: RtcpPacket): number {
  switch (packet.type) {
    case 'sender-report':
      return headerBytes + senderInfoBytes + packet.blocks.length * blockBytes;
    case 'receiver-report':
      return headerBytes + 4 + packet.blocks.length * blockBytes;
    case 'source-description':
      // At least one zero byte terminates the items; then padding to a 32-bit word.
      return headerBytes + 4 + (Math.floor((2 + nameBytes(packet.canonicalName).length) / 4) + 1) * 4;
    case 'bye':
      return headerBytes + packet.ssrcs.length * 4;
  }
}

/** Serialises a compound packet. RFC 3550 §6.1 requires that it begins with a report and contains a canonical name. */
export function serializeRtcp(packets: readonly RtcpPacket[]): Uint8Array {
  const bytes = new Uint8Array(packets.reduce((sum, packet) => sum + rtcpPacketBytes(packet), 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const packet of packets) {
    writePacket(view, offset, packet);
    offset += rtcpPacketBytes(packet);
  }
  return bytes;
}

function writePacket(view: DataView, offset: number, packet: RtcpPacket): void {
  const body = offset + headerBytes;
  switch (packet.type) {
    case 'sender-report':
      writeHeader(view, offset, senderReportType, packet.blocks.length, packet);
      writeSenderInfo(view, body, packet);
      writeBlocks(view, body + senderInfoBytes, packet.blocks);
      return;
    case 'receiver-report':
      writeHeader(view, offset, receiverReportType, packet.blocks.length, packet);
      view.setUint32(body, packet.ssrc);
      writeBlocks(view, body + 4, packet.blocks);
      return;
    case 'source-description':
      writeHeader(view, offset, descriptionType, 1, packet);
      writeDescription(view, body, packet.ssrc, packet.canonicalName);
      return;
    case 'bye':
      writeHeader(view, offset, byeType, packet.ssrcs.length, packet);
      packet.ssrcs.forEach((ssrc, index) => view.setUint32(body + index * 4, ssrc));
      return;
  }
}

function writeHeader(view: DataView, offset: number, type: number, count: number, packet: RtcpPacket): void {
  view.setUint8(offset, (2 << 6) | count);
  view.setUint8(offset + 1, type);
  view.setUint16(offset + 2, rtcpPacketBytes(packet) / 4 - 1);
}

function writeSenderInfo(
  view: DataView,
  body: number,
  packet: RtcpPacket & { readonly type: 'sender-report' },
): void {
  view.setUint32(body, packet.ssrc);
  view.setUint32(body + 4, packet.ntpTime.seconds);
  view.setUint32(body + 8, packet.ntpTime.fraction);
  view.setUint32(body + 12, packet.timestamp);
  view.setUint32(body + 16, packet.packetCount);
  view.setUint32(body + 20, packet.octetCount);
}

function writeBlocks(view: DataView, offset: number, blocks: readonly ReportBlock[]): void {
  blocks.forEach((block, index) => writeBlock(view, offset + index * blockBytes, block));
}

function writeBlock(view: DataView, offset: number, block: ReportBlock): void {
  view.setUint32(offset, block.ssrc);
  view.setUint32(offset + 4, (block.fractionLost << 24) | (block.cumulativeLost & 0xff_ffff));
  view.setUint32(offset + 8, block.highestSequenceNumber);
  view.setUint32(offset + 12, block.jitterTicks);
  view.setUint32(offset + 16, block.lastSenderReport);
  view.setUint32(offset + 20, block.delaySinceLastSenderReport);
}

function writeDescription(view: DataView, body: number, ssrc: number, canonicalName: string): void {
  const name = nameBytes(canonicalName);
  view.setUint32(body, ssrc);
  view.setUint8(body + 4, canonicalNameItem);
  view.setUint8(body + 5, name.length);
  name.forEach((byte, index) => view.setUint8(body + 6 + index, byte));
}

function nameBytes(name: string): Uint8Array {
  return new TextEncoder().encode(name).subarray(0, maxTextBytes);
}
