import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUlaw } from '../audio/g711.ts';
import { middle32Bits, toNtpTime } from '../rtp/ntp-time.ts';
import { parseRtcp, serializeRtcp } from '../rtp/rtcp-packet.ts';
import { parseRtpPacket, serializeRtpPacket } from '../rtp/rtp-packet.ts';
import { serializeTelephoneEvent } from '../rtp/telephone-event.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import { createCallMemory } from './call-memory.ts';
import { MediaCall, type CallTransport } from './media-call.ts';
import type { MediaSettings } from './media-port.ts';
import { RingAudio } from './ring-audio.ts';
import { emptyCounters } from './worker-counters.ts';

const ourSsrc = 0x0ddba11;
const nowUnixMs = Date.UTC(2026, 0, 5);
const settings: MediaSettings = {
  remoteAddress: '192.0.2.1',
  remotePort: 4000,
  codec: 'PCMU',
  payloadType: 0,
  telephoneEventPayloadType: 101,
  direction: 'sendrecv',
  signallingAddress: '192.0.2.1',
};

interface SentPacket {
  readonly bytes: Uint8Array;
  readonly to: string;
  readonly isRtcp: boolean;
}

class FakeTransport implements CallTransport {
  readonly sent: SentPacket[] = [];
  connectedTo: string | undefined;

  connect(address: string, port: number): void {
    this.connectedTo = `${address}:${port}`;
  }
  disconnect(): void {
    this.connectedTo = undefined;
  }
  send(packet: Uint8Array, address: string, port: number): void {
    this.sent.push({ bytes: packet.slice(), to: `${address}:${port}`, isRtcp: false });
  }
  sendRtcp(packet: Uint8Array, address: string, port: number): void {
    this.sent.push({ bytes: packet.slice(), to: `${address}:${port}`, isRtcp: true });
  }
}

/** Returns a payload of 160 samples of one value. */
function constantPayload(value: number): Uint8Array {
  const payload = new Uint8Array(160);
  encodeUlaw(new Int16Array(160).fill(value), payload);
  return payload;
}

function packet(index: number, changes: { ssrc?: number; payload?: Uint8Array; payloadType?: number } = {}) {
  return serializeRtpPacket({
    marker: false,
    payloadType: 0,
    sequenceNumber: index & 0xffff,
    timestamp: (index * 160) >>> 0,
    ssrc: 5,
    payload: constantPayload(4000),
    ...changes,
  });
}

function newCall(changes: Partial<MediaSettings> = {}) {
  const memory = createCallMemory();
  const transport = new FakeTransport();
  const counters = emptyCounters();
  const events: LegAudioEvent[] = [];
  const audio = new RingAudio(memory, { sendDigits: () => {}, record: () => {} }, (event) =>
    events.push(event),
  );
  const call = new MediaCall({
    memory,
    transport,
    detector: { isSpeech: () => false, close: () => {} },
    stream: { ssrc: ourSsrc, sequenceNumber: 1, timestamp: 1 },
    canonicalName: 'name',
    openFile: () => {},
    counters,
    setReady: () => {},
    stagger: 0,
    wallClock: () => nowUnixMs,
  });
  call.configure({ ...settings, ...changes }, 0);
  let nowMs = 0;
  /** Advances by some frames. One packet from the expected source can arrive before each frame. */
  const tick = (frames: number, arriving?: (frame: number) => Uint8Array | undefined) => {
    for (let i = 0; i < frames; i++) {
      const frame = nowMs / 20;
      const bytes = arriving?.(frame);
      if (bytes !== undefined) call.receive(bytes, '192.0.2.1', 4000, nowMs);
      call.sendFrame(true);
      call.receiveFrame(nowMs);
      nowMs += 20;
      audio.poll();
    }
  };
  const receivedSound = () =>
    events.filter((event) => event.type === 'audio').map(({ samples }) => samples[100]! > 1000);
  return { call, transport, counters, events, audio, tick, receivedSound };
}

