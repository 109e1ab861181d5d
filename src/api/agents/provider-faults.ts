import type { FieldFault } from '../../core/problems.ts';
import { inLanguage } from '../../domain/texts.ts';
import { listAlternatives } from '../http/validation-messages.ts';
import type { CatalogProvider, ProviderCatalog, VoiceProvider } from '../provider-catalog.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';
import { languageFaults, defaultSpeechConfig, type SpeechConfig } from './language-faults.ts';

/** A selected provider and its voice or model, with their paths in the request. Provider and name are `undefined` if not sent. */
interface ProviderChoice {
  readonly provider: string | undefined;
  readonly name: string | undefined;
  readonly providerPath: string;
  readonly namePath: string;
}

/** The available providers of one kind, with the terms that messages use for a provider and its voice or model. */
interface ProviderKind {
  readonly providers: readonly CatalogProvider[];
  readonly providerTerm: string;
  readonly nameTerm: 'voice' | 'model';
  /** Whether providers with a missing setting are rejected. */
  readonly requiresSettings: boolean;
}

/**
 * Returns faults for voices, recognisers and models that do not exist or do not support the language. `sent` holds agent fields in any
 * shape, such as a new agent, a patch or the overrides of a call. Omitted fields have the values of `base`. Every fault has the path of
 * a sent field.
 */
export function providerFaults(
  sent: unknown,
  catalog: ProviderCatalog,
  base: SpeechConfig = defaultSpeechConfig,
): FieldFault[] {
  const { voice, transcriber, model, modelSettings } = sentFields(sent);
  const voices: ProviderKind = {
    providers: catalog.textToSpeech.map(toCatalogProvider),
    providerTerm: 'voice provider',
    nameTerm: 'voice',
    requiresSettings: true,
  };
  const recognisers: ProviderKind = {
    providers: catalog.speechToText,
    providerTerm: 'speech-to-text provider',
    nameTerm: 'model',
    requiresSettings: true,
  };
  const models: ProviderKind = {
    providers: catalog.languageModels,
    providerTerm: 'language model provider',
    nameTerm: 'model',
    requiresSettings: false,
  };
  const { fallback } = sentFields(voice);
  const { fallback: fallbackRecognisers } = sentFields(transcriber);
  const { fallbackModels } = sentFields(modelSettings);
  return [
    ...voiceChoices(voice, 'voice').flatMap((choice) =>
      faultsOf(choice, voices, base.voice.provider, inLanguage(base.voice.voiceId, true, base.language)),
    ),
    ...missingVoiceFaults(voice, catalog, base),
    ...sentList(fallback).flatMap((choice, index) =>
      voiceChoices(choice, `voice.fallback[${index}]`).flatMap((one) => faultsOf(one, voices)),
    ),
    ...faultsOf(
      choiceOf(transcriber, 'transcriber', 'model'),
      recognisers,
      base.transcriber.provider,
      sentFields(transcriber).model === null ? undefined : (base.transcriber.model ?? undefined),
    ),
    ...sentList(fallbackRecognisers).flatMap((choice, index) =>
      faultsOf(choiceOf(choice, `transcriber.fallback[${index}]`, 'model'), recognisers),
    ),
    ...faultsOf(modelChoice(model, 'model'), models),
    ...sentList(fallbackModels).flatMap((choice, index) =>
      faultsOf(modelChoice(choice, `modelSettings.fallbackModels[${index}]`), models),
    ),
    ...languageFaults(sent, catalog, base),
  ];
}

/**
 * Returns a fault if the voice has a provider that accepts any name, but the name is the default or belongs to the previous provider. Without
 * this check, the name of a built-in voice would be requested from a vendor.
 */
function missingVoiceFaults(
  sent: unknown,
  { textToSpeech }: ProviderCatalog,
  { voice }: SpeechConfig,
): FieldFault[] {
  const { provider = voice.provider, voiceId } = sentFields(sent);
  const isKept = voiceId === undefined && provider === voice.provider;
  const isSent = voiceId !== undefined && voiceId !== null;
  const found = textToSpeech.find((one) => one.provider === provider && acceptsAnyVoice(one));
  if (isKept || isSent || found === undefined) return [];
  const [example] = found.suggestions ?? [];
  const suffix = example === undefined ? '' : `, such as "${example}"`;
  const message = `The voice provider "${found.provider}" has no default voice. Send voice.voiceId${suffix}.`;
  return [{ path: 'voice.voiceId', code: 'required', message }];
}

