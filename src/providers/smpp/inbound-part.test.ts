import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PduFields } from 'smpp';
import { encodeGsm7, encodeUcs2 } from '../../core/sms-segments.ts';
import { decodeText, readInboundPart } from './inbound-part.ts';
import { decodePdu, encodePdu } from './pdu.ts';

const read = (fields: PduFields) => readInboundPart(decodePdu(encodePdu('deliver_sm', fields))!);

describe('readInboundPart', () => {
  it.each([
    [1, '12025550123', '+12025550123'],
    [1, '+12025550123', '+12025550123'],
    [0, '12025550123', '+12025550123'],
    [0, '0012025550123', '+12025550123'],
    [2, '02025550123', '02025550123'],
    [2, '2025550123', '2025550123'],
    [0, '2025550123', '2025550123'],
    [0, '72975', '72975'],
    [3, '72975', '72975'],
    [5, 'Parley', 'Parley'],
  ])('reads an address of type %i: %s', (ton, address, expected) => {
    const part = read({
      source_addr_ton: ton,
      source_addr: address,
      dest_addr_ton: ton,
      destination_addr: address,
    });
    expect([part.from, part.to]).toEqual([expected, expected]);
  });

  it.each<[string, PduFields, string, string | undefined]>([
    ['no header', { short_message: Buffer.from('Hi') }, 'Hi', undefined],
    ['message_payload', { message_payload: Buffer.from('Long') }, 'Long', undefined],
    [
      'an 8-bit reference',
      { esm_class: 0x40, short_message: Buffer.from([5, 0, 3, 7, 2, 1, 72, 105]) },
      'Hi',
      'udh8:7',
    ],
    [
      'a 16-bit reference after another element',
      { esm_class: 0x40, short_message: Buffer.from([9, 0x24, 1, 1, 8, 4, 1, 0, 3, 2, 72, 105]) },
      'Hi',
      'udh16:256',
    ],
    [
      'a header in message_payload',
      { esm_class: 0x40, message_payload: Buffer.from([5, 0, 3, 7, 2, 2, 72, 105]) },
      'Hi',
      'udh8:7',
    ],
    [
      'TLVs',
      {
        sar_msg_ref_num: 300,
        sar_total_segments: 3,
        sar_segment_seqnum: 3,
        short_message: Buffer.from('Hi'),
      },
      'Hi',
      'sar:300',
    ],
    [
      'an impossible number',
      { esm_class: 0x40, short_message: Buffer.from([5, 0, 3, 7, 2, 3, 72, 105]) },
      'Hi',
      undefined,
    ],
    [
      'one part',
      { esm_class: 0x40, short_message: Buffer.from([5, 0, 3, 7, 1, 1, 72, 105]) },
      'Hi',
      undefined,
    ],
    ['a header longer than the text', { esm_class: 0x40, short_message: Buffer.from('Hi') }, 'Hi', undefined],
    ['an empty text', { esm_class: 0x40 }, '', undefined],
  ])('reads a text with %s', (_, fields, text, reference) => {
    const part = read(fields);
    expect(part.octets.toString('latin1')).toBe(text);
    expect(part.concatenation?.reference).toBe(reference);
  });

  it('reads any octets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 250 }), fc.integer({ min: 0, max: 255 }), (octets, coding) => {
        const part = read({ esm_class: 0x40, data_coding: coding, short_message: Buffer.from(octets) });
        expect(typeof decodeText(part.octets, part.coding)).toBe('string');
        const { number = 1, total = 1 } = part.concatenation ?? {};
        expect(number).toBeGreaterThan(0);
        expect(number).toBeLessThanOrEqual(total);
      }),
    );
  });
});

describe('decodeText', () => {
  it.each([
    [0x00, encodeGsm7('[é€]'), '[é€]'],
    [0x01, Buffer.from('ASCII'), 'ASCII'],
    [0x03, Buffer.from('çé', 'latin1'), 'çé'],
    [0x06, Buffer.from([0xbf, 0xe0, 0xd8]), 'При'],
    [0x08, encodeUcs2('字😀'), '字😀'],
    [0x04, Buffer.from([1, 2]), ''],
    [0x10, encodeGsm7('@'), '@'],
    [0x18, encodeUcs2('ж'), 'ж'],
    [0x14, Buffer.from([1]), ''],
    [0xf0, encodeGsm7('@'), '@'],
    [0xf5, Buffer.from([1]), ''],
    [0xe0, encodeUcs2('ж'), 'ж'],
    [0x0f, encodeGsm7('@'), '@'],
  ])('decodes the coding %i', (coding, octets, text) => {
    expect(decodeText(Buffer.from(octets), coding)).toBe(text);
  });
});