describe('the accepted source of packets', () => {
  it('is the first source at the signalling address; packets from other sources are dropped and counted', () => {
    const { call, transport, counters } = newCall();
    call.receive(packet(0), '198.51.100.7', 4000, 0);
    expect(counters).toMatchObject({ packetsFromUnknownSource: 1, packetsReceived: 0 });
    expect(transport.connectedTo).toBeUndefined();
    call.receive(packet(0), '192.0.2.1', 4444, 0);
    call.receive(packet(1), '192.0.2.1', 4446, 0);
    expect(counters).toMatchObject({ packetsFromUnknownSource: 2, packetsReceived: 1 });
    expect(transport.connectedTo).toBeUndefined();
    call.receive(packet(2), '192.0.2.1', 4444, 3000);
    expect(transport.connectedTo).toBe('192.0.2.1:4444');
  });

  it('changes to the signalled port if another port of the host was the first to send', () => {
    const { call, transport, counters } = newCall();
    call.receive(packet(0), '192.0.2.1', 4444, 0);
    call.receive(packet(1), '192.0.2.1', 4000, 100);
    expect(transport.connectedTo).toBe('192.0.2.1:4000');
    call.receive(packet(2), '192.0.2.1', 4444, 120);
    expect(counters).toMatchObject({ packetsFromUnknownSource: 1, packetsReceived: 2 });
  });

  it('is the signalling address behind a NAT, whatever address the SDP contains', () => {
    const { call, transport, tick } = newCall({
      remoteAddress: '10.0.0.7',
      signallingAddress: '198.51.100.1',
    });
    tick(1);
    call.receive(packet(0), '198.51.100.1', 61_000, 20);
    tick(1);
    expect(transport.sent.map(({ to }) => to)).toEqual(['10.0.0.7:4000', '198.51.100.1:61000']);
  });

  it('is the destination of outgoing packets', () => {
    const { call, transport, tick } = newCall();
    tick(1);
    call.receive(packet(0), '192.0.2.1', 4444, 20);
    tick(1);
    expect(transport.sent.map(({ to }) => to)).toEqual(['192.0.2.1:4000', '192.0.2.1:4444']);
  });

  it('is not latched by an invalid packet', () => {
    const { call, transport, counters } = newCall();
    call.receive(new Uint8Array(172), '192.0.2.1', 4444, 0);
    call.receive(packet(0, { payloadType: 96 }), '192.0.2.1', 4444, 0);
    call.receive(packet(0, { payload: new Uint8Array(1400) }), '192.0.2.1', 4444, 0);
    expect(counters.packetsInvalid).toBe(3);
    expect(transport.connectedTo).toBeUndefined();
  });

  it('stays latched through a pause of less than 2 s: no other port of the same host takes over', () => {
    const { call, transport, counters, tick } = newCall();
    for (let frame = 0; frame < 200; frame++) {
      call.receive(packet(frame), '192.0.2.1', 4444, frame * 20);
      tick(1);
    }
    expect(transport.connectedTo).toBe('192.0.2.1:4444');
    tick(90);
    expect(transport.connectedTo).toBeUndefined();
    call.receive(packet(600), '192.0.2.1', 7000, 5_800);
    expect(counters).toMatchObject({ packetsFromUnknownSource: 1, packetsReceived: 200 });
    call.receive(packet(601), '192.0.2.1', 4444, 5_820);
    expect(transport.connectedTo).toBe('192.0.2.1:4444');
    expect(counters.packetsReceived).toBe(201);
  });

  it('moves to another port of the signalled host after 2 s of silence, at most once per 10 s', () => {
    const { call, transport, counters, tick } = newCall();
    tick(50, packet);
    expect(transport.connectedTo).toBe('192.0.2.1:4000');
    tick(100);
    expect(transport.connectedTo).toBeUndefined();
    call.receive(Uint8Array.of(0x80), '192.0.2.1', 7000, 3_000);
    call.receive(packet(0, { ssrc: 6 }), '198.51.100.7', 4000, 3_000);
    call.receive(packet(0, { ssrc: 6 }), '192.0.2.1', 7000, 3_000);
    tick(1);
    expect(transport.sent.at(-1)!.to).toBe('192.0.2.1:7000');
    expect(counters).toMatchObject({ packetsReceived: 51, packetsFromUnknownSource: 1, packetsInvalid: 1 });
    call.receive(packet(0, { ssrc: 7 }), '192.0.2.1', 9000, 6_000);
    call.receive(packet(1, { ssrc: 7 }), '192.0.2.1', 9000, 13_000);
    expect(counters).toMatchObject({ packetsReceived: 52, packetsFromUnknownSource: 2 });
  });

  it('stays exactly the signalled source with the policy `signalled`', () => {
    const { call, transport, counters, tick } = newCall({ mediaLatch: 'signalled' });
    tick(50, packet);
    tick(200);
    expect(transport.connectedTo).toBe('192.0.2.1:4000');
    call.receive(packet(0), '192.0.2.1', 7000, 5_000);
    expect(counters.packetsFromUnknownSource).toBe(1);
  });

  it('changes at once with a new answer, and does not return to the earlier source', () => {
    const { call, transport, counters, tick } = newCall();
    tick(10, packet);
    call.configure({ ...settings, remotePort: 9000 }, 200);
    call.receive(packet(10), '192.0.2.1', 4000, 200);
    expect(counters.packetsFromUnknownSource).toBe(1);
    tick(1);
    expect(transport.sent.at(-1)!.to).toBe('192.0.2.1:9000');
    call.receive(packet(0, { ssrc: 6 }), '192.0.2.1', 9000, 220);
    expect(transport.connectedTo).toBe('192.0.2.1:9000');
  });
});

