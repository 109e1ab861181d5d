import { systemClock, type Clock } from '../../core/clock.ts';
import {
  SpeechError,
  type SpeechChunk,
  type SpeechRequest,
  type SpokenWord,
  type TextToSpeech,
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
}

const samplesPerMs = 8;
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
      ...options,
    };
    this.capabilities = {
      speed: true,
      wordTimings: this.#options.wordTimings,
      voices: [
        { voiceId: 'tone', name: 'Tone', language: 'en-US', gender: 'neutral' },
        { voiceId: 'hum', name: 'Hum', language: 'en-US', gender: 'neutral' },
      ],
      network: false,
    } as const;
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
    const chunks = this.#chunksOf(request);
    for (const [index, chunk] of chunks.entries()) {
      if (index === failure?.afterChunks) throw failure.error;
      const delayMs = index === 0 ? this.#options.firstChunkDelayMs : this.#options.chunkDelayMs;
      if (!(await this.#wait(delayMs, request))) return;
      yield chunk;
    }
    if (failure !== undefined) throw failure.error;
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
    if (request.text.length > maxTextCharacters)
      throw new SpeechError('The text is too long to be spoken at once.', { retryable: false });
    if (!/[\p{L}\p{N}]/u.test(request.text))
      throw new SpeechError('There is nothing to say in the text.', { retryable: false });
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

  #chunksOf(request: SpeechRequest): SpeechChunk[] {
    const { chunkMs, wordTimings } = this.#options;
    const words = this.#wordsOf(request);
    const totalMs = words.at(-1)!.endMs + this.#options.gapMs / (request.speed ?? 1);
    const samples = soundOf(words, totalMs);
    const chunks: SpeechChunk[] = [];
    for (let startMs = 0; startMs < totalMs; startMs += chunkMs) {
      const inside = words.filter((word) => word.startMs >= startMs && word.startMs < startMs + chunkMs);
      const part = samples.subarray(startMs * samplesPerMs, (startMs + chunkMs) * samplesPerMs);
      chunks.push(wordTimings ? { samples: part, words: inside } : { samples: part });
    }
    return chunks;
  }

  #wordsOf(request: SpeechRequest): SpokenWord[] {
    const wordMs = this.#options.wordMs / (request.speed ?? 1);
    const stepMs = wordMs + this.#options.gapMs / (request.speed ?? 1);
    return request.text
      .trim()
      .split(/\s+/)
      .map((text, index) => ({ text, startMs: index * stepMs, endMs: index * stepMs + wordMs }));
  }
}

function soundOf(words: readonly SpokenWord[], totalMs: number): Int16Array {
  const samples = new Int16Array(Math.round(totalMs * samplesPerMs));
  for (const word of words) {
    const end = Math.round(word.endMs * samplesPerMs);
    for (let i = Math.round(word.startMs * samplesPerMs); i < end; i++)
      samples[i] = Math.round(6000 * Math.sin((2 * Math.PI * toneHz * i) / 8000));
  }
  return samples;
}
