import type { Clock } from '../../core/clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import { topViaOf } from '../header-fields.ts';
import type { HeaderEntry, SipRequest, SipResponse } from '../message.ts';
import { serializeMessage } from '../serialize-message.ts';
import type { ClientHandlers, ClientTransaction } from '../transaction-layer.ts';
import type { SipConnection, SipSource, SipTarget } from '../transport/transport.ts';
import { formatVia } from '../via.ts';
import { createCancel, createNon2xxAck } from './derived-requests.ts';
import { inviteClientTable, type ClientAction, type ClientInput } from './invite-client-transitions.ts';
import { StateMachine } from './state-machine.ts';
import { nonInviteClientTable } from './non-invite-client-transitions.ts';

/** Functions that the transaction layer provides to a client transaction. */
export interface ClientDependencies {
  readonly clock: Clock;
  readonly internalErrors: InternalErrors;
  send(bytes: Buffer, target: SipTarget): Promise<SipConnection | undefined>;
  /** Starts the transaction of a CANCEL, whose outcome is ignored. */
  sendCancel(cancel: SipRequest, target: SipTarget): void;
  onTerminated(): void;
}

export interface ClientTargets {
  readonly first: SipTarget;
  /** Used if the first target cannot be reached (RFC 3261 §18.1.1). */
  readonly fallback?: SipTarget | undefined;
  /** Whether a terminated process has already sent the request, so that it is not sent again. */
  readonly isAlreadySent?: boolean;
}

/** An INVITE or non-INVITE client transaction. Executes the actions of its transition table. */
export class RunningClientTransaction implements ClientTransaction {
  readonly #dependencies: ClientDependencies;
  readonly #handlers: ClientHandlers;
  #fallback: SipTarget | undefined;
  #machine: StateMachine<string, ClientInput, ClientAction>;
  #request: SipRequest;
  #target: SipTarget;
  #bytes: Buffer;
  #response: { readonly message: SipResponse; readonly source: SipSource } | undefined;
  /** Set while a requested CANCEL has not been sent. */
  #cancelFields: readonly HeaderEntry[] | undefined;
  #cancelled = false;
  /** Whether the promise of `beforeSend` is pending. */
  #awaitsBeforeSend = false;
  /** The connection over which the request was sent. */
  #connection: SipConnection | undefined;
  #error: Error | undefined;
  /** Whether the handlers have received the final outcome. */
  #isConcluded = false;

  constructor(
    request: SipRequest,
    targets: ClientTargets,
    handlers: ClientHandlers,
    dependencies: ClientDependencies,
  ) {
    this.#dependencies = dependencies;
    this.#handlers = handlers;
    this.#request = request;
    this.#target = targets.first;
    this.#fallback = targets.fallback;
    this.#bytes = serializeMessage(request);
    this.#machine = this.#newMachine();
    if (targets.isAlreadySent === true) this.#machine.input('1xx');
    else this.#sendFirst();
  }

  get request(): SipRequest {
    return this.#request;
  }

  get target(): SipTarget {
    return this.#target;
  }

