import { mainFailureOf, ProviderError } from '../contracts/provider-error.ts';
import { maxTextCharacters } from '../contracts/speech-rejection.ts';
import {
  type SpeechChunk,
  SpeechError,
  type SpokenWord,
  type TextToSpeech,
} from '../contracts/text-to-speech.ts';
import type { Clock } from '../core/clock.ts';
import { plainSpeech, speakableText } from './speakable-text/speakable-text.ts';
import { WrittenWords } from './written-words.ts';

/** A voice with the settings of an agent. */
export interface AgentVoice {
  readonly engine: TextToSpeech;
  readonly voiceId: string;
  /** BCP 47; the language of the texts. */
  readonly language: string;
  /** 0.5 to 2. */
  readonly speed: number;
  /** 0 to 2. */
  readonly volume: number;
}

export interface SynthesisOptions {
  /** Tried in order; the next one is used only if the previous one failed. */
  readonly voices: readonly AgentVoice[];
  readonly clock: Clock;
  /** The longest wait for the next chunk of a clause. */
  readonly chunkTimeoutMs: number;
  /** The longest wait for the next chunk of a vendor's voice if another voice can follow. */
  readonly fallbackAfterMs: number;
  /** The longest wait for the next chunk of the last voice, if it is a vendor's. */
  readonly lastVoiceTimeoutMs: number;
  /** Called when a voice sends its first chunk. `error`: the failure of the voice before it. Must not throw. */
  readonly onVoiceUsed?: ((voice: AgentVoice, error?: SpeechError) => void) | undefined;
}

/** Yielded if the audio of the clause so far is not its text. The audio that was not played is discarded, and the clause begins again. */
export const discardedAudio = 'discarded-audio';

/**
 * Synthesises one clause. If a voice fails, the words that it has not spoken are synthesised again: once with the same voice if the error is
 * retryable, then with the next voice. A voice that does not respond is not used again. Throws `SpeechError` if all voices failed; returns
 * without an error if `signal` is aborted.
 */
export async function* synthesizeClause(
  text: string,
  options: SynthesisOptions,
  signal: AbortSignal,
): AsyncIterable<SpeechChunk | typeof discardedAudio> {
  let failure: VoiceError | undefined;
  let progress = new SpeechProgress(text);
  for (const voice of options.voices.flatMap((voice) => [voice, voice])) {
    if (signal.aborted) return;
    if (!shouldTry(failure, voice)) continue;
    const attempt = progress.startAttempt();
    if (attempt === '') return;
    try {
      const chunks = synthesizeWith(attempt, voice, options, signal);
      const error = failure;
      for await (const chunk of onFirst(chunks, () => options.onVoiceUsed?.(voice, error)))
        yield progress.add(chunk);
      return;
    } catch (error) {
      if (signal.aborted) return;
      failure = new VoiceError(voice, error, failure);
      if (!failure.discardsAudio) continue;
      progress = new SpeechProgress(text);
      yield discardedAudio;
    }
  }
  throw failure ?? new SpeechError('The agent has no voice configured.', { retryable: false });
}

/** Yields the chunks and calls `report` before the first one. */
async function* onFirst(chunks: AsyncIterable<SpeechChunk>, report: () => void): AsyncIterable<SpeechChunk> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) report();
    isFirst = false;
    yield chunk;
  }
}

class VoiceError extends SpeechError {
  readonly voice: AgentVoice;

  constructor(voice: AgentVoice, error: unknown, earlier: SpeechError | undefined) {
    const retryable = error instanceof SpeechError ? error.retryable : true;
    const discardsAudio = error instanceof SpeechError && error.discardsAudio;
    const cause = mainFailureOf(earlier?.cause, error);
    super('Speech synthesis failed.', { retryable: retryable && !discardsAudio, discardsAudio, cause });
    this.voice = voice;
  }
}

/** Returns whether to try the voice after a failure. The voice that failed is tried again only if its error is retryable. */
function shouldTry(failure: VoiceError | undefined, voice: AgentVoice): boolean {
  return failure?.voice !== voice || failure.retryable;
}

