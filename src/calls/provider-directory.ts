import type { LanguageModel } from '../contracts/language-model.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import { noModel, type AgentConfig } from '../domain/agent.ts';
import type { CallPartners } from './call-voice-options.ts';
import { CallNotPossible } from './load-call-plan.ts';

/** Who can speak, hear and think, by the names that agents use. Undefined where a provider is not set up. */
export interface ProviderDirectory {
  textToSpeech(provider: string): TextToSpeech | undefined;
  speechToText(provider: string, model: string | null): SpeechToText | undefined;
  languageModel(id: string): LanguageModel | undefined;
}

/** The agent's voice, recogniser and models, with their fallbacks. Throws `CallNotPossible` where one is missing altogether. */
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
  return { voices, recognizer, models };
}