describe('received audio', () => {
  it('is delivered to the main thread, and a lost frame is concealed and counted', () => {
    const { audio, tick, receivedSound } = newCall();
    audio.listen(20);
    tick(12, (frame) => (frame === 6 ? undefined : packet(frame)));
    expect(receivedSound().slice(1)).toEqual(Array(11).fill(true));
    expect(audio.stats()).toMatchObject({ framesConcealed: 1, packetsReceived: 11 });
  });

  it('continues when the remote side changes its SSRC and sequence numbers', () => {
    const { audio, tick, receivedSound } = newCall();
    audio.listen(20);
    tick(60, (frame) => (frame < 20 ? packet(frame) : packet(frame + 31_000, { ssrc: 6 })));
    expect(receivedSound().slice(22)).toEqual(Array(38).fill(true));
    expect(audio.stats().packetsLost).toBe(0);
  });

  it('reports how long audio waits in the jitter buffer', () => {
    const { audio, tick } = newCall();
    expect(audio.stats().receiveDelayMs).toBe(0);
    tick(10, (frame) => packet(frame));
    expect(audio.stats().receiveDelayMs).toBe(20);
    // Packets that arrive early fill the buffer.
    tick(3, (frame) => packet(frame + 2));
    expect(audio.stats().receiveDelayMs).toBe(60);
    tick(50);
    expect(audio.stats().receiveDelayMs).toBe(60);
  });

  it('is accepted in the second codec only if the answer contained both codecs', () => {
    const bothCodecs = newCall({ additionalFormats: [{ payloadType: 8, encoding: 'PCMA' }] });
    const oneCodec = newCall();
    for (const { audio, tick } of [bothCodecs, oneCodec]) {
      audio.listen(20);
      tick(20, (frame) => packet(frame, { payloadType: 8 }));
    }
    expect(bothCodecs.receivedSound()).toContain(true);
    expect(oneCodec.receivedSound()).not.toContain(true);
    expect([bothCodecs.counters.packetsInvalid, oneCodec.counters.packetsInvalid]).toEqual([0, 20]);
  });

  it('reports DTMF from telephone-events, and conceals no frames during them', () => {
    const { audio, events, tick } = newCall();
    const eventPacket = (frame: number) => {
      const payload = serializeTelephoneEvent({
        event: 11,
        end: frame > 13,
        volume: 10,
        durationTicks: (frame - 9) * 160,
      });
      return serializeRtpPacket({
        ...parseRtpPacket(packet(frame))!,
        payloadType: 101,
        timestamp: 1600,
        payload,
      });
    };
    tick(40, (frame) => (frame >= 10 && frame < 16 ? eventPacket(frame) : packet(frame)));
    expect(events.filter(({ type }) => type === 'digit-pressed')).toEqual([
      { type: 'digit-pressed', digit: '#', atMs: expect.any(Number) as number, durationMs: 100 },
    ]);
    expect(audio.stats().framesConcealed).toBe(0);
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 30 }),
        fc.boolean(),
        (packets, isTelephoneEvent) => {
          const { call, audio, tick } = newCall();
          for (const bytes of packets) {
            if (isTelephoneEvent && bytes.length > 1) bytes.set([0x80, 101]);
            call.receive(bytes, '192.0.2.1', 4000, 0);
            call.receiveRtcp(bytes, '192.0.2.1');
            tick(1);
          }
          expect(audio.nowMs).toBe(packets.length * 20);
        },
      ),
    );
  });
});

