import { mannerOf, type Manner } from './manners.ts';
import { bye, description, methodOf, reply, type OwnSide } from '../support/sip-message.ts';

/** Services that the phone network provides to each dialog. */
export interface NetworkHost {
  readonly port: number;
  /** Sends a message to the caller's address. */
  readonly send: (message: string) => void;
  /** Seeded random number, from 0 (inclusive) to 1 (exclusive). */
  readonly chance: () => number;
  /** Writes an event of the call to the network's file. */
  readonly note: (what: 'answered' | 'ended', how: string) => void;
}

const finals: Partial<Record<Manner, string>> = {
  busy: '486 Busy Here',
  declines: '603 Decline',
  unknown: '404 Not Found',
  unavailable: '503 Service Unavailable',
};
const lossShare = 0.35;
const resendMs = 300;
const resendsMax = 12;
const byesMax = 3;

/** Handles the callee's side of one call (RFC 3261 §13.3, §15). */
export class NetworkDialog {
  readonly #host: NetworkHost;
  readonly #invite: string;
  readonly #manner: Manner;
  readonly #own: OwnSide;
  #state: 'new' | 'ringing' | 'answered' | 'talking' | 'ended' = 'new';
  /** The last response; sent again for each retransmitted INVITE. */
  #last: string | undefined;

  constructor(host: NetworkHost, invite: string, number: string) {
    this.#host = host;
    this.#invite = invite;
    this.#manner = mannerOf(number);
    this.#own = { tag: `t${Math.floor(host.chance() * 1e9)}`, port: host.port };
    this.#begin();
  }

  /** Handles a further message of this call. */
  hear(message: string): void {
    if (this.#hasVanished || this.#isLost()) return;
    const method = methodOf(message);
    if (method === 'INVITE') this.#resendLast();
    else if (method === 'ACK') this.#acknowledged();
    else if (method === 'CANCEL') this.#cancelled(message);
    else if (method === 'BYE') this.#hungUp(message);
  }

  /** A callee that vanished ignores every message. */
  get #hasVanished(): boolean {
    return this.#manner === 'vanishes' && this.#state === 'talking';
  }

  #begin(): void {
    const after = (ms: number, run: () => void) => setTimeout(run, ms);
    if (this.#manner === 'slow') after(400, () => this.#respond('100 Trying'));
    else this.#respond('100 Trying');
    const final = finals[this.#manner];
    const waitMs = (this.#manner === 'slow' ? 450 : 0) + this.#host.chance() * 150;
    if (final !== undefined) after(waitMs, () => this.#refuse(final));
    else after(waitMs / 2, () => this.#ring());
    if (final === undefined && this.#manner !== 'rings-out') after(waitMs + 100, () => this.#answer());
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
    this.#host.note('answered', this.#manner);
    this.#sendOkUntilAcknowledged(resendsMax);
  }

  #sendOkUntilAcknowledged(times: number): void {
    if (this.#state !== 'answered') return;
    if (times === 0) return this.#hangUp('unacknowledged', byesMax);
    this.#respond('200 OK', description);
    setTimeout(() => this.#sendOkUntilAcknowledged(times - 1), resendMs);
  }

  #acknowledged(): void {
    if (this.#state !== 'answered') return;
    this.#state = 'talking';
    if (this.#manner === 'vanishes') return this.#host.note('ended', 'vanished');
    setTimeout(() => this.#hangUp('hung up', byesMax), 100 + this.#host.chance() * 400);
  }

  #hangUp(how: string, times: number): void {
    if (this.#state === 'ended') return;
    if (times === byesMax) this.#host.note('ended', how);
    if (times === 0) return void (this.#state = 'ended');
    this.#transmit(bye(this.#invite, this.#own));
    setTimeout(() => this.#hangUp(how, times - 1), resendMs);
  }

  #cancelled(request: string): void {
    this.#transmit(reply(request, '200 OK', this.#own));
    if (this.#state !== 'new' && this.#state !== 'ringing') return;
    this.#end('CANCEL');
    this.#respond('487 Request Terminated');
  }

  #hungUp(request: string): void {
    this.#transmit(reply(request, '200 OK', this.#own));
    if (this.#state !== 'ended') this.#end('BYE');
  }

  #end(how: string): void {
    this.#state = 'ended';
    this.#host.note('ended', how);
  }

  #respond(status: string, body = ''): void {
    this.#last = reply(this.#invite, status, this.#own, body);
    this.#transmit(this.#last);
  }

  #resendLast(): void {
    if (this.#last !== undefined) this.#transmit(this.#last);
  }

  #transmit(message: string): void {
    if (!this.#isLost()) this.#host.send(message);
  }

  #isLost(): boolean {
    return this.#manner === 'loses' && this.#host.chance() < lossShare;
  }
}
