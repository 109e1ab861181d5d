import type { Authenticator } from './authenticator.ts';
import { locateHop } from './locate-hop.ts';
import type { SipRequest, SipResponse } from './message.ts';
import type { ClientTransaction } from './transaction-layer.ts';
import { TransportError, type SipSource, type SipTarget } from './transport/transport.ts';
import type { Uri } from './uri.ts';
import type { UserAgentCore } from './user-agent-core.ts';

/** How a request ended. RFC 3261 §8.1.3.1 has a time-out count as 408 and a transport error as 503. */
export type Outcome =
  | { readonly type: 'response'; readonly response: SipResponse; readonly source: SipSource }
  | { readonly type: 'timeout' }
  | { readonly type: 'transport-error'; readonly error: Error };

export function statusOf(outcome: Outcome): number {
  if (outcome.type === 'response') return outcome.response.status;
  return outcome.type === 'timeout' ? 408 : 503;
}

/** What is wrong with the TLS connection, as text without the peer's own words; undefined for other outcomes. */
export function faultOf(outcome: Outcome): string | undefined {
  if (outcome.type !== 'transport-error' || !(outcome.error instanceof TransportError)) return undefined;
  return outcome.error.tlsFault;
}

export const isSuccess = (outcome: Outcome): outcome is Extract<Outcome, { type: 'response' }> =>
  outcome.type === 'response' && outcome.response.status >= 200 && outcome.response.status < 300;

export interface RequestPlan {
  /** Called for every attempt: each needs a sequence number of its own (RFC 3261 §22.2). */
  compose(): SipRequest;
  /** A target that is known, or the URI to find one for. */
  readonly hop: SipTarget | Uri;
  /** The connection of the dialog, where it has one. */
  readonly flow?: SipSource | undefined;
  readonly authenticator?: Authenticator | undefined;
  /** As of `ClientHandlers`, for every attempt. */
  beforeSend?(request: SipRequest, target: SipTarget): Promise<void> | undefined;
  onProvisional?(response: SipResponse, source: SipSource): void;
  /** The first final outcome that is not a challenge we can meet. For INVITE, further 2xx come here as well. */
  onOutcome(outcome: Outcome): void;
}

/** A request that may still be cancelled (INVITE only). */
export class SentRequest {
  readonly #core: UserAgentCore;
  readonly #plan: RequestPlan;
  readonly #attempt;
  #transaction: ClientTransaction | undefined;
  #cancelFields: readonly (readonly [string, string])[] | undefined;

  constructor(core: UserAgentCore, plan: RequestPlan) {
    this.#core = core;
    this.#plan = plan;
    this.#attempt = plan.authenticator?.begin();
    this.#locate();
  }

  /** The request as last sent, with its credentials; undefined before a target was found. */
  get request(): SipRequest | undefined {
    return this.#transaction?.request;
  }

  /** Where it went last; undefined as long as `request` is. */
  get target(): SipTarget | undefined {
    return this.#transaction?.target;
  }

  /** Asks the other side to stop; the outcome still comes. */
  cancel(fields: readonly (readonly [string, string])[] = []): void {
    this.#cancelFields = fields;
    this.#transaction?.cancel(fields);
  }

  #locate(): void {
    const { hop, flow } = this.#plan;
    const fail = (error: Error) => this.#plan.onOutcome({ type: 'transport-error', error });
    if ('address' in hop) this.#send(hop);
    else locateHop(this.#core, hop, flow, (target) => this.#send(target), fail);
  }

  #send(target: SipTarget): void {
    const request = this.#plan.compose();
    for (const [name, value] of this.#attempt?.fields(request) ?? []) request.headers.append(name, value);
    this.#transaction = this.#core.layer.request(request, target, {
      beforeSend: (sent, to) => this.#plan.beforeSend?.(sent, to),
      onResponse: (response, source) => this.#onResponse(response, source, target),
      onTimeout: () => this.#plan.onOutcome({ type: 'timeout' }),
      onTransportError: (error) => this.#plan.onOutcome({ type: 'transport-error', error }),
    });
    if (this.#cancelFields !== undefined) this.#transaction.cancel(this.#cancelFields);
  }

  #onResponse(response: SipResponse, source: SipSource, target: SipTarget): void {
    if (response.status < 200) this.#plan.onProvisional?.(response, source);
    else if (this.#meetsChallenge(response)) this.#send(target);
    else this.#plan.onOutcome({ type: 'response', response, source });
  }

  #meetsChallenge(response: SipResponse): boolean {
    const challenge = response.status === 401 || response.status === 407;
    return challenge && this.#cancelFields === undefined && (this.#attempt?.take(response) ?? false);
  }
}
