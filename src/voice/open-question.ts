import type { Clock, Timer } from '../core/clock.ts';
import type { LegAudio } from '../contracts/leg-audio.ts';
import { DigitCollector, type DigitAnswer } from './digit-collector.ts';
import type { CallerTurn } from './speech-input-event.ts';
import type { Question } from './voice-pipeline.ts';

/** How long the recording stays muted after a sensitive question. */
const unmuteAfterMs = 1_000;

export interface OpenQuestionOptions {
  readonly clock: Clock;
  readonly audio: LegAudio;
  /** Called with the digits that answered the question, after the question was closed. */
  readonly onDigits: (answer: DigitAnswer) => void;
  /** Called when neither side was active for the timeout of the question, after the question was closed. */
  readonly onTimeout: () => void;
}

interface AskedQuestion {
  readonly question: Question;
  readonly openedAtMs: number;
  /** The utterance that asks it; undefined if the agent was not speaking. */
  readonly promptId: number | undefined;
  /** The complete text of the prompt; undefined while it is not known. */
  promptText: string | undefined;
  /** When the caller had heard the first word of the prompt; undefined until then. */
  promptHeardAtMs: number | undefined;
}

/** The open question of a call: which turns can answer it, its digits, its timeout, and the muted recording while it is sensitive. */
export class OpenQuestion {
  readonly #options: OpenQuestionOptions;
  readonly #digitCollector: DigitCollector;
  #asked: AskedQuestion | undefined;
  #timer: Timer | undefined;
  #unmuteTimer: Timer | undefined;
  /** When the last sensitive question was closed, on the media clock. */
  #sensitiveUntilMs = -Infinity;

  constructor(options: OpenQuestionOptions) {
    this.#options = options;
    this.#digitCollector = new DigitCollector(options.clock, (digits) => this.#onDigitsCollected(digits));
  }

  /** Whether a question is open that accepts speech as an answer. */
  get acceptsSpeech(): boolean {
    return this.#asked?.question.speech === true;
  }

  get isSensitive(): boolean {
    return this.#asked?.question.sensitive === true;
  }

  /** Returns whether a sensitive question was open during the turn, which may be the last one of the call. */
  isSensitiveDuring({ startMs }: CallerTurn): boolean {
    return this.isSensitive || startMs < this.#sensitiveUntilMs;
  }

  /** Undefined if no question is open. */
  get answerKind(): Question['answerKind'] | undefined {
    return this.#asked?.question.answerKind;
  }

  /** The utterance that asks the question; undefined if no question is open or the agent was not speaking. */
  get promptId(): number | undefined {
    return this.#asked?.promptId;
  }

  /** The complete text of the prompt; undefined if no question is open, or while the text is not known. */
  get promptText(): string | undefined {
    return this.#asked?.promptText;
  }

  /**
   * Opens a question and closes the previous one. `prompt`: the utterance that asks it; undefined if the agent is not speaking. Then what the caller
   * said since `answeredAtMs`, the end of the last answer, can answer it too. Defaults to now.
   */
  open(
    question: Question,
    prompt: { readonly id: number; readonly text: string | undefined } | undefined,
    answeredAtMs = this.#options.audio.nowMs,
  ): void {
    this.close();
    const { nowMs } = this.#options.audio;
    const promptHeardAtMs = prompt === undefined ? nowMs : undefined;
    this.#asked = {
      question,
      openedAtMs: prompt === undefined ? answeredAtMs : nowMs,
      promptId: prompt?.id,
      promptText: prompt?.text,
      promptHeardAtMs,
    };
    if (question.digits !== null) this.#digitCollector.start(question.digits);
    if (question.sensitive) this.#muteRecording();
  }

  /** Opens the question again, with a new prompt. */
  askAgain(promptId: number): void {
    if (this.#asked !== undefined)
      this.open(this.#asked.question, { id: promptId, text: this.#asked.promptText });
  }

  close(): void {
    if (this.isSensitive) {
      this.#sensitiveUntilMs = this.#options.audio.nowMs;
      this.#unmuteSoon();
    }
    this.#asked = undefined;
    this.stopTimeout();
    this.#digitCollector.stop();
  }

  /** Closes the question and cancels all timers: the call ends. */
  dispose(): void {
    this.close();
    this.#unmuteTimer?.cancel();
  }

  /** Handles the start of an utterance. `firstWordAtMs`: when its first word will have been played completely. */
  utteranceStarted(id: number, firstWordAtMs: number): void {
    if (id === this.#asked?.promptId) this.#asked.promptHeardAtMs = firstWordAtMs;
  }

  utteranceEnded(id: number, atMs: number, text: string): void {
    if (id !== this.#asked?.promptId) return;
    this.#asked.promptHeardAtMs ??= atMs;
    this.#asked.promptText ??= text;
  }

  /**
   * Returns the id of the prompt's utterance if the caller had not heard its first word at `atMs`; otherwise undefined. Speech that started at such a
   * time cannot answer the question.
   */
  unheardPrompt(atMs: number): number | undefined {
    const { promptId, promptHeardAtMs } = this.#asked ?? {};
    return promptHeardAtMs === undefined || atMs < promptHeardAtMs ? promptId : undefined;
  }

  /** Returns whether the turn can answer the question: it ended after the question was opened, and started after its prompt was heard. */
  isInTime(turn: CallerTurn): boolean {
    if (this.#asked === undefined || turn.endMs <= this.#asked.openedAtMs) return false;
    return this.unheardPrompt(turn.startMs) === undefined;
  }

  /** Whether the question collects DTMF digits. Keys right after a sensitive question still belong to it and are ignored. */
  get acceptsDigits(): boolean {
    return this.#digitCollector.isActive && (this.isSensitive || this.#unmuteTimer === undefined);
  }

  press(digit: string): void {
    this.#digitCollector.press(digit);
  }

  /** The digits that were pressed before the input was complete; undefined if there are none. */
  get incompleteDigits(): DigitAnswer | undefined {
    const { digits } = this.#digitCollector;
    return digits === '' ? undefined : { digits, sensitive: this.isSensitive };
  }

  /** Starts the timeout of the question, unless the caller is entering digits. */
  startTimeout(): void {
    if (this.#asked === undefined || this.#digitCollector.digits !== '') return;
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(this.#asked.question.timeoutMs, () => this.#onTimeout());
  }

  stopTimeout(): void {
    this.#timer?.cancel();
  }

  #onDigitsCollected(digits: string): void {
    const sensitive = this.isSensitive;
    this.close();
    this.#options.onDigits({ digits, sensitive });
  }

  #onTimeout(): void {
    this.close();
    this.#options.onTimeout();
  }

  #muteRecording(): void {
    this.#unmuteTimer?.cancel();
    this.#unmuteTimer = undefined;
    this.#options.audio.muteRecording(true);
  }

  /** Unmutes the recording after a delay, since a key may still be down or be pressed once more. */
  #unmuteSoon(): void {
    const { clock, audio } = this.#options;
    this.#unmuteTimer?.cancel();
    this.#unmuteTimer = clock.after(unmuteAfterMs, () => {
      this.#unmuteTimer = undefined;
      audio.muteRecording(false);
    });
  }
}
