import type { Clock, Timer } from '../core/clock.ts';
import type { CallVoice, VoiceEvent } from '../voice/call-voice.ts';

/** A mailbox records a moment after its beep. */
const afterBeepMs = 300;
/** Silence after a greeting that ends without a beep we could hear. */
const afterGreetingMs = 2_500;
/** A greeting that does not end. */
const waitMs = 30_000;
const checkEveryMs = 100;

/** Leaves a message: waits for the beep or for silence, speaks, and says when it is through. */
export class VoicemailDrop {
  readonly #clock: Clock;
  readonly #voice: CallVoice;
  readonly #message: string;
  readonly #onDone: () => void;
  readonly #startedMs: number;
  #timer: Timer | undefined;
  #silentSinceMs: number;
  #speaking = false;

  constructor(clock: Clock, voice: CallVoice, message: string, onDone: () => void) {
    this.#clock = clock;
    this.#voice = voice;
    this.#message = message;
    this.#onDone = onDone;
    this.#startedMs = clock.monotonicMs();
    this.#silentSinceMs = this.#startedMs;
    this.#wait();
  }

  hear(event: VoiceEvent): void {
    if (event.type === 'voice-idle' && this.#speaking) this.#onDone();
    if (event.type !== 'beep-heard' || this.#speaking) return;
    this.close();
    this.#timer = this.#clock.after(afterBeepMs, () => this.#speak());
  }

  close(): void {
    this.#timer?.cancel();
  }

  #wait(): void {
    this.#timer = this.#clock.after(checkEveryMs, () => {
      const nowMs = this.#clock.monotonicMs();
      if (this.#voice.callerSpeaking) this.#silentSinceMs = nowMs;
      const isQuiet = nowMs - this.#silentSinceMs >= afterGreetingMs;
      if (isQuiet || nowMs - this.#startedMs >= waitMs) this.#speak();
      else this.#wait();
    });
  }

  #speak(): void {
    this.#speaking = true;
    this.#voice.say(this.#message, false);
  }
}
