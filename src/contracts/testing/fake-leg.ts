import type { SampleRate } from '../../audio/sample-rate.ts';
import { rethrowUncaught } from './rethrow-uncaught.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import type { Leg, LegEndCause, LegEvent, RejectReason } from '../carrier.ts';
import type { LegAudioEvent } from '../leg-audio.ts';
import { FakeLegAudio } from './fake-leg-audio.ts';

/** Delays of the voice activity detector at the start and the end of speech. */
const speechStartDelayMs = 60;
const speechStopDelayMs = 100;

export interface FakeLegOptions {
  readonly clock: Clock;
  readonly reference?: string;
  readonly direction?: 'outbound' | 'inbound';
  readonly from?: string;
  readonly to?: string;
  /** Sample rate of its audio; default 8000. */
  readonly sampleRate?: SampleRate;
  readonly offerFault?: string;
}

/** A leg that a test controls: the far end rings, answers, speaks, sends digits and hangs up on request. */
export class FakeLeg implements Leg {
  readonly reference: string;
  readonly direction: 'outbound' | 'inbound';
  readonly from: string;
  readonly to: string;
  readonly audio: FakeLegAudio;
  readonly offerFault: string | undefined;
  readonly #clock: Clock;
  readonly #emitter = new Emitter<LegEvent | LegAudioEvent>(rethrowUncaught);
  readonly #speech = new Set<Timer>();
  #ended = false;
  rejectReason: string | undefined;

  constructor(options: FakeLegOptions) {
    this.#clock = options.clock;
    this.reference = options.reference ?? 'leg-1';
    this.direction = options.direction ?? 'outbound';
    this.from = options.from ?? '+12025550100';
    this.to = options.to ?? '+12025550101';
    this.offerFault = options.offerFault;
    this.audio = new FakeLegAudio(options.clock, (event) => this.#emitter.emit(event), options.sampleRate);
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  on(listener: (event: LegEvent | LegAudioEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  async answer(): Promise<void> {
    if (this.#ended) throw new Error('the caller has hung up');
    this.pickUp();
  }

  reject(reason: RejectReason): void {
    this.rejectReason = reason;
    this.end('near_hangup');
  }

  hangup(): void {
    this.end(this.audio.nowMs === 0 ? 'cancelled' : 'near_hangup');
  }

  proceed(): void {
    this.#emitter.emit({ type: 'leg-proceeding' });
  }

  ring(): void {
    this.#emitter.emit({ type: 'leg-ringing', earlyMedia: false });
  }

  pickUp(): void {
    this.audio.start();
    this.#emitter.emit({ type: 'leg-answered' });
  }

  /** Simulates speech of `durationMs` on the far end. */
  speak(durationMs: number): void {
    const atMs = this.audio.nowMs;
    this.#later(speechStartDelayMs, () => this.#emitter.emit({ type: 'speech-started', atMs }));
    const endMs = atMs + durationMs;
    const detectedAtMs = endMs + speechStopDelayMs;
    this.#later(detectedAtMs - atMs, () =>
      this.#emitter.emit({ type: 'speech-stopped', atMs: endMs, detectedAtMs }),
    );
  }

  press(digits: string): void {
    for (const digit of digits)
      this.#emitter.emit({ type: 'digit-pressed', digit, atMs: this.audio.nowMs, durationMs: 100 });
  }

  hold(): void {
    this.#emitter.emit({ type: 'leg-held' });
  }

  resume(): void {
    this.#emitter.emit({ type: 'leg-resumed' });
  }

  loseMedia(): void {
    this.#emitter.emit({ type: 'media-timed-out', atMs: this.audio.nowMs });
  }

  /** Ends the leg; further calls have no effect. */
  end(cause: LegEndCause, details: { status?: number; detail?: string } = {}): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const timer of this.#speech) timer.cancel();
    this.audio.stop();
    this.#emitter.emit({ type: 'leg-ended', cause, ...details });
  }

  #later(delayMs: number, run: () => void): void {
    this.#speech.add(this.#clock.after(delayMs, run));
  }
}
