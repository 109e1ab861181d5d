import { isIP } from 'node:net';
import type { Clock } from '../core/clock.ts';
import { InternalErrorLog, type InternalErrors } from '../core/internal-errors.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import { findMessageFault } from './find-message-fault.ts';
import { cseqOf, toTagOf, topViaOf, viasOf } from './header-fields.ts';
import {
  createResponse,
  type ResponseOptions,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import { AnswerableParseError } from './answerable-parse-error.ts';
import { SipParseError } from './parse-error.ts';
import { messageError, parseMessage } from './parse-message.ts';
import { serializeMessage } from './serialize-message.ts';
import type {
  ClientHandlers,
  ClientTransaction,
  LayerHandlers,
  ServerTransaction,
  SipObserver,
  SipTransactionLayer,
} from './transaction-layer.ts';
import { RunningClientTransaction, type ClientTargets } from './transaction/client-transaction.ts';
import { RunningServerTransaction } from './transaction/server-transaction.ts';
import { clientKey, serverKey } from './transaction/transaction-key.ts';
import { responseTarget, stampSource } from './transport/response-target.ts';
import {
  TransportError,
  type SentBy,
  type SipConnection,
  type SipSource,
  type SipTarget,
  type Transport,
  type TransportProtocol,
} from './transport/transport.ts';
import { branchMagic, formatVia } from './via.ts';

export interface TransactionLayerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly transports: readonly Transport[];
  readonly logger: Logger;
  /** Logs and counts internal errors. Default: an `InternalErrorLog` for this layer only. */
  readonly internalErrors?: InternalErrors | undefined;
  readonly observer?: SipObserver | undefined;
  /** Maximum number of concurrent server transactions; default 10,000. Further requests are rejected with 503. */
  readonly maxServerTransactions?: number;
}

/** RFC 3261 §18.1.1: the largest request that is sent over UDP if the path MTU is unknown. */
const maxUdpRequestBytes = 1_300;
/** Retry-After of rejected requests, in seconds. Randomised, so that senders do not return simultaneously. */
const retryAfterSeconds = { min: 2, spread: 8 };

export function createSipTransactionLayer(options: TransactionLayerOptions): SipTransactionLayer {
  return new TransactionLayer(options);
}

