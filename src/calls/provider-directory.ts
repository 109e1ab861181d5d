import type { RealtimeModel } from '../contracts/realtime-model.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import { problems } from '../core/problems.ts';
import { agentIn, hasModel, type AgentConfig } from '../domain/agent.ts';
import type { FlowDefinition, StoredFlowGraph } from '../domain/flow/flow.ts';
import { needsTextModel } from '../domain/flow/needs-text-model.ts';
import { supportsLanguage, transcriberLanguageError, voiceLanguageError } from '../domain/language-tags.ts';
import { languageModelsOf, type ModelDirectory } from '../models/model-directory.ts';
import type { CallProviders } from './call-voice-options.ts';
import { CallNotPossible } from './load-call-plan.ts';

/** Finds providers by the names that agents use. Returns undefined if a provider is not configured. */
export interface ProviderDirectory extends ModelDirectory {
  textToSpeech(provider: string): TextToSpeech | undefined;
  speechToText(provider: string, model: string | null): SpeechToText | undefined;
  /** Returns undefined if the id does not name a speech-to-speech model. */
  realtimeModel?(id: string): RealtimeModel | undefined;
  /** Returns a recogniser that uses the next one of the list when the previous one fails. */
  fallbackRecogniser(recognisers: readonly [SpeechToText, ...SpeechToText[]]): SpeechToText;
}

/**
 * Returns the agent's voices in its language, its recogniser and models, with their fallbacks. Providers that are not configured are skipped. Throws
 * `CallNotPossible` if no voice, no recogniser or none of the agent's models is left, if voice or recogniser do not support the language, or if the
 * agent has only a speech-to-speech model and the flow needs one that answers with text.
 */
export function providersFor(
  agent: AgentConfig,
  directory: ProviderDirectory,
  flow: FlowDefinition | StoredFlowGraph,
): CallProviders {
  const { voice } = agentIn(agent, agent.language);
  const { speed, volume, fallback } = voice;
  const voices = [voice, ...fallback].flatMap(({ provider, voiceId }) => {
    const engine = directory.textToSpeech(provider);
    return engine === undefined ? [] : [{ engine, voiceId, language: agent.language, speed, volume }];
  });
  const recogniser = recogniserFor(agent, directory);
  const models = languageModelsOf(agent, directory);
  if (voices.length === 0) throw new CallNotPossible('No voice provider of the agent is configured.');
  if (recogniser === undefined) throw new CallNotPossible("The agent's speech recogniser is not configured.");
  const realtimeModel = directory.realtimeModel?.(agent.model);
  const providers = { voices, recogniser, models, realtimeModel };
  if (hasModel(agent) && models.length === 0) requireSpeechModel(providers, flow, agent.language);
  requireLanguage(agent, providers);
  return providers;
}

/** Throws `CallNotPossible` unless a speech-to-speech model is enough for the flow. */
function requireSpeechModel(
  { realtimeModel }: CallProviders,
  flow: FlowDefinition | StoredFlowGraph,
  language: string,
): void {
  if (realtimeModel === undefined) throw new CallNotPossible('No language model of the agent is configured.');
  if (needsTextModel(flow, language)) throw new CallNotPossible(problems.agent_needs_model.text);
}

/** Returns the recogniser with its fallbacks, without those that do not support the language; undefined if none is configured. */
function recogniserFor(
  { transcriber, language }: Pick<AgentConfig, 'transcriber' | 'language'>,
  directory: ProviderDirectory,
): SpeechToText | undefined {
  // Versions of agents that were stored before this field existed do not have it.
  const { fallback = [] } = transcriber as Partial<typeof transcriber>;
  const [first, ...others] = [transcriber, ...fallback].flatMap(
    ({ provider, model }) => directory.speechToText(provider, model) ?? [],
  );
  if (first === undefined) return undefined;
  const spoken = transcriber.language ?? language;
  const usable = others.filter(({ capabilities }) => supportsLanguage(spoken, capabilities.languages));
  return usable.length === 0 ? first : directory.fallbackRecogniser([first, ...usable]);
}

/** Throws `CallNotPossible` if the recogniser or the first voice does not support the agent's language. */
function requireLanguage(
  { language, transcriber }: Pick<AgentConfig, 'language' | 'transcriber'>,
  { recogniser, voices }: Pick<CallProviders, 'recogniser' | 'voices'>,
): void {
  const { provider, capabilities } = recogniser;
  const transcriberError = transcriberLanguageError(
    provider,
    capabilities.languages,
    transcriber.language ?? language,
  );
  if (transcriberError !== undefined) throw new CallNotPossible(transcriberError);
  const { engine, voiceId } = voices[0]!;
  const voice = engine.capabilities.voices.find((candidate) => candidate.voiceId === voiceId);
  const voiceError = voiceLanguageError(voiceId, voice && [voice.language], language);
  if (voiceError !== undefined) throw new CallNotPossible(voiceError);
}
