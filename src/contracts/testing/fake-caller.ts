import type { Clock } from '../../core/clock.ts';
import type { FakeLeg } from './fake-leg.ts';
import type { FakeSpeechToText } from './fake-speech-to-text.ts';

export interface SpeechDetails {
  /** Defaults to 300 ms per word. */
  readonly durationMs?: number;
  /** 0 to 1. */
  readonly confidence?: number;
  readonly rejected?: boolean;
  /** When the first transcript arrives, from the start of the speech. Defaults to the end of the speech. */
  readonly wordsAfterMs?: number;
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

  says(text: string, how: SpeechDetails = {}): void {
    const durationMs = how.durationMs ?? text.split(/\s+/).length * 300;
    const { confidence = 0.95, rejected = false, wordsAfterMs = durationMs } = how;
    this.#leg.speak(durationMs);
    this.#clock.after(wordsAfterMs, () => {
      if (!this.#leg.ended) this.#recogniser.latest.hear({ text, durationMs, confidence, rejected });
    });
  }

  /** A sound that triggers the voice activity detector, without a transcript. */
  coughs(durationMs = 150): void {
    this.#leg.speak(durationMs);
  }
}
