import { behaviourOf, type PhoneBehaviour } from './phone-behaviour.ts';
import { bye, description, methodOf, reply, type LocalParty } from '../support/sip-message.ts';

/** Services that the phone network provides to each dialog. */
export interface NetworkHost {
  readonly port: number;
  /** Sends a message to the caller's address. */
  readonly send: (message: string) => void;
  /** Seeded random number, from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Writes an event of the call to the network's file. */
  readonly recordEvent: (type: 'answered' | 'ended', detail: string) => void;
}

const finalResponses: Partial<Record<PhoneBehaviour, string>> = {
  busy: '486 Busy Here',
  declines: '603 Decline',
  unknown: '404 Not Found',
  unavailable: '503 Service Unavailable',
};
const lossShare = 0.35;
const resendMs = 300;
const maxResends = 12;
const maxByes = 3;

/** Handles the callee's side of one call (RFC 3261 §13.3, §15). */
export class NetworkDialog {
  readonly #host: NetworkHost;
  readonly #invite: string;
  readonly #behaviour: PhoneBehaviour;
  readonly #local: LocalParty;
  #state: 'new' | 'ringing' | 'answered' | 'talking' | 'ended' = 'new';
  /** The last response, which is retransmitted after each retransmitted INVITE. */
  #lastResponse: string | undefined;

  constructor(host: NetworkHost, invite: string, number: string) {
    this.#host = host;
    this.#invite = invite;
    this.#behaviour = behaviourOf(number);
    this.#local = { tag: `t${Math.floor(host.random() * 1e9)}`, port: host.port };
    this.#start();
  }

  /** Handles a further message of this call. */
  receive(message: string): void {
    if (this.#hasVanished || this.#isLost()) return;
    const method = methodOf(message);
    if (method === 'INVITE') this.#retransmitLastResponse();
    else if (method === 'ACK') this.#handleAck();
    else if (method === 'CANCEL') this.#handleCancel(message);
    else if (method === 'BYE') this.#handleBye(message);
  }

  /** Whether the callee ignores every message. */
  get #hasVanished(): boolean {
    return this.#behaviour === 'vanishes' && this.#state === 'talking';
  }

  #start(): void {
    const after = (ms: number, run: () => void) => setTimeout(run, ms);
    if (this.#behaviour === 'slow') after(400, () => this.#respond('100 Trying'));
    else this.#respond('100 Trying');
    const final = finalResponses[this.#behaviour];
    const waitMs = (this.#behaviour === 'slow' ? 450 : 0) + this.#host.random() * 150;
    if (final !== undefined) after(waitMs, () => this.#refuse(final));
    else after(waitMs / 2, () => this.#ring());
    if (final === undefined && this.#behaviour !== 'rings-out') after(waitMs + 100, () => this.#answer());
  }

  #ring(): void {
    if (this.#state !== 'new') return;
    this.#state = 'ringing';
    this.#respond('180 Ringing');
  }

  #refuse(status: string): void {
    if (this.#state === 'ended') return;
    this.#end(status);
    this.#respond(status);
  }

  #answer(): void {
    if (this.#state !== 'ringing') return;
    this.#state = 'answered';
    this.#host.recordEvent('answered', this.#behaviour);
    this.#sendOkUntilAcknowledged(maxResends);
  }

  #sendOkUntilAcknowledged(sendsLeft: number): void {
    if (this.#state !== 'answered') return;
    if (sendsLeft === 0) return this.#hangUp('unacknowledged', maxByes);
    this.#respond('200 OK', description);
    setTimeout(() => this.#sendOkUntilAcknowledged(sendsLeft - 1), resendMs);
  }

  #handleAck(): void {
    if (this.#state !== 'answered') return;
    this.#state = 'talking';
    if (this.#behaviour === 'vanishes') return this.#host.recordEvent('ended', 'vanished');
    setTimeout(() => this.#hangUp('hung up', maxByes), 100 + this.#host.random() * 400);
  }

  #hangUp(detail: string, byesLeft: number): void {
    if (this.#state === 'ended') return;
    if (byesLeft === maxByes) this.#host.recordEvent('ended', detail);
    if (byesLeft === 0) return void (this.#state = 'ended');
    this.#transmit(bye(this.#invite, this.#local));
    setTimeout(() => this.#hangUp(detail, byesLeft - 1), resendMs);
  }

  #handleCancel(request: string): void {
    this.#transmit(reply(request, '200 OK', this.#local));
    if (this.#state !== 'new' && this.#state !== 'ringing') return;
    this.#end('CANCEL');
    this.#respond('487 Request Terminated');
  }

  #handleBye(request: string): void {
    this.#transmit(reply(request, '200 OK', this.#local));
    if (this.#state !== 'ended') this.#end('BYE');
  }

  #end(detail: string): void {
    this.#state = 'ended';
    this.#host.recordEvent('ended', detail);
  }

  #respond(status: string, body = ''): void {
    this.#lastResponse = reply(this.#invite, status, this.#local, body);
    this.#transmit(this.#lastResponse);
  }

  #retransmitLastResponse(): void {
    if (this.#lastResponse !== undefined) this.#transmit(this.#lastResponse);
  }

  #transmit(message: string): void {
    if (!this.#isLost()) this.#host.send(message);
  }

  #isLost(): boolean {
    return this.#behaviour === 'drops-packets' && this.#host.random() < lossShare;
  }
}
