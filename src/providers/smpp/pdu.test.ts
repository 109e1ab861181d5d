import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commandStatus,
  decodePdu,
  encodePdu,
  FramingError,
  maxPduBytes,
  PduReader,
  sequenceNumberOf,
} from './pdu.ts';

const submit = encodePdu('submit_sm', {
  sequence_number: 7,
  source_addr: '12025550100',
  destination_addr: '12025550123',
  data_coding: 8,
  short_message: Buffer.from([0, 65, 0, 66]),
  user_message_reference: 513,
});

const readAll = (reader: PduReader, chunks: readonly Uint8Array[]): Buffer[] =>
  chunks.flatMap((chunk) => [...reader.read(chunk)].map((pdu) => Buffer.from(pdu)));

describe('the codec', () => {
  it('keeps the octets of a text', () => {
    const pdu = decodePdu(submit);
    expect(pdu).toMatchObject({
      command: 'submit_sm',
      sequence_number: 7,
      destination_addr: '12025550123',
      user_message_reference: 513,
    });
    expect(pdu?.short_message).toEqual(Buffer.from([0, 65, 0, 66]));
  });

  it('encodes an error response without a body', () => {
    const nack = encodePdu('submit_sm_resp', { sequence_number: 9, command_status: commandStatus.throttled });
    expect(nack.toString('hex')).toBe('00000010800000040000005800000009');
    expect(sequenceNumberOf(nack)).toBe(9);
  });

  it('decodes any octets without an error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          0x00000004,
          0x00000005,
          0x00000021,
          0x80000004,
          0x00000103,
          0x80000021,
          0x00000111,
          99,
        ),
        fc.uint8Array({ maxLength: 300 }),
        (command, body) => {
          const octets = Buffer.alloc(16 + body.length);
          octets.writeUInt32BE(octets.length, 0);
          octets.writeUInt32BE(command, 4);
          octets.set(body, 16);
          expect(typeof decodePdu(octets)).toMatch(/^(object|undefined)$/);
        },
      ),
    );
  });
});

describe('PduReader', () => {
  it('finds the PDUs of a stream that is split anywhere', () => {
    const link = encodePdu('enquire_link', { sequence_number: 8 });
    const large = encodePdu('deliver_sm', { sequence_number: 9, message_payload: Buffer.alloc(40_000) });
    const stream = Buffer.concat([submit, link, large, link]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 300 }), (sizes) => {
        const chunks: Uint8Array[] = [];
        for (let offset = 0, index = 0; offset < stream.length; index += 1) {
          const size = sizes[index % sizes.length]!;
          chunks.push(stream.subarray(offset, offset + size));
          offset += size;
        }
        expect(readAll(new PduReader(), chunks)).toEqual([submit, link, large, link]);
      }),
    );
    const octets = [...stream].map((octet) => Uint8Array.of(octet));
    expect(readAll(new PduReader(), octets)).toEqual([submit, link, large, link]);
  });

  it.each([0, 3, 15, maxPduBytes + 1, 0xffffffff])('rejects a PDU of %i octets', (length) => {
    const octets = Buffer.alloc(16);
    octets.writeUInt32BE(length, 0);
    expect(() => readAll(new PduReader(), [submit, octets])).toThrow(FramingError);
  });
});
