import type { RecognitionProgress } from './recognition-protocol.ts';

/** Assumed until utterances are measured, unless the machine is slower: seconds of audio that a thread decodes per second of work, grammars included. */
const speedAtStart = 10;
/** An utterance with its grammar takes about twice as long as the same length of noise. */
const utteranceShare = 0.5;
/** Amount of work after which a measurement has the same weight as the previous estimate. */
const speedWindowMs = 2_000;
/** Assumed until measured: share of a call's audio in which the other side speaks. */
const speechShareAtStart = 0.4;
const speechShareLeast = 0.05;
const speechShareMost = 0.8;
/** Like `speedWindowMs`, in audio received by all streams. */
const speechWindowMs = 120_000;
/** Share of a thread's time that is planned for its streams; the rest is reserve for bursts. */
const busyShare = 0.6;
/** Concurrent speakers per thread without waiting: three quarters of its decoders. */
const speakersPerThread = 18;

/**
 * Estimates the capacity of the recogniser from measurements: the decoding speed of the threads and the share of speech in the audio. The capacity
 * falls on a machine that is busy with other work.
 */
export class RecognitionCapacity {
  #speed = speedAtStart;
  #speechShare = speechShareAtStart;

  /** Seconds of audio decoded per second of work. */
  get speed(): number {
    return this.#speed;
  }

  /** Share of the received audio that was sent to a thread, 0.05 to 0.8. */
  get speechShare(): number {
    return Math.min(speechShareMost, Math.max(speechShareLeast, this.#speechShare));
  }

  /** Adds the self-measurement of a thread at its start: seconds of noise decoded per second. */
  started(noiseSpeed: number): void {
    this.#speed = Math.min(this.#speed, noiseSpeed * utteranceShare);
  }

  /** Adds a report of a thread. */
  worked({ busyMs, decodedMs }: Pick<RecognitionProgress, 'busyMs' | 'decodedMs'>): void {
    if (busyMs <= 0) return;
    const weight = busyMs / (busyMs + speedWindowMs);
    this.#speed += weight * (decodedMs / busyMs - this.#speed);
  }

  /** Adds audio that a stream received, and the part of it that it sent to a thread. */
  received(receivedMs: number, sentMs: number): void {
    if (receivedMs <= 0) return;
    const weight = receivedMs / (receivedMs + speechWindowMs);
    this.#speechShare += weight * (sentMs / receivedMs - this.#speechShare);
  }

  /** Returns the number of streams that `threads` can serve; at least two per thread, so that one call is always possible. */
  streams(threads: number): number {
    const speakers = Math.min(this.#speed * busyShare, speakersPerThread);
    return threads * Math.max(2, Math.floor(speakers / this.speechShare));
  }
}
