import { availableParallelism } from 'node:os';
import { systemClock, type Clock } from '../../core/clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import { checkTextLength, speechRejection } from '../../contracts/speech-rejection.ts';
import {
  characterCount,
  SpeechError,
  wholeText,
  type SpeechChunk,
  type SpeechRequest,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '../../contracts/text-to-speech.ts';
import { loadFlite } from './flite.ts';
import { PromptCache } from './prompt-cache.ts';
import { speakableParts, type SpeakablePart } from './speakable-text.ts';
import type { SpeechJob } from './text-to-speech-thread.ts';
import { ThreadPool, ThreadPoolError } from './thread-pool.ts';
import { builtinVoices, isBuiltinVoiceId, type BuiltinVoiceId } from './voices.ts';

export interface BuiltinTextToSpeechOptions {
  /** Number of threads. Defaults to the number of cores minus one, at least one. */
  readonly workers?: number;
  /** Size of the prompt cache, at 16 kB per second. Defaults to 32 MB (half an hour). */
  readonly maxCacheBytes?: number;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Counts internal errors. Defaults to a separate log. */
  readonly internalErrors?: InternalErrors | undefined;
}

const minSpeed = 0.5;
const maxSpeed = 2;
const defaultCacheBytes = 32 * 1024 * 1024;
/** Time limit per part; a part takes about 0.2 s. */
const partTimeoutMs = 10_000;
const maxWaiting = 2000;

const sampleRate = 8000;
/** Silence after a part, in samples at 8 kHz. */
const pauses = { clause: new Int16Array(120 * 8), sentence: new Int16Array(260 * 8) };

/** Starts CMU Flite in worker threads. Resolves when the first thread is ready; rejects if no thread can start. */
export async function createBuiltinTextToSpeech(options: BuiltinTextToSpeechOptions): Promise<TextToSpeech> {
  const voice = new BuiltinTextToSpeech(await loadFlite(), options);
  try {
    await voice.warmUp();
  } catch (error) {
    await voice.close();
    throw error;
  }
  return voice;
}

class BuiltinTextToSpeech implements TextToSpeech {
  readonly provider = 'builtin';
  readonly capabilities: TextToSpeechCapabilities = {
    speed: true,
    wordTimings: false,
    normalizesText: false,
    streamsText: false,
    voices: builtinVoices,
    network: false,
  };
  readonly #pool: ThreadPool<SpeechJob, Int16Array>;
  readonly #cache: PromptCache;
  #closed = false;

  constructor(flite: WebAssembly.Module, options: BuiltinTextToSpeechOptions) {
    this.#cache = new PromptCache(options.maxCacheBytes ?? defaultCacheBytes);
    this.#pool = new ThreadPool({
      file: new URL('./text-to-speech-thread.ts', import.meta.url),
      workerData: flite,
      threads: options.workers ?? Math.max(1, availableParallelism() - 1),
      name: 'builtin text-to-speech',
      logger: options.logger,
      internalErrors: options.internalErrors,
      clock: options.clock ?? systemClock,
      timeoutMs: partTimeoutMs,
      maxWaiting,
    });
  }

  async warmUp(): Promise<void> {
    await this.#pool.run({ text: 'Ready.', voiceId: builtinVoices[0].voiceId, speed: 1 });
  }

  async *synthesize(request: SpeechRequest): AsyncGenerator<SpeechChunk> {
    const { parts, job } = this.#validate(request);
    const stopped = new AbortController();
    const signal =
      request.signal === undefined ? stopped.signal : AbortSignal.any([request.signal, stopped.signal]);
    try {
      const onSynthesis = (text: string) =>
        request.onUsage?.({ provider: this.provider, model: 'flite', characters: characterCount(text) });
      yield* this.#speakParts(parts, { ...job, onSynthesis }, signal);
    } catch (error) {
      if (!signal.aborted) throw speechError(error);
    } finally {
      stopped.abort();
    }
  }

  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    if (this.#closed) return Promise.resolve({ ok: false, detail: 'The built-in voice has been closed.' });
    const { threadCount, waitingCount, deaths } = this.#pool;
    const detail =
      `Flite in ${threadCount} threads (${deaths} replaced), ${waitingCount} texts waiting, ` +
      `${this.#cache.count} prompts cached in ${Math.round(this.#cache.bytes / 1024)} kB`;
    return Promise.resolve({ ok: threadCount > 0, detail });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool.close();
  }

  /** Synthesises the parts concurrently and yields them in order. First parts have priority over later parts of other texts. */
  async *#speakParts(
    parts: readonly SpeakablePart[],
    { onSynthesis, ...job }: Omit<SpeechJob, 'text'> & { readonly onSynthesis: (text: string) => void },
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk> {
    if (signal.aborted) return;
    const syntheses = parts.map(({ text }, index) =>
      this.#speakPart({ ...job, text }, index, onSynthesis, signal),
    );
    // Prevents unhandled rejections of later parts, which are awaited one after the other.
    for (const synthesis of syntheses) synthesis.catch(() => {});
    let hasAudio = false;
    for (const [index, synthesis] of syntheses.entries()) {
      const samples = await synthesis;
      if (signal.aborted) return;
      if (samples.length === 0) continue;
      if (hasAudio) yield { samples: pauses[parts[index - 1]!.end], sampleRate };
      hasAudio = true;
      yield { samples, sampleRate };
      if (signal.aborted) return;
    }
    if (!hasAudio) throw nothingToSay();
  }

  #speakPart(
    job: SpeechJob,
    priority: number,
    onSynthesis: (text: string) => void,
    signal: AbortSignal,
  ): Promise<Int16Array> {
    const key = `${job.voiceId} ${job.speed} ${job.text}`;
    return this.#cache.get(
      key,
      (synthesisSignal) => {
        onSynthesis(job.text);
        return this.#pool.run(job, { priority, signal: synthesisSignal });
      },
      signal,
    );
  }

  #validate(request: SpeechRequest): {
    parts: readonly SpeakablePart[];
    job: { voiceId: BuiltinVoiceId; speed: number };
  } {
    const { voiceId, speed = 1 } = request;
    const text = wholeText(request);
    if (this.#closed) throw speechRejection('The built-in voice has been closed.');
    if (!isBuiltinVoiceId(voiceId)) throw speechRejection(`The built-in voice has no voice "${voiceId}".`);
    checkTextLength(text);
    if (!(speed >= minSpeed && speed <= maxSpeed))
      throw speechRejection(`The speed is ${minSpeed} to ${maxSpeed}.`);
    const parts = speakableParts(text);
    if (parts.length === 0) throw nothingToSay();
    return { parts, job: { voiceId, speed } };
  }
}

const nothingToSay = (): SpeechError =>
  speechRejection('The text contains nothing that the built-in voice can speak in English.');

function speechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error;
  const retryable = error instanceof ThreadPoolError && error.retryable;
  return new SpeechError('The built-in voice failed.', { retryable, cause: error });
}
