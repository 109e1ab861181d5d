import fc from 'fast-check';
import { packets } from 'rtp.js';
import { describe, expect, it } from 'vitest';
import { isRtcp, parseRtpPacket, rtpHeaderBytes, serializeRtpPacket } from './rtp-packet.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

/** Marker, PCMU, sequence number 17334, timestamp 36, and four bytes of audio. */
const plain = hex('80 80 43b6 00000024 9b2a58f1 ffd5fed4');
/** One contributing source, an extension of one word, two bytes of audio and two of padding. */
const full = hex('b1 08 0001 00000002 00000003 0000000a bede0001 51050000 d5d5 0002');

describe('parseRtpPacket', () => {
  it('parses a packet and serialises it to the same bytes', () => {
    const packet = parseRtpPacket(plain)!;
    expect(packet).toMatchObject({ marker: true, payloadType: 0, sequenceNumber: 17334, timestamp: 36 });
    expect(packet.ssrc).toBe(0x9b2a58f1);
    expect(serializeRtpPacket(packet)).toEqual(plain);
  });

  it('skips contributing sources, extension and padding', () => {
    const packet = parseRtpPacket(full)!;
    expect(packet).toMatchObject({ marker: false, payloadType: 8, sequenceNumber: 1, timestamp: 2, ssrc: 3 });
    expect([...packet.payload]).toEqual([0xd5, 0xd5]);
  });

  it('rejects every packet truncated within its header, and never reads beyond the end', () => {
    for (let length = 0; length < plain.length; length++) {
      const packet = parseRtpPacket(plain.subarray(0, length));
      expect(packet === undefined).toBe(length < rtpHeaderBytes);
    }
    for (let length = 0; length < 24; length++)
      expect(parseRtpPacket(full.subarray(0, length))).toBeUndefined();
  });

  it('rejects other versions and padding longer than the packet', () => {
    expect(parseRtpPacket(hex('00 00 0001 00000002 00000003'))).toBeUndefined();
    expect(parseRtpPacket(hex('a0 00 0001 00000002 00000003 ffff'))).toBeUndefined();
    expect(parseRtpPacket(hex('a0 00 0001 00000002 00000003 ff00'))).toBeUndefined();
  });

  it('round-trips any packet', () => {
    const packet = fc.record({
      marker: fc.boolean(),
      payloadType: fc.nat(127),
      sequenceNumber: fc.nat(0xffff),
      timestamp: fc.nat(0xffff_ffff),
      ssrc: fc.nat(0xffff_ffff),
      payload: fc.uint8Array({ maxLength: 400 }),
    });
    fc.assert(
      fc.property(packet, (value) => {
        expect(parseRtpPacket(serializeRtpPacket(value))).toEqual(value);
      }),
    );
  });

  it('accepts any bytes, and agrees with an independent parser on valid packets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        if (bytes.length > 0) bytes[0] = 0x80 | (bytes[0]! & 0x3f);
        const packet = parseRtpPacket(bytes);
        if (packet === undefined) return;
        const other = new packets.RtpPacket(new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
        expect(packet.sequenceNumber).toBe(other.getSequenceNumber());
        expect(packet.timestamp).toBe(other.getTimestamp());
        expect(packet.payload.length).toBe(other.getPayload().byteLength);
      }),
    );
  });
});

describe('isRtcp', () => {
  it('distinguishes RTCP from RTP on one port', () => {
    expect(isRtcp(hex('80c8'))).toBe(true);
    expect(isRtcp(hex('8080'))).toBe(false);
    expect(isRtcp(new Uint8Array(0))).toBe(false);
  });
});
