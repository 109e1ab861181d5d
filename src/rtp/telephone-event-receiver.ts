import { timestampDistance } from './sequence-number.ts';
import { digitOfEvent, type TelephoneEvent } from './telephone-event.ts';

/** An event without packets for this long has ended: its three end packets were all lost. */
const endTimeoutMs = 120;
/** After the last packet of a digit, audio needs about this time to pass the jitter buffer. */
const audioReplacedMs = 100;
/** 1 s: late packets of a finished event can arrive within this time. */
const lateWindowTicks = 8000;

export type DigitListener = (digit: string, durationTicks: number) => void;

/**
 * Receives telephone events (RFC 4733 §2.5.2). All packets of an event share one RTP timestamp, which identifies it.
 * Marker and end bit can be lost. Each digit is reported once: at its end, at the start of another, or after a timeout.
 */
export class TelephoneEventReceiver {
  readonly #report: DigitListener;
  #active = false;
  #event = 0;
  #timestamp = 0;
  #durationTicks = 0;
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
    if (this.#active && timestamp !== this.#timestamp) this.#finish();
    if (!this.#active) this.#start(event, timestamp);
    this.#durationTicks = Math.max(this.#durationTicks, event.durationTicks);
    if (event.end) this.#finish();
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
