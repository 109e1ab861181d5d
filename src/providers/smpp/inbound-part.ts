import { isE164, readE164 } from '../../core/phone-numbers.ts';
import { decodeGsm7, decodeUcs2 } from '../../core/sms-segments.ts';
import { octetsOf, type Pdu } from './pdu.ts';

/** A message of a phone, or a part of one. */
export interface InboundPart {
  readonly from: string;
  readonly to: string;
  /** Data coding (SMPP 3.4 §5.2.19). */
  readonly coding: number;
  /** The text without the user data header. */
  readonly octets: Buffer;
  /** The reference that the parts of a message share, with its source: `udh8`, `udh16` or `sar`. Undefined for a complete message. */
  readonly concatenation: Concatenation | undefined;
}

export interface Concatenation {
  readonly reference: string;
  /** 2 to 255. */
  readonly total: number;
  /** 1 to `total`. */
  readonly number: number;
}

/** esm_class bit: the message begins with a user data header (SMPP 3.4 §5.2.12). */
const hasHeader = 0x40;

/** Reads a `deliver_sm` or `data_sm` that is not a receipt. */
export function readInboundPart(pdu: Pdu): InboundPart {
  const octets = octetsOf(pdu);
  const { header, body } =
    ((pdu.esm_class ?? 0) & hasHeader) === 0 ? withoutHeader(octets) : splitHeader(octets);
  return {
    from: addressOf(pdu.source_addr_ton, pdu.source_addr),
    to: addressOf(pdu.dest_addr_ton, pdu.destination_addr),
    coding: pdu.data_coding ?? 0,
    octets: body,
    concatenation: readHeader(header) ?? readSarFields(pdu),
  };
}

const withoutHeader = (octets: Buffer) => ({ header: octets.subarray(0, 0), body: octets });

/** A header that is longer than the message is text. */
function splitHeader(octets: Buffer): { readonly header: Buffer; readonly body: Buffer } {
  const end = 1 + (octets[0] ?? 0);
  return end > octets.length
    ? withoutHeader(octets)
    : { header: octets.subarray(1, end), body: octets.subarray(end) };
}

/** Finds the element 00 (8-bit reference) or 08 (16-bit reference) of a user data header (3GPP TS 23.040 §9.2.3.24). */
function readHeader(header: Buffer): Concatenation | undefined {
  let offset = 0;
  while (offset + 2 <= header.length) {
    const [id, length] = [header[offset]!, header[offset + 1]!];
    const element = header.subarray(offset + 2, offset + 2 + length);
    if (id === 0x00 && element.length === 3) {
      return concatenationOf(`udh8:${element[0]}`, element[1]!, element[2]!);
    }
    if (id === 0x08 && element.length === 4) {
      return concatenationOf(`udh16:${element.readUInt16BE(0)}`, element[2]!, element[3]!);
    }
    offset += 2 + length;
  }
  return undefined;
}

/** Reads the TLVs `sar_…` (SMPP 3.4 §5.3.2.22 to §5.3.2.24). */
function readSarFields({
  sar_msg_ref_num: reference,
  sar_total_segments: total,
  sar_segment_seqnum: number,
}: Pdu): Concatenation | undefined {
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return concatenationOf(`sar:${reference}`, total, number);
}

/** Returns undefined if the numbers are impossible: the part then is a message. */
const concatenationOf = (reference: string, total: number, number: number): Concatenation | undefined =>
  total >= 2 && number >= 1 && number <= total ? { reference, total, number } : undefined;

/** Type of number (SMPP 3.4 §5.2.5) of a number with its country code. */
const international = 1;

/** Returns an address in E.164 if the SMSC sent a number with its country code, else as received. */
function addressOf(ton: number | undefined, address = ''): string {
  const digits = address.replace(/^(\+|00)/, '');
  const e164 = `+${digits}`;
  if (!isE164(e164)) return address;
  if (ton === international || digits !== address) return e164;
  // Many SMSCs send the type `unknown` for every number.
  return ton === undefined || ton === 0 ? (readE164(e164) ?? address) : address;
}

/** Decodes a text of a data coding (SMPP 3.4 §5.2.19, 3GPP TS 23.038 §4). Binary messages have no text. */
export function decodeText(octets: Buffer, coding: number): string {
  const charset = charsetOf(coding);
  if (charset === 'gsm7') return decodeGsm7(octets);
  if (charset === 'ucs2') return decodeUcs2(octets);
  return charset === 'binary' ? '' : new TextDecoder(charset).decode(octets);
}

type Charset =
  | 'gsm7'
  | 'ucs2'
  | 'binary'
  | 'latin1'
  | 'iso-8859-5'
  | 'iso-8859-8'
  | 'shift_jis'
  | 'iso-2022-jp'
  | 'euc-kr';

/** Codings below 16 are those of SMPP. */
const smppCharsets: readonly (Charset | undefined)[] = [
  'gsm7',
  'latin1',
  'binary',
  'latin1',
  'binary',
  'shift_jis',
  'iso-8859-5',
  'iso-8859-8',
  'ucs2',
  'binary',
  'iso-2022-jp',
  undefined,
  undefined,
  undefined,
  'euc-kr',
];

/** Codings from 16 are those of 3GPP TS 23.038. */
function charsetOf(coding: number): Charset {
  if (coding < 16) return smppCharsets[coding] ?? 'gsm7';
  const group = coding >> 4;
  if (group === 0xf) return (coding & 0x04) === 0 ? 'gsm7' : 'binary';
  if (group === 0xe) return 'ucs2';
  const alphabet = group < 4 ? (coding >> 2) & 0x03 : 0;
  return (['gsm7', 'binary', 'ucs2', 'gsm7'] as const)[alphabet]!;
}
