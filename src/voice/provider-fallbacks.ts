import type { VoiceEvent } from './voice-pipeline.ts';

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