const acceptsAnyVoice = ({ voices, missingSetting }: VoiceProvider): boolean =>
  voices === undefined && missingSetting === undefined;

const toCatalogProvider = ({ provider, missingSetting, voices }: VoiceProvider): CatalogProvider => ({
  provider,
  missingSetting,
  names: voices?.map(({ voiceId }) => voiceId),
});

function choiceOf(value: unknown, path: string, nameField: 'voiceId' | 'model'): ProviderChoice {
  const { provider, [nameField]: name } = sentFields(value);
  return {
    provider: sentText(provider),
    name: sentText(name),
    providerPath: `${path}.provider`,
    namePath: `${path}.${nameField}`,
  };
}

/** Returns one choice, or one per language of a voice. */
function voiceChoices(value: unknown, path: string): readonly ProviderChoice[] {
  const choice = choiceOf(value, path, 'voiceId');
  const byLanguage = Object.entries(sentFields(sentFields(value).voiceId));
  if (byLanguage.length === 0) return [choice];
  return byLanguage.map(([tag, name]) => ({
    ...choice,
    name: sentText(name),
    namePath: `${choice.namePath}.${tag}`,
  }));
}

/** Splits `provider/model`. */
function modelChoice(value: unknown, path: string): ProviderChoice {
  const [provider, ...name] = (sentText(value) ?? '').split('/');
  const hasProvider = name.length > 0;
  return {
    provider: hasProvider ? provider : undefined,
    name: hasProvider ? name.join('/') : undefined,
    providerPath: path,
    namePath: path,
  };
}

/** Checks the sent provider and name. If only one of them was sent, the other one is that of the base agent. */
function faultsOf(
  choice: ProviderChoice,
  kind: ProviderKind,
  baseProvider?: string,
  baseName?: string,
): FieldFault[] {
  if (choice.provider === undefined && choice.name === undefined) return [];
  const provider = choice.provider ?? baseProvider;
  if (provider === undefined) return [];
  const found = kind.providers.find((candidate) => candidate.provider === provider);
  if (found?.missingSetting !== undefined && kind.requiresSettings)
    return [missingSetting(choice, kind, found.provider, found.missingSetting)];
  return found === undefined
    ? [unknownProvider(choice, kind, provider)]
    : nameFaults(choice, kind, found, choice.name ?? baseName);
}

const providerPathOf = ({ provider, providerPath, namePath }: ProviderChoice): string =>
  provider === undefined ? namePath : providerPath;

function missingSetting(
  choice: ProviderChoice,
  { providerTerm }: ProviderKind,
  provider: string,
  setting: string,
): FieldFault {
  const message = `The ${providerTerm} "${provider}" is not configured. Set ${setting}, or select another provider.`;
  return { path: providerPathOf(choice), code: 'unknown_provider', message };
}

function unknownProvider(
  choice: ProviderChoice,
  { providers, requiresSettings, ...kind }: ProviderKind,
  provider: string,
): FieldFault {
  const path = providerPathOf(choice);
  const usable = providers.filter((candidate) => !requiresSettings || candidate.missingSetting === undefined);
  const available = listAlternatives(usable.map((candidate) => candidate.provider));
  const message = `No ${kind.providerTerm} "${provider}" is configured. Available: ${available}.`;
  return { path, code: 'unknown_provider', message };
}

function nameFaults(
  choice: ProviderChoice,
  kind: ProviderKind,
  { provider, names }: CatalogProvider,
  name: string | undefined,
): FieldFault[] {
  if (name === undefined || names === undefined || names.includes(name)) return [];
  const path = choice.name === undefined ? choice.providerPath : choice.namePath;
  const message = `The ${kind.providerTerm} "${provider}" has no ${kind.nameTerm} "${name}". Available: ${listAlternatives(names)}.`;
  return [{ path, code: `unknown_${kind.nameTerm}`, message }];
}
