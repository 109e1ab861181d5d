import type { LanguageModel } from '../contracts/language-model.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import { noModel, type AgentConfig } from '../domain/agent.ts';
import { whyNotHeard, whyNotSpoken } from '../domain/language-tags.ts';
import type { CallPartners } from './call-voice-options.ts';
import { CallNotPossible } from './load-call-plan.ts';

/** Who can speak, hear and think, by the names that agents use. Undefined where a provider is not set up. */
export interface ProviderDirectory {
  textToSpeech(provider: string): TextToSpeech | undefined;
  speechToText(provider: string, model: string | null): SpeechToText | undefined;
  languageModel(id: string): LanguageModel | undefined;
}

/**
 * The agent's voice, recogniser and models, with their fallbacks. Throws `CallNotPossible` where one is missing altogether, or has another
 * language.
 */
export function partnersOf(agent: AgentConfig, directory: ProviderDirectory): CallPartners {
  const { speed, volume, fallback } = agent.voice;
  const voices = [agent.voice, ...fallback].flatMap(({ provider, voiceId }) => {
    const engine = directory.textToSpeech(provider);
    return engine === undefined ? [] : [{ engine, voiceId, speed, volume }];
  });
  const recognizer = directory.speechToText(agent.transcriber.provider, agent.transcriber.model);
  const wanted = [agent.model, ...agent.modelSettings.fallbackModels].filter((id) => id !== noModel);
  const models = wanted.flatMap((id) => directory.languageModel(id) ?? []);
  if (voices.length === 0) throw new CallNotPossible('No voice provider of the agent is set up.');
  if (recognizer === undefined) throw new CallNotPossible("The agent's speech recogniser is not set up.");
  if (wanted.length > 0 && models.length === 0)
    throw new CallNotPossible('No language model of the agent is set up.');
  const partners = { voices, recognizer, models };
  requireLanguage(agent, partners);
  return partners;
}

/**
 * Throws `CallNotPossible` where the recogniser does not understand what the agent is to hear, or the first voice does not speak its
 * language.
 */
export function requireLanguage(
  { language, transcriber }: Pick<AgentConfig, 'language' | 'transcriber'>,
  { recognizer, voices }: Pick<CallPartners, 'recognizer' | 'voices'>,
): void {
  const { provider, capabilities } = recognizer;
  const notHeard = whyNotHeard(provider, capabilities.languages, transcriber.language ?? language);
  if (notHeard !== undefined) throw new CallNotPossible(notHeard);
  const { engine, voiceId } = voices[0]!;
  const voice = engine.capabilities.voices.find((one) => one.voiceId === voiceId);
  const notSpoken = whyNotSpoken(voiceId, voice && [voice.language], language);
  if (notSpoken !== undefined) throw new CallNotPossible(notSpoken);
}
