import { frameMs, frameSamples, wordIndex } from './call-memory.ts';

/**
 * Number of frames for which remote audio remains muted after the end of the mute: 300 ms. Covers the audio that is
 * still in the jitter buffer, and the rest of a DTMF tone whose digit was already reported.
 */
const remoteTailFrames = 300 / frameMs;
const silence = new Int16Array(frameSamples);

/** Replaces both sides of a recording with silence while the main thread requests it. Call `apply` once per frame. */
export class RecordingMute {
  readonly #words: Int32Array;
  #remoteFramesLeft = 0;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  /** Returns the audio to record for one frame of each side. */
  apply(remote: Int16Array, local: Int16Array): { remote: Int16Array; local: Int16Array } {
    const isMuted = Atomics.load(this.#words, wordIndex.recordingMuted) === 1;
    if (isMuted) this.#remoteFramesLeft = remoteTailFrames;
    else if (this.#remoteFramesLeft === 0) return { remote, local };
    else this.#remoteFramesLeft -= 1;
    return { remote: silence, local: isMuted ? silence : local };
  }
}
