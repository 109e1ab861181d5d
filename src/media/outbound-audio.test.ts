import { describe, expect, it } from 'vitest';
import { DtmfDetector } from '../audio/dtmf-detector.ts';
import { parseRtpPacket, type RtpPacket } from '../rtp/rtp-packet.ts';
import { parseTelephoneEvent } from '../rtp/telephone-event.ts';
import { createCallMemory, eventKind } from './call-memory.ts';
import type { MediaSettings } from './media-port.ts';
import { OutboundAudio } from './outbound-audio.ts';
import { Playout } from './playout.ts';
import { RingAudio } from './ring-audio.ts';

const settings: MediaSettings = {
  remoteAddress: '127.0.0.1',
  remotePort: 4000,
  codec: 'PCMU',
  payloadType: 0,
  telephoneEventPayloadType: 101,
  direction: 'sendrecv',
};

function createSender(changes: Partial<MediaSettings> = {}) {
  const memory = createCallMemory();
  const kinds: number[] = [];
  const report = (kind: number) => void kinds.push(kind);
  const audio = new RingAudio(memory, { sendDigits: () => {}, record: () => {} }, () => {});
  const start = { ssrc: 0xdeadbeef, sequenceNumber: 65_534, timestamp: 0xffff_ff00 };
  const outbound = new OutboundAudio(start, new Playout(memory, report, () => {}), report);
  outbound.configure({ ...settings, ...changes });
  let frames = 0;
  const packets = (count: number): RtpPacket[] =>
    Array.from({ length: count }, () => parseRtpPacket(outbound.next(20 * frames++).slice())!);
  return { audio, outbound, kinds, packets };
}

describe('OutboundAudio', () => {
  it('sends one packet per frame, with silence if nothing is queued; sequence number and timestamp wrap', () => {
    const packets = createSender().packets(3);
    expect(packets.map(({ sequenceNumber }) => sequenceNumber)).toEqual([65_534, 65_535, 0]);
    expect(packets.map(({ timestamp }) => timestamp)).toEqual([0xffff_ff00, 0xffff_ffa0, 64]);
    expect(packets.map(({ marker }) => marker)).toEqual([true, false, false]);
    expect(new Set(packets.flatMap(({ payload }) => [...payload]))).toEqual(new Set([0xff]));
    expect(packets.every(({ ssrc, payload }) => ssrc === 0xdeadbeef && payload.length === 160)).toBe(true);
  });

  it('uses the negotiated codec', () => {
    const { audio, packets } = createSender({ codec: 'PCMA', payloadType: 8 });
    audio.play(new Int16Array(160).fill(1000));
    const [sound, silence] = packets(2);
    expect([sound!.payloadType, sound!.payload[0]]).toEqual([8, 0xfa]);
    expect(silence!.payload[0]).toBe(0xd5);
  });

  it('sends two packets of 10 ms per frame if 10 ms were negotiated', () => {
    const { audio, outbound } = createSender({ packetMs: 10 });
    audio.play(Int16Array.from({ length: 160 }, (_, index) => (index < 80 ? 8000 : -8000)));
    const packets = [0, 20].flatMap((atMs) => {
      const first = outbound.next(atMs).slice();
      return [first, outbound.secondHalf!.slice()].map((bytes) => parseRtpPacket(bytes)!);
    });
    expect(packets.map(({ sequenceNumber }) => sequenceNumber)).toEqual([65_534, 65_535, 0, 1]);
    expect(packets.map(({ timestamp }) => timestamp)).toEqual([
      0xffff_ff00, 0xffff_ff50, 0xffff_ffa0, 0xffff_fff0,
    ]);
    expect(packets.map(({ marker }) => marker)).toEqual([true, false, false, false]);
    expect(packets.map(({ payload }) => payload.length)).toEqual([80, 80, 80, 80]);
    expect(packets.map(({ payload }) => new Set(payload).size)).toEqual([1, 1, 1, 1]);
    expect(packets[0]!.payload[0]).not.toBe(packets[1]!.payload[0]);
    outbound.sendDigits('4', 0, 40);
    outbound.next(40);
    expect(outbound.secondHalf).toBeUndefined();
  });

  it('suspends playback while it sends telephone-events', () => {
    const { audio, outbound, kinds, packets } = createSender();
    audio.play(new Int16Array(1600).fill(1000));
    outbound.sendDigits('4', 0, 0);
    const during = packets(10);
    const events = during.filter(({ payloadType }) => payloadType === 101);
    // Five packets per digit, and the end packet twice more.
    expect(events.map(({ payload }) => parseTelephoneEvent(payload)!.event)).toEqual(Array(7).fill(4));
    expect(audio.playedMs).toBe(0);
    expect(kinds).toEqual([eventKind.digitsSent]);
    packets(10);
    expect(audio.playedMs).toBe(200);
  });

  it('sends in-band DTMF if telephone-event was not negotiated', () => {
    const { telephoneEventPayloadType: _, ...plain } = settings;
    const { outbound, kinds } = createSender();
    outbound.configure(plain);
    const digits: string[] = [];
    const detector = new DtmfDetector((digit) => digits.push(digit));
    outbound.sendDigits('19*D', 40, 0);
    for (let frame = 0; frame < 45; frame++) {
      outbound.next(frame * 20);
      detector.push(outbound.frame);
    }
    expect(digits.join('')).toBe('19*D');
    expect(kinds).toEqual([eventKind.digitsSent]);
  });

  it('reports completion at once if the text contains no digits', () => {
    const { outbound, kinds } = createSender();
    outbound.sendDigits('xyz', 0, 0);
    expect(kinds).toEqual([eventKind.digitsSent]);
  });

  it('advances time on hold, and sets the marker of the next packet', () => {
    const { outbound, packets } = createSender();
    packets(1);
    outbound.skip(5);
    const [next] = packets(1);
    expect(next).toMatchObject({
      marker: true,
      sequenceNumber: 65_535,
      timestamp: (0xffff_ff00 + 960) >>> 0,
    });
  });
});
