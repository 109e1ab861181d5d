import type { PduFields } from 'smpp';
import type { OutboundSms } from '../../contracts/message-carrier.ts';
import { encodeGsm7, encodeUcs2, splitSegments } from '../../core/sms-segments.ts';

/** Types of number and numbering plans (SMPP 3.4 §5.2.5, §5.2.6). */
const international = { ton: 1, npi: 1 } as const;
const networkSpecific = { ton: 3, npi: 0 } as const;
const alphanumeric = { ton: 5, npi: 0 } as const;

/** esm_class bit: the message begins with a user data header (SMPP 3.4 §5.2.12). */
const hasHeader = 0x40;
/** Data coding of UCS-2; 0 is the default alphabet (§5.2.19). */
const ucs2Coding = 8;
/** Requests a receipt of the final outcome (§5.2.17). */
const finalReceipt = 1;

/** The `submit_sm` fields of each part of a message. `concatenation` is the reference of its parts, 0 to 255; `reference` is 16 bits. */
export function submitParts(
  message: OutboundSms,
  ids: { readonly concatenation: number; readonly reference: number },
): PduFields[] {
  const { encoding, parts } = splitSegments(message.text);
  const encode = encoding === 'gsm7' ? encodeGsm7 : encodeUcs2;
  const source = addressFields(message.from);
  const destination = addressFields(message.to);
  return parts.map((part, index) => ({
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: source.address,
    dest_addr_ton: destination.ton,
    dest_addr_npi: destination.npi,
    destination_addr: destination.address,
    esm_class: parts.length === 1 ? 0 : hasHeader,
    registered_delivery: finalReceipt,
    data_coding: encoding === 'gsm7' ? 0 : ucs2Coding,
    short_message: Buffer.concat([
      parts.length === 1 ? Buffer.alloc(0) : concatenationHeader(ids.concatenation, parts.length, index + 1),
      encode(part),
    ]),
    user_message_reference: ids.reference,
  }));
}

/**
 * 3GPP TS 23.040 §9.2.3.24.1:
 *
 *   05  length of the header
 *   00  element: concatenated short messages, 8-bit reference
 *   03  length of the element
 *   reference, number of parts, number of this part
 */
const concatenationHeader = (reference: number, total: number, number: number): Buffer =>
  Buffer.from([5, 0, 3, reference, total, number]);

function addressFields(address: string): {
  readonly ton: number;
  readonly npi: number;
  readonly address: string;
} {
  if (address.startsWith('+')) return { ...international, address: address.slice(1) };
  return { ...(/^\d+$/.test(address) ? networkSpecific : alphanumeric), address };
}
