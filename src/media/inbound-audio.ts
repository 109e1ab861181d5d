import { g711Codecs, type G711Codec } from '../audio/g711.ts';
import { JitterBuffer, missingFrame, noFrameDue } from '../rtp/jitter-buffer.ts';
import { PacketLossConcealer } from '../rtp/packet-loss-concealer.ts';
import { ReceptionStatistics } from '../rtp/reception-statistics.ts';
import type { RtpHeader } from '../rtp/rtp-packet.ts';
import { TelephoneEventReceiver, type DigitListener } from '../rtp/telephone-event-receiver.ts';
import { parseTelephoneEvent, telephoneEventBytes } from '../rtp/telephone-event.ts';
import { frameSamples, samplesPerMs, wordIndex } from './call-memory.ts';
import type { MediaSettings } from './media-port.ts';

/** 160 ms of G.711: no phone sends longer packets. */
const maxPayloadBytes = 1280;
/** RFC 3550 §5.1: the payload type has seven bits. */
const payloadTypeCount = 128;
const decoded = new Int16Array(maxPayloadBytes);

/** The receive path of a call: accepts packets and returns one frame per 20 ms. Never throws for invalid packets. */
export class InboundAudio {
  readonly statistics = new ReceptionStatistics();
  readonly #words: Int32Array;
  readonly #jitter = new JitterBuffer();
  readonly #concealer = new PacketLossConcealer();
  readonly #events: TelephoneEventReceiver;
  /** By payload type. */
  #formats: readonly (G711Codec | 'telephone-event' | undefined)[] = [];
  #ssrc: number | undefined;
  #lostFromEarlierSources = 0;
  /** Arrival time of the last packet that was stored. */
  #newestAtMs = 0;

  /** Counters are written to `words`. `onDigit` receives each DTMF digit. */
  constructor(words: Int32Array, onDigit: DigitListener) {
    this.#words = words;
    this.#events = new TelephoneEventReceiver(onDigit);
  }

  /** The SSRC of the last packet; `undefined` before the first packet. */
  get ssrc(): number | undefined {
    return this.#ssrc;
  }

  configure(settings: MediaSettings): void {
    const formats = Array.from<G711Codec | 'telephone-event' | undefined>({ length: payloadTypeCount });
    for (const { payloadType, encoding } of settings.additionalFormats ?? [])
      formats[payloadType] = encoding === 'telephone-event' ? encoding : g711Codecs[encoding];
    if (settings.telephoneEventPayloadType !== undefined)
      formats[settings.telephoneEventPayloadType] = 'telephone-event';
    formats[settings.payloadType] = g711Codecs[settings.codec];
    this.#formats = formats;
  }

  /** Returns whether the packet has a negotiated format and a payload length that is valid for it. */
  hasNegotiatedFormat(header: RtpHeader): boolean {
    const format = this.#formats[header.payloadType];
    if (format === 'telephone-event') return header.payloadBytes >= telephoneEventBytes;
    return format !== undefined && header.payloadBytes > 0 && header.payloadBytes <= maxPayloadBytes;
  }

  /** Processes a packet of a negotiated format from an accepted source. */
  receive(bytes: Uint8Array, header: RtpHeader, nowMs: number): void {
    if (header.ssrc !== this.#ssrc) this.#changeSource(header.ssrc);
    this.#words[wordIndex.packetsReceived]! += 1;
    const { sequenceNumber, timestamp, payloadOffset, payloadBytes } = header;
    if (!this.statistics.receive(sequenceNumber, timestamp, nowMs * samplesPerMs)) return;
    const format = this.#formats[header.payloadType];
    if (format === 'telephone-event') {
      const event = parseTelephoneEvent(bytes.subarray(payloadOffset, payloadOffset + telephoneEventBytes));
      if (event !== undefined) this.#events.receive(event, timestamp, nowMs);
      return;
    }
    format?.decode(bytes, decoded, payloadBytes, payloadOffset);
    const result = this.#jitter.put(timestamp, decoded, payloadBytes);
    if (result === 'stored' || result === 'restarted') this.#newestAtMs = nowMs;
  }

  /**
   * Fills `frame` with the next 20 ms: received audio, concealed audio or silence. Returns false if no frame is due:
   * before the jitter buffer returns its first frame, and after the stream has stopped.
   */
  next(frame: Int16Array, nowMs: number): boolean {
    this.#events.tick(nowMs);
    const depthSamples = this.#jitter.depthSamples;
    const pulled = this.#jitter.pull(frame);
    if (pulled > 0) {
      this.#concealer.accept(frame);
      this.#recordDelay(depthSamples, nowMs);
    } else if (pulled === missingFrame && !this.#events.replacesAudio(nowMs)) this.#conceal(frame);
    else frame.fill(0);
    return pulled !== noFrameDue;
  }

  /** Updates the counters of lost packets and jitter. Once per second is sufficient. */
  publishStatistics(): void {
    const lost = Math.max(0, this.statistics.expected - this.statistics.received);
    this.#words[wordIndex.packetsLost] = this.#lostFromEarlierSources + lost;
    this.#words[wordIndex.jitterTicks] = Math.round(this.statistics.jitterTicks);
  }

  /** Records the delay of a frame: the age of the newest packet plus the audio that is buffered after the frame. */
  #recordDelay(depthSamples: number, nowMs: number): void {
    const bufferedMs = Math.max(0, depthSamples - frameSamples) / samplesPerMs;
    this.#words[wordIndex.receiveDelayMs] = Math.round(Math.max(0, nowMs - this.#newestAtMs) + bufferedMs);
  }

  #conceal(frame: Int16Array): void {
    this.#words[wordIndex.framesConcealed]! += 1;
    this.#concealer.conceal(frame);
  }

  /** RFC 3550 §3: every SSRC has its own sequence numbers and timestamps. */
  #changeSource(ssrc: number): void {
    this.publishStatistics();
    this.#lostFromEarlierSources = this.#words[wordIndex.packetsLost]!;
    this.#ssrc = ssrc;
    this.statistics.reset();
    this.#jitter.reset();
    this.#events.reset();
  }
}
