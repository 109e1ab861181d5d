import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRtcp, rtcpPacketBytes, serializeRtcp, type RtcpPacket } from './rtcp-packet.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

/** A sender report with one block, a canonical name "a@b", and a BYE. */
const compound = hex(`
  81c8000c 11223344 e5a1b2c3 80000000 00001f40 00000032 00001f40
    55667788 40fffffe 00010009 0000000a b2c38000 00050000
  81ca0003 11223344 0103 614062 000000
  81cb0001 11223344`);

const block = fc.record({
  ssrc: fc.nat(0xffff_ffff),
  fractionLost: fc.nat(255),
  cumulativeLost: fc.integer({ min: -0x80_0000, max: 0x7f_ffff }),
  highestSequenceNumber: fc.nat(0xffff_ffff),
  jitterTicks: fc.nat(0xffff_ffff),
  lastSenderReport: fc.nat(0xffff_ffff),
  delaySinceLastSenderReport: fc.nat(0xffff_ffff),
});
const word = fc.nat(0xffff_ffff);
const packet: fc.Arbitrary<RtcpPacket> = fc.oneof(
  fc.record({
    type: fc.constant('sender-report' as const),
    ssrc: word,
    ntpTime: fc.record({ seconds: word, fraction: word }),
    timestamp: word,
    packetCount: word,
    octetCount: word,
    blocks: fc.array(block, { maxLength: 31 }),
  }),
  fc.record({
    type: fc.constant('receiver-report' as const),
    ssrc: word,
    blocks: fc.array(block, { maxLength: 31 }),
  }),
  fc.record({
    type: fc.constant('source-description' as const),
    ssrc: word,
    canonicalName: fc.string({ maxLength: 60 }),
  }),
  fc.record({ type: fc.constant('bye' as const), ssrcs: fc.array(word, { maxLength: 31 }) }),
);

describe('parseRtcp', () => {
  it('parses a compound packet and serialises it to the same bytes', () => {
    const packets = parseRtcp(compound)!;
    expect(packets.map(({ type }) => type)).toEqual(['sender-report', 'source-description', 'bye']);
    expect(packets[0]).toMatchObject({
      ssrc: 0x11223344,
      packetCount: 50,
      blocks: [{ fractionLost: 64, cumulativeLost: -2, highestSequenceNumber: 0x1_0009, jitterTicks: 10 }],
    });
    expect(packets[1]).toMatchObject({ canonicalName: 'a@b' });
    expect(serializeRtcp(packets)).toEqual(compound);
  });

  it('accepts a compound packet truncated between packets, and nowhere else', () => {
    const ends = new Set([52, 68, 76]);
    for (let length = 0; length <= compound.length; length++)
      expect([length, parseRtcp(compound.subarray(0, length)) !== undefined]).toEqual([
        length,
        ends.has(length),
      ]);
  });

  it('skips packets of unknown types', () => {
    expect(parseRtcp(hex('80cc0002 11223344 41424344 81cb0001 00000001'))).toEqual([
      { type: 'bye', ssrcs: [1] },
    ]);
  });

  it('round-trips any packet, with the predicted size', () => {
    fc.assert(
      fc.property(packet, (value) => {
        const bytes = serializeRtcp([value]);
        expect(bytes.length).toBe(rtcpPacketBytes(value));
        expect(parseRtcp(bytes)).toEqual([value]);
      }),
    );
  });

  it('never throws for any bytes', () => {
    const kinds = fc.constantFrom(200, 201, 202, 203, 204);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), kinds, (bytes, kind) => {
        if (bytes.length > 1) bytes.set([0x80 | (bytes[0]! & 0x1f), kind]);
        expect(() => parseRtcp(bytes)).not.toThrow();
      }),
    );
  });
});
