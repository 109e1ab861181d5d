import type { Clock, Timer } from '../core/clock.ts';
import type { VoiceEvent, VoicePipeline } from '../voice/voice-pipeline.ts';

/** Wait after the beep, since voicemail starts recording shortly after it. */
const afterBeepMs = 300;
/** Silence that ends a greeting without a detected beep. */
const afterGreetingMs = 2_500;
/** The longest wait for the end of the greeting. */
const greetingLimitMs = 30_000;
const checkEveryMs = 100;

/** Leaves a voicemail message: waits for the beep or silence, speaks the message, then calls `onDone`. */
export class VoicemailMessage {
  readonly #clock: Clock;
  readonly #voice: VoicePipeline;
  readonly #message: string;
  readonly #onDone: () => void;
  readonly #startedMs: number;
  #timer: Timer | undefined;
  #silentSinceMs: number;
  #isSpeaking = false;

  constructor(clock: Clock, voice: VoicePipeline, message: string, onDone: () => void) {
    this.#clock = clock;
    this.#voice = voice;
    this.#message = message;
    this.#onDone = onDone;
    this.#startedMs = clock.monotonicMs();
    this.#silentSinceMs = this.#startedMs;
    this.#wait();
  }

  handleVoiceEvent(event: VoiceEvent): void {
    if (event.type === 'agent-idle' && this.#isSpeaking) this.#onDone();
    if (event.type !== 'beep-detected' || this.#isSpeaking) return;
    this.close();
    this.#timer = this.#clock.after(afterBeepMs, () => this.#speak());
  }

  close(): void {
    this.#timer?.cancel();
  }

  #wait(): void {
    this.#timer = this.#clock.after(checkEveryMs, () => {
      const nowMs = this.#clock.monotonicMs();
      if (this.#voice.isCallerSpeaking) this.#silentSinceMs = nowMs;
      const isQuiet = nowMs - this.#silentSinceMs >= afterGreetingMs;
      if (isQuiet || nowMs - this.#startedMs >= greetingLimitMs) this.#speak();
      else this.#wait();
    });
  }

  #speak(): void {
    this.#isSpeaking = true;
    this.#voice.say(this.#message, false);
  }
}
