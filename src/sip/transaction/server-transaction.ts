import type { Clock } from '../../core/clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import { toTagOf } from '../header-fields.ts';
import { createResponse, type SipRequest, type SipResponse } from '../message.ts';
import { serializeMessage } from '../serialize-message.ts';
import type { ServerHandlers, ServerTransaction } from '../transaction-layer.ts';
import { responseTarget } from '../transport/response-target.ts';
import type { SipSource, SipTarget } from '../transport/transport.ts';
import { inviteServerTable, type ServerAction, type ServerInput } from './invite-server-transitions.ts';
import { StateMachine } from './state-machine.ts';
import { nonInviteServerTable } from './non-invite-server-transitions.ts';

/** Functions that the transaction layer provides to a server transaction. */
export interface ServerDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly internalErrors: InternalErrors;
  send(bytes: Buffer, target: SipTarget): Promise<unknown>;
  /** Passes up an ACK to a 2xx. Only the ACK of an RFC 2543 element has the key of its INVITE. */
  passUpAck(ack: SipRequest, source: SipSource): void;
  onTerminated(): void;
}

/** An INVITE or non-INVITE server transaction. Executes the actions of its transition table. */
export class RunningServerTransaction implements ServerTransaction {
  readonly request: SipRequest;
  readonly source: SipSource;
  readonly #dependencies: ServerDependencies;
  readonly #target: SipTarget;
  readonly #machine: StateMachine<string, ServerInput, ServerAction>;
  #handlers: ServerHandlers = {};
  #lastResponse: SipResponse | undefined;
  #bytes: Buffer | undefined;
  #ack: { readonly message: SipRequest; readonly source: SipSource } | undefined;
  #error: Error | undefined;
  #cancelled = false;
  readonly #actions: Readonly<Record<ServerAction, () => void>> = {
    send: () => this.#send(),
    resend: () => this.#send(),
    'send 100': () => {
      this.#storeResponse(createResponse(this.request, 100));
      this.#send();
    },
    acknowledged: () => this.#handlers.onAcknowledged?.(this.#ack!.message),
    'pass up ACK': () => this.#dependencies.passUpAck(this.#ack!.message, this.#ack!.source),
    unacknowledged: () => this.#handlers.onUnacknowledged?.(),
    fail: () => this.#reportFailure(),
    none: () => undefined,
  };

  constructor(request: SipRequest, source: SipSource, dependencies: ServerDependencies) {
    this.request = request;
    this.source = source;
    this.#dependencies = dependencies;
    this.#target = responseTarget(request, source);
    this.#machine = new StateMachine<string, ServerInput, ServerAction>({
      table: request.method === 'INVITE' ? inviteServerTable : nonInviteServerTable,
      clock: dependencies.clock,
      reliable: source.protocol !== 'udp',
      act: (action) => this.#actions[action](),
      onTerminated: () => dependencies.onTerminated(),
      onInternalError: (error) => this.#fail(error),
    });
  }

  /** The last response sent. A response to CANCEL has the same To tag (RFC 3261 §9.2). */
  get lastResponse(): SipResponse | undefined {
    return this.#lastResponse;
  }

  listen(handlers: ServerHandlers): void {
    this.#handlers = handlers;
  }

  respond(response: SipResponse): void {
    const input = response.status < 200 ? 'send 1xx' : response.status < 300 ? 'send 2xx' : 'send 300-699';
    if (!this.#canSend(input)) return;
    this.#storeResponse(response);
    this.#machine.input(input);
  }

  /** Handles a retransmission of the request. */
  receiveRetransmission(): void {
    this.#machine.input('request');
  }

  receiveAck(ack: SipRequest, source: SipSource): void {
    this.#ack = { message: ack, source };
    this.#machine.input('ACK');
  }

  receiveCancel(cancel: SipRequest): void {
    if (this.#cancelled || (this.#machine.state !== 'trying' && this.#machine.state !== 'proceeding')) return;
    this.#cancelled = true;
    try {
      this.#handlers.onCancel?.(cancel);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the transaction silently. */
  dispose(): void {
    this.#machine.dispose();
  }

  /** Ends only this transaction after a defect. A request without a final response is answered with 500. */
  #fail(error: unknown): void {
    const { internalErrors } = this.#dependencies;
    const { method } = this.request;
    internalErrors.record('sip_transaction', error, { method });
    const isAnswered = (this.#lastResponse?.status ?? 100) >= 200;
    this.#machine.dispose();
    this.#dependencies.onTerminated();
    const conclude = internalErrors.guard('sip_transaction', () => {
      if (!isAnswered) this.#sendOnce(createResponse(this.request, 500, { toTag: this.#failureTag() }));
      this.#handlers.onInternalError?.(error);
    });
    conclude();
  }

  /** Returns the To tag of earlier responses, which identifies the dialog. */
  #failureTag(): string {
    const sent = this.#lastResponse === undefined ? undefined : toTagOf(this.#lastResponse);
    return sent ?? 'internal-error';
  }

  #sendOnce(response: SipResponse): void {
    this.#dependencies.send(serializeMessage(response), this.#target).catch((error: Error) => {
      this.#error = error;
      this.#dependencies.logger.debug({ err: error }, 'Sending a SIP response failed.');
    });
  }

  #canSend(input: ServerInput): boolean {
    const { state } = this.#machine;
    return state === 'trying' || state === 'proceeding' || (state === 'accepted' && input === 'send 2xx');
  }

  #storeResponse(response: SipResponse): void {
    this.#lastResponse = response;
    this.#bytes = serializeMessage(response);
  }

  #send(): void {
    if (this.#bytes === undefined) return;
    this.#dependencies.send(this.#bytes, this.#target).catch((error: Error) => {
      this.#error = error;
      this.#machine.input('transport error');
    });
  }

  #reportFailure(): void {
    this.#dependencies.logger.debug({ err: this.#error }, 'Sending a SIP response failed.');
    this.#handlers.onTransportError?.(this.#error ?? new Error('the response could not be sent'));
  }
}
