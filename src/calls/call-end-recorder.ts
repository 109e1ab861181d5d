import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { pendingAnalysis, type Analysis } from '../domain/analysis.ts';
import type { CallCost, Sentiment, TurnLatency } from '../domain/call.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import type { CallOutcomeBuilder, Ending } from './call-outcome.ts';
import type { CallRecording } from './call-recording.ts';
import type { CallRecords } from './call-records.ts';

/** Ending of a call after an internal error. */
export const internalErrorEnding = {
  reason: 'provider_error',
  fault: 'platform',
  detail: 'An internal error ended the call.',
} as const satisfies Ending;

export interface CallEndRecorderOptions {
  readonly callId: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly records: CallRecords;
  readonly outcome: CallOutcomeBuilder;
  readonly recording: CallRecording;
  readonly variables: () => Readonly<Record<string, VariableValue>>;
  readonly latency: () => readonly TurnLatency[];
  /** Returns null if it cannot be determined. */
  readonly sentiment: () => Sentiment | null;
  /** `connectedMs`: time since the answer; undefined if the call was not answered. Defaults to no costs. */
  readonly costs?: ((connectedMs: number | undefined) => readonly CallCost[]) | undefined;
  /** Whether the call is analyzed if it was answered. Defaults to false. */
  readonly isAnalyzed?: boolean | undefined;
  readonly onInternalError: (error: unknown) => void;
}

/** Records and logs the end of a call. */
export class CallEndRecorder {
  readonly #options: CallEndRecorderOptions;
  /** On the monotonic clock. */
  #answeredAtMs: number | undefined;

  constructor(options: CallEndRecorderOptions) {
    this.#options = options;
  }

  onAnswered(): void {
    this.#answeredAtMs = this.#options.clock.monotonicMs();
  }

  /** Records the end of the call; after an internal error, only the required fields. */
  record(ending: Ending): void {
    const { records, onInternalError } = this.#options;
    try {
      this.#record(ending);
    } catch (error) {
      onInternalError(error);
      records.recordEnd({
        ...internalErrorEnding,
        endReason: internalErrorEnding.reason,
        endDetail: internalErrorEnding.detail,
        disposition: { code: 'failed', status: 'completed' },
        variables: {},
        latency: [],
        ...this.#analysis(),
        ...this.#costs(),
      });
    }
  }

  #record(received: Ending): void {
    const { records, outcome, recording, variables, latency } = this.#options;
    const sentiment = outcome.hasInput ? this.#options.sentiment() : null;
    const ending = outcome.withRecognitionFailure(received);
    const disposition = outcome.disposition(ending.reason);
    const optOut = outcome.suppression(disposition.code);
    const task = outcome.task(ending, disposition.code);
    this.#log(ending, disposition.code);
    records.recordEnd({
      endReason: ending.reason,
      ...(ending.detail !== undefined && { endDetail: ending.detail }),
      ...(ending.fault !== undefined && { fault: ending.fault }),
      disposition,
      ...recording.getOutcome(),
      variables: variables(),
      latency: latency(),
      ...this.#analysis(),
      ...(sentiment !== null && { sentiment }),
      ...this.#costs(),
      ...(outcome.isPersonRequested && { transferRequested: true }),
      ...(task !== undefined && { task }),
      ...(optOut !== undefined && { optOut }),
    });
  }

  #analysis(): { analysis?: Analysis } {
    const isAnalyzed = this.#options.isAnalyzed === true && this.#answeredAtMs !== undefined;
    return isAnalyzed ? { analysis: pendingAnalysis } : {};
  }

  get #connectedMs(): number | undefined {
    const answeredAtMs = this.#answeredAtMs;
    return answeredAtMs === undefined ? undefined : this.#options.clock.monotonicMs() - answeredAtMs;
  }

  /** Returns the costs; no field if their calculation fails. */
  #costs(): { costs?: readonly CallCost[] } {
    const { costs, onInternalError } = this.#options;
    try {
      return costs === undefined ? {} : { costs: costs(this.#connectedMs) };
    } catch (error) {
      onInternalError(error);
      return {};
    }
  }

  /** `durationMs` counts from the answer; null if the call was not answered. */
  #log({ reason: endReason }: Ending, disposition: string): void {
    const { callId, logger } = this.#options;
    const connectedMs = this.#connectedMs;
    const durationMs = connectedMs === undefined ? null : Math.round(connectedMs);
    logger.info({ callId, endReason, disposition, durationMs }, 'Call ended.');
  }
}
