import type { LanguageModel } from '../contracts/language-model.ts';
import type { AgentVoice } from './synthesis.ts';

export interface SpeakingProviders {
  readonly voices: readonly Pick<AgentVoice, 'engine' | 'voiceId'>[];
  readonly models: readonly Pick<LanguageModel, 'warm'>[];
}

/** Prepares the connections to all voices and models of the agent, for example while the phone rings. */
export function warmAllConnections({ voices, models }: SpeakingProviders): void {
  for (const { engine, voiceId } of voices) engine.warm?.(voiceId);
  for (const model of models) model.warm?.();
}

/**
 * Prepares the connections to the first voice and the first model, which probably give the next response. Called when the caller begins to speak, since
 * unused connections are closed after a while.
 */
export function warmPreferredConnections({ voices, models }: SpeakingProviders): void {
  warmAllConnections({ voices: voices.slice(0, 1), models: models.slice(0, 1) });
}
