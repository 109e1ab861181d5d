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
  readonly audio: Pick<LegAudio, 'sampleRate' | 'nowMs'>;
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
    this.#detector = new AnsweringMachineDetector({
      clock,
      onDecided: onResult,
      trustsPartials: () => speechInput.trustsPartials,
    });
  }

  /** Stops detection without a result. Safe to call twice. */
  stop(): void {
    this.#detector?.close();
    this.#detector = undefined;
  }

  /** Searches the audio for a beep. Starts and stops of speech are events of the speech input. */
  handleAudioEvent(event: LegAudioEvent): void {
    if (this.#detector !== undefined && event.type === 'audio') this.#beepDetector.push(event.samples);
  }

  handleSpeech(event: SpeechInputEvent): void {
    const detector = this.#detector;
    if (detector === undefined) return;
    switch (event.type) {
      case 'speech-started':
        return detector.speechStarted(this.#lagMs(event.atMs));
      case 'speech-stopped':
      case 'speech-cut-off':
        return detector.speechStopped(this.#lagMs(event.atMs));
      case 'partial-transcript':
        if (this.#options.speechInput.trustsPartials) detector.partialTranscript(event.text);
        return;
      case 'turn-ended':
        return detector.turnEnded(trustedText(event.turn));
      default:
        return;
    }
  }

  /** Returns the time since `atMs` of the leg's media clock. */
  #lagMs(atMs: number): number {
    return Math.max(0, this.#options.audio.nowMs - atMs);
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