describe('the media timeout', () => {
  it('is reported once, and again if audio resumes and stops', () => {
    const { events, tick } = newCall({ mediaTimeoutMs: 1000 });
    const timeouts = () => events.filter(({ type }) => type === 'media-timed-out').length;
    tick(49);
    expect(timeouts()).toBe(0);
    tick(100);
    expect(timeouts()).toBe(1);
    tick(1, packet);
    tick(60);
    expect(timeouts()).toBe(2);
  });

  it('restarts with each negotiation, such as the answer after early media', () => {
    const { call, audio, events, tick } = newCall({ mediaTimeoutMs: 0 });
    audio.poll();
    tick(2000);
    call.configure(settings, 40_000);
    tick(999);
    expect(events.map(({ type }) => type)).toEqual([]);
    tick(2);
    expect(events.map(({ type }) => type)).toEqual(['media-timed-out']);
  });

  it('does not apply on hold', () => {
    const { call, events, tick } = newCall({ mediaTimeoutMs: 1000, direction: 'sendonly' });
    tick(100);
    expect(events).toEqual([]);
    call.configure({ ...settings, mediaTimeoutMs: 1000 }, 2000);
    tick(40);
    expect(events).toEqual([]);
  });
});

describe('hold', () => {
  it('sends nothing and suspends playback', () => {
    const { call, audio, transport, tick } = newCall({ direction: 'inactive' });
    audio.play(new Int16Array(1600));
    tick(10);
    expect(transport.sent).toEqual([]);
    expect(audio.playedMs).toBe(0);
    expect(audio.nowMs).toBe(200);
    call.configure(settings, 200);
    tick(10);
    expect(audio.playedMs).toBe(200);
    expect(parseRtpPacket(transport.sent[0]!.bytes)!.timestamp).toBe(1 + 10 * 160);
  });

  it('discards received audio with direction sendonly', () => {
    const { audio, tick, receivedSound } = newCall({ direction: 'sendonly' });
    audio.listen(20);
    tick(10, packet);
    expect(receivedSound()).toEqual(Array(10).fill(false));
  });

  it('confirms a clear', () => {
    const { audio, events, tick } = newCall({ direction: 'inactive' });
    audio.clear();
    tick(1);
    expect(events).toEqual([{ type: 'playout-cleared', atMs: 0, playedMs: 0 }]);
  });
});

describe('RTCP', () => {
  it('is sent to the port after the RTP port every five seconds, with BYE at the end', () => {
    const { call, transport, tick } = newCall();
    tick(400, packet);
    call.close();
    const rtcpPackets = transport.sent.filter(({ isRtcp }) => isRtcp);
    expect(rtcpPackets.map(({ to }) => to)).toEqual(Array(3).fill('192.0.2.1:4001'));
    expect(parseRtcp(rtcpPackets.at(-1)!.bytes)!.at(-1)).toEqual({ type: 'bye', ssrcs: [ourSsrc] });
    expect(parseRtcp(rtcpPackets[0]!.bytes)![0]).toMatchObject({
      type: 'sender-report',
      blocks: [{ ssrc: 5 }],
    });
  });

  it('shares the port of RTP if negotiated', () => {
    const { transport, tick } = newCall({ rtcpPort: 4000 });
    tick(200, packet);
    expect(transport.sent.filter(({ isRtcp }) => isRtcp)).toEqual([]);
    expect(transport.sent.some(({ bytes }) => parseRtcp(bytes) !== undefined)).toBe(true);
  });

  it('measures the round trip only with reports from the host to which packets are sent', () => {
    const { call, audio, counters } = newCall();
    const block = {
      ssrc: ourSsrc,
      fractionLost: 0,
      cumulativeLost: 0,
      highestSequenceNumber: 0,
      jitterTicks: 0,
      lastSenderReport: middle32Bits(toNtpTime(nowUnixMs - 90)),
      delaySinceLastSenderReport: Math.round(0.05 * 65_536),
    };
    const report = serializeRtcp([{ type: 'receiver-report', ssrc: 5, blocks: [block] }]);
    call.receiveRtcp(report, '198.51.100.7');
    expect(audio.stats().roundTripMs).toBeUndefined();
    expect(counters.packetsFromUnknownSource).toBe(1);
    call.receiveRtcp(report, '192.0.2.1');
    expect(audio.stats().roundTripMs).toBeCloseTo(40, 0);
  });
});

describe('a skipped frame', () => {
  it('is not sent, loses no audio, and advances the timestamp', () => {
    const { call, audio, transport, tick } = newCall();
    audio.play(new Int16Array(320).fill(1000));
    tick(1);
    call.sendFrame(false);
    call.receiveFrame(20);
    tick(1);
    const [first, second] = transport.sent.map(({ bytes }) => parseRtpPacket(bytes)!);
    expect(second!.sequenceNumber).toBe(first!.sequenceNumber + 1);
    expect(second!.timestamp).toBe(first!.timestamp + 320);
    expect(audio.playedMs).toBe(40);
  });
});
