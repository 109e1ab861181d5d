import { eventOfDigit, telephoneEventBytes, writeTelephoneEvent } from './telephone-event.ts';

const frameTicks = 160;
/** 100 ms. */
const digitFrames = 5;
/** RFC 4733 §2.5.1.4: the end packet is sent three times, as protection against loss. */
const endPackets = 3;
/** 100 ms from the end of a digit to the next, including the two retransmitted end packets. */
const gapFrames = 5;
/** -10 dBm0: about the level of a phone's own tones, as RFC 4733 §2.3.3 recommends. */
const volume = 10;

/** The RTP header fields of one event packet. */
export interface EventPacketHeader {
  marker: boolean;
  timestamp: number;
}

/**
 * Sends telephone events (RFC 4733 §2.5.1) in frames of 20 ms. A digit is five packets with one timestamp: the first
 * has the marker, the fifth the end bit. The end packet is retransmitted twice, then a gap precedes the next digit.
 */
export class TelephoneEventSender {
  readonly #queue: number[] = [];
  readonly #payload: Uint8Array;
  readonly #payloadOffset: number;
  #frame = 0;
  #timestamp = 0;
  #pauseFrames = 0;

  /** Payloads are written into `payload` from `payloadOffset` on. */
  constructor(payload: Uint8Array, payloadOffset: number) {
    if (payload.length < payloadOffset + telephoneEventBytes)
      throw new RangeError('the packet buffer is too short');
    this.#payload = payload;
    this.#payloadOffset = payloadOffset;
  }

  get busy(): boolean {
    return this.#queue.length > 0;
  }

  /**
   * Queues digits. `pauseMs` is a pause before the next digit that is sent: the first of `digits`, or the next queued
   * digit if the queue is not empty. Characters that are not DTMF digits are skipped.
   */
  push(digits: string, pauseMs = 0): void {
    for (const digit of digits) {
      const event = eventOfDigit(digit);
      if (event !== undefined) this.#queue.push(event);
    }
    this.#pauseFrames += Math.ceil(pauseMs / 20);
  }

  /**
   * Advances by one frame that begins at `timestamp`. Returns true if an event packet must be sent: its payload has
   * been written and `header` filled. Returns false for a frame of a gap.
   */
  next(timestamp: number, header: EventPacketHeader): boolean {
    const event = this.#queue[0];
    if (event === undefined) return false;
    if (this.#frame === 0 && this.#pauseFrames > 0) {
      this.#pauseFrames -= 1;
      return false;
    }
    if (this.#frame === 0) this.#timestamp = timestamp;
    const frame = this.#frame++;
    if (this.#frame === digitFrames + gapFrames) this.#advance();
    if (frame >= digitFrames + endPackets - 1) return false;
    const isEnd = frame >= digitFrames - 1;
    const durationTicks = Math.min(frame + 1, digitFrames) * frameTicks;
    writeTelephoneEvent(this.#payload, this.#payloadOffset, { event, end: isEnd, volume, durationTicks });
    header.marker = frame === 0;
    header.timestamp = this.#timestamp;
    return true;
  }

  #advance(): void {
    this.#queue.shift();
    this.#frame = 0;
  }
}
