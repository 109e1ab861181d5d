import type { SampleRate } from '../../audio/sample-rate.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { untilAborted } from '../../core/until-aborted.ts';
import {
  characterCount,
  SpeechError,
  type SpeechChunk,
  type SpeechRequest,
  type SpokenWord,
  type TextToSpeech,
  wholeText,
} from '../text-to-speech.ts';

export interface FakeTextToSpeechOptions {
  /** Length of each word's tone. */
  readonly wordMs?: number;
  /** Silence after each word. */
  readonly gapMs?: number;
  readonly chunkMs?: number;
  /** Wait before the first chunk of each request. */
  readonly firstChunkDelayMs?: number;
  /** Wait before each further chunk. */
  readonly chunkDelayMs?: number;
  readonly clock?: Clock;
  /** False for a provider without word timings. */
  readonly wordTimings?: boolean;
  /** True for a provider that speaks streams of text, word by word. */
  readonly streamsText?: boolean;
  /** False for a provider that needs numbers as words. */
  readonly normalizesText?: boolean;
  readonly sampleRate?: SampleRate;
}

const maxTextCharacters = 2000;
const toneHz = 400;

/** Synthesises a tone per word, so that tests can count words and milliseconds. Failures are scripted. */
export class FakeTextToSpeech implements TextToSpeech {
  readonly provider = 'fake';
  readonly capabilities;
  /** All requests, in order. */
  readonly requests: SpeechRequest[] = [];
  /** Requests that were ended by their signal. */
  readonly aborted: SpeechRequest[] = [];
  /** Voices that were prepared, in order. */
  readonly warmed: string[] = [];
  readonly #options: Required<FakeTextToSpeechOptions>;
  readonly #failures: { afterChunks: number; error: SpeechError }[] = [];
  #closed = false;

