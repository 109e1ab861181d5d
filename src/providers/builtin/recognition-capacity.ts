import type { RecognitionProgress } from './recognition-protocol.ts';

/**
 * Seconds of audio that a thread decodes per second of work, including work for grammars. Assumed until utterances are decoded, unless the
 * measurement at the start is lower.
 */
const initialSpeed = 10;
/** Decoding speed of utterances, relative to the decoding speed of noise: an utterance with its grammar takes about twice as long. */
const utteranceSpeedRatio = 0.5;
/** Amount of work after which a measurement has the same weight as the previous estimate. */
const speedWindowMs = 2_000;
/** Share of a call's audio in which the other side speaks. Assumed until measured. */
const initialSpeechShare = 0.4;
const minSpeechShare = 0.05;
const maxSpeechShare = 0.8;
/** Length of audio, received by all streams, after which a measurement of the share of speech has the same weight as the previous estimate. */
const speechWindowMs = 120_000;
/** Share of a thread's time that is planned for its streams. The rest is a reserve for bursts. */
const busyShare = 0.6;
/** Planned concurrent speakers per thread: three quarters of its decoders, so that utterances rarely wait. */
const speakersPerThread = 18;

/**
 * Estimates the capacity of the recogniser from measurements: the decoding speed of the threads and the share of speech in the audio. The capacity
 * falls on a machine that is busy with other work.
 */
export class RecognitionCapacity {
  #speed = initialSpeed;
  #speechShare = initialSpeechShare;

  /** Seconds of audio decoded per second of work. */
  get speed(): number {
    return this.#speed;
  }

  /** Share of the received audio that was sent to a thread, 0.05 to 0.8. */
  get speechShare(): number {
    return Math.min(maxSpeechShare, Math.max(minSpeechShare, this.#speechShare));
  }

  /** Adds the measurement that a thread made at its start: seconds of noise decoded per second. */
  addStartMeasurement(noiseSpeed: number): void {
    this.#speed = Math.min(this.#speed, noiseSpeed * utteranceSpeedRatio);
  }

  /** Whether the speed is below the initial one, so that a measurement can raise it. */
  get isReduced(): boolean {
    return this.#speed < initialSpeed;
  }

  /**
   * Adds a measurement of a thread without utterances. It only raises the speed, at most to the initial one: the lower one may be from a busy time,
   * after which no utterance has shown the present speed.
   */
  addIdleMeasurement(noiseSpeed: number): void {
    this.#speed = Math.max(this.#speed, Math.min(initialSpeed, noiseSpeed * utteranceSpeedRatio));
  }

  /** Adds a progress report of a thread. */
  addProgress({ busyMs, decodedMs }: Pick<RecognitionProgress, 'busyMs' | 'decodedMs'>): void {
    if (busyMs <= 0) return;
    const weight = busyMs / (busyMs + speedWindowMs);
    this.#speed += weight * (decodedMs / busyMs - this.#speed);
  }

  /** Adds the length of audio that a stream received, and of the part that the stream sent to a thread. */
  addAudio(receivedMs: number, sentMs: number): void {
    if (receivedMs <= 0) return;
    const weight = receivedMs / (receivedMs + speechWindowMs);
    this.#speechShare += weight * (sentMs / receivedMs - this.#speechShare);
  }

  /** Returns the number of streams that `threads` can serve; at least two per thread, so that one call is always possible. */
  maxStreams(threads: number): number {
    const speakers = Math.min(this.#speed * busyShare, speakersPerThread);
    return threads * Math.max(2, Math.floor(speakers / this.speechShare));
  }
}
