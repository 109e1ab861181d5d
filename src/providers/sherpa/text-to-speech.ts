import { checkTextLength, nothingToSay, speechRejection } from '../../contracts/speech-rejection.ts';
import {
  characterCount,
  SpeechError,
  wholeText,
  type SpeechChunk,
  type SpeechRequest,
  type TextToSpeech,
  type TextToSpeechCapabilities,
} from '../../contracts/text-to-speech.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import { EngineProcess, type EngineEvent, type SherpaDependencies } from './engine-process.ts';
import type { SpeechJob } from './messages.ts';
import type { VoiceModel } from './model-files.ts';
import { sentencesOf } from './sentences.ts';

export interface SherpaVoice {
  /** Name of the model, for reports. */
  readonly name: string;
  readonly model: VoiceModel;
  /** The module with the API of `sherpa-onnx-node`. */
  readonly module: string;
}

const sampleRate = 8000;
const speedRange = { min: 0.5, max: 2 };
/** Longest wait for the audio of a sentence, including the sentences of other calls before it. */
const sentenceTimeoutMs = 10_000;
const maxWaitingJobs = 200;
const pause = new Int16Array(200 * 8);
const speakerPattern = /^\d{1,4}$/;
const capabilities: TextToSpeechCapabilities = {
  speed: true,
  speedRange,
  wordTimings: false,
  // Models with a lexicon skip digits.
  normalizesText: false,
  streamsText: false,
  voices: [],
  network: false,
};

/** Loads a voice's model in a process. @throws {EngineError} if the model cannot be loaded */
export async function createSherpaTextToSpeech(
  { name, model, module }: SherpaVoice,
  dependencies: SherpaDependencies,
): Promise<TextToSpeech> {
  const engine = await EngineProcess.open({ mode: 'voice', model, module }, dependencies);
  return new SherpaTextToSpeech(name, engine, dependencies.clock);
}

interface WaitingJob {
  readonly job: SpeechJob;
  readonly resolve: (samples: Int16Array) => void;
  readonly reject: (error: SpeechError) => void;
  readonly timer: Timer;
}

/** The voices of one model. A voice is the number of a speaker. */
class SherpaTextToSpeech implements TextToSpeech {
  readonly provider = 'sherpa';
  readonly capabilities = capabilities;
  readonly #name: string;
  readonly #engine: EngineProcess;
  readonly #clock: Clock;
  readonly #jobs = new Map<number, WaitingJob>();
  #nextId = 1;
  /** The job that the process works on. Further ones wait here, so that aborted ones take no time of the process. */
  #activeId: number | undefined;
  #isClosed = false;

  constructor(name: string, engine: EngineProcess, clock: Clock) {
    this.#name = name;
    this.#engine = engine;
    this.#clock = clock;
    engine.on((event) => this.#onEvent(event));
  }

  async *synthesize(request: SpeechRequest): AsyncGenerator<SpeechChunk> {
    const { sentences, job } = this.#validate(request);
    let hasAudio = false;
    for (const text of sentences) {
      const samples = await this.#speakSentence({ ...job, text }, request);
      if (samples === undefined) return;
      if (samples.length === 0) continue;
      if (hasAudio) yield { samples: pause, sampleRate };
      hasAudio = true;
      yield { samples, sampleRate };
    }
    if (!hasAudio) throw speechRejection('The voice has no sound for the text.');
  }

  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    if (this.#isClosed) return Promise.resolve({ ok: false, detail: 'The sherpa voice has been closed.' });
    const { processId } = this.#engine;
    const state = processId === undefined ? 'is restarting' : `runs in process ${processId}`;
    const detail = `sherpa ${this.#name} ${state}, ${this.#jobs.size} texts waiting`;
    return Promise.resolve({ ok: processId !== undefined, detail });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#engine.close();
    this.#failAll(speechRejection('The sherpa voice has been closed.'));
    return Promise.resolve();
  }

  /** Resolves with undefined if the request is aborted. */
  async #speakSentence(
    job: Omit<SpeechJob, 'type' | 'id'>,
    { signal, onUsage }: SpeechRequest,
  ): Promise<Int16Array | undefined> {
    if (signal?.aborted === true) return undefined;
    onUsage?.({ provider: this.provider, model: this.#name, characters: characterCount(job.text) });
    if (!this.#engine.isUsable) throw unavailable();
    if (this.#jobs.size >= maxWaitingJobs) throw overloaded();
    const id = this.#nextId++;
    const spoken = new Promise<Int16Array>((resolve, reject) => {
      const timer = this.#clock.after(sentenceTimeoutMs, () => this.#settle(id)?.reject(overloaded()));
      this.#jobs.set(id, { job: { type: 'speak', id, ...job }, resolve, reject, timer });
    });
    let stop = () => {};
    const aborted = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
    signal?.addEventListener('abort', stop, { once: true });
    this.#sendNext();
    try {
      return await Promise.race([spoken, aborted]);
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#settle(id);
    }
  }

  #sendNext(): void {
    const [next] = this.#jobs.values();
    if (this.#activeId !== undefined || next === undefined) return;
    this.#activeId = next.job.id;
    this.#engine.send(next.job);
  }

  #onEvent(event: EngineEvent): void {
    if (event.type === 'spoken') this.#settle(event.id)?.resolve(event.samples);
    else if (event.type === 'rejected') this.#settle(event.id)?.reject(failed());
    else if (event.type === 'down') this.#failAll(unavailable(event.error));
    else return;
    this.#activeId = undefined;
    this.#sendNext();
  }

  #settle(id: number): WaitingJob | undefined {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    job?.timer.cancel();
    return job;
  }

  #failAll(error: SpeechError): void {
    for (const id of this.#jobs.keys()) this.#settle(id)?.reject(error);
  }

  #validate(request: SpeechRequest): {
    readonly sentences: readonly string[];
    readonly job: Omit<SpeechJob, 'type' | 'id' | 'text'>;
  } {
    const { voiceId, language = 'en', speed = 1 } = request;
    const text = wholeText(request);
    if (this.#isClosed) throw speechRejection('The sherpa voice has been closed.');
    const speaker = speakerPattern.test(voiceId) ? Number(voiceId) : Infinity;
    const { speakers } = this.#engine;
    if (speaker >= speakers)
      throw speechRejection(
        `The voice ${this.#name} has the speakers 0 to ${speakers - 1}; "${voiceId}" is none.`,
      );
    checkTextLength(text);
    const sentences = sentencesOf(text, language);
    if (sentences.length === 0) throw nothingToSay();
    const limited = Math.min(speedRange.max, Math.max(speedRange.min, speed));
    return { sentences, job: { speaker, speed: limited } };
  }
}

const failed = (): SpeechError => speechRejection('The voice failed to speak the text.');

const overloaded = (): SpeechError => new SpeechError('The sherpa voice is overloaded.', { retryable: true });

const unavailable = (cause?: Error): SpeechError =>
  new SpeechError('The sherpa voice is restarting.', { retryable: true, cause });
