import { doubleRate } from '../../audio/resample.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { DecoderPool } from './decoder-pool.ts';
import { blockSamples, type Decoder, type DecodedSpeech } from './pocketsphinx.ts';
import type { RecognitionReply, RecognitionRequest } from './recognition-protocol.ts';

const frameSamples = blockSamples / 2;
const samplesPerMs = 8;
/** The most audio of one utterance that waits for a decoder: 10 s. Above it the oldest audio is dropped. */
const maxUtteranceWaiting = 10_000 * samplesPerMs;
/** The most audio of all utterances that waits: 60 s, about 3 s of decoding. Above it the oldest audio of the longest queue is dropped. */
const maxThreadWaiting = 60_000 * samplesPerMs;
/** Minimum interval between progress reports. */
const reportEveryMs = 200;
/** Audio of an utterance that is processed before it is the turn of the next utterance: 200 ms, about 5 ms of work. */
const framesPerTurn = 10;

const nothingRecognised: DecodedSpeech = { words: [], pauseCost: 0 };

interface Utterance {
  readonly id: number;
  readonly grammarId: string;
  decoder: Decoder | undefined;
  readonly waiting: Int16Array[];
  waitingSamples: number;
  lostSamples: number;
  /** The last decoded sample, from which the interpolation continues. */
  lastSample: number;
  text: string;
  finishing: boolean;
}

const hasWork = ({ waitingSamples, finishing }: Utterance): boolean => waitingSamples > 0 || finishing;

/**
 * Decodes the utterances of one thread. Each utterance uses a decoder from its first audio to its end. While no decoder is free, its audio waits;
 * then the audio is decoded at twenty times real time.
 */
export class Recogniser {
  readonly #pool: DecoderPool;
  readonly #send: (reply: RecognitionReply) => void;
  readonly #utterances = new Map<number, Utterance>();
  readonly #block = new Int16Array(blockSamples);
  readonly #clock: Clock;
  #scheduled = false;
  #hasRequestedReplacement = false;
  #waitingSamples = 0;
  #processedRequests = 0;
  #busyMs = 0;
  #decodedSamples = 0;
  #droppedSamples = 0;
  #reportedAtMs = -Infinity;
  #reportTimer: Timer | undefined;

  constructor(pool: DecoderPool, send: (reply: RecognitionReply) => void, clock: Clock) {
    this.#pool = pool;
    this.#send = send;
    this.#clock = clock;
  }

  receive(request: RecognitionRequest): void {
    const startedMs = this.#clock.monotonicMs();
    this.#processedRequests += 1;
    this.#process(request);
    this.#busyMs += this.#clock.monotonicMs() - startedMs;
    this.#scheduleReport();
  }

