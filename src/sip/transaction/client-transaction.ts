import type { Clock } from '../../core/clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import { topViaOf } from '../header-fields.ts';
import type { HeaderEntry, SipRequest, SipResponse } from '../message.ts';
import { serializeMessage } from '../serialize-message.ts';
import type { ClientHandlers, ClientTransaction } from '../transaction-layer.ts';
import type { SipConnection, SipSource, SipTarget } from '../transport/transport.ts';
import { formatVia } from '../via.ts';
import { createCancel, createNon2xxAck } from './derived-requests.ts';
import { inviteClientFigure, type ClientAction, type ClientInput } from './invite-client-figure.ts';
import { Machine } from './machine.ts';
import { nonInviteClientFigure } from './non-invite-client-figure.ts';

/** What a transaction asks of the layer that keeps it. */
export interface ClientSurroundings {
  readonly clock: Clock;
  readonly internalErrors: InternalErrors;
  send(bytes: Buffer, target: SipTarget): Promise<SipConnection | undefined>;
  /** Starts the transaction of a CANCEL, whose own answer interests nobody. */
  sendCancel(cancel: SipRequest, target: SipTarget): void;
  onTerminated(): void;
}

export interface ClientTargets {
  readonly first: SipTarget;
  /** Where to try again when the first cannot be reached (RFC 3261 §18.1.1). */
  readonly fallback?: SipTarget | undefined;
  /** The request went there before, from a process that is gone: it is not sent again. */
  readonly isSent?: boolean;
}

/** A client transaction, INVITE or not: the figure decides, this does what it says. */
export class RunningClientTransaction implements ClientTransaction {
  readonly #surroundings: ClientSurroundings;
  readonly #handlers: ClientHandlers;
  #fallback: SipTarget | undefined;
  #machine: Machine<string, ClientInput, ClientAction>;
  #request: SipRequest;
  #target: SipTarget;
  #bytes: Buffer;
  #response: { readonly message: SipResponse; readonly source: SipSource } | undefined;
  /** Set when a CANCEL was asked for and none was sent yet. */
  #cancelFields: readonly HeaderEntry[] | undefined;
  #cancelled = false;
  /** The user is not ready for it to be sent. */
  #isHeld = false;
  /** What the request went out by. */
  #connection: SipConnection | undefined;
  #error: Error | undefined;
  /** The user has the final outcome. */
  #isConcluded = false;

  constructor(
    request: SipRequest,
    targets: ClientTargets,
    handlers: ClientHandlers,
    surroundings: ClientSurroundings,
  ) {
    this.#surroundings = surroundings;
    this.#handlers = handlers;
    this.#request = request;
    this.#target = targets.first;
    this.#fallback = targets.fallback;
    this.#bytes = serializeMessage(request);
    this.#machine = this.#newMachine();
    if (targets.isSent === true) this.#machine.input('1xx');
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
    // Who has not heard of the call yet need not: another copy would ring a phone that nobody calls any more.
    this.#machine.stopTimer('A');
    this.#sendDueCancel();
  }

  receive(response: SipResponse, source: SipSource): void {
    this.#response = { message: response, source };
    this.#machine.input(response.status < 200 ? '1xx' : response.status < 300 ? '2xx' : '300-699');
    this.#sendDueCancel();
  }

  connectionLost(connection: SipConnection): void {
    if (this.#connection === connection) this.#failed(new Error('the connection was lost'));
  }

  /** Ends it without a word to anyone. */
  dispose(): void {
    this.#machine.dispose();
  }

  #newMachine(): Machine<string, ClientInput, ClientAction> {
    return new Machine<string, ClientInput, ClientAction>({
      figure: this.#request.method === 'INVITE' ? inviteClientFigure : nonInviteClientFigure,
      clock: this.#surroundings.clock,
      reliable: this.#target.protocol !== 'udp',
      act: (action) => this.#act(action),
      onTerminated: () => this.#surroundings.onTerminated(),
      onDefect: (error) => this.#fail(error),
    });
  }

  /** A defect ends this transaction alone; a user without a final outcome gets one. */
  #fail(error: unknown): void {
    const { internalErrors } = this.#surroundings;
    internalErrors.record('sip_transaction', error, { method: this.#request.method });
    this.#machine.dispose();
    this.#surroundings.onTerminated();
    if (this.#isConcluded) return;
    this.#isConcluded = true;
    internalErrors.guard('sip_transaction', () =>
      this.#handlers.onTransportError(new Error('an internal error ended the transaction', { cause: error })),
    )();
  }

  #act(action: ClientAction): void {
    this.#do(action);
    if (action === 'time out' || action === 'fail') this.#isConcluded = true;
  }

  #do(action: ClientAction): void {
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
    this.#surroundings.send(serializeMessage(ack), this.#target).catch((error: Error) => this.#failed(error));
  }

  /** Nothing is sent, and nothing repeated, before the user is ready for it. */
  #sendFirst(): void {
    const ready = this.#handlers.beforeSend?.(this.#request, this.#target);
    if (ready === undefined) return this.#send();
    this.#isHeld = true;
    void ready.then(() => this.#sendHeld());
  }

  #sendHeld(): void {
    this.#isHeld = false;
    if (this.#machine.state === 'terminated') return;
    if (this.#cancelled) this.#failed(new Error('the request was cancelled before it was sent'));
    else this.#send();
  }

  #send(): void {
    if (this.#isHeld) return;
    this.#surroundings.send(this.#bytes, this.#target).then(
      (connection) => (this.#connection = connection),
      (error: Error) => this.#failed(error),
    );
  }

  #failed(error: Error): void {
    if (
      this.#fallback !== undefined &&
      !this.#cancelled &&
      this.#response === undefined &&
      this.#machine.state !== 'terminated'
    ) {
      this.#startAgain(this.#fallback);
      return;
    }
    this.#error = error;
    this.#machine.input('transport error');
  }

  /** The same request with the same branch over another transport. */
  #startAgain(target: SipTarget): void {
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

  #sendDueCancel(): void {
    if (this.#cancelFields === undefined || this.#machine.state !== 'proceeding') return;
    const cancel = createCancel(this.#request, this.#cancelFields);
    this.#cancelFields = undefined;
    this.#machine.startTimer('cancel');
    this.#surroundings.sendCancel(cancel, this.#target);
  }
}
