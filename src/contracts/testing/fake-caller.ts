import type { Clock } from '../../core/clock.ts';
import type { FakeLeg } from './fake-leg.ts';
import type { FakeSpeechToText } from './fake-speech-to-text.ts';

export interface SpeechDetails {
  /** Defaults to 300 ms per word. */
  readonly durationMs?: number;
  /** 0 to 1. */
  readonly confidence?: number;
  readonly rejected?: boolean;
  /** Time from the start of the speech to the first transcript. Defaults to the end of the speech. */
  readonly transcriptAfterMs?: number;
}

/** Simulated caller: speech reaches the leg as voice activity and the recogniser as text, each at its time. */
export class FakeCaller {
  readonly #clock: Clock;
  readonly #leg: FakeLeg;
  readonly #recogniser: FakeSpeechToText;

  constructor(clock: Clock, leg: FakeLeg, recogniser: FakeSpeechToText) {
    this.#clock = clock;
    this.#leg = leg;
    this.#recogniser = recogniser;
  }

  /** Speaks a text. */
  say(text: string, details: SpeechDetails = {}): void {
    const durationMs = details.durationMs ?? text.split(/\s+/).length * 300;
    const { confidence = 0.95, rejected = false, transcriptAfterMs = durationMs } = details;
    this.#leg.speak(durationMs);
    this.#clock.after(transcriptAfterMs, () => {
      if (!this.#leg.isEnded) this.#recogniser.latest.recognise({ text, durationMs, confidence, rejected });
    });
  }

  /** Makes a sound that triggers the voice activity detector, without a transcript. */
  cough(durationMs = 150): void {
    this.#leg.speak(durationMs);
  }
}
