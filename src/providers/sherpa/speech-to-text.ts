import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import { EngineProcess, type EngineEvent, type SherpaDependencies } from './engine-process.ts';
import type { RecognitionModel } from './model-files.ts';
import { SherpaStream } from './speech-to-text-stream.ts';

export interface SherpaRecogniser {
  /** Name of the model, for agents and reports. */
  readonly name: string;
  readonly model: RecognitionModel;
  /** BCP 47. */
  readonly languages: readonly string[];
  /** The module with the API of `sherpa-onnx-node`. */
  readonly module: string;
}

/** Loads a recogniser's model in a process. @throws {EngineError} if the model cannot be loaded */
export async function createSherpaSpeechToText(
  recogniser: SherpaRecogniser,
  dependencies: SherpaDependencies,
): Promise<SpeechToText> {
  const { model, module } = recogniser;
  const engine = await EngineProcess.open({ mode: 'recogniser', model, module }, dependencies);
  return new SherpaSpeechToText(recogniser, engine, dependencies);
}

/** A recogniser whose audio waits longer is degraded. Utterances end without a final result after 5 s. */
const maxDelayMs = 2_000;

class SherpaSpeechToText implements SpeechToText {
  readonly provider = 'sherpa';
  readonly model: string;
  readonly capabilities: SpeechToTextCapabilities;
  readonly #engine: EngineProcess;
  readonly #dependencies: SherpaDependencies;
  readonly #streams = new Set<SherpaStream>();
  #nextUtterance = 1;
  #isClosed = false;

  constructor(
    { name, model, languages }: SherpaRecogniser,
    engine: EngineProcess,
    dependencies: SherpaDependencies,
  ) {
    this.model = name;
    this.#engine = engine;
    this.#dependencies = dependencies;
    this.capabilities = {
      partials: model.isOnline,
      openVocabulary: true,
      expectation: 'none',
      endpointing: 'host',
      turns: 'none',
      languages,
      network: false,
    };
    engine.on((event) => this.#onEvent(event));
  }

  open({ sampleRate = 8000, onUsage }: SpeechToTextOptions): SpeechToTextStream {
    const { clock, internalErrors } = this.#dependencies;
    const { provider, model } = this;
    const stream: SherpaStream = new SherpaStream({
      engine: this.#engine,
      clock,
      sampleRate,
      nextUtterance: () => this.#nextUtterance++,
      onInternalError: (error) => internalErrors.record('speech', error),
      onClosed: (audioMs) => {
        this.#streams.delete(stream);
        if (audioMs > 0) onUsage?.({ provider, model, audioMs });
      },
    });
    this.#streams.add(stream);
    if (this.#isClosed) stream.close();
    return stream;
  }

  checkHealth(): Promise<{ ok: boolean; detail: string; degraded?: boolean }> {
    if (this.#isClosed)
      return Promise.resolve({ ok: false, detail: 'The sherpa recogniser has been closed.' });
    const { processId, delayMs } = this.#engine;
    const state = processId === undefined ? 'is restarting' : `runs in process ${processId}`;
    const detail = `sherpa ${this.model} ${state}, ${this.#streams.size} streams`;
    if (processId === undefined || delayMs <= maxDelayMs)
      return Promise.resolve({ ok: processId !== undefined, detail });
    const slow = `slower than the speech of its calls, audio waits ${(delayMs / 1000).toFixed(1)} s; ${detail}`;
    return Promise.resolve({ ok: false, degraded: true, detail: slow });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.close();
    this.#engine.close();
    return Promise.resolve();
  }

  #onEvent(event: EngineEvent): void {
    // Each stream ignores the events of other utterances. A listener may open a stream, which must not receive this event.
    const streams = [...this.#streams];
    for (const stream of streams) stream.onEvent(event);
  }
}