  constructor(options: FakeTextToSpeechOptions = {}) {
    this.#options = {
      wordMs: 200,
      gapMs: 50,
      chunkMs: 100,
      firstChunkDelayMs: 0,
      chunkDelayMs: 0,
      clock: systemClock,
      wordTimings: true,
      streamsText: false,
      normalizesText: true,
      sampleRate: 8000,
      ...options,
    };
    this.capabilities = {
      speed: true,
      wordTimings: this.#options.wordTimings,
      streamsText: this.#options.streamsText,
      normalizesText: this.#options.normalizesText,
      voices: [
        { voiceId: 'tone', name: 'Tone', language: 'en-US', gender: 'neutral' },
        { voiceId: 'hum', name: 'Hum', language: 'en-US', gender: 'neutral' },
      ],
      network: false,
    } as const;
  }

  /** The texts of all requests, none of which is a stream. */
  get texts(): string[] {
    return this.requests.map((request) => wholeText(request));
  }

  /** Lets the next request fail after the given number of chunks. Several calls script one failure each. */
  failNext(options: { readonly afterChunks?: number; readonly error?: SpeechError } = {}): void {
    this.#failures.push({
      afterChunks: options.afterChunks ?? 0,
      error: options.error ?? new SpeechError('Scripted failure.', { retryable: true }),
    });
  }

  async *synthesize(request: SpeechRequest): AsyncGenerator<SpeechChunk> {
    this.requests.push(request);
    const failure = this.#failures.shift();
    this.#check(request);
    let chunkCount = 0;
    for await (const chunk of this.#chunks(request)) {
      if (chunkCount === failure?.afterChunks) throw failure.error;
      const delayMs = chunkCount === 0 ? this.#options.firstChunkDelayMs : this.#options.chunkDelayMs;
      if (!(await this.#wait(delayMs, request))) return;
      chunkCount += 1;
      yield chunk;
    }
    if (request.signal?.aborted) return;
    if (failure !== undefined) throw failure.error;
    if (chunkCount === 0) throw nothingToSay();
  }

  warm(voiceId: string): void {
    this.warmed.push(voiceId);
  }

  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    return Promise.resolve({ ok: !this.#closed, detail: this.#closed ? 'closed' : 'speaks in tones' });
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.resolve();
  }

  #check(request: SpeechRequest): void {
    if (this.#closed) throw new SpeechError('The voice has been closed.', { retryable: false });
    if (!this.capabilities.voices.some((voice) => voice.voiceId === request.voiceId))
      throw new SpeechError('No voice has this id.', { retryable: false });
    if (typeof request.text !== 'string' && this.#options.streamsText) return;
    const text = wholeText(request);
    if (text.length > maxTextCharacters)
      throw new SpeechError('The text is too long to be spoken at once.', { retryable: false });
    if (!isSpeakable(text)) throw nothingToSay();
  }

  async *#chunks(request: SpeechRequest): AsyncGenerator<SpeechChunk> {
    let startMs = 0;
    for await (const text of this.#texts(request)) {
      const { chunks, endMs } = this.#speak(text, startMs, request.speed ?? 1);
      startMs = endMs;
      yield* chunks;
    }
  }

  /** Yields the whole text, or each part of the stream that ends with a space, and its rest. */
  async *#texts({ text, signal, onUsage }: SpeechRequest): AsyncGenerator<string> {
    if (typeof text === 'string') {
      if (signal?.aborted !== true) this.#reportUsage(text, onUsage);
      yield text;
      return;
    }
    let pending = '';
    for await (const piece of untilAborted(text, signal)) {
      this.#reportUsage(piece, onUsage);
      pending += piece;
      const end = pending.search(/\s\S*$/);
      if (end < 0 || !isSpeakable(pending.slice(0, end))) continue;
      yield pending.slice(0, end);
      pending = pending.slice(end + 1);
    }
    if (signal?.aborted !== true && isSpeakable(pending)) yield pending;
  }

  #reportUsage(text: string, onUsage: SpeechRequest['onUsage']): void {
    onUsage?.({ provider: this.provider, model: 'tones', characters: characterCount(text) });
  }

  /** Resolves with false if the request was aborted during the wait. */
  async #wait(delayMs: number, request: SpeechRequest): Promise<boolean> {
    try {
      request.signal?.throwIfAborted();
      if (delayMs > 0) await this.#options.clock.sleep(delayMs, request.signal);
      return true;
    } catch {
      this.aborted.push(request);
      return false;
    }
  }

  /** Returns the audio of the text, which starts at `startMs` of the request. */
  #speak(text: string, startMs: number, speed: number): { chunks: SpeechChunk[]; endMs: number } {
    const { chunkMs, wordTimings, sampleRate } = this.#options;
    const samplesPerMs = sampleRate / 1000;
    const words = this.#wordsOf(text, speed);
    const totalMs = words.at(-1)!.endMs + this.#options.gapMs / speed;
    const sound = soundOf(words, totalMs, sampleRate);
    const chunks: SpeechChunk[] = [];
    for (let atMs = 0; atMs < totalMs; atMs += chunkMs) {
      const samples = sound.subarray(atMs * samplesPerMs, (atMs + chunkMs) * samplesPerMs);
      const inside = words.filter((word) => word.startMs >= atMs && word.startMs < atMs + chunkMs);
      const shifted = inside.map((word) => ({
        text: word.text,
        startMs: startMs + word.startMs,
        endMs: startMs + word.endMs,
      }));
      chunks.push({ samples, sampleRate, ...(wordTimings && { words: shifted }) });
    }
    return { chunks, endMs: startMs + totalMs };
  }

  #wordsOf(text: string, speed: number): SpokenWord[] {
    const wordMs = this.#options.wordMs / speed;
    const stepMs = wordMs + this.#options.gapMs / speed;
    return text
      .trim()
      .split(/\s+/)
      .map((word, index) => ({ text: word, startMs: index * stepMs, endMs: index * stepMs + wordMs }));
  }
}

const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const nothingToSay = (): SpeechError =>
  new SpeechError('There is nothing to say in the text.', { retryable: false });

function soundOf(words: readonly SpokenWord[], totalMs: number, sampleRate: SampleRate): Int16Array {
  const samplesPerMs = sampleRate / 1000;
  const samples = new Int16Array(Math.round(totalMs * samplesPerMs));
  for (const word of words) {
    const end = Math.round(word.endMs * samplesPerMs);
    for (let i = Math.round(word.startMs * samplesPerMs); i < end; i++)
      samples[i] = Math.round(6000 * Math.sin((2 * Math.PI * toneHz * i) / sampleRate));
  }
  return samples;
}
