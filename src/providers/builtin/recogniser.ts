import { doubleRate } from '../../audio/resample.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { DecoderPool } from './decoder-pool.ts';
import { blockSamples, type Decoder, type RecognisedSound } from './pocketsphinx.ts';
import type { RecognitionReply, RecognitionRequest } from './recognition-protocol.ts';

const frameSamples = blockSamples / 2;
const samplesPerMs = 8;
/** Audio of one utterance that may wait for a decoder: 10 s. The oldest audio above it is dropped. */
const utteranceWaitingMax = 10_000 * samplesPerMs;
/** Audio of all utterances that may wait: 60 s, about 3 s of decoding. Above it the oldest audio of the longest queue is dropped. */
const threadWaitingMax = 60_000 * samplesPerMs;
/** Minimum interval between progress reports. */
const reportEveryMs = 200;
/** Audio processed per utterance before the next one: 200 ms, about 5 ms of work. */
const framesPerTurn = 10;

const nothingRecognised: RecognisedSound = { words: [], pauseCost: 0 };

interface Utterance {
  readonly id: number;
  readonly grammarId: string;
  decoder: Decoder | undefined;
  readonly waiting: Int16Array[];
  waitingSamples: number;
  lostSamples: number;
  /** The last decoded sample, from which interpolation continues. */
  previous: number;
  text: string;
  finishing: boolean;
}

const hasWork = ({ waitingSamples, finishing }: Utterance): boolean => waitingSamples > 0 || finishing;

/**
 * Decodes the utterances of one thread. Each borrows a decoder from its first audio to its end. While none is free its audio waits; it is then decoded
 * at twenty times real time.
 */
export class Recogniser {
  readonly #pool: DecoderPool;
  readonly #reply: (reply: RecognitionReply) => void;
  readonly #utterances = new Map<number, Utterance>();
  readonly #block = new Int16Array(blockSamples);
  readonly #clock: Clock;
  #scheduled = false;
  #toldWorn = false;
  #waitingSamples = 0;
  #handled = 0;
  #busyMs = 0;
  #decodedSamples = 0;
  #droppedSamples = 0;
  #reportedAtMs = -Infinity;
  #report: Timer | undefined;

  constructor(pool: DecoderPool, reply: (reply: RecognitionReply) => void, clock: Clock) {
    this.#pool = pool;
    this.#reply = reply;
    this.#clock = clock;
  }

  receive(request: RecognitionRequest): void {
    const startedMs = this.#clock.monotonicMs();
    this.#handled += 1;
    this.#process(request);
    this.#busyMs += this.#clock.monotonicMs() - startedMs;
    this.#reportSoon();
  }

