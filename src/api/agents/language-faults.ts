import type { FieldFault } from '../../core/problems.ts';
import { AgentInput, type AgentConfig } from '../../domain/agent.ts';
import { language as languageTag } from '../../domain/fields.ts';
import {
  supportsLanguage,
  transcriberLanguageError,
  voiceLanguageError,
} from '../../domain/language-tags.ts';
import { applyMergePatch } from '../../domain/merge-patch.ts';
import { inLanguage } from '../../domain/texts.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';
import { recogniserLanguages, voiceLanguages } from './agent-languages.ts';

/** The settings of an agent for recognition and speech. */
export type SpeechConfig = Pick<AgentConfig, 'type' | 'language' | 'voice' | 'transcriber'>;

/** The settings of a new agent with defaults only. */
export const defaultSpeechConfig: SpeechConfig = AgentInput.parse({ name: 'Plain' });
const { voiceId: defaultVoiceId } = defaultSpeechConfig.voice;

/**
 * Merges `sent` into `base` and returns faults for languages that the recogniser or voice does not support. A messaging agent has no
 * such faults. Ignores malformed fields, which the schema rejects.
 */
export function languageFaults(sent: unknown, catalog: ProviderCatalog, base: SpeechConfig): FieldFault[] {
  const { type, language, voice, transcriber } = mergeSpeechConfig(sent, base);
  if (type !== 'voice') return [];
  const recognitionLanguage = transcriber.language ?? language;
  const recognitionPaths =
    transcriber.language === null ? ['language', 'transcriber.language'] : ['transcriber.language'];
  const recognisers = [transcriber, ...transcriber.fallback];
  return [
    ...recognisers.flatMap(({ provider, path }) =>
      faultsOf(
        isLanguageTag(recognitionLanguage)
          ? transcriberLanguageError(
              provider,
              recogniserLanguages(catalog, { provider }),
              recognitionLanguage,
            )
          : undefined,
        () => recogniserAdvice(catalog, recognitionLanguage),
        firstSent(sent, [...recognitionPaths, path, 'type']),
      ),
    ),
    ...faultsOf(
      isLanguageTag(language)
        ? voiceLanguageError(voice.voiceId, voiceLanguages(catalog, voice), language)
        : undefined,
      () => voiceAdvice(catalog, language),
      firstSent(sent, ['language', 'voice.voiceId', 'voice.provider', 'type']),
    ),
  ];
}

const isLanguageTag = (text: string): boolean => languageTag.safeParse(text).success;

const faultsOf = (
  message: string | undefined,
  advice: () => string,
  path: string | undefined,
): FieldFault[] =>
  message === undefined || path === undefined
    ? []
    : [{ path, code: 'unsupported_language', message: `${message} ${advice()}` }];

/** At most this many voices or providers are named in an advice. */
const maxNamed = 3;
const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names.slice(0, maxNamed));

/** Returns which voices of the catalog speak the language, or how to get one. */
function voiceAdvice({ textToSpeech }: ProviderCatalog, language: string): string {
  const usable = textToSpeech.filter(({ missingSetting }) => missingSetting === undefined);
  const names = usable.flatMap(({ provider, voices }) =>
    voices === undefined
      ? [`a voice of ${provider}`]
      : voices
          .filter((voice) => supportsLanguage(language, [voice.language]))
          .map(({ voiceId }) => `the voice "${voiceId}" of ${provider}`),
  );
  return names.length > 0 ? `Choose ${listed(names)}.` : setUpAdvice('voice', language, textToSpeech);
}

/** Returns which recognisers of the catalog understand the language, or how to get one. */
function recogniserAdvice({ speechToText }: ProviderCatalog, language: string): string {
  const names = speechToText
    .filter(
      ({ missingSetting, languages }) =>
        missingSetting === undefined && supportsLanguage(language, languages),
    )
    .map(({ provider }) => provider);
  return names.length > 0
    ? `Choose the provider ${listed(names)}.`
    : setUpAdvice('recogniser', language, speechToText);
}

function setUpAdvice(
  kind: 'voice' | 'recogniser',
  language: string,
  providers: ProviderCatalog['textToSpeech' | 'speechToText'],
): string {
  const settings = providers.flatMap(({ provider, missingSetting }) =>
    missingSetting === undefined ? [] : [`${provider} (${missingSetting})`],
  );
  const others = settings.length === 0 ? '' : `, such as ${listed(settings)}`;
  return `No ${kind} for ${language} is set up. Set up a provider${others}, or a local model of sherpa, and choose its ${kind}.`;
}

/** Returns the merged settings. A cleared field gets its default; a value that is not a string becomes empty. */
function mergeSpeechConfig(sent: unknown, base: SpeechConfig) {
  const { type, voice, transcriber } = base;
  const merged = sentFields(applyMergePatch({ type, language: base.language, voice, transcriber }, sent));
  const mergedVoice = sentFields(merged['voice']);
  const language = textOr(merged['language'], defaultSpeechConfig.language);
  const mergedTranscriber = sentFields(merged['transcriber']);
  return {
    type: textOr(merged['type'], defaultSpeechConfig.type),
    language,
    voice: {
      provider: textOr(mergedVoice['provider'], defaultSpeechConfig.voice.provider),
      voiceId: sentText(inLanguage(mergedVoice['voiceId'] ?? defaultVoiceId, true, language)) ?? '',
    },
    transcriber: {
      path: 'transcriber.provider',
      provider: textOr(mergedTranscriber['provider'], defaultSpeechConfig.transcriber.provider),
      language: textOr(mergedTranscriber['language'] ?? undefined, defaultSpeechConfig.transcriber.language),
      fallback: sentList(mergedTranscriber['fallback']).map((recogniser) => ({
        path: 'transcriber.fallback',
        provider: sentText(sentFields(recogniser)['provider']) ?? '',
      })),
    },
  };
}

const textOr = <Default>(value: unknown, defaultValue: Default): string | Default =>
  value === undefined ? defaultValue : (sentText(value) ?? '');

/** Returns the first path whose field was sent. If its parent object was cleared (RFC 7396), returns the path of the parent. */
export const firstSent = (sent: unknown, paths: readonly string[]): string | undefined =>
  paths.map((path) => sentPath(sent, path.split('.'))).find((path) => path !== undefined);

function sentPath(sent: unknown, [name = '', ...innerNames]: readonly string[]): string | undefined {
  const value = sentFields(sent)[name];
  if (value === undefined) return undefined;
  if (value === null || innerNames.length === 0) return name;
  const innerPath = sentPath(value, innerNames);
  return innerPath && `${name}.${innerPath}`;
}
