import { mannerOf, type Manner } from './manners.ts';
import { bye, description, methodOf, reply, type OwnSide } from '../support/sip-message.ts';

/** What the network does for its telephones. */
export interface NetworkHost {
  readonly port: number;
  /** To where the call came from. */
  readonly send: (message: string) => void;
  /** Seeded; from 0 up to 1. */
  readonly chance: () => number;
  /** Remembers what happened to the call, for the proof. */
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

/** One call as the one who is called has it (RFC 3261 §13.3, §15). */
export class NetworkDialog {
  readonly #host: NetworkHost;
  readonly #invite: string;
  readonly #manner: Manner;
  readonly #own: OwnSide;
  #state: 'new' | 'ringing' | 'answered' | 'talking' | 'ended' = 'new';
  /** Answers to each repeated INVITE. */
  #last: string | undefined;

  constructor(host: NetworkHost, invite: string, number: string) {
    this.#host = host;
    this.#invite = invite;
    this.#manner = mannerOf(number);
    this.#own = { tag: `t${Math.floor(host.chance() * 1e9)}`, port: host.port };
    this.#begin();
  }

  /** A further message of this call. */
  hear(message: string): void {
    if (this.#isGone || this.#isLost()) return;
    const method = methodOf(message);
    if (method === 'INVITE') this.#repeat();
    else if (method === 'ACK') this.#acknowledged();
    else if (method === 'CANCEL') this.#cancelled(message);
    else if (method === 'BYE') this.#hungUp(message);
  }

  /** Somebody who vanished hears nothing any more. */
  get #isGone(): boolean {
    return this.#manner === 'vanishes' && this.#state === 'talking';
  }

  #begin(): void {
    const after = (ms: number, run: () => void) => setTimeout(run, ms);
    if (this.#manner === 'slow') after(400, () => this.#say('100 Trying'));
    else this.#say('100 Trying');
    const final = finals[this.#manner];
    const waitMs = (this.#manner === 'slow' ? 450 : 0) + this.#host.chance() * 150;
    if (final !== undefined) after(waitMs, () => this.#refuse(final));
    else after(waitMs / 2, () => this.#ring());
    if (final === undefined && this.#manner !== 'rings-out') after(waitMs + 100, () => this.#answer());
  }

  #ring(): void {
    if (this.#state !== 'new') return;
    this.#state = 'ringing';
    this.#say('180 Ringing');
  }

  #refuse(status: string): void {
    if (this.#state === 'ended') return;
    this.#end(status);
    this.#say(status);
  }

  #answer(): void {
    if (this.#state !== 'ringing') return;
    this.#state = 'answered';
    this.#host.note('answered', this.#manner);
    this.#sayUntilAcknowledged(resendsMax);
  }

  #sayUntilAcknowledged(times: number): void {
    if (this.#state !== 'answered') return;
    if (times === 0) return this.#hangUp('unacknowledged', byesMax);
    this.#say('200 OK', description);
    setTimeout(() => this.#sayUntilAcknowledged(times - 1), resendMs);
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
    this.#say('487 Request Terminated');
  }

  #hungUp(request: string): void {
    this.#transmit(reply(request, '200 OK', this.#own));
    if (this.#state !== 'ended') this.#end('BYE');
  }

  #end(how: string): void {
    this.#state = 'ended';
    this.#host.note('ended', how);
  }

  #say(status: string, body = ''): void {
    this.#last = reply(this.#invite, status, this.#own, body);
    this.#transmit(this.#last);
  }

  #repeat(): void {
    if (this.#last !== undefined) this.#transmit(this.#last);
  }

  #transmit(message: string): void {
    if (!this.#isLost()) this.#host.send(message);
  }

  #isLost(): boolean {
    return this.#manner === 'loses' && this.#host.chance() < lossShare;
  }
}