async function* synthesizeWith(
  text: string,
  voice: AgentVoice,
  options: SynthesisOptions,
  signal: AbortSignal,
): AsyncIterable<SpeechChunk> {
  const attempt = new AbortController();
  const { engine, voiceId, language, speed } = voice;
  const spoken = engine.capabilities.normalizesText ? plainSpeech(text) : speakableText(text, language);
  const writtenWords = new WrittenWords(spoken.groups);
  const request = {
    text: spoken.text.slice(0, maxTextCharacters),
    voiceId,
    language,
    speed,
    signal: AbortSignal.any([signal, attempt.signal]),
  };
  const timeoutMs = timeoutOf(voice, options);
  const chunks = engine.synthesize(request)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await withTimeout(chunks.next(), timeoutMs, options.clock, engine.provider);
      if (next.done === true) return;
      const { samples, words, ...chunk } = next.value;
      yield {
        ...chunk,
        samples: withVolume(samples, voice.volume),
        ...(words !== undefined && { words: writtenWords.push(words) }),
      };
    }
  } finally {
    attempt.abort();
  }
}

function timeoutOf(voice: AgentVoice, options: SynthesisOptions): number {
  if (!voice.engine.capabilities.network) return options.chunkTimeoutMs;
  return voice === options.voices.at(-1) ? options.lastVoiceTimeoutMs : options.fallbackAfterMs;
}

/** Rejects with a `SpeechError` that is not retryable if the promise takes longer than `timeoutMs`. */
async function withTimeout<T>(
  promise: Promise<T>,
  timeoutMs: number,
  clock: Clock,
  provider: string,
): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = clock.after(timeoutMs, () =>
    reject(
      new SpeechError('Speech synthesis timed out.', {
        retryable: false,
        cause: new ProviderError(`${provider} sent no audio in time.`),
      }),
    ),
  );
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer.cancel();
  }
}

/** Returns the samples with the volume applied. Does not modify `samples`, which a cache may share. */
export function withVolume(samples: Int16Array, volume: number): Int16Array {
  if (volume === 1) return samples;
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * volume))));
}

const chunkTimeoutMs = 5_000;
const fallbackAfterMs = 1_200;
/** The longest wait for audio of the last voice, if it is a vendor's and the apology can be heard instead. */
const apologyAfterMs = 1_800;

/** Returns how long synthesis waits for a voice. `hasApology`: whether the caller hears an apology if every voice fails. */
export const voiceTimeouts = (
  hasApology: boolean,
): Pick<SynthesisOptions, 'chunkTimeoutMs' | 'fallbackAfterMs' | 'lastVoiceTimeoutMs'> => ({
  chunkTimeoutMs,
  fallbackAfterMs,
  lastVoiceTimeoutMs: hasApology ? apologyAfterMs : chunkTimeoutMs,
});

/** How much of a clause several attempts at its synthesis have spoken. */
export class SpeechProgress {
  /** The text that the current attempt speaks. */
  #text: string;
  /** Duration of the audio of all attempts. */
  #audioMs = 0;
  /** Duration of the audio of the attempts before the current one. */
  #offsetMs = 0;
  /** The words of the current attempt, from its start. */
  #words: SpokenWord[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds a chunk of the current attempt. Returns it with its times from the start of the clause. */
  add(chunk: SpeechChunk): SpeechChunk {
    this.#audioMs += (chunk.samples.length * 1000) / chunk.sampleRate;
    if (chunk.words === undefined) return chunk;
    this.#words.push(...chunk.words);
    const offsetMs = this.#offsetMs;
    const words = chunk.words.map(({ text, startMs, endMs }) => ({
      text,
      startMs: startMs + offsetMs,
      endMs: endMs + offsetMs,
    }));
    return { ...chunk, words };
  }

  /**
   * Returns the text that is not spoken yet, which the next attempt speaks. It begins with the first word that has no complete audio. If the voice
   * reported no words, or words that differ from the text, the next attempt repeats the whole text of the previous one: a word that is heard twice is
   * better than a lost word.
   */
  startAttempt(): string {
    const attemptMs = this.#audioMs - this.#offsetMs;
    const spoken = this.#words.filter(({ endMs }) => endMs <= attemptMs).map(({ text }) => text);
    const words = this.#text.split(/\s+/).filter((word) => word !== '');
    const isPrefix = spoken.every((word, index) => word === words[index]);
    if (isPrefix && spoken.length > 0) this.#text = words.slice(spoken.length).join(' ');
    this.#offsetMs = this.#audioMs;
    this.#words = [];
    return this.#text;
  }
}
