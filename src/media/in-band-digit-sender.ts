import { dtmfTone, isDtmfDigit } from '../audio/dtmf-generator.ts';
import { frameMs, frameSamples } from './call-memory.ts';

const toneMs = 100;
const gapMs = 100;
const toneFrames = toneMs / frameMs;
const digitFrames = (toneMs + gapMs) / frameMs;

/** Generates in-band DTMF for lines without telephone-event: tones of 100 ms with gaps of 100 ms. */
export class InBandDigitSender {
  readonly #queue: string[] = [];
  #tone: Int16Array | undefined;
  #frame = 0;
  #pauseFrames = 0;

  get busy(): boolean {
    return this.#queue.length > 0;
  }

  /**
   * Queues digits. `pauseMs` is a pause before the next digit that is sent: the first of `digits`, or the next queued
   * digit if the queue is not empty. Characters that are not DTMF digits are skipped.
   */
  push(digits: string, pauseMs = 0): void {
    this.#queue.push(...Array.from(digits.toUpperCase()).filter(isDtmfDigit));
    this.#pauseFrames += Math.ceil(pauseMs / frameMs);
  }

  /** Fills the next frame of 20 ms with a tone or the gap between tones. */
  next(frame: Int16Array): void {
    const digit = this.#queue[0];
    frame.fill(0);
    if (digit === undefined) return;
    if (this.#frame === 0 && this.#pauseFrames > 0) {
      this.#pauseFrames -= 1;
      return;
    }
    if (this.#frame === 0) this.#tone = dtmfTone(digit, toneMs);
    const start = this.#frame * frameSamples;
    if (this.#frame < toneFrames) frame.set(this.#tone!.subarray(start, start + frameSamples));
    this.#frame += 1;
    if (this.#frame < digitFrames) return;
    this.#queue.shift();
    this.#frame = 0;
  }
}
