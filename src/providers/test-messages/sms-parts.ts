import { LRUCache } from 'lru-cache';
import type { ReceivedPdu } from './smpp-library.ts';

/** Maximum number of incomplete messages. The oldest are dropped. */
const maxIncomplete = 1_000;

/** A part of an SMS. */
export interface SmsPart {
  readonly externalId: string;
  readonly text: string;
  readonly reference: number;
  /** 1 to 255. */
  readonly total: number;
  /** 1 to `total`. */
  readonly number: number;
}

export interface CompleteSms {
  readonly text: string;
  readonly externalIds: readonly string[];
}

/** Reads the text of a `submit_sm` and its position in a long message, from the user data header or the `sar` parameters (SMPP 3.4 §5.3.2.22). */
export function readPart(pdu: ReceivedPdu, externalId: string): SmsPart {
  const short = pdu.short_message;
  const hasPayload = short?.message === undefined || short.message.length === 0;
  const { message = '', udh = [] } = (hasPayload ? pdu.message_payload : short) ?? {};
  const text = typeof message === 'string' ? message : message.toString('latin1');
  return { externalId, text, ...(positionOf(udh) ?? sarPositionOf(pdu)) };
}

type Position = Pick<SmsPart, 'reference' | 'total' | 'number'>;

const onlyPart: Position = { reference: 0, total: 1, number: 1 };

/** Concatenation with an 8-bit (0x00) or 16-bit (0x08) reference (3GPP TS 23.040 §9.2.3.24.1 and .8). */
function positionOf(elements: readonly Buffer[]): Position | undefined {
  for (const element of elements) {
    const position = readElement(element);
    if (position !== undefined && isPosition(position)) return position;
  }
  return undefined;
}

function readElement(element: Buffer): Position | undefined {
  if (element[0] === 0x00 && element.length >= 5)
    return { reference: element[2]!, total: element[3]!, number: element[4]! };
  if (element[0] === 0x08 && element.length >= 6)
    return { reference: element.readUInt16BE(2), total: element[4]!, number: element[5]! };
  return undefined;
}

function sarPositionOf(pdu: ReceivedPdu): Position {
  const position = {
    reference: pdu.sar_msg_ref_num ?? 0,
    total: pdu.sar_total_segments ?? 1,
    number: pdu.sar_segment_seqnum ?? 1,
  };
  return isPosition(position) ? position : onlyPart;
}

const isPosition = ({ total, number }: Position): boolean => number >= 1 && number <= total && total <= 255;

/** Joins the parts of long messages. */
export class SmsAssembly {
  readonly #incomplete = new LRUCache<string, Map<number, SmsPart>>({ max: maxIncomplete });

  /** Returns the message when its last part has arrived. */
  add(from: string, to: string, part: SmsPart): CompleteSms | undefined {
    if (part.total === 1) return { text: part.text, externalIds: [part.externalId] };
    const key = `${from} ${to} ${part.reference} ${part.total}`;
    const parts = this.#incomplete.get(key) ?? new Map<number, SmsPart>();
    parts.set(part.number, part);
    this.#incomplete.set(key, parts);
    if (parts.size < part.total) return undefined;
    this.#incomplete.delete(key);
    const ordered = [...parts.values()].sort((one, other) => one.number - other.number);
    return {
      text: ordered.map(({ text }) => text).join(''),
      externalIds: ordered.map(({ externalId }) => externalId),
    };
  }
}
