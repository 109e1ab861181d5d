import { Emitter } from '../core/emitter.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Clock } from '../core/clock.ts';
import type { Leg, LegEvent } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { MediaPort } from '../media/media-port.ts';
import type { Direction } from '../sdp/audio-stream.ts';
import { AudioRelay } from './audio-relay.ts';
import { internalError, type LegEnd } from './leg-end-cause.ts';

/** What drives a leg: the side of it that speaks SIP. */
export interface LegControl {
  answer(): Promise<void>;
  reject(why: 'busy' | 'declined' | 'unavailable' | 'not_found'): void;
  /** Ends it in whatever state it is; `LegOwner.end` follows or has come. */
  hangup(): void;
  transfer(destination: string): Promise<{ readonly ok: boolean; readonly detail?: string }>;
}

/** Which states may follow each state; drawn in docs/sip-session-states.md. */
const followers = {
  starting: ['ringing', 'talking', 'ended'],
  ringing: ['talking', 'ended'],
  talking: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

type LegState = keyof typeof followers;

/** How long the media port may take to finish its recording before the leg is reported as ended. */
const portCloseMsMax = 2000;

/** One leg: its signals, from whoever drives it, and the sound of its media port. */
export class SipLeg implements Leg {
  readonly reference: string;
  readonly direction: 'outbound' | 'inbound';
  readonly from: string;
  readonly audio = new AudioRelay();
  readonly #clock: Clock;
  readonly #internalErrors: InternalErrors;
  readonly #emitter = new Emitter<LegEvent | LegAudioEvent>((error) => this.fail(error));
  #control: LegControl | undefined;
  #to: string;
  #state: LegState = 'starting';
  #port: MediaPort | undefined;
  #isHeld = false;
  #hasProceeded = false;
  #hasEarlyMedia = false;

  constructor(
    parts: { readonly clock: Clock; readonly internalErrors: InternalErrors },
    facts: Pick<Leg, 'reference' | 'direction' | 'from' | 'to'>,
  ) {
    this.#clock = parts.clock;
    this.#internalErrors = parts.internalErrors;
    this.reference = facts.reference;
    this.direction = facts.direction;
    this.from = facts.from;
    this.#to = facts.to;
  }

  /** Comes once, right after the making. */
  drive(control: LegControl): void {
    this.#control = control;
  }

  get to(): string {
    return this.#to;
  }

  /** Inbound: which of our numbers was called, once that is known. */
  calledAs(number: string): void {
    this.#to = number;
  }

  on(listener: (event: LegEvent | LegAudioEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  async answer(): Promise<void> {
    if (this.direction === 'outbound') throw new Error('a call of ours is answered by the other side');
    await this.#control!.answer();
  }

  reject(why: 'busy' | 'declined' | 'unavailable' | 'not_found'): void {
    this.#control!.reject(why);
  }

  hangup(): void {
    if (!this.isEnded) this.#control!.hangup();
  }

  async transfer(destination: string): Promise<{ ok: boolean; detail?: string }> {
    if (this.#state !== 'talking') return { ok: false, detail: 'The call is not under way.' };
    return await this.#control!.transfer(destination);
  }

  /** The media port is open. Where the leg is over already, the port is closed again. */
  attach(port: MediaPort): void {
    if (this.isEnded) {
      this.#internalErrors.guard('leg', () => port.close())();
      return;
    }
    this.#port = port;
    port.on((event) => {
      try {
        this.#onAudioEvent(event);
      } catch (error) {
        this.fail(error);
      }
    });
    this.audio.attach(port.audio);
  }

  proceeding(): void {
    if (this.#state !== 'starting' || this.#hasProceeded) return;
    this.#hasProceeded = true;
    this.#emitter.emit({ type: 'leg-proceeding' });
  }

  /** Told once, and once more when early media begins later. */
  ringing(earlyMedia: boolean): void {
    if (this.#state !== 'starting' && this.#state !== 'ringing') return;
    if (this.#state === 'ringing' && (this.#hasEarlyMedia || !earlyMedia)) return;
    this.#hasEarlyMedia = earlyMedia;
    if (this.#state === 'starting') this.#enter('ringing');
    this.#emitter.emit({ type: 'leg-ringing', earlyMedia });
  }

  answered(): void {
    this.#enter('talking');
    this.#emitter.emit({ type: 'leg-answered' });
  }

  /** Our direction, after each agreement: without sending we are on hold. */
  directed(direction: Direction): void {
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    if (this.#state !== 'talking' || isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#emitter.emit({ type: isHeld ? 'leg-held' : 'leg-resumed' });
  }

  /** A key that came by signalling. */
  digitPressed(digit: string, durationMs: number): void {
    if (this.isEnded) return;
    this.#emitter.emit({ type: 'digit-pressed', digit, durationMs, atMs: this.audio.nowMs });
  }

  /** A listener of the leg, or what drives it, met a defect: this leg ends, no other. Never throws. */
  fail(error: unknown): void {
    this.#internalErrors.record('leg', error, { reference: this.reference });
    if (this.isEnded) return;
    this.end(internalError);
    this.#internalErrors.guard('leg', () => this.#control?.hangup())();
  }

  /** The clock for timers of this leg: a timer that throws ends the leg. */
  get clock(): Clock {
    return createGuardedClock(this.#clock, (error) => this.fail(error));
  }

  /** Over, once. `leg-ended` follows when the media port has finished what it had to. */
  end(end: LegEnd): void {
    if (this.isEnded) return;
    this.#enter('ended');
    this.#internalErrors.guard('leg', () => this.#finish(end))();
  }

  async #finish(end: LegEnd): Promise<void> {
    const deadline = new AbortController();
    const closed = (this.#port?.close() ?? Promise.resolve()).catch(() => undefined);
    const late = this.#clock.sleep(portCloseMsMax, deadline.signal).catch(() => undefined);
    await Promise.race([closed, late]);
    deadline.abort();
    this.#emitter.emit({ type: 'leg-ended', ...end });
    this.#emitter.clear();
  }

  #onAudioEvent(event: LegAudioEvent): void {
    this.#emitter.emit(event);
    if (this.isEnded) return;
    if (event.type === 'media-timed-out')
      this.end({ cause: 'media_timeout', detail: 'No sound came any more.' });
    else if (event.type === 'media-failed') this.end(internalError);
    else return;
    this.#control?.hangup();
  }

  #enter(next: LegState): void {
    if (!(followers[this.#state] as readonly string[]).includes(next))
      throw new Error(`a leg that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}