  #process(request: RecognitionRequest): void {
    switch (request.type) {
      case 'add-grammar':
        this.#pool.prepare(request.grammar);
        return this.#requestReplacement();
      case 'start':
        return this.#start(request.utterance, request.grammarId);
      case 'audio':
        return this.#append(request.utterance, request.samples);
      case 'finish':
        return this.#requestFinish(request.utterance);
      case 'drop':
        return this.#drop(request.utterance);
    }
  }

  #start(id: number, grammarId: string): void {
    this.#utterances.set(id, {
      id,
      grammarId,
      decoder: undefined,
      waiting: [],
      waitingSamples: 0,
      lostSamples: 0,
      lastSample: 0,
      text: '',
      finishing: false,
    });
  }

  #append(id: number, samples: Int16Array): void {
    const utterance = this.#utterances.get(id);
    if (utterance === undefined) return;
    utterance.waiting.push(samples);
    this.#addWaiting(utterance, samples.length);
    while (utterance.waitingSamples > maxUtteranceWaiting) this.#dropOldest(utterance);
    while (this.#waitingSamples > maxThreadWaiting) this.#dropOldest(this.#longestQueue());
    this.#schedule();
  }

  #addWaiting(utterance: Utterance, samples: number): void {
    utterance.waitingSamples += samples;
    this.#waitingSamples += samples;
  }

  #dropOldest(utterance: Utterance): void {
    const { length } = utterance.waiting.shift()!;
    this.#addWaiting(utterance, -length);
    utterance.lostSamples += length;
    this.#droppedSamples += length;
  }

  #longestQueue(): Utterance {
    return [...this.#utterances.values()].reduce((longest, utterance) =>
      utterance.waitingSamples > longest.waitingSamples ? utterance : longest,
    );
  }

  #requestFinish(id: number): void {
    const utterance = this.#utterances.get(id);
    if (utterance === undefined) return;
    utterance.finishing = true;
    this.#schedule();
  }

  #drop(id: number): void {
    const utterance = this.#utterances.get(id);
    if (utterance === undefined) return;
    this.#utterances.delete(id);
    this.#waitingSamples -= utterance.waitingSamples;
    if (utterance.decoder !== undefined) this.#stop(utterance.decoder);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const startedMs = this.#clock.monotonicMs();
      const hasMore = this.#runTurn();
      this.#busyMs += this.#clock.monotonicMs() - startedMs;
      this.#scheduleReport();
      if (hasMore) this.#schedule();
    });
  }

  #scheduleReport(): void {
    const waitMs = this.#reportedAtMs + reportEveryMs - this.#clock.monotonicMs();
    if (waitMs <= 0) this.#reportNow();
    else this.#reportTimer ??= this.#clock.after(waitMs, () => this.#reportNow());
  }

  #reportNow(): void {
    this.#reportTimer?.cancel();
    this.#reportTimer = undefined;
    this.#reportedAtMs = this.#clock.monotonicMs();
    this.#send({
      type: 'progress',
      processedRequests: this.#processedRequests,
      busyMs: this.#busyMs,
      decodedMs: this.#decodedSamples / samplesPerMs,
      droppedMs: this.#droppedSamples / samplesPerMs,
      waitingMs: this.#waitingSamples / samplesPerMs,
    });
    this.#busyMs = 0;
    this.#decodedSamples = 0;
    this.#droppedSamples = 0;
  }

  /**
   * Processes the next audio of each utterance, in the order of their start, and returns whether there is more work. At most one
   * utterance gets a decoder per turn, because creating a decoder takes 50 ms and delays the other utterances and the progress reports.
   */
  #runTurn(): boolean {
    let hasMore = false;
    let hasBorrowed = false;
    for (const utterance of this.#utterances.values()) {
      if (utterance.decoder === undefined) {
        if (!hasWork(utterance)) continue;
        hasMore ||= hasBorrowed;
        if (hasBorrowed || !this.#borrowDecoder(utterance)) continue;
        hasBorrowed = true;
      }
      hasMore = this.#decodeAndFinish(utterance) || hasMore;
    }
    return hasMore && this.#utterances.size > 0;
  }

  /** Returns whether another turn is needed: audio remains, or a decoder was released. */
  #decodeAndFinish(utterance: Utterance): boolean {
    this.#decode(utterance);
    if (utterance.waitingSamples > 0) return true;
    if (utterance.finishing) this.#finish(utterance);
    return utterance.finishing;
  }

  /** Returns false if no decoder is free. */
  #borrowDecoder(utterance: Utterance): boolean {
    utterance.decoder = this.#pool.borrow(utterance.grammarId);
    utterance.decoder?.start(utterance.grammarId);
    this.#requestReplacement();
    return utterance.decoder !== undefined;
  }

  #decode(utterance: Utterance): void {
    const decoder = utterance.decoder!;
    for (let frames = 0; frames < framesPerTurn && utterance.waiting.length > 0;) {
      const samples = utterance.waiting.shift()!;
      this.#addWaiting(utterance, -samples.length);
      const count = Math.min(samples.length / frameSamples, framesPerTurn - frames);
      for (let i = 0; i < count; i++) {
        const frame = samples.subarray(i * frameSamples, (i + 1) * frameSamples);
        doubleRate(frame, this.#block, utterance.lastSample);
        utterance.lastSample = frame.at(-1)!;
        decoder.process(this.#block);
      }
      frames += count;
      this.#decodedSamples += count * frameSamples;
      const remaining = samples.subarray(count * frameSamples);
      if (remaining.length > 0) {
        utterance.waiting.unshift(remaining);
        this.#addWaiting(utterance, remaining.length);
      }
    }
    this.#reportPartial(utterance, decoder.text);
  }

  #reportPartial(utterance: Utterance, text: string): void {
    if (text === '' || text === utterance.text) return;
    utterance.text = text;
    this.#send({ type: 'partial', utterance: utterance.id, text });
  }

  #finish(utterance: Utterance): void {
    const decoder = utterance.decoder!;
    this.#utterances.delete(utterance.id);
    decoder.stop();
    const text = decoder.text;
    const { words, pauseCost } = text === '' ? nothingRecognised : decoder.getResult();
    this.#pool.release(decoder);
    const lostMs = utterance.lostSamples / samplesPerMs;
    this.#send({ type: 'finished', utterance: utterance.id, text, words, pauseCost, lostMs });
  }

  #stop(decoder: Decoder): void {
    decoder.stop();
    this.#pool.release(decoder);
  }

  #requestReplacement(): void {
    if (this.#hasRequestedReplacement || !this.#pool.needsReplacement) return;
    this.#hasRequestedReplacement = true;
    this.#send({ type: 'needs-replacement' });
  }
}
