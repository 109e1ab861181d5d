import type { LanguageModel } from '../contracts/language-model.ts';
import type { AgentVoice } from './synthesis.ts';
import type { VoiceEvent } from './voice-pipeline.ts';

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

/** The most fallbacks that one pipeline reports. */
const maxReports = 50;

export type ProviderFallback = Extract<VoiceEvent, { type: 'provider-fallback' }>;

/** Reports when a fallback model, voice or recogniser replaces the one before it. Repeated use of the same fallback is reported once. */
export class ProviderFallbacks {
  readonly #emit: (event: ProviderFallback) => void;
  readonly #current = new Map<ProviderFallback['kind'], string>();
  #reports = 0;

  constructor(emit: (event: ProviderFallback) => void) {
    this.#emit = emit;
  }

  /** Records which model or voice was used. `preferred` is the first one of the agent. `error`: the failure of the previous one. */
  recordUse(kind: 'model' | 'voice', preferred: string, used: string, error?: unknown): void {
    const from = this.#current.get(kind) ?? preferred;
    this.#current.set(kind, used);
    if (used !== from && used !== preferred) this.report({ kind, from, to: used, error });
  }

  report(fallback: Omit<ProviderFallback, 'type'>): void {
    if (this.#reports >= maxReports) return;
    this.#reports += 1;
    this.#emit({ type: 'provider-fallback', ...fallback });
  }
}