  cancel(fields: Iterable<HeaderEntry> = []): void {
    if (this.#request.method !== 'INVITE' || this.#cancelled) return;
    this.#cancelled = true;
    this.#cancelFields = [...fields];
    // A retransmission could reach a peer that has not received the INVITE yet, and a phone would ring.
    this.#machine.stopTimer('A');
    this.#sendPendingCancel();
  }

  receive(response: SipResponse, source: SipSource): void {
    this.#response = { message: response, source };
    this.#machine.input(response.status < 200 ? '1xx' : response.status < 300 ? '2xx' : '300-699');
    this.#sendPendingCancel();
  }

  handleConnectionLost(connection: SipConnection, error: Error): void {
    if (this.#connection !== connection) return;
    const { onConnectionLost } = this.#handlers;
    const canContinue = this.#machine.state === 'proceeding' && this.#request.method === 'INVITE';
    if (!canContinue || onConnectionLost === undefined) return this.#onTransportError(error);
    this.#connection = undefined;
    const { protocol, address, port, serverName } = this.#target;
    this.#target = { protocol, address, port, ...(serverName === undefined ? {} : { serverName }) };
    onConnectionLost();
  }

  /** Ends the transaction silently. */
  dispose(): void {
    this.#machine.dispose();
  }

  #newMachine(): StateMachine<string, ClientInput, ClientAction> {
    return new StateMachine<string, ClientInput, ClientAction>({
      table: this.#request.method === 'INVITE' ? inviteClientTable : nonInviteClientTable,
      clock: this.#dependencies.clock,
      reliable: this.#target.protocol !== 'udp',
      act: (action) => this.#performAction(action),
      onTerminated: () => this.#dependencies.onTerminated(),
      onInternalError: (error) => this.#fail(error),
    });
  }

  /** Ends only this transaction after a defect. Reports a transport error unless the outcome was already reported. */
  #fail(error: unknown): void {
    const { internalErrors } = this.#dependencies;
    internalErrors.record('sip_transaction', error, { method: this.#request.method });
    this.#machine.dispose();
    this.#dependencies.onTerminated();
    if (this.#isConcluded) return;
    this.#isConcluded = true;
    internalErrors.guard('sip_transaction', () =>
      this.#handlers.onTransportError(new Error('an internal error ended the transaction', { cause: error })),
    )();
  }

  #performAction(action: ClientAction): void {
    this.#perform(action);
    if (action === 'time out' || action === 'fail') this.#isConcluded = true;
  }

  #perform(action: ClientAction): void {
    switch (action) {
      case 'resend':
        return this.#send();
      case 'pass up':
        return this.#passUp();
      case 'acknowledge':
        return this.#acknowledge();
      case 'pass up and acknowledge':
        this.#acknowledge();
        return this.#passUp();
      case 'time out':
        return this.#handlers.onTimeout();
      case 'fail':
        return this.#handlers.onTransportError(this.#error ?? new Error('the request could not be sent'));
      case 'none':
        return undefined;
    }
  }

  #passUp(): void {
    if (this.#response === undefined) return;
    this.#handlers.onResponse(this.#response.message, this.#response.source);
    if (this.#response.message.status >= 200) this.#isConcluded = true;
  }

  #acknowledge(): void {
    if (this.#response === undefined) return;
    const ack = createNon2xxAck(this.#request, this.#response.message);
    this.#dependencies
      .send(serializeMessage(ack), this.#target)
      .catch((error: Error) => this.#onTransportError(error));
  }

  /** Sends the request to a new target, after `beforeSend` has resolved. */
  #sendFirst(): void {
    const ready = this.#handlers.beforeSend?.(this.#request, this.#target);
    if (ready === undefined) return this.#send();
    this.#awaitsBeforeSend = true;
    void ready.then(() => this.#sendAfterHandler());
  }

  #sendAfterHandler(): void {
    this.#awaitsBeforeSend = false;
    if (this.#machine.state === 'terminated') return;
    if (this.#cancelled) this.#onTransportError(new Error('the request was cancelled before it was sent'));
    else this.#send();
  }

  #send(): void {
    if (this.#awaitsBeforeSend) return;
    this.#dependencies.send(this.#bytes, this.#target).then(
      (connection) => (this.#connection = connection),
      (error: Error) => this.#onTransportError(error),
    );
  }

  #onTransportError(error: Error): void {
    if (
      this.#fallback !== undefined &&
      !this.#cancelled &&
      this.#response === undefined &&
      this.#machine.state !== 'terminated'
    ) {
      this.#retryWith(this.#fallback);
      return;
    }
    this.#error = error;
    this.#machine.input('transport error');
  }

  /** Sends the same request with the same branch over another transport. */
  #retryWith(target: SipTarget): void {
    this.#fallback = undefined;
    this.#machine.dispose();
    const headers = this.#request.headers.clone();
    headers.replaceFirst(
      'Via',
      formatVia({ ...topViaOf(this.#request), transport: target.protocol.toUpperCase() }),
    );
    this.#request = { ...this.#request, headers };
    this.#target = target;
    this.#bytes = serializeMessage(this.#request);
    this.#machine = this.#newMachine();
    this.#sendFirst();
  }

  #sendPendingCancel(): void {
    if (this.#cancelFields === undefined || this.#machine.state !== 'proceeding') return;
    const cancel = createCancel(this.#request, this.#cancelFields);
    this.#cancelFields = undefined;
    this.#machine.startTimer('cancel');
    this.#dependencies.sendCancel(cancel, this.#target);
  }
}
