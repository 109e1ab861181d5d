import type { Clock } from '../../core/clock.ts';
import type { InternalErrors } from '../../core/internal-errors.ts';
import type { Logger } from '../../core/logger.ts';
import { toTagOf } from '../header-fields.ts';
import { createResponse, type SipRequest, type SipResponse } from '../message.ts';
import { serializeMessage } from '../serialize-message.ts';
import type { ServerHandlers, ServerTransaction } from '../transaction-layer.ts';
import { responseTarget } from '../transport/response-target.ts';
import type { SipSource, SipTarget } from '../transport/transport.ts';
import { inviteServerFigure, type ServerAction, type ServerInput } from './invite-server-figure.ts';
import { Machine } from './machine.ts';
import { nonInviteServerFigure } from './non-invite-server-figure.ts';

/** What a transaction asks of the layer that keeps it. */
export interface ServerSurroundings {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly internalErrors: InternalErrors;
  send(bytes: Buffer, target: SipTarget): Promise<unknown>;
  /** An ACK of an RFC 2543 element to a 2xx, which has the key of its INVITE. */
  passUpAck(ack: SipRequest, source: SipSource): void;
  onTerminated(): void;
}

/** A server transaction, INVITE or not: the figure decides, this does what it says. */
export class RunningServerTransaction implements ServerTransaction {
  readonly request: SipRequest;
  readonly source: SipSource;
  readonly #surroundings: ServerSurroundings;
  readonly #target: SipTarget;
  readonly #machine: Machine<string, ServerInput, ServerAction>;
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
      this.#remember(createResponse(this.request, 100));
      this.#send();
    },
    acknowledged: () => this.#handlers.onAcknowledged?.(this.#ack!.message),
    'pass up ACK': () => this.#surroundings.passUpAck(this.#ack!.message, this.#ack!.source),
    unacknowledged: () => this.#handlers.onUnacknowledged?.(),
    fail: () => this.#tellFailure(),
    none: () => undefined,
  };

  constructor(request: SipRequest, source: SipSource, surroundings: ServerSurroundings) {
    this.request = request;
    this.source = source;
    this.#surroundings = surroundings;
    this.#target = responseTarget(request, source);
    this.#machine = new Machine<string, ServerInput, ServerAction>({
      figure: request.method === 'INVITE' ? inviteServerFigure : nonInviteServerFigure,
      clock: surroundings.clock,
      reliable: source.protocol !== 'udp',
      act: (action) => this.#actions[action](),
      onTerminated: () => surroundings.onTerminated(),
      onDefect: (error) => this.#fail(error),
    });
  }

  /** The last response sent, for the tag that a CANCEL's answer shares with it (RFC 3261 §9.2). */
  get lastResponse(): SipResponse | undefined {
    return this.#lastResponse;
  }

  listen(handlers: ServerHandlers): void {
    this.#handlers = handlers;
  }

  respond(response: SipResponse): void {
    const input = response.status < 200 ? 'send 1xx' : response.status < 300 ? 'send 2xx' : 'send 300-699';
    if (!this.#takes(input)) return;
    this.#remember(response);
    this.#machine.input(input);
  }

  /** The same request again. */
  receiveAgain(): void {
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

  /** Ends it without a word to anyone. */
  dispose(): void {
    this.#machine.dispose();
  }

  /** A defect ends this transaction alone: a request without a final response is answered 500. */
  #fail(error: unknown): void {
    const { internalErrors } = this.#surroundings;
    const { method } = this.request;
    internalErrors.record('sip_transaction', error, { method });
    const isAnswered = (this.#lastResponse?.status ?? 100) >= 200;
    this.#machine.dispose();
    this.#surroundings.onTerminated();
    const conclude = internalErrors.guard('sip_transaction', () => {
      if (!isAnswered) this.#sendOnce(createResponse(this.request, 500, { toTag: this.#failureTag() }));
      this.#handlers.onDefect?.(error);
    });
    conclude();
  }

  /** The tag of earlier responses, which the caller knows the dialog by. */
  #failureTag(): string {
    const sent = this.#lastResponse === undefined ? undefined : toTagOf(this.#lastResponse);
    return sent ?? 'internal-error';
  }

  #sendOnce(response: SipResponse): void {
    this.#surroundings.send(serializeMessage(response), this.#target).catch((error: Error) => {
      this.#error = error;
      this.#surroundings.logger.debug({ err: error }, 'A SIP response could not be sent.');
    });
  }

  #takes(input: ServerInput): boolean {
    const { state } = this.#machine;
    return state === 'trying' || state === 'proceeding' || (state === 'accepted' && input === 'send 2xx');
  }

  #remember(response: SipResponse): void {
    this.#lastResponse = response;
    this.#bytes = serializeMessage(response);
  }

  #send(): void {
    if (this.#bytes === undefined) return;
    this.#surroundings.send(this.#bytes, this.#target).catch((error: Error) => {
      this.#error = error;
      this.#machine.input('transport error');
    });
  }

  #tellFailure(): void {
    this.#surroundings.logger.debug({ err: this.#error }, 'A SIP response could not be sent.');
    this.#handlers.onTransportError?.(this.#error ?? new Error('the response could not be sent'));
  }
}
