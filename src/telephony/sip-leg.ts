import { Emitter } from '../core/emitter.ts';
import { createGuardedClock } from '../core/guarded-clock.ts';
import type { InternalErrors } from '../core/internal-errors.ts';
import type { Clock } from '../core/clock.ts';
import type { Leg, LegEvent, RejectReason } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import { mediaSampleRate, type MediaPort } from '../media/media-port.ts';
import type { Direction } from '../sdp/audio-stream.ts';
import { AudioRelay } from './audio-relay.ts';
import { internalErrorEnd, type LegEnd } from './leg-end-cause.ts';
import type { LegTrace } from './sip-trace.ts';

/** Controls a leg over SIP. */
export interface LegController {
  answer(): Promise<void>;
  reject(reason: RejectReason): void;
  /** Ends the call in any state; `SipLeg.end` follows or was already called. */
  hangup(): void;
}

/** The valid state transitions, shown in docs/sip-session-states.md. */
const transitions = {
  starting: ['ringing', 'talking', 'ended'],
  ringing: ['talking', 'ended'],
  talking: ['ended'],
  ended: [],
} as const satisfies Record<string, readonly string[]>;

type LegState = keyof typeof transitions;

/** The longest time that the end of the leg waits for the media port to finish its recording. */
const maxPortCloseMs = 2000;

/** The largest difference between the arrivals of one digit in the signalling and in the media. */
const maxDigitSkewMs = 1000;

/** A leg over SIP. Emits the events that its controller reports, and relays the audio of its media port. */
export class SipLeg implements Leg {
  readonly reference: string;
  readonly direction: 'outbound' | 'inbound';
  readonly from: string;
  readonly audio = new AudioRelay(mediaSampleRate);
  readonly #clock: Clock;
  readonly #internalErrors: InternalErrors;
  readonly #trace: Pick<LegTrace, 'keepAs'> | undefined;
  readonly #emitter = new Emitter<LegEvent | LegAudioEvent>((error) => this.fail(error));
  readonly #finished = Promise.withResolvers<void>();
  #controller: LegController | undefined;
  #to: string;
  #state: LegState = 'starting';
  #port: MediaPort | undefined;
  #isHeld = false;
  #trunk: string | undefined;
  #offerFault: string | undefined;
  #hasProceeded = false;
  #hasEarlyMedia = false;
  #hasMediaDigits = false;
  #lastSignalledDigit: { readonly digit: string; readonly atMs: number } | undefined;

  constructor(
    dependencies: {
      readonly clock: Clock;
      readonly internalErrors: InternalErrors;
      readonly trace?: Pick<LegTrace, 'keepAs'> | undefined;
    },
    details: Pick<Leg, 'reference' | 'direction' | 'from' | 'to'>,
  ) {
    this.#clock = dependencies.clock;
    this.#internalErrors = dependencies.internalErrors;
    this.#trace = dependencies.trace;
    this.reference = details.reference;
    this.direction = details.direction;
    this.from = details.from;
    this.#to = details.to;
  }

  /** Sets the controller. Called once, right after construction. */
  attachController(controller: LegController): void {
    this.#controller = controller;
  }

  get to(): string {
    return this.#to;
  }

  /** Inbound: sets the local number that was called, once it is known. */
  setCalledNumber(number: string): void {
    this.#to = number;
  }

  get offerFault(): string | undefined {
    return this.#offerFault;
  }

  /** Inbound: sets why the call cannot be answered. */
  setOfferFault(text: string): void {
    this.#offerFault = text;
  }

  get trunk(): string | undefined {
    return this.#trunk;
  }

  /** Sets the name of the trunk that carries the call, or is tried. */
  setTrunk(name: string): void {
    this.#trunk = name;
  }

  keepSignalling(callId: string): void {
    this.#trace?.keepAs(callId);
  }

