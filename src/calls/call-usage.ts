import type { ModelUsage } from '../contracts/language-model.ts';
import type { RealtimeModel, RealtimeUsage } from '../contracts/realtime-model.ts';
import type { RecognitionUsage, SpeechToText } from '../contracts/speech-to-text.ts';
import type { SynthesisUsage, TextToSpeech } from '../contracts/text-to-speech.ts';
import type { CallCost } from '../domain/call.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import { priceUsage } from '../domain/costs/price-usage.ts';
import { UsageTally } from '../domain/costs/usage.ts';
import { addModelUsage, measuredModel, modelNames } from '../models/model-usage.ts';
import type { CallProviders } from './call-voice-options.ts';

/** Collects what the providers of one call report as their usage. */
export class CallUsage {
  readonly #tally = new UsageTally();
  readonly #onModelUsage = (usage: ModelUsage) => addModelUsage(this.#tally, usage);
  readonly #onRecognition = ({ provider, model, audioMs }: RecognitionUsage) => {
    const quantity = Math.round(audioMs);
    const kind = 'speech-to-text';
    this.#tally.add({ kind, provider, model, unit: 'seconds', quantity, isEstimated: false });
  };
  readonly #onSynthesis = ({ provider, model, characters: quantity }: SynthesisUsage) => {
    const kind = 'text-to-speech';
    this.#tally.add({ kind, provider, model, unit: 'characters', quantity, isEstimated: false });
  };

  readonly #onRealtimeUsage = (usage: RealtimeUsage) => {
    if (usage.type === 'tokens') return addModelUsage(this.#tally, usage.usage);
    const quantity = Math.round(usage.connectedMs);
    const kind = 'language-model';
    this.#tally.add({ kind, ...modelNames(usage.modelId), unit: 'seconds', quantity, isEstimated: false });
  };

  /** Returns the same providers, which report their usage to this object. */
  measure(providers: CallProviders): CallProviders {
    const { realtimeModel } = providers;
    return {
      ...providers,
      voices: providers.voices.map((voice) => ({
        ...voice,
        engine: this.measureVoice(voice.engine),
      })),
      recogniser: measuredRecogniser(providers.recogniser, this.#onRecognition),
      models: providers.models.map((model) => measuredModel(model, this.#onModelUsage)),
      realtimeModel: realtimeModel && measuredRealtimeModel(realtimeModel, this.#onRealtimeUsage),
    };
  }

  /** Returns the same voice, which reports its usage to this object. */
  measureVoice(engine: TextToSpeech): TextToSpeech {
    return measuredVoice(engine, this.#onSynthesis);
  }

  /** Returns the costs of the usage so far. `connection`: the trunk, and how long the call was connected; undefined if it was not answered. */
  costs(
    prices: PriceTable | undefined,
    connection?: {
      readonly trunk: string;
      readonly direction: 'outbound' | 'inbound';
      readonly durationMs: number;
    },
  ): CallCost[] {
    const all = new UsageTally();
    for (const usage of this.#tally.sums) all.add(usage);
    if (connection !== undefined) {
      const { trunk: provider, direction: model, durationMs } = connection;
      const quantity = Math.max(0, Math.round(durationMs));
      all.add({ kind: 'carrier', provider, model, unit: 'seconds', quantity, isEstimated: false });
    }
    return priceUsage(all.sums, prices);
  }
}

const measuredRealtimeModel = (
  model: RealtimeModel,
  onUsage: (usage: RealtimeUsage) => void,
): RealtimeModel => ({
  id: model.id,
  open: (options) => model.open({ ...options, onUsage }),
  checkHealth: () => model.checkHealth(),
});

const measuredRecogniser = (
  recogniser: SpeechToText,
  onUsage: (usage: RecognitionUsage) => void,
): SpeechToText => ({
  provider: recogniser.provider,
  model: recogniser.model,
  get capabilities() {
    return recogniser.capabilities;
  },
  open: (options) => recogniser.open({ ...options, onUsage }),
  checkHealth: () => recogniser.checkHealth(),
  close: () => recogniser.close(),
});

const measuredVoice = (engine: TextToSpeech, onUsage: (usage: SynthesisUsage) => void): TextToSpeech => ({
  provider: engine.provider,
  get capabilities() {
    return engine.capabilities;
  },
  synthesize: (request) => engine.synthesize({ ...request, onUsage }),
  warm: (voiceId) => engine.warm?.(voiceId),
  checkHealth: () => engine.checkHealth(),
  close: () => engine.close(),
});
