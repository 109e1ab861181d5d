import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PduFields } from 'smpp';
import { decodePdu, encodePdu, type Pdu } from './pdu.ts';
import { readReceipt } from './receipt.ts';

const decode = (fields: PduFields): Pdu => decodePdu(encodePdu('deliver_sm', fields))!;

const read = (text: string, fields: PduFields = {}) =>
  readReceipt(
    decode({
      esm_class: 0x04,
      source_addr: '12025550123',
      destination_addr: '72975',
      short_message: Buffer.from(text, 'latin1'),
      ...fields,
    }),
  );

describe('readReceipt', () => {
  it('reads the text of SMPP 3.4 appendix B', () => {
    const text =
      'id:0123456789 sub:001 dlvrd:001 submit date:2601051200 done date:2601051201 stat:DELIVRD err:000 text:Hello';
    expect(read(text)).toEqual({
      messageId: '0123456789',
      reference: undefined,
      addresses: ['12025550123', '72975'],
      outcome: 'delivered',
      detail: '',
    });
  });

  it.each([
    ['id:1 stat:EXPIRED err:027', 'failed', 'The validity period expired before the delivery (error 027).'],
    ['id:1 stat:UNDELIV err:000', 'failed', 'The message is undeliverable.'],
    ['id:1 stat:REJECTD', 'failed', 'The network rejected the message.'],
    ['ID: 1 STAT: Deleted ERR: 7', 'failed', 'The message was deleted at the SMSC (error 7).'],
    ['id:1 stat:ENROUTE', 'sent', ''],
    ['id:1 stat:ACCEPTD', 'sent', ''],
    ['id:1 stat:constructor', 'sent', ''],
    ['id:1 stat:DELIVERED', 'delivered', ''],
    ['id:1 err:001 text:stat:UNDELIV', 'sent', ''],
  ])('reads %s', (text, outcome, detail) => {
    expect(read(text)).toMatchObject({ messageId: '1', outcome, detail });
  });

  it('prefers the TLVs', () => {
    const fields = { receipted_message_id: 'a-7', message_state: 5, user_message_reference: 9 };
    expect(read('id:1 stat:DELIVRD', fields)).toMatchObject({
      messageId: 'a-7',
      reference: 9,
      outcome: 'failed',
    });
    expect(read('', { ...fields, esm_class: 0, message_state: 2 })).toMatchObject({
      messageId: 'a-7',
      outcome: 'delivered',
    });
  });

  it('returns undefined for a message, even with the text of a receipt', () => {
    expect(read('id:1 stat:DELIVRD', { esm_class: 0 })).toBeUndefined();
    expect(read('id:1 stat:DELIVRD', { esm_class: 0x40 })).toBeUndefined();
  });

  it('reads any text', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        fc.constantFrom('', 'id:1 stat:UNDELIV err:'),
        (text, start) => {
          const receipt = read(start + text);
          expect(receipt?.detail ?? '').toMatch(/^([A-Z][\w ()]+\.)?$/);
        },
      ),
    );
  });
});
