import type { Metric } from '../api/node-status.ts';
import type { ProviderCatalog } from '../api/provider-catalog.ts';
import type { ProviderDirectory } from '../calls/provider-directory.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import { createHedging } from '../models/hedged-model.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import { noModel } from '../domain/agent.ts';
import type { BuiltinSpeechToText } from '../providers/builtin/speech-to-text.ts';
import {
  speechModelHasOpenVocabulary,
  speechModelLanguages,
  speechModelName,
} from '../providers/builtin/speech-model.ts';
import { createFallbackSpeechToText } from '../providers/fallback/speech-to-text.ts';
import { builtinVoices } from '../providers/builtin/voices.ts';
import { modelProvidersOf, openLanguageModels, type ModelConfig } from './language-models.ts';
import { openRealtimeModels, realtimeCatalog, type RealtimeConfig } from './realtime-models.ts';
import {
  configuredSpeechVendors,
  speechVendorCatalog,
  SpeechVendors,
  type SpeechVendorConfig,
} from './speech-vendors.ts';
import { openSherpa, sherpaCatalog, type SherpaConfig } from './sherpa.ts';
import type { StartContext } from './start-context.ts';

/** The speech and language providers of this process. */
export interface SpeechProviders {
  readonly textToSpeech: TextToSpeech;
  readonly speechToText: SpeechToText;
  readonly languageModel: ProviderDirectory['languageModel'];
  readonly realtimeModel?: ProviderDirectory['realtimeModel'];
  /** The vendors and local models that are set up. */
  readonly vendors: Pick<ProviderDirectory, 'textToSpeech' | 'speechToText'>;
}

/** Opens the built-in text-to-speech and speech-to-text providers, and loads the SDKs of the configured language models. */
export async function openSpeechProviders(context: StartContext): Promise<SpeechProviders> {
  const { config, dependencies, closers, checks, metrics } = context;
  const { createBuiltinTextToSpeech, createBuiltinSpeechToText } =
    await import('../providers/builtin/index.ts');
  const { logger, clock, random, internalErrors } = dependencies;
  const vendors = new SpeechVendors(config, { clock, random, internalErrors, logger });
  const realtimeModel = openRealtimeModels(config, { clock, random, internalErrors });
  closers.add('speech vendors', () => vendors.close());
  const modelDir = config.speechModelDir === undefined ? {} : { modelDir: config.speechModelDir };
  const opening = [
    createBuiltinTextToSpeech({ logger, clock, internalErrors }),
    createBuiltinSpeechToText({ logger, clock, internalErrors, ...modelDir }),
  ] as const;
  for (const provider of opening) {
    provider.then((opened) => closers.add('voice', () => opened.close())).catch(() => undefined);
  }
  const [textToSpeech, speechToText, languageModel, sherpa] = await Promise.all([
    ...opening,
    openLanguageModels(config, clock),
    openSherpa(context),
  ]);
  for (const vendor of configuredSpeechVendors(config))
    checks.push({ name: vendor.provider, check: () => vendors.checkHealth(vendor), external: true });
  checks.push({ name: 'text-to-speech', check: () => textToSpeech.checkHealth() });
  checks.push({ name: 'speech-to-text', check: () => speechToText.checkHealth() });
  metrics.push(() => recognitionMetrics(speechToText));
  const find = (provider: string) => (provider === 'sherpa' ? sherpa : vendors);
  return {
    textToSpeech,
    speechToText,
    languageModel,
    realtimeModel,
    vendors: {
      textToSpeech: (provider) => find(provider).textToSpeech(provider),
      speechToText: (provider, model) => find(provider).speechToText(provider, model),
    },
  };
}

function recognitionMetrics({ load }: BuiltinSpeechToText): Metric[] {
  const metric = (name: string, help: string, value: number, type: Metric['type'] = 'gauge'): Metric => {
    return { name: `parley_recognition_${name}`, help, type, value };
  };
  return [
    metric('streams', 'Open streams of the built-in recogniser.', load.streams),
    metric('streams_max', 'Streams that the built-in recogniser can serve now.', load.maxStreams),
    metric('threads', 'Recognition threads that are ready.', load.ready),
    metric('threads_stalled', 'Recognition threads that have work and make no progress.', load.stalled),
    metric('threads_replaced_total', 'Recognition threads replaced after a fault.', load.replaced, 'counter'),
    metric('waiting_seconds', 'Audio that waits for recognition.', load.waitingMs / 1000),
    metric('dropped_seconds_total', 'Audio dropped by overload.', load.droppedMs / 1000, 'counter'),
  ];
}

/** Returns a directory that finds a provider by its name in the configuration of an agent. */
export function providersOf(
  { textToSpeech, speechToText, languageModel, realtimeModel, vendors }: SpeechProviders,
  { clock, internalErrors }: Pick<StartContext['dependencies'], 'clock' | 'internalErrors'>,
): ProviderDirectory {
  return {
    textToSpeech: (provider) => (provider === 'builtin' ? textToSpeech : vendors.textToSpeech(provider)),
    speechToText: (provider, model) =>
      provider === 'builtin' ? speechToText : vendors.speechToText(provider, model),
    languageModel,
    ...(realtimeModel && { realtimeModel }),
    fallbackRecogniser: (recognisers) =>
      createFallbackSpeechToText(recognisers, {
        clock,
        onInternalError: (error) => internalErrors.record('speech', error),
      }),
    hedging: createHedging(clock),
  };
}

/**
 * Returns the names and languages that agents can use, also on a node without media. A language model can be named before its server is
 * configured; calls are rejected until then.
 */
export function catalogOf(
  config: ModelConfig & RealtimeConfig & SpeechVendorConfig & SherpaConfig,
): ProviderCatalog {
  const vendors = speechVendorCatalog(config);
  const sherpa = sherpaCatalog(config);
  return {
    textToSpeech: [
      { provider: 'builtin', voices: builtinVoices },
      ...vendors.textToSpeech,
      ...sherpa.textToSpeech,
    ],
    speechToText: [
      {
        provider: 'builtin',
        names: [speechModelName],
        languages: speechModelLanguages,
        openVocabulary: speechModelHasOpenVocabulary,
      },
      ...vendors.speechToText,
      ...sherpa.speechToText,
    ],
    languageModels: [
      { provider: 'builtin', names: [noModel.slice('builtin/'.length)] },
      ...modelProvidersOf(config).map(({ provider, missingSetting, suggestions }) => ({
        provider,
        names: undefined,
        missingSetting,
        suggestions,
      })),
      ...realtimeCatalog(config),
    ],
  };
}
