import { BeepDetector } from '../audio/beep-detector.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Clock } from '../core/clock.ts';
import type { Expectation, ExpectedPhrase } from '../core/expectation.ts';
import { AnsweringMachineDetector, greetingExpectation, type AmdResult } from './answering-machine.ts';
import type { UniversalPhrases } from './call-voice-options.ts';
import type { SpeechInput } from './speech-input.ts';
import type { SpeechInputEvent } from './speech-input-event.ts';
import { trustedText } from './turn-taking.ts';

export interface GreetingDetectionOptions {
  readonly clock: Clock;
  readonly audio: Pick<LegAudio, 'sampleRate'>;
  readonly speechInput: Pick<SpeechInput, 'expect' | 'trustsPartials'>;
  readonly universalPhrases: Pick<UniversalPhrases, 'duringAmd'>;
  readonly onResult: (result: AmdResult) => void;
  readonly onBeep: () => void;
}

/** Feeds answering-machine detection with the speech and the sounds after the call is answered. Inactive until it is started. */
export class GreetingDetection {
  readonly #options: GreetingDetectionOptions;
  readonly #beepDetector: BeepDetector;
  #detector: AnsweringMachineDetector | undefined;

  constructor(options: GreetingDetectionOptions) {
    this.#options = options;
    this.#beepDetector = new BeepDetector(() => this.#onBeep(), options.audio.sampleRate);
  }

  start(): void {
    const { clock, speechInput, universalPhrases, onResult } = this.#options;
    speechInput.expect(greetingExpectationWith(universalPhrases.duringAmd), 'short');
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
    else if (event.type === 'partial-transcript' && this.#options.speechInput.trustsPartials)
      this.#detector?.partialTranscript(event.text);
    else if (event.type === 'turn-ended') this.#detector?.turnEnded(trustedText(event.turn));
  }

  #onBeep(): void {
    this.#options.onBeep();
    this.#detector?.beepDetected();
  }
}

/** Returns the expected speech while detection runs. `phrases` are expected as well. */
const greetingExpectationWith = (phrases: readonly ExpectedPhrase[]): Expectation => ({
  ...greetingExpectation,
  id: phrases.length === 0 ? greetingExpectation.id : `${greetingExpectation.id}+`,
  phrases: [...greetingExpectation.phrases, ...phrases],
});
