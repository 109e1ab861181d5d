import { providerFailureOf } from '../contracts/provider-error.ts';
import type { Logger } from '../core/logger.ts';
import type { VoiceEvent } from '../voice/voice-pipeline.ts';
import type { CallOutcomeBuilder, Ending } from './call-outcome.ts';
import type { CallRecords } from './call-records.ts';
import type { FlowEvent } from './flow-event.ts';
import { ModelFailures, modelFailureOf, type ModelFailure } from './model-failures.ts';

export interface ProviderFailuresOptions {
  readonly callId: string;
  readonly records: CallRecords;
  readonly outcome: CallOutcomeBuilder;
  readonly logger: Logger;
  /** The longest wait for the first words of a language model. */
  readonly modelTimeoutMs: number;
}

/** End details for failures of speech providers. */
const failureDetails = {
  'recognition-failed': 'Speech recognition failed.',
  'synthesis-failed': 'Speech synthesis failed.',
} as const;

/** Records failures of the speech and language providers of one call, and returns whether they end the call. */
export class ProviderFailures {
  readonly #options: ProviderFailuresOptions;
  readonly #modelFailures: ModelFailures;

  constructor(options: ProviderFailuresOptions) {
    this.#options = options;
    this.#modelFailures = new ModelFailures(options.modelTimeoutMs);
  }

  /** Records the failure that a voice event reports. Returns the ending of the call if it cannot continue. */
  handleVoiceEvent(event: VoiceEvent): Ending | undefined {
    switch (event.type) {
      case 'reply-ended':
        return this.#onModelFailed(this.#modelFailures.recordReply(event.outcome), event.outcome.error);
      case 'turn-lost':
        this.#onTurnLost(event.error);
        return undefined;
      case 'speech-model-failed':
        this.#onSpeechModelFailed(event.error);
        return undefined;
      case 'provider-fallback':
        this.#onFallback(event);
        return undefined;
      case 'recognition-failed':
      case 'synthesis-failed':
        this.#warn({ err: event.error }, 'A speech provider failed during a call.');
        if (event.type === 'synthesis-failed' && event.hasApology) return undefined;
        return { reason: 'provider_error', detail: speechFailureDetail(event) };
      default:
        return undefined;
    }
  }

  /**
   * Records that the models failed to classify edge conditions or to extract values. Returns the ending of the call if they are unavailable. A failure to
   * interpret an answer (`isOptional`) ends no call: the agent asks again.
   */
  recordFlowRequestFailure({
    error,
    isOptional,
  }: Pick<Extract<FlowEvent, { type: 'model-request-failed' }>, 'error' | 'isOptional'>): Ending | undefined {
    if (!isOptional) return this.#onModelFailed(this.#modelFailures.recordFlowRequestFailure(error), error);
    this.#onModelFailed(modelFailureOf(error), error);
    return undefined;
  }

  /** Handles a turn without a transcript. After repeated losses the voice reports `recognition-failed`, which ends the call. */
  #onTurnLost(error: Error): void {
    this.#options.outcome.recordLostTurn(speechFailureDetail({ type: 'recognition-failed', error }));
    this.#warn({ err: error }, 'Speech recognition returned no transcript for a turn of the caller.');
  }

  #onFallback({ kind, from, to, error }: ProviderFallback): void {
    const detail = kind === 'model' ? modelFallbackDetail(error) : speechFallbackDetail(kind, error);
    this.#options.records.recordEvent('provider_fallback', { kind, from, to, detail });
    this.#warn({ kind, from, to, err: error }, 'Another provider of the agent replaced one that failed.');
  }

  /** Handles the failure of a speech-to-speech model, after which other models reply. */
  #onSpeechModelFailed(error: unknown): void {
    const detail = error instanceof Error ? error.message : 'The speech-to-speech model failed.';
    this.#options.records.recordEvent('model_failed', { detail });
    this.#warn({ err: error }, 'The speech-to-speech model failed during a call.');
  }

  #onModelFailed(failure: ModelFailure | undefined, error: unknown): Ending | undefined {
    if (failure === undefined) return undefined;
    this.#options.records.recordEvent('model_failed', { ...failure });
    const { model, baseUrl, status, detail } = failure;
    this.#warn({ model, baseUrl, status, err: error }, 'The language models failed during a call.');
    return this.#modelFailures.areUnavailable ? { reason: 'provider_error', detail } : undefined;
  }

  #warn(fields: Readonly<Record<string, unknown>>, message: string): void {
    const { logger, callId } = this.#options;
    logger.warn({ callId, ...fields }, message);
  }
}

type ProviderFallback = Extract<VoiceEvent, { type: 'provider-fallback' }>;

const speechFallbackDetail = (kind: 'voice' | 'recogniser', error: unknown): string =>
  providerFailureOf(error) ?? failureDetails[kind === 'voice' ? 'synthesis-failed' : 'recognition-failed'];

const modelFallbackDetail = (error: unknown): string =>
  error === undefined ? 'The language model was slow.' : modelFailureOf(error).detail;

type SpeechFailure = Pick<Extract<VoiceEvent, { type: keyof typeof failureDetails }>, 'type' | 'error'>;

/** Returns the end detail of a failure of a speech provider, with the failure that the provider reports. */
function speechFailureDetail({ type, error }: SpeechFailure): string {
  const failure = providerFailureOf(error);
  return failure === undefined ? failureDetails[type] : `${failureDetails[type]} ${failure}`;
}