  #process(request: RecognitionRequest): void {
    switch (request.type) {
      case 'learn':
        this.#pool.learn(request.grammar);
        return this.#tellWear();
      case 'begin':
        return this.#begin(request.utterance, request.grammarId);
      case 'audio':
        return this.#append(request.utterance, request.samples);
      case 'finish':
        return this.#finishLater(request.utterance);
      case 'drop':
        return this.#drop(request.utterance);
    }
  }

  #begin(id: number, grammarId: string): void {
    this.#utterances.set(id, {
      id,
      grammarId,
      decoder: undefined,
      waiting: [],
      waitingSamples: 0,
      lostSamples: 0,
      previous: 0,
      text: '',
      finishing: false,
    });
  }

  #append(id: number, samples: Int16Array): void {
    const utterance = this.#utterances.get(id);
    if (utterance === undefined) return;
    utterance.waiting.push(samples);
    this.#count(utterance, samples.length);
    while (utterance.waitingSamples > utteranceWaitingMax) this.#dropOldest(utterance);
    while (this.#waitingSamples > threadWaitingMax) this.#dropOldest(this.#longestQueue());
    this.#schedule();
  }

  #count(utterance: Utterance, samples: number): void {
    utterance.waitingSamples += samples;
    this.#waitingSamples += samples;
  }

  #dropOldest(utterance: Utterance): void {
    const { length } = utterance.waiting.shift()!;
    this.#count(utterance, -length);
    utterance.lostSamples += length;
    this.#droppedSamples += length;
  }

  #longestQueue(): Utterance {
    return [...this.#utterances.values()].reduce((longest, one) =>
      one.waitingSamples > longest.waitingSamples ? one : longest,
    );
  }

  #finishLater(id: number): void {
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
      const hasMore = this.#workOneTurn();
      this.#busyMs += this.#clock.monotonicMs() - startedMs;
      this.#reportSoon();
      if (hasMore) this.#schedule();
    });
  }

  #reportSoon(): void {
    const waitMs = this.#reportedAtMs + reportEveryMs - this.#clock.monotonicMs();
    if (waitMs <= 0) this.#reportNow();
    else this.#report ??= this.#clock.after(waitMs, () => this.#reportNow());
  }

  #reportNow(): void {
    this.#report?.cancel();
    this.#report = undefined;
    this.#reportedAtMs = this.#clock.monotonicMs();
    this.#reply({
      type: 'progress',
      handled: this.#handled,
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
   * Processes the next block of each utterance, in the order of their start, and returns whether there is more work. At most one
   * utterance gets a decoder per turn, because creating one takes 50 ms and delays the other utterances and the progress reports.
   */
  #workOneTurn(): boolean {
    let more = false;
    let lent = false;
    for (const utterance of this.#utterances.values()) {
      if (utterance.decoder === undefined) {
        if (!hasWork(utterance)) continue;
        more ||= lent;
        if (lent || !this.#lendDecoder(utterance)) continue;
        lent = true;
      }
      more = this.#decodeAndFinish(utterance) || more;
    }
    return more && this.#utterances.size > 0;
  }

  /** Returns whether this leaves or frees something for the next turn. */
  #decodeAndFinish(utterance: Utterance): boolean {
    this.#decode(utterance);
    if (utterance.waitingSamples > 0) return true;
    if (utterance.finishing) this.#finish(utterance);
    return utterance.finishing;
  }

  /** Returns false if no decoder is free. */
  #lendDecoder(utterance: Utterance): boolean {
    utterance.decoder = this.#pool.lend(utterance.grammarId);
    utterance.decoder?.start(utterance.grammarId);
    this.#tellWear();
    return utterance.decoder !== undefined;
  }

  #decode(utterance: Utterance): void {
    const decoder = utterance.decoder!;
    for (let frames = 0; frames < framesPerTurn && utterance.waiting.length > 0;) {
      const piece = utterance.waiting.shift()!;
      this.#count(utterance, -piece.length);
      const count = Math.min(piece.length / frameSamples, framesPerTurn - frames);
      for (let i = 0; i < count; i++) {
        const frame = piece.subarray(i * frameSamples, (i + 1) * frameSamples);
        doubleRate(frame, this.#block, utterance.previous);
        utterance.previous = frame.at(-1)!;
        decoder.process(this.#block);
      }
      frames += count;
      this.#decodedSamples += count * frameSamples;
      const left = piece.subarray(count * frameSamples);
      if (left.length > 0) {
        utterance.waiting.unshift(left);
        this.#count(utterance, left.length);
      }
    }
    this.#tellText(utterance, decoder.text);
  }

  #tellText(utterance: Utterance, text: string): void {
    if (text === '' || text === utterance.text) return;
    utterance.text = text;
    this.#reply({ type: 'heard', utterance: utterance.id, text });
  }

  #finish(utterance: Utterance): void {
    const decoder = utterance.decoder!;
    this.#utterances.delete(utterance.id);
    decoder.stop();
    const text = decoder.text;
    const { words, pauseCost } = text === '' ? nothingRecognised : decoder.recognised();
    this.#pool.giveBack(decoder);
    const lostMs = utterance.lostSamples / samplesPerMs;
    this.#reply({ type: 'finished', utterance: utterance.id, text, words, pauseCost, lostMs });
  }

  #stop(decoder: Decoder): void {
    decoder.stop();
    this.#pool.giveBack(decoder);
  }

  #tellWear(): void {
    if (this.#toldWorn || !this.#pool.worn) return;
    this.#toldWorn = true;
    this.#reply({ type: 'worn' });
  }
}
