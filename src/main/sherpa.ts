import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { HealthCheck } from '../api/node-status.ts';
import type { ProviderCatalog } from '../api/provider-catalog.ts';
import type { ProviderDirectory } from '../calls/provider-directory.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import type { Clock } from '../core/clock.ts';
import { ConfigError, type Config } from '../core/config.ts';
import { InternalErrorLog } from '../core/internal-errors.ts';
import { primarySubtag } from '../core/language-subtags.ts';
import { createLogger } from '../core/logger.ts';
import { EngineError, type SherpaDependencies } from '../providers/sherpa/engine-process.ts';
import { ModelFilesError, readRecognitionModel, readVoiceModel } from '../providers/sherpa/model-files.ts';
import { createSherpaSpeechToText } from '../providers/sherpa/speech-to-text.ts';
import { createSherpaTextToSpeech } from '../providers/sherpa/text-to-speech.ts';
import type { StartContext } from './start-context.ts';

/** The settings of models of sherpa-onnx. */
export type SherpaConfig = Pick<Config, 'sherpaSttModel' | 'sherpaSttLanguages' | 'sherpaTtsModel'>;

const provider = 'sherpa';
const module = 'sherpa-onnx-node';
const sttSetting = 'PARLEY_SHERPA_STT_MODEL';
const ttsSetting = 'PARLEY_SHERPA_TTS_MODEL';
const defaultLanguages = ['en'];
/** Threads of one inference. More are rarely faster. */
const maxThreads = 4;

const nameOf = (directory: string): string => path.basename(path.resolve(directory));

/** Returns the recogniser and the voice that agents can name. Those without a model have a `missingSetting`. */
export function sherpaCatalog({
  sherpaSttModel,
  sherpaSttLanguages = defaultLanguages,
  sherpaTtsModel,
}: SherpaConfig): Pick<ProviderCatalog, 'speechToText' | 'textToSpeech'> {
  const names = sherpaSttModel === undefined ? undefined : [nameOf(sherpaSttModel)];
  const recogniser = { provider, names, languages: sherpaSttLanguages, openVocabulary: true };
  return {
    speechToText: [{ ...recogniser, missingSetting: names === undefined ? sttSetting : undefined }],
    textToSpeech: [
      {
        provider,
        voices: undefined,
        missingSetting: sherpaTtsModel === undefined ? ttsSetting : undefined,
      },
    ],
  };
}

/**
 * Loads the models of sherpa-onnx that are configured, and returns their providers.
 * @throws {ConfigError} if a model cannot be loaded
 */
export async function openSherpa(
  context: StartContext,
): Promise<Pick<ProviderDirectory, 'speechToText' | 'textToSpeech'>> {
  const { config, dependencies, closers, checks } = context;
  const { recogniser, voice } = await loadModels(config, dependencies, (loaded) =>
    closers.add('sherpa', () => loaded.close()),
  );
  const add = (name: string, loaded: SpeechToText | TextToSpeech | undefined) => {
    if (loaded !== undefined) checks.push({ name, check: () => loaded.checkHealth(), external: true });
  };
  add('sherpa STT', recogniser);
  add('sherpa TTS', voice);
  return {
    speechToText: (_, model) => (model === null || model === recogniser?.model ? recogniser : undefined),
    textToSpeech: () => voice,
  };
}

/** Loads each configured model and reports the time. Returns an empty list without models. Never rejects. */
export async function checkSherpa(config: SherpaConfig, clock: Clock): Promise<HealthCheck[]> {
  const logger = createLogger('silent');
  const dependencies = { logger, clock, internalErrors: new InternalErrorLog({ logger, clock }) };
  const check = async (name: string, one: SherpaConfig): Promise<HealthCheck> => {
    const startedMs = clock.monotonicMs();
    const loaded: (SpeechToText | TextToSpeech)[] = [];
    try {
      await loadModels(one, dependencies, (provided) => loaded.push(provided));
      return { name, ok: true, detail: `loaded in ${Math.round(clock.monotonicMs() - startedMs)} ms` };
    } catch (error) {
      return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
    } finally {
      for (const provided of loaded) await provided.close();
    }
  };
  const { sherpaSttModel, sherpaTtsModel, ...languages } = config;
  const unset = { sherpaSttModel: undefined, sherpaTtsModel: undefined };
  return [
    ...(sherpaSttModel === undefined
      ? []
      : [await check('sherpa STT', { ...unset, ...languages, sherpaSttModel })]),
    ...(sherpaTtsModel === undefined
      ? []
      : [await check('sherpa TTS', { ...unset, ...languages, sherpaTtsModel })]),
  ];
}

/** Checks the files of the configured models without loading them. Never rejects. */
export async function checkSherpaFiles({
  sherpaSttModel,
  sherpaTtsModel,
}: SherpaConfig): Promise<HealthCheck[]> {
  const check = async (name: string, setting: string, read: Promise<{ readonly kind: string }>) => {
    try {
      return { name, ok: true, detail: `${(await read).kind} model` };
    } catch (error) {
      return { name, ok: false, detail: faultOf(setting, error) };
    }
  };
  const options = { threads: 1 };
  return [
    ...(sherpaSttModel === undefined
      ? []
      : [await check('sherpa STT', sttSetting, readRecognitionModel(sherpaSttModel, options))]),
    ...(sherpaTtsModel === undefined
      ? []
      : [await check('sherpa TTS', ttsSetting, readVoiceModel(sherpaTtsModel, options))]),
  ];
}

async function loadModels(
  { sherpaSttModel, sherpaSttLanguages = defaultLanguages, sherpaTtsModel }: SherpaConfig,
  dependencies: SherpaDependencies,
  onLoaded: (provider: SpeechToText | TextToSpeech) => void,
): Promise<{ readonly recogniser?: SpeechToText; readonly voice?: TextToSpeech }> {
  const threads = Math.min(maxThreads, Math.max(1, availableParallelism() - 1));
  const load = async <Loaded extends SpeechToText | TextToSpeech>(
    setting: string,
    run: () => Promise<Loaded>,
  ): Promise<Loaded> => {
    try {
      const loaded = await run();
      onLoaded(loaded);
      return loaded;
    } catch (error) {
      if (!(error instanceof ModelFilesError || error instanceof EngineError)) throw error;
      throw new ConfigError([faultOf(setting, error)]);
    }
  };
  const [recogniser, voice] = await Promise.all([
    sherpaSttModel === undefined
      ? undefined
      : load(sttSetting, async () => {
          const language = sherpaSttLanguages.length === 1 ? sherpaSttLanguages[0] : undefined;
          const base = language === undefined ? undefined : primarySubtag(language);
          const model = await readRecognitionModel(path.resolve(sherpaSttModel), { threads, language: base });
          const name = nameOf(sherpaSttModel);
          return createSherpaSpeechToText(
            { name, model, languages: sherpaSttLanguages, module },
            dependencies,
          );
        }),
    sherpaTtsModel === undefined
      ? undefined
      : load(ttsSetting, async () => {
          const model = await readVoiceModel(path.resolve(sherpaTtsModel), { threads });
          return createSherpaTextToSpeech({ name: nameOf(sherpaTtsModel), model, module }, dependencies);
        }),
  ]);
  return { ...(recogniser && { recogniser }), ...(voice && { voice }) };
}

const faultOf = (setting: string, error: unknown): string =>
  `${setting}: ${error instanceof Error ? error.message : String(error)}`;
