import type { Authenticator } from './authenticator.ts';
import { locateHop } from './locate-hop.ts';
import type { SipRequest, SipResponse } from './message.ts';
import type { ClientTransaction } from './transaction-layer.ts';
import { TransportError, type SipSource, type SipTarget } from './transport/transport.ts';
import type { Uri } from './uri.ts';
import type { UserAgentCore } from './user-agent-core.ts';

/** The outcome of a request. RFC 3261 §8.1.3.1 treats a timeout as 408 and a transport error as 503. */
export type RequestOutcome =
  | { readonly type: 'response'; readonly response: SipResponse; readonly source: SipSource }
  | { readonly type: 'timeout' }
  | { readonly type: 'transport-error'; readonly error: Error };

export function statusOf(outcome: RequestOutcome): number {
  if (outcome.type === 'response') return outcome.response.status;
  return outcome.type === 'timeout' ? 408 : 503;
}

/** Returns the fault of the TLS connection, without text from the peer; `undefined` for other outcomes. */
export function tlsFailureOf(outcome: RequestOutcome): string | undefined {
  if (outcome.type !== 'transport-error' || !(outcome.error instanceof TransportError)) return undefined;
  return outcome.error.tlsFailure;
}

export const isSuccess = (
  outcome: RequestOutcome,
): outcome is Extract<RequestOutcome, { type: 'response' }> =>
  outcome.type === 'response' && outcome.response.status >= 200 && outcome.response.status < 300;

export interface RequestOptions {
  /** Called for every attempt (the request and each answer to a challenge), which needs a new CSeq (RFC 3261 §22.2). */
  compose(): SipRequest;
  /** A resolved target, or the URI to resolve. */
  readonly hop: SipTarget | Uri;
  /** The source address and connection of the dialog, if known. */
  readonly flow?: SipSource | undefined;
  readonly authenticator?: Authenticator | undefined;
  /** Like `ClientHandlers.beforeSend`, for every attempt. */
  beforeSend?(request: SipRequest, target: SipTarget): Promise<void> | undefined;
  onProvisional?(response: SipResponse, source: SipSource): void;
  /** Like `ClientHandlers.onConnectionLost`. */
  readonly onConnectionLost?: () => void;
  /** Called for the first final outcome that is not an answerable challenge. For INVITE also called for further 2xx. */
  onOutcome(outcome: RequestOutcome): void;
}

/** A request in progress. INVITE can be cancelled. */
export class OutgoingRequest {
  readonly #core: UserAgentCore;
  readonly #options: RequestOptions;
  readonly #authentication;
  #transaction: ClientTransaction | undefined;
  #cancelFields: readonly (readonly [string, string])[] | undefined;

  constructor(core: UserAgentCore, options: RequestOptions) {
    this.#core = core;
    this.#options = options;
    this.#authentication = options.authenticator?.startAttempt();
    this.#locate();
  }

  /** The request as last sent, with its credentials; `undefined` before a target was resolved. */
  get request(): SipRequest | undefined {
    return this.#transaction?.request;
  }

  /** The last target; `undefined` before a target was resolved. */
  get target(): SipTarget | undefined {
    return this.#transaction?.target;
  }

  /** Cancels the request; the outcome still follows. */
  cancel(fields: readonly (readonly [string, string])[] = []): void {
    this.#cancelFields = fields;
    this.#transaction?.cancel(fields);
  }

  #locate(): void {
    const { hop, flow } = this.#options;
    const fail = (error: Error) => this.#options.onOutcome({ type: 'transport-error', error });
    if ('address' in hop) this.#send(hop);
    else locateHop(this.#core, hop, flow, (target) => this.#send(target), fail);
  }

  #send(target: SipTarget): void {
    const request = this.#options.compose();
    for (const [name, value] of this.#authentication?.createFields(request) ?? [])
      request.headers.append(name, value);
    const { onConnectionLost } = this.#options;
    this.#transaction = this.#core.layer.request(request, target, {
      beforeSend: (sent, to) => this.#options.beforeSend?.(sent, to),
      onResponse: (response, source) => this.#onResponse(response, source, target),
      onTimeout: () => this.#options.onOutcome({ type: 'timeout' }),
      onTransportError: (error) => this.#options.onOutcome({ type: 'transport-error', error }),
      ...(onConnectionLost && { onConnectionLost }),
    });
    if (this.#cancelFields !== undefined) this.#transaction.cancel(this.#cancelFields);
  }

  #onResponse(response: SipResponse, source: SipSource, target: SipTarget): void {
    if (response.status < 200) this.#options.onProvisional?.(response, source);
    else if (this.#answerChallenge(response)) this.#send(target);
    else this.#options.onOutcome({ type: 'response', response, source });
  }

  #answerChallenge(response: SipResponse): boolean {
    const challenge = response.status === 401 || response.status === 407;
    return (
      challenge &&
      this.#cancelFields === undefined &&
      (this.#authentication?.acceptChallenge(response) ?? false)
    );
  }
}
