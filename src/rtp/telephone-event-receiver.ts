import { timestampDistance } from './sequence-number.ts';
import { digitOfEvent, type TelephoneEvent } from './telephone-event.ts';

/** An event without packets for this long has ended: its three end packets were all lost. */
const endTimeoutMs = 120;
/** After the last packet of a digit, audio needs about this time to pass the jitter buffer. */
const audioReplacedMs = 100;
/**
 * 60 ms: the largest step between the timestamps of two packets of one event, from a sender that advances the timestamp
 * within the event. Two digits are at least 80 ms apart: 40 ms of tone and 40 ms of pause.
 */
const maxTimestampStepTicks = 480;
/** 1 s: late packets of a finished event can arrive within this time. */
const lateWindowTicks = 8000;

export type DigitListener = (digit: string, durationTicks: number) => void;

/**
 * Receives telephone events (RFC 4733 §2.5.2). All packets of an event share one RTP timestamp, which identifies it.
 * Some senders advance the timestamp with each packet: a packet with the same event, a small step of the timestamp and a
 * duration that does not restart continues the event. Marker and end bit can be lost. Each digit is reported once: at its end, at the start of another, or after a timeout.
 */
export class TelephoneEventReceiver {
  readonly #report: DigitListener;
  #active = false;
  #event = 0;
  /** Of the first packet of the event, and of its last packet. */
  #startTimestamp = 0;
  #timestamp = 0;
  #durationTicks = 0;
  /** The duration in the last packet. */
  #packetTicks = 0;
  #lastPacketAtMs = Number.NEGATIVE_INFINITY;
  #hasFinished = false;
  #lastFinished = 0;

  constructor(report: DigitListener) {
    this.#report = report;
  }

  /** Returns whether telephone-events replace audio: during a digit and for 100 ms after its last packet. */
  replacesAudio(nowMs: number): boolean {
    return nowMs - this.#lastPacketAtMs < audioReplacedMs;
  }

  receive(event: TelephoneEvent, timestamp: number, nowMs: number): void {
    this.#lastPacketAtMs = nowMs;
    if (this.#isFinished(timestamp)) return;
    const isPart = this.#continues(event, timestamp);
    if (isPart && timestampDistance(this.#timestamp, timestamp) > 0) this.#timestamp = timestamp;
    if (isPart && !this.#active) {
      // A repeated end packet.
      this.#lastFinished = this.#timestamp;
      return;
    }
    if (!isPart && this.#active) this.#finish();
    if (!this.#active) this.#start(event, timestamp);
    this.#packetTicks = event.durationTicks;
    const elapsedTicks = timestampDistance(this.#startTimestamp, timestamp);
    this.#durationTicks = Math.max(this.#durationTicks, event.durationTicks, elapsedTicks);
    if (event.end) this.#finish();
  }

  /** Returns whether the packet belongs to the current event, or to the last one if none is active. */
  #continues(event: TelephoneEvent, timestamp: number): boolean {
    if (!this.#active && !this.#hasFinished) return false;
    if (this.#active && timestamp === this.#timestamp) return true;
    const step = timestampDistance(this.#timestamp, timestamp);
    if (event.event !== this.#event || step > maxTimestampStepTicks) return false;
    return step > 0
      ? event.durationTicks >= this.#packetTicks
      : timestampDistance(this.#startTimestamp, timestamp) >= -maxTimestampStepTicks;
  }

  /** Ends an event that timed out. Call it about once per frame. */
  tick(nowMs: number): void {
    if (this.#active && nowMs - this.#lastPacketAtMs >= endTimeoutMs) this.#finish();
  }

  /** Resets for a new source, whose timestamps differ. A digit in progress is still reported. */
  reset(): void {
    if (this.#active) this.#finish();
    this.#hasFinished = false;
  }

  #isFinished(timestamp: number): boolean {
    if (!this.#hasFinished) return false;
    const ahead = timestampDistance(this.#lastFinished, timestamp);
    return ahead <= 0 && ahead > -lateWindowTicks;
  }

  #start(event: TelephoneEvent, timestamp: number): void {
    this.#active = true;
    this.#event = event.event;
    this.#startTimestamp = timestamp;
    this.#timestamp = timestamp;
    this.#durationTicks = 0;
  }

  #finish(): void {
    this.#active = false;
    this.#hasFinished = true;
    this.#lastFinished = this.#timestamp;
    const digit = digitOfEvent(this.#event);
    if (digit !== undefined) this.#report(digit, this.#durationTicks);
  }
}
