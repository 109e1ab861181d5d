import { eventOfKey, telephoneEventBytes, writeTelephoneEvent } from './telephone-event.ts';

const frameTicks = 160;
/** 100 ms. */
const keyFrames = 5;
/** RFC 4733 §2.5.1.4: the end is sent three times, so that one of them arrives. */
const endPackets = 3;
/** 100 ms from the end of a key to the next, the two repeated ends included. */
const gapFrames = 5;
/** RFC 4733 §2.3.3 wants about the level of a phone's own tones. */
const volume = 10;

/** What one frame of time asks to be sent. */
export interface EventFrame {
  marker: boolean;
  timestamp: number;
}

/**
 * RFC 4733 §2.5.1 in frames of 20 ms: a key is five updates under one timestamp (the first marked, the fifth the end), the end twice
 * more, and silence up to the next.
 */
export class TelephoneEventSender {
  readonly #queue: number[] = [];
  readonly #payload: Uint8Array;
  readonly #payloadOffset: number;
  #frame = 0;
  #timestamp = 0;
  #waitFrames = 0;

  /** Payloads are written into `payload` from `payloadOffset` on. */
  constructor(payload: Uint8Array, payloadOffset: number) {
    if (payload.length < payloadOffset + telephoneEventBytes) throw new RangeError('the packet is too short');
    this.#payload = payload;
    this.#payloadOffset = payloadOffset;
  }

  get busy(): boolean {
    return this.#queue.length > 0;
  }

  /** Queues keys after a wait; characters that are no keys are passed over. */
  push(keys: string, waitMs = 0): void {
    for (const key of keys) {
      const event = eventOfKey(key);
      if (event !== undefined) this.#queue.push(event);
    }
    this.#waitFrames += Math.ceil(waitMs / 20);
  }

  /**
   * Moves on by one frame that begins at `timestamp`. True where an event packet is to be sent: its payload has been written and
   * `into` filled. False where the frame belongs to a gap.
   */
  next(timestamp: number, into: EventFrame): boolean {
    const event = this.#queue[0];
    if (event === undefined) return false;
    if (this.#frame === 0 && this.#waitFrames > 0) {
      this.#waitFrames -= 1;
      return false;
    }
    if (this.#frame === 0) this.#timestamp = timestamp;
    const frame = this.#frame++;
    if (this.#frame === keyFrames + gapFrames) this.#advance();
    if (frame >= keyFrames + endPackets - 1) return false;
    const ended = frame >= keyFrames - 1;
    const durationTicks = Math.min(frame + 1, keyFrames) * frameTicks;
    writeTelephoneEvent(this.#payload, this.#payloadOffset, { event, end: ended, volume, durationTicks });
    into.marker = frame === 0;
    into.timestamp = this.#timestamp;
    return true;
  }

  #advance(): void {
    this.#queue.shift();
    this.#frame = 0;
  }
}
