import { BeepDetector } from '../audio/beep-detector.ts';
import type { SampleRate } from '../audio/sample-rate.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Clock } from '../core/clock.ts';
import type { Expectation, ExpectedPhrase } from '../core/expectation.ts';
import { AnsweringMachineDetector, greetingExpectation, type AmdResult } from './answering-machine.ts';
import type { SpeechInputEvent } from './speech-input-event.ts';
import { trustedText } from './turn-filter.ts';

export interface GreetingDetectionOptions {
  readonly clock: Clock;
  /** Sample rate of the leg's audio. */
  readonly sampleRate: SampleRate;
  /** Returns whether partial transcripts are evaluated now. */
  readonly trustsPartials: () => boolean;
  readonly onResult: (result: AmdResult) => void;
  readonly onBeep: () => void;
}

/** Feeds answering-machine detection with the speech and the sounds after the answer. Inactive until it is started. */
export class GreetingDetection {
  readonly #options: GreetingDetectionOptions;
  readonly #beepDetector: BeepDetector;
  #detector: AnsweringMachineDetector | undefined;

  constructor(options: GreetingDetectionOptions) {
    this.#options = options;
    this.#beepDetector = new BeepDetector(() => this.#onBeep(), options.sampleRate);
  }

  start(): void {
    const { clock, onResult } = this.#options;
    this.#detector = new AnsweringMachineDetector({ clock, onDecided: onResult });
  }

  /** Stops detection without a result. Safe to call twice. */
  stop(): void {
    this.#detector?.close();
    this.#detector = undefined;
  }

  handleAudioEvent(event: LegAudioEvent): void {
    if (this.#detector === undefined) return;
    if (event.type === 'audio') this.#beepDetector.push(event.samples);
    else if (event.type === 'speech-stopped') this.#detector.speechStopped(event.detectedAtMs - event.atMs);
  }

  handleSpeech(event: SpeechInputEvent): void {
    if (event.type === 'speech-started') this.#detector?.speechStarted();
    else if (event.type === 'partial-transcript' && this.#options.trustsPartials())
      this.#detector?.partialTranscript(event.text);
    else if (event.type === 'turn-ended') this.#detector?.turnEnded(trustedText(event.turn));
  }

  #onBeep(): void {
    this.#options.onBeep();
    this.#detector?.beepDetected();
  }
}

/** Returns the expected speech while detection runs. `phrases` are expected as well. */
export const greetingExpectationWith = (phrases: readonly ExpectedPhrase[]): Expectation => ({
  ...greetingExpectation,
  id: phrases.length === 0 ? greetingExpectation.id : `${greetingExpectation.id}+`,
  phrases: [...greetingExpectation.phrases, ...phrases],
});
