import { codedError, describeTlsFailure } from '../../core/connection-failure.ts';
import { ProviderError } from '../../contracts/provider-error.ts';

/**
 * Why a connection to a vendor failed. `unauthorized`: the key was rejected. `limited`: a rate or concurrency limit. `rejected`: another refusal that a
 * retry does not change. `paused`: the circuit breaker is open. `protocol`: a message that is malformed, too large or not expected.
 */
export type VendorFailure =
  | 'unauthorized'
  | 'limited'
  | 'rejected'
  | 'unavailable'
  | 'timed-out'
  | 'closed'
  | 'protocol'
  | 'paused';

export interface VendorErrorDetails {
  /** HTTP status of a rejected connection. */
  readonly status?: number | undefined;
  /** Code of the vendor or close code of the connection. */
  readonly code?: string | number | undefined;
  /** In ms, if the vendor sent one. */
  readonly retryAfterMs?: number | undefined;
  /** The rest of the sentence, after a colon. */
  readonly reason?: string | undefined;
  readonly cause?: unknown;
  /** Whether audio of the request that was not played is discarded. */
  readonly discardsAudio?: boolean;
}

const texts: Record<VendorFailure, string> = {
  unauthorized: 'rejected the API key',
  limited: 'rejected the request because of a limit',
  rejected: 'rejected the request',
  unavailable: 'is unavailable',
  'timed-out': 'did not respond in time',
  closed: 'closed the connection',
  protocol: 'sent an invalid message',
  paused: 'is not used for a short time after failures',
};

function textOf(failure: VendorFailure, { retryAfterMs }: VendorErrorDetails): string {
  if (failure !== 'paused' || retryAfterMs === undefined) return texts[failure];
  return `is not used for ${Math.ceil(retryAfterMs / 1000)} s after failures`;
}

const codePattern = /^[\w-]{1,60}$/;

/** A failure of a vendor's connection. Its message has the vendor, the kind of failure and codes. */
export class VendorError extends ProviderError {
  override readonly name = 'VendorError';
  override readonly isPause: boolean;
  readonly failure: VendorFailure;
  /** HTTP status of a rejected connection or request. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly discardsAudio: boolean;

  constructor(vendor: string, failure: VendorFailure, details: VendorErrorDetails = {}) {
    const codes = [details.status, details.code].filter((code) => codePattern.test(String(code ?? '')));
    const suffix = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
    const reason = details.reason === undefined ? '' : `: ${details.reason}`;
    super(`${vendor} ${textOf(failure, details)}${suffix}${reason}.`, { cause: details.cause });
    this.failure = failure;
    this.isPause = failure === 'paused';
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.discardsAudio = details.discardsAudio ?? false;
  }

  /** Whether the same request may succeed later, perhaps on a new connection. */
  get retryable(): boolean {
    return this.failure !== 'unauthorized' && this.failure !== 'rejected';
  }
}

/** Returns the failure of a connection with the fault of its certificate in words, or with its code. */
export function connectionError(vendor: string, failure: VendorFailure, error: unknown): VendorError {
  const code = (error as { code?: string } | undefined)?.code;
  const reason = describeTlsFailure(error);
  if (code === undefined || reason === undefined) return new VendorError(vendor, failure, { code });
  return new VendorError(vendor, failure, { reason, cause: codedError(code) });
}

/** Returns the failure that an HTTP status of a rejected connection or request means. */
export function failureOfStatus(status: number): VendorFailure {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402 || status === 429) return 'limited';
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected';
}
