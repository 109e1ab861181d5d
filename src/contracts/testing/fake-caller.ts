import type { Clock } from '../../core/clock.ts';
import type { FakeLeg } from './fake-leg.ts';
import type { FakeSpeechToText } from './fake-speech-to-text.ts';

export interface SaidHow {
  /** 300 ms a word by default. */
  readonly durationMs?: number;
  /** 0 to 1. */
  readonly confidence?: number;
  readonly rejected?: boolean;
  /** When, after speech began, the recogniser first tells words; at the end of speech by default. */
  readonly wordsAfterMs?: number;
}

/** A person at the far end: what they say reaches the leg as sound and the recogniser as words, each at its time. */
export class FakeCaller {
  readonly #clock: Clock;
  readonly #leg: FakeLeg;
  readonly #recognizer: FakeSpeechToText;

  constructor(clock: Clock, leg: FakeLeg, recognizer: FakeSpeechToText) {
    this.#clock = clock;
    this.#leg = leg;
    this.#recognizer = recognizer;
  }

  says(text: string, how: SaidHow = {}): void {
    const durationMs = how.durationMs ?? text.split(/\s+/).length * 300;
    const { confidence = 0.95, rejected = false, wordsAfterMs = durationMs } = how;
    this.#leg.speak(durationMs);
    this.#clock.after(wordsAfterMs, () => {
      if (!this.#leg.ended) this.#recognizer.latest.hear({ text, durationMs, confidence, rejected });
    });
  }

  /** A sound that the voice activity detector takes for speech and the recogniser does not. */
  coughs(durationMs = 150): void {
    this.#leg.speak(durationMs);
  }
}
