import type { DeliveryReceipt } from '../../contracts/message-carrier.ts';
import { octetsOf, type Pdu } from './pdu.ts';

/** A delivery receipt as the SMSC sent it. */
export interface SmppReceipt {
  /** The message id in the form of the SMSC; undefined if there is none. */
  readonly messageId: string | undefined;
  /** `user_message_reference` of the message; undefined if the SMSC does not return it. */
  readonly reference: number | undefined;
  /** Digits of the source and destination address: the recipient is one of them. */
  readonly addresses: readonly string[];
  readonly outcome: DeliveryReceipt['outcome'];
  /** Empty unless the outcome is `failed`. */
  readonly detail: string;
}

type Outcome = DeliveryReceipt['outcome'];

/** Values of the TLV `message_state` (SMPP 3.4 §5.2.28). */
const states: Readonly<Record<number, string>> = {
  1: 'ENROUTE',
  2: 'DELIVRD',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIV',
  6: 'ACCEPTD',
  7: 'UNKNOWN',
  8: 'REJECTD',
};

/**
 * The first seven letters of `stat` in the text (SMPP 3.4 appendix B), also of unabbreviated values. Other values, such as ENROUTE and ACCEPTD, confirm the
 * acceptance.
 */
const outcomes = new Map<string, Outcome>([
  ['DELIVRD', 'delivered'],
  ['DELIVER', 'delivered'],
  ['EXPIRED', 'failed'],
  ['DELETED', 'failed'],
  ['UNDELIV', 'failed'],
  ['REJECTD', 'failed'],
  ['REJECTE', 'failed'],
]);

const reasons: Readonly<Record<string, string>> = {
  EXPIRED: 'The validity period expired before the delivery',
  DELETED: 'The message was deleted at the SMSC',
  UNDELIV: 'The message is undeliverable',
  REJECTD: 'The network rejected the message',
  REJECTE: 'The network rejected the message',
};

/** Bits 5 to 2 of esm_class: the message type (SMPP 3.4 §5.2.12). */
const typeMask = 0x3c;
const receiptTypes: ReadonlySet<number> = new Set([0x04, 0x20]);

/**
 * Reads the receipt in a `deliver_sm` or `data_sm`; undefined if it is a message. The fields are in TLVs, or in a text (SMPP 3.4 appendix B):
 *
 *   id:0123456789 sub:001 dlvrd:001 submit date:2601051200 done date:2601051201 stat:DELIVRD err:000 text:Hello
 */
export function readReceipt(pdu: Pdu): SmppReceipt | undefined {
  const tlvId = pdu.receipted_message_id;
  if (!receiptTypes.has((pdu.esm_class ?? 0) & typeMask) && !tlvId) return undefined;
  const text = octetsOf(pdu).toString('latin1');
  const state = stateOf(pdu, text);
  const outcome = outcomes.get(state) ?? 'sent';
  return {
    messageId: tlvId || fieldOf(text, 'id'),
    reference: pdu.user_message_reference,
    addresses: [pdu.source_addr, pdu.destination_addr].map((address) => (address ?? '').replace(/\D/g, '')),
    outcome,
    detail: outcome === 'failed' ? describeFailure(state, fieldOf(text, 'err')) : '',
  };
}

const stateOf = ({ message_state: state = 0 }: Pdu, text: string): string =>
  states[state] ?? (fieldOf(text, 'stat') ?? '').toUpperCase().slice(0, 7);

/** Returns a field of the text, without a value of unexpected form. The field must not follow `text:`, which the sender of the message controls. */
function fieldOf(text: string, name: string): string | undefined {
  const fields = text.split(/\btext:/i, 1)[0]!;
  return new RegExp(`\\b${name}:\\s*([\\w-]{1,64})`, 'i').exec(fields)?.[1];
}

function describeFailure(state: string, error: string | undefined): string {
  const code = /^(?!0+$)\w{1,10}$/.test(error ?? '') ? ` (error ${error})` : '';
  return `${reasons[state]!}${code}.`;
}