  on(listener: (event: LegEvent | LegAudioEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  async answer(): Promise<void> {
    if (this.direction === 'outbound') throw new Error('an outbound call is answered by the remote side');
    try {
      await this.#controller!.answer();
    } catch (error) {
      // The end of the leg is reported first, because it has the cause.
      if (this.isEnded) await this.#finished.promise;
      throw error;
    }
  }

  reject(reason: RejectReason): void {
    this.#controller!.reject(reason);
  }

  hangup(): void {
    if (!this.isEnded) this.#controller!.hangup();
  }

  /** Attaches the open media port. If the leg has already ended, closes the port. */
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

  /** Emits `leg-proceeding` once, before ringing. */
  proceeding(): void {
    if (this.#state !== 'starting' || this.#hasProceeded) return;
    this.#hasProceeded = true;
    this.#emitter.emit({ type: 'leg-proceeding' });
  }

  /** Emits `leg-ringing` once, and a second time if early media starts later. */
  ringing(earlyMedia: boolean): void {
    if (this.#state !== 'starting' && this.#state !== 'ringing') return;
    if (this.#state === 'ringing' && (this.#hasEarlyMedia || !earlyMedia)) return;
    this.#hasEarlyMedia = earlyMedia;
    if (this.#state === 'starting') this.#enter('ringing');
    this.#emitter.emit({ type: 'leg-ringing', earlyMedia });
  }

  /** Emits `leg-answered`. */
  answered(): void {
    this.#enter('talking');
    this.#emitter.emit({ type: 'leg-answered' });
  }

  /** Handles our direction after a negotiation. If we do not send, the call is on hold. */
  setDirection(direction: Direction): void {
    const isHeld = direction === 'recvonly' || direction === 'inactive';
    if (this.#state !== 'talking' || isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#emitter.emit({ type: isHeld ? 'leg-held' : 'leg-resumed' });
  }

  /** Whether a DTMF digit has arrived in the media. */
  get hasMediaDigits(): boolean {
    return this.#hasMediaDigits;
  }

  /** Handles a DTMF digit from the signalling. */
  digitPressed(digit: string, durationMs: number): void {
    if (this.isEnded) return;
    const atMs = this.audio.nowMs;
    this.#lastSignalledDigit = { digit, atMs };
    this.#emitter.emit({ type: 'digit-pressed', digit, durationMs, atMs });
  }

  /**
   * Returns whether the digit has already arrived in the signalling: a phone that sends each digit both ways sends the
   * first one before we know of the second way.
   */
  #isRepeated({ digit, atMs }: { readonly digit: string; readonly atMs: number }): boolean {
    const last = this.#lastSignalledDigit;
    const isFirst = !this.#hasMediaDigits;
    this.#hasMediaDigits = true;
    return isFirst && last?.digit === digit && Math.abs(atMs - last.atMs) < maxDigitSkewMs;
  }

  /** Ends only this leg after an internal error in a listener or the controller. Never throws. */
  fail(error: unknown): void {
    this.#internalErrors.record('leg', error, { reference: this.reference });
    if (this.isEnded) return;
    this.end(internalErrorEnd);
    this.#internalErrors.guard('leg', () => this.#controller?.hangup())();
  }

  /** The clock for timers of this leg. A timer that throws ends the leg. */
  get clock(): Clock {
    return createGuardedClock(this.#clock, (error) => this.fail(error));
  }

  /** Ends the leg, once. `leg-ended` follows when the media port has finished. */
  end(end: LegEnd): void {
    if (this.isEnded) return;
    this.#enter('ended');
    this.#internalErrors.guard('leg', () => this.#finish(end))();
  }

  async #finish(end: LegEnd): Promise<void> {
    const deadline = new AbortController();
    const closed = (this.#port?.close() ?? Promise.resolve()).catch(() => undefined);
    const timeout = this.#clock.sleep(maxPortCloseMs, deadline.signal).catch(() => undefined);
    await Promise.race([closed, timeout]);
    deadline.abort();
    this.#emitter.emit({ type: 'leg-ended', ...end });
    this.#emitter.clear();
    this.#finished.resolve();
  }

  #onAudioEvent(event: LegAudioEvent): void {
    if (event.type === 'digit-pressed' && this.#isRepeated(event)) return;
    this.#emitter.emit(event);
    if (this.isEnded) return;
    if (event.type === 'media-timed-out')
      this.end({ cause: 'media_timeout', detail: 'No audio was received within the media timeout.' });
    else if (event.type === 'media-failed') this.end(internalErrorEnd);
    else return;
    this.#controller?.hangup();
  }

  #enter(next: LegState): void {
    if (!(transitions[this.#state] as readonly string[]).includes(next))
      throw new Error(`a leg that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}