class TransactionLayer implements SipTransactionLayer {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #transports: readonly Transport[];
  readonly #logger: Logger;
  readonly #internalErrors: InternalErrors;
  readonly #observer: SipObserver | undefined;
  readonly #maxServerTransactions: number;
  readonly #clients = new Map<string, RunningClientTransaction>();
  readonly #servers = new Map<string, RunningServerTransaction>();
  #handlers: LayerHandlers | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: TransactionLayerOptions) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#transports = options.transports;
    this.#logger = options.logger;
    this.#internalErrors = options.internalErrors ?? new InternalErrorLog(options);
    this.#observer = options.observer;
    this.#maxServerTransactions = options.maxServerTransactions ?? 10_000;
    for (const transport of options.transports) {
      transport.listen({
        isKnownSource: (source) => this.#admits(source),
        onMessage: this.#internalErrors.guard('sip_message', (bytes, source) => this.#receive(bytes, source)),
        onConnectionLost: this.#internalErrors.guard('sip_connection', (connection, error) =>
          this.#onConnectionLost(connection, error),
        ),
      });
    }
  }

  get counts(): { readonly client: number; readonly server: number } {
    return { client: this.#clients.size, server: this.#servers.size };
  }

  listen(handlers: LayerHandlers): void {
    this.#handlers = handlers;
  }

  sentBy(protocol: TransportProtocol, address?: string): SentBy | undefined {
    return this.#transport(protocol, address)?.sentBy;
  }

  request(request: SipRequest, target: SipTarget, handlers: ClientHandlers): ClientTransaction {
    const outgoing = this.#withVia(request, target);
    const tcpTarget = this.#tcpTargetFor(outgoing, target);
    if (tcpTarget === undefined) return this.#startClient(outgoing, { first: target }, handlers);
    const branch = topViaOf(outgoing).parameters.get('branch')!;
    return this.#startClient(
      this.#withVia(request, tcpTarget, branch),
      { first: tcpTarget, fallback: target },
      handlers,
    );
  }

  resumeClient(invite: SipRequest, target: SipTarget, handlers: ClientHandlers): ClientTransaction {
    return this.#startClient(invite, { first: target, isAlreadySent: true }, handlers);
  }

  resumeServer(invite: SipRequest, source: SipSource): ServerTransaction {
    return this.#startServer(invite, source);
  }

  sendAck(request: SipRequest, target: SipTarget): void {
    this.#sendAck(request, target).catch((error: Error) =>
      this.#logger.warn({ err: error }, 'Sending a SIP ACK failed.'),
    );
  }

  async #sendAck(request: SipRequest, target: SipTarget): Promise<void> {
    const ack = this.#withVia(request, target);
    const tcpTarget = this.#tcpTargetFor(ack, target);
    if (tcpTarget !== undefined) {
      const sent = this.#send(serializeMessage(this.#withVia(request, tcpTarget)), tcpTarget);
      if (
        await sent.then(
          () => true,
          () => false,
        )
      )
        return;
    }
    await this.#send(serializeMessage(ack), target);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#handlers = undefined;
    for (const transaction of this.#clients.values()) transaction.dispose();
    for (const transaction of this.#servers.values()) transaction.dispose();
    this.#clients.clear();
    this.#servers.clear();
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }

  // ---- outgoing

  #transport(protocol: TransportProtocol, address?: string): Transport | undefined {
    const family = address === undefined ? 0 : isIP(address);
    return this.#transports.find(
      (transport) => transport.protocol === protocol && (family === 0 || transport.family === family),
    );
  }

  async #send(bytes: Buffer, target: SipTarget): Promise<SipConnection | undefined> {
    const transport = this.#transport(target.protocol, target.address);
    if (transport === undefined)
      throw new TransportError('failed', `no ${target.protocol} transport is open for ${target.address}`);
    this.#observer?.onSent(bytes, target);
    return await transport.send(bytes, target);
  }

  #withVia(request: SipRequest, target: SipTarget, branch = this.#newBranch()): SipRequest {
    const headers = request.headers.clone();
    if (!headers.has('Max-Forwards')) headers.prepend('Max-Forwards', '70');
    const sentBy = this.sentBy(target.protocol, target.address) ?? { host: 'invalid', port: 0 };
    const parameters = new Map([
      ['rport', ''],
      ['branch', branch],
    ]);
    headers.prepend('Via', formatVia({ transport: target.protocol.toUpperCase(), ...sentBy, parameters }));
    return { ...request, headers };
  }

  #tcpTargetFor(request: SipRequest, target: SipTarget): SipTarget | undefined {
    if (target.protocol !== 'udp' || this.#transport('tcp', target.address) === undefined) return undefined;
    return serializeMessage(request).length > maxUdpRequestBytes ? { ...target, protocol: 'tcp' } : undefined;
  }

  #startClient(request: SipRequest, targets: ClientTargets, handlers: ClientHandlers): ClientTransaction {
    const key = clientKey(assertCSeqMethod(request));
    const transaction = new RunningClientTransaction(request, targets, handlers, {
      clock: this.#clock,
      internalErrors: this.#internalErrors,
      send: (bytes, target) => this.#send(bytes, target),
      sendCancel: (cancel, target) => void this.#startClient(cancel, { first: target }, ignoreOutcome),
      onTerminated: () => void this.#clients.delete(key),
    });
    this.#clients.set(key, transaction);
    return transaction;
  }

  #newBranch(): string {
    return branchMagic + this.#token();
  }

  /** Returns 96 random bits: unique over space and time (RFC 3261 §8.1.1.7, §19.3). */
  #token(): string {
    return Buffer.from(this.#random.bytes(12)).toString('hex');
  }

  // ---- incoming

  #receive(bytes: Buffer, source: SipSource): void {
    try {
      const message = parseMessage(bytes);
      if (message.type === 'request') this.#receiveRequest(message, bytes, source);
      else this.#receiveResponse(message, bytes, source);
    } catch (error) {
      if (!(error instanceof SipParseError)) throw error;
      this.#rejectMalformed(error, source);
    }
  }

  #rejectMalformed(error: SipParseError, source: SipSource): void {
    this.#logger.debug({ reason: error.message, address: source.address }, 'Malformed SIP message received.');
    if (!(error instanceof AnswerableParseError) || !this.#admits(source)) return;
    this.#replyStateless(error.request, source, error.status, { reason: reasonPhraseFor(error) });
  }

  /** Decides by the source address alone, because the message is not validated yet. */
  #admits(source: SipSource): boolean {
    return this.#handlers !== undefined && (this.#handlers.admit?.(source) ?? true);
  }

  /** Returns whether a valid request from a source that is not admitted belongs to a dialog with that source. */
  #isFromPeer(request: SipRequest, source: SipSource): boolean {
    const hasToTag = /;\s*tag\s*=/i.test(request.headers.get('To') ?? '');
    if (!hasToTag || findMessageFault(request) !== undefined) return false;
    return this.#handlers?.admitWithinDialog?.(request, source) ?? false;
  }

  #receiveRequest(request: SipRequest, bytes: Buffer, source: SipSource): void {
    if (!this.#admits(source) && !this.#isFromPeer(request, source)) return;
    stampSource(request, source);
    const fault = findMessageFault(request);
    if (fault !== undefined) throw messageError({ text: fault, status: 400 }, request);
    this.#observer?.onReceived(bytes, source);
    const transaction = this.#servers.get(serverKey(request));
    if (request.method === 'ACK') this.#receiveAck(request, source, transaction);
    else if (transaction !== undefined) transaction.receiveRetransmission();
    else this.#receiveNewRequest(request, source);
  }

  #receiveAck(ack: SipRequest, source: SipSource, transaction: RunningServerTransaction | undefined): void {
    if (transaction === undefined) this.#handlers?.onAck(ack, source);
    else transaction.receiveAck(ack, source);
  }

  #receiveNewRequest(request: SipRequest, source: SipSource): void {
    if (this.#servers.size >= this.#maxServerTransactions) {
      const seconds = retryAfterSeconds.min + this.#random.below(retryAfterSeconds.spread);
      this.#replyStateless(request, source, 503, { headers: [['Retry-After', String(seconds)]] });
      return;
    }
    if (request.method === 'CANCEL') this.#receiveCancel(request, source);
    else if (!this.#handleOptions(request, source)) this.#deliver(request, source);
  }

  /** Starts a transaction and passes it to the handler. Responds with 500 if the handler throws. */
  #deliver(request: SipRequest, source: SipSource): void {
    const transaction = this.#startServer(request, source);
    try {
      this.#handlers?.onRequest(transaction);
    } catch (error) {
      this.#internalErrors.record('sip_transaction', error, { method: request.method });
      transaction.respond(createResponse(request, 500, { toTag: this.#token() }));
    }
  }

  #handleOptions(request: SipRequest, source: SipSource): boolean {
    if (request.method !== 'OPTIONS' || toTagOf(request) !== undefined) return false;
    const response = this.#handlers?.onOptions?.(request, source);
    if (response === undefined) return false;
    this.#sendStateless(request, source, response);
    return true;
  }

  /** RFC 3261 §9.2. The response has the tag of the INVITE's response, if any. */
  #receiveCancel(cancel: SipRequest, source: SipSource): void {
    const invite = this.#inviteOf(cancel, source);
    const transaction = this.#startServer(cancel, source);
    const tag = invite?.lastResponse === undefined ? undefined : toTagOf(invite.lastResponse);
    const status = invite === undefined ? 481 : 200;
    transaction.respond(createResponse(cancel, status, { toTag: tag ?? this.#token() }));
    invite?.receiveCancel(cancel);
  }

  /** A CANCEL is sent by the hop that sent the INVITE (§9.1), so it comes from the same address. */
  #inviteOf(cancel: SipRequest, { address }: SipSource): RunningServerTransaction | undefined {
    const invite = this.#servers.get(serverKey(cancel, 'INVITE'));
    return invite?.source.address === address ? invite : undefined;
  }

  #startServer(request: SipRequest, source: SipSource): RunningServerTransaction {
    const key = serverKey(request);
    const transaction = new RunningServerTransaction(request, source, {
      clock: this.#clock,
      logger: this.#logger,
      internalErrors: this.#internalErrors,
      send: (bytes, target) => this.#send(bytes, target),
      passUpAck: (ack, ackSource) => this.#handlers?.onAck(ack, ackSource),
      onTerminated: () => void this.#servers.delete(key),
    });
    this.#servers.set(key, transaction);
    return transaction;
  }

  #receiveResponse(response: SipResponse, bytes: Buffer, source: SipSource): void {
    const fault = findMessageFault(response);
    if (fault !== undefined) throw new SipParseError(fault);
    if (viasOf(response).length !== 1 || !this.#hasOwnVia(response)) return;
    this.#observer?.onReceived(bytes, source);
    const transaction = this.#clients.get(clientKey(response));
    if (transaction !== undefined) transaction.receive(response, source);
    else if (isInvite2xx(response)) this.#handlers?.onStray2xx(response, source);
  }

  /** RFC 3261 §18.1.2: a response whose topmost Via is not ours is dropped. */
  #hasOwnVia(response: SipResponse): boolean {
    const via = topViaOf(response);
    return this.#transports.some(
      ({ sentBy }) => sentBy.host.toLowerCase() === via.host && (via.port ?? sentBy.port) === sentBy.port,
    );
  }

  #onConnectionLost(connection: SipConnection, error: TransportError): void {
    for (const transaction of this.#clients.values()) transaction.handleConnectionLost(connection, error);
  }

  #replyStateless(request: SipRequest, source: SipSource, status: number, options: ResponseOptions): void {
    stampSource(request, source);
    this.#sendStateless(
      request,
      source,
      createResponse(request, status, { toTag: this.#token(), ...options }),
    );
  }

  #sendStateless(request: SipRequest, source: SipSource, response: SipResponse): void {
    this.#send(serializeMessage(response), responseTarget(request, source)).catch((error: Error) =>
      this.#logger.debug({ err: error }, 'Sending a SIP response failed.'),
    );
  }
}

/** The handlers of a request whose outcome is ignored, such as CANCEL. */
const ignoreOutcome: ClientHandlers = {
  onResponse: () => undefined,
  onTimeout: () => undefined,
  onTransportError: () => undefined,
};

function assertCSeqMethod(request: SipRequest): SipRequest {
  if (cseqOf(request).method !== request.method)
    throw new Error('the CSeq of a request must have the method of the request');
  return request;
}

function reasonPhraseFor(error: SipParseError): string {
  return error.status === 505 ? 'Version Not Supported' : `Bad Request - ${error.message}`;
}

function isInvite2xx(message: SipMessage): boolean {
  return (
    message.type === 'response' &&
    message.status >= 200 &&
    message.status < 300 &&
    cseqOf(message).method === 'INVITE'
  );
}
