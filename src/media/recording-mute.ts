import { frameMs, frameSamples, word } from './call-memory.ts';

/** The far side's jitter buffer, and the end of a key's tone that is still held when its event has arrived. */
const farHoldFrames = 300 / frameMs;
const silence = new Int16Array(frameSamples);

/** Replaces both sides of a recording by silence while the main thread asks for it. One frame per call of `apply`. */
export class RecordingMute {
  readonly #words: Int32Array;
  #farFramesLeft = 0;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  /** What is to be recorded of a frame of each side. */
  apply(far: Int16Array, near: Int16Array): { far: Int16Array; near: Int16Array } {
    const isMuted = Atomics.load(this.#words, word.recordingMuted) === 1;
    if (isMuted) this.#farFramesLeft = farHoldFrames;
    else if (this.#farFramesLeft === 0) return { far, near };
    else this.#farFramesLeft -= 1;
    return { far: silence, near: isMuted ? silence : near };
  }
}
