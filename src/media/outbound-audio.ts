import { g711Codecs, type G711Codec } from '../audio/g711.ts';
import { rtpHeaderBytes, writeRtpHeader } from '../rtp/rtp-packet.ts';
import { TelephoneEventSender, type EventPacketHeader } from '../rtp/telephone-event-sender.ts';
import { telephoneEventBytes } from '../rtp/telephone-event.ts';
import { eventKind, frameMs, frameSamples } from './call-memory.ts';
import { InBandDigitSender } from './in-band-digit-sender.ts';
import type { MediaSettings } from './media-port.ts';
import type { Playout, ReportEvent } from './playout.ts';

/** Samples of a 10 ms packet, sent if the remote side requires or recommends packets shorter than 20 ms. */
const halfFrameSamples = frameSamples / 2;

export interface StreamStart {
  readonly ssrc: number;
  readonly sequenceNumber: number;
  readonly timestamp: number;
}

/**
 * The send path of a call: every 20 ms one packet, or two of 10 ms, with audio, silence or a telephone-event. Playback
 * is suspended while digits are sent. The packets are allocated once and modified in place.
 */
export class OutboundAudio {
  /** The samples of the last frame, for the recording. Zeros if the frame was skipped or contained no audio. */
  readonly frame = new Int16Array(frameSamples);
  readonly #packet = new Uint8Array(rtpHeaderBytes + frameSamples);
  /** The packet of the first 10 ms, which shares the memory of `#packet`. */
  readonly #firstHalf = this.#packet.subarray(0, rtpHeaderBytes + halfFrameSamples);
  /** The packet of the second 10 ms. */
  readonly #secondHalf = new Uint8Array(rtpHeaderBytes + halfFrameSamples);
  readonly #eventPacket = new Uint8Array(rtpHeaderBytes + telephoneEventBytes);
  readonly #events = new TelephoneEventSender(this.#eventPacket, rtpHeaderBytes);
  readonly #tones = new InBandDigitSender();
  readonly #eventHeader: EventPacketHeader = { marker: false, timestamp: 0 };
  readonly #playout: Playout;
  readonly #report: ReportEvent;
  readonly #ssrc: number;
  #sequenceNumber: number;
  #timestamp: number;
  #codec: G711Codec = g711Codecs.PCMU;
  #payloadType = 0;
  #eventPayloadType: number | undefined;
  #marker = true;
  #hasShortPackets = false;
  #hasSecondHalf = false;

  constructor(start: StreamStart, playout: Playout, report: ReportEvent) {
    this.#ssrc = start.ssrc;
    this.#sequenceNumber = start.sequenceNumber;
    this.#timestamp = start.timestamp;
    this.#playout = playout;
    this.#report = report;
  }

  /** RTP timestamp of the next frame. */
  get timestamp(): number {
    return this.#timestamp;
  }

  configure(settings: MediaSettings): void {
    this.#codec = g711Codecs[settings.codec];
    this.#payloadType = settings.payloadType;
    this.#eventPayloadType = settings.telephoneEventPayloadType;
    this.#hasShortPackets = settings.packetMs === 10;
  }

  /** Samples, and therefore bytes, of audio per packet. */
  get packetSamples(): number {
    return this.#hasShortPackets ? halfFrameSamples : frameSamples;
  }

  /** The second packet of the frame, if packets contain 10 ms. The next call of `next` overwrites it. */
  get secondHalf(): Uint8Array | undefined {
    return this.#hasSecondHalf ? this.#secondHalf : undefined;
  }

  /** Queues digits as telephone-events or in-band tones, as currently negotiated. */
  sendDigits(digits: string, pauseMs: number, atMs: number): void {
    const queue = this.#eventPayloadType === undefined ? this.#tones : this.#events;
    queue.push(digits, pauseMs);
    if (!queue.busy) this.#report(eventKind.digitsSent, atMs, 0);
  }

  /** Returns the packet of the frame that starts at `atMs`. The next call overwrites it. */
  next(atMs: number): Uint8Array {
    this.#hasSecondHalf = false;
    const packet = this.#events.busy ? this.#nextEvent(atMs) : this.#nextAudio(atMs);
    this.#timestamp = (this.#timestamp + frameSamples) >>> 0;
    this.#sequenceNumber = (this.#sequenceNumber + (this.#hasSecondHalf ? 2 : 1)) & 0xffff;
    return packet;
  }

  /** Advances time without packets, as on hold. The next packet begins a talkspurt. */
  skip(frames: number): void {
    this.frame.fill(0);
    this.#timestamp = (this.#timestamp + frames * frameSamples) >>> 0;
    this.#marker = true;
  }

  #nextEvent(atMs: number): Uint8Array {
    this.frame.fill(0);
    const isDue = this.#events.next(this.#timestamp, this.#eventHeader);
    if (!this.#events.busy) this.#report(eventKind.digitsSent, atMs + frameMs, 0);
    if (!isDue || this.#eventPayloadType === undefined) return this.#audioPacket(false);
    const { marker, timestamp } = this.#eventHeader;
    this.#writeHeader(this.#eventPacket, marker, this.#eventPayloadType, timestamp);
    return this.#eventPacket;
  }

  #nextAudio(atMs: number): Uint8Array {
    if (!this.#tones.busy) return this.#audioPacket(this.#playout.next(this.frame, atMs));
    this.#tones.next(this.frame);
    if (!this.#tones.busy) this.#report(eventKind.digitsSent, atMs + frameMs, 0);
    return this.#audioPacket(true);
  }

  #audioPacket(isAudible: boolean): Uint8Array {
    if (isAudible) this.#codec.encode(this.frame, this.#packet, frameSamples, 0, rtpHeaderBytes);
    else {
      this.frame.fill(0);
      this.#packet.fill(this.#codec.silence, rtpHeaderBytes);
    }
    this.#writeHeader(this.#packet, this.#marker, this.#payloadType, this.#timestamp);
    this.#marker = false;
    return this.#hasShortPackets ? this.#halve() : this.#packet;
  }

  /** Splits the frame in `#packet` into two packets and returns the first. */
  #halve(): Uint8Array {
    this.#secondHalf.set(this.#packet.subarray(rtpHeaderBytes + halfFrameSamples), rtpHeaderBytes);
    const sequenceNumber = (this.#sequenceNumber + 1) & 0xffff;
    const timestamp = (this.#timestamp + halfFrameSamples) >>> 0;
    writeRtpHeader(this.#secondHalf, false, this.#payloadType, sequenceNumber, timestamp, this.#ssrc);
    this.#hasSecondHalf = true;
    return this.#firstHalf;
  }

  #writeHeader(packet: Uint8Array, marker: boolean, payloadType: number, timestamp: number): void {
    writeRtpHeader(packet, marker, payloadType, this.#sequenceNumber, timestamp, this.#ssrc);
  }
}
