import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { ExpectedPhrase, Expectation } from '../core/expectation.ts';
import { BeepDetector } from '../audio/beep-detector.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import { AnsweringMachineDetector, greetingExpectation, type AmdResult } from './answering-machine.ts';
import { BargeIn, type InterruptionSettings } from './barge-in.ts';
import { SpeechInput, type CallerTurn, type SpeechInputEvent } from './speech-input.ts';
import { History, notUnderstood } from './history.ts';
import { maskedDigits, DigitCollector, transcriptDigits } from './digit-collector.ts';
import { generateReply, type ModelSettings, type ReplyPhrases } from './reply.ts';
import { SilenceMonitor, type SilenceSettings } from './silence-monitor.ts';
import { SpeechOutput, type SpeechOutputEvent } from './speech-output.ts';
import type { AgentVoice } from './synthesis.ts';
import type { TurnSettings } from './turn-end.ts';
import { responseLatency } from './response-latency.ts';
import type { Question, VoiceEvent, VoicePipeline } from './voice-pipeline.ts';

/** Length of the audio chunks passed to the recogniser. Shorter chunks add less delay and take more CPU time. */
const listenChunkMs = 40;
/** How long the recording stays muted after a sensitive question. */
const unmuteAfterMs = 1_000;

/** Phrases that the caller may say at any moment. */
export interface UniversalPhrases {
  /** Active until the first question. */
  readonly expectation: Expectation;
  /** The phrases that are also expected while answering-machine detection runs. */
  readonly duringAmd: readonly ExpectedPhrase[];
  /** Returns whether the text is one of these phrases. The phrase is added to the transcript even if it does not interrupt the agent. */
  matches(text: string): boolean;
}

export interface CallVoiceOptions {
  /** A clock that catches the errors of timer callbacks (`createGuardedClock`). */
  readonly clock: Clock;
  /** Receives errors of listeners and of unawaited work. The call cannot continue after one. */
  readonly onInternalError: (error: unknown) => void;
  readonly audio: LegAudio;
  readonly voices: readonly AgentVoice[];
  readonly recogniser: SpeechToText;
  /** BCP 47. */
  readonly language: string;
  readonly keyterms: readonly string[];
  readonly turn: TurnSettings;
  readonly interruption: InterruptionSettings;
  readonly silence: SilenceSettings;
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly universalPhrases: UniversalPhrases;
}

interface OpenQuestion {
  readonly question: Question;
  readonly openedAtMs: number;
  /** The utterance that asks it; undefined if the agent was not speaking. */
  readonly promptId: number | undefined;
  /** When the caller had heard the first word of the prompt. */
  promptHeardAtMs: number | undefined;
}

/** The voice pipeline of a speech recogniser, language models and a synthesised voice. Independent of flows and records. */
export class CallVoice implements VoicePipeline {
  readonly history = new History();
  readonly #options: CallVoiceOptions;
  /**
   * Whether partial transcripts are evaluated. A closed-vocabulary recogniser finds words in any sound; only its final result has a reliable
   * confidence.
   */
  readonly #trustsPartials: boolean;
  readonly #clock: Clock;
  readonly #audio: LegAudio;
  readonly #emitter: Emitter<VoiceEvent>;
  readonly #speechOutput: SpeechOutput;
  readonly #speechInput: SpeechInput;
  readonly #bargeIn: BargeIn;
  readonly #digitCollector: DigitCollector;
  readonly #silenceMonitor: SilenceMonitor;
  readonly #beepDetector = new BeepDetector(() => this.#onBeep());
  #amd: AnsweringMachineDetector | undefined;
  #openQuestion: OpenQuestion | undefined;
  /** Start of the caller's current turn, on the leg's media clock. */
  #turnStartMs: number | undefined;
  #questionTimer: Timer | undefined;
  #unmuteTimer: Timer | undefined;
  #reply: AbortController | undefined;
  /** The caller's last turn, until playout of the response starts; and when the first words of the response were known. */
  #pendingTurn: CallerTurn | undefined;
  #firstWordsAtMs: number | undefined;
  /** Whether speech without a final transcript has interrupted the agent. */
  #isInterruptedBySpeech = false;
  #isClosed = false;

  constructor(options: CallVoiceOptions) {
    const { clock, audio, voices, recogniser, language, keyterms, onInternalError } = options;
    this.#options = options;
    this.#emitter = new Emitter(onInternalError);
    this.#trustsPartials = recogniser.capabilities.openVocabulary;
    this.#clock = clock;
    this.#audio = audio;
    this.#speechOutput = new SpeechOutput({ clock, audio, voices, onInternalError });
    const stream = { language, keyterms };
    this.#speechInput = new SpeechInput({
      clock,
      audio,
      recogniser,
      stream,
      settings: options.turn,
      onInternalError,
    });
    this.#speechInput.expect(options.universalPhrases.expectation, 'short');
    this.#bargeIn = new BargeIn({
      clock,
      settings: options.interruption,
      turnController: this.#turnController(),
      trustsPartials: this.#trustsPartials,
      nowMs: () => audio.nowMs,
    });
    this.#digitCollector = new DigitCollector(clock, (digits) => this.#onDigitsCollected(digits));
    this.#silenceMonitor = new SilenceMonitor(clock, options.silence, {
      onReminder: () => {
        this.expectSilence();
        this.#emit({ type: 'reminder-due' });
      },
      onEnd: () => this.#emit({ type: 'silence-timeout' }),
    });
    this.#speechOutput.on((event) => this.#onOutputEvent(event));
    this.#speechInput.on((event) => this.#onInputEvent(event));
  }

  on(listener: (event: VoiceEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get isSpeaking(): boolean {
    return this.#speechOutput.isSpeaking;
  }

  get isCallerSpeaking(): boolean {
    return this.#speechInput.isInTurn;
  }

  prepare(text: string): void {
    this.#speechOutput.prepare(text);
  }

  start(): void {
    this.#audio.listen(listenChunkMs);
    this.#startSilenceTimers();
  }

  detectAnsweringMachine(): void {
    this.#speechInput.expect(
      withPhrases(greetingExpectation, this.#options.universalPhrases.duringAmd),
      'short',
    );
    const onDecided = (result: AmdResult) => this.#emit({ type: 'amd-result', result });
    this.#amd = new AnsweringMachineDetector({ clock: this.#clock, onDecided });
  }

  say(text: string, interruptible: boolean): number {
    this.#firstWordsAtMs ??= this.#audio.nowMs;
    this.#silenceMonitor.silenceEnded();
    return this.#speechOutput.say(text, interruptible ? 'interruptible' : 'uninterruptible');
  }

  askQuestion(question: Question): void {
    this.closeQuestion();
    const { lastId: promptId } = this.#speechOutput;
    this.#openQuestion = {
      question,
      openedAtMs: this.#audio.nowMs,
      promptId,
      promptHeardAtMs: promptId === undefined ? this.#audio.nowMs : undefined,
    };
    this.#speechInput.expect(question.expectation, question.answerKind);
    if (question.digits !== null) this.#digitCollector.start(question.digits);
    if (question.sensitive) this.#muteRecording();
    this.#startSilenceTimers();
  }

  closeQuestion(): void {
    if (this.#openQuestion?.question.sensitive === true) this.#unmuteSoon();
    this.#openQuestion = undefined;
    this.#questionTimer?.cancel();
    this.#digitCollector.stop();
  }

  #muteRecording(): void {
    this.#unmuteTimer?.cancel();
    this.#audio.muteRecording(true);
  }

  /** Unmutes the recording after a delay, since a key may still be down or be pressed once more. */
  #unmuteSoon(): void {
    this.#unmuteTimer?.cancel();
    this.#unmuteTimer = this.#clock.after(unmuteAfterMs, () => this.#audio.muteRecording(false));
  }

  expectSilence(): void {
    this.#pendingTurn = undefined;
  }

  generateReply(system: string): void {
    this.#reply?.abort();
    const abort = new AbortController();
    this.#reply = abort;
    this.#silenceMonitor.silenceEnded();
    this.#questionTimer?.cancel();
    this.#generateReply(system, abort).catch(this.#options.onInternalError);
  }

  interrupt(): void {
    this.#reply?.abort();
    this.#reply = undefined;
    this.#speechOutput.interrupt();
  }

  interruptAll(): void {
    this.interrupt();
    this.#speechOutput.interruptAll();
  }

  handleAudioEvent(event: LegAudioEvent): void {
    if (this.#isClosed) return;
    this.#speechOutput.handleAudioEvent(event);
    if (event.type === 'digit-pressed') this.#onDigit(event.digit);
    else if (event.type === 'audio' && this.#amd !== undefined) this.#beepDetector.push(event.samples);
    else if (event.type === 'speech-stopped') this.#amd?.speechStopped(event.detectedAtMs - event.atMs);
    this.#speechInput.handleAudioEvent(event);
  }

  close(): void {
    if (this.#isClosed) return;
    this.closeQuestion();
    this.#unmuteTimer?.cancel();
    this.#reply?.abort();
    this.#amd?.close();
    this.#bargeIn.reset();
    this.#speechInput.close();
    this.#speechOutput.close();
    this.#silenceMonitor.close();
    this.#isClosed = true;
  }

  #turnController() {
    const output = this.#speechOutput;
    const acceptsSpeech = () => this.#openQuestion?.question.speech === true;
    return {
      get isInterruptible() {
        return output.isInterruptible && acceptsSpeech();
      },
      get remainingMs() {
        return output.remainingMs;
      },
      pause: () => output.pause(),
      resume: () => output.resume(),
      interrupt: () => this.#interruptBySpeech(),
    };
  }

  /** Interrupts the agent. A prompt that the caller has not heard yet is spoken after the caller's turn. */
  #interruptBySpeech(): void {
    this.#isInterruptedBySpeech = true;
    const question = this.#openQuestion;
    if (question?.promptId === undefined || !this.#isBeforePrompt(this.#turnStartMs ?? this.#audio.nowMs))
      return this.interrupt();
    this.#speechOutput.interruptBefore(question.promptId);
    this.#speechOutput.pause();
  }

  /** Returns whether the first word of the prompt was not heard yet at `startMs`. A turn that started then cannot answer the question. */
  #isBeforePrompt(startMs: number): boolean {
    const question = this.#openQuestion;
    if (question?.promptId === undefined) return false;
    return question.promptHeardAtMs === undefined || startMs < question.promptHeardAtMs;
  }

  #emit(event: VoiceEvent): void {
    if (!this.#isClosed || event.type === 'agent-spoke') this.#emitter.emit(event);
  }

  async #generateReply(system: string, abort: AbortController): Promise<void> {
    const { models, modelSettings: settings, phrases } = this.#options;
    const output = this.#speechOutput;
    const speechOutput = {
      say: (text: string) => this.say(text, true),
      openUtterance: () => {
        this.#firstWordsAtMs ??= this.#audio.nowMs;
        return output.openUtterance('interruptible');
      },
    };
    const nowMs = () => this.#audio.nowMs;
    const options = { clock: this.#clock, models, settings, phrases, speechOutput, nowMs };
    const outcome = await generateReply(this.history.messages(system), options, abort.signal);
    if (this.#reply === abort) this.#reply = undefined;
    this.#emit({ type: 'reply-ended', outcome });
    this.#startSilenceTimers();
  }

  #onOutputEvent(event: SpeechOutputEvent): void {
    switch (event.type) {
      case 'utterance-started':
        if (event.id === this.#openQuestion?.promptId)
          this.#openQuestion.promptHeardAtMs = event.firstWordAtMs;
        return this.#measureResponse(event.firstAudioAtMs, event.atMs);
      case 'utterance-ended':
        return this.#onUtteranceEnded(event);
      case 'output-idle':
        this.#bargeIn.reset();
        this.#startSilenceTimers();
        return this.#emit({ type: 'agent-idle' });
    }
  }

  #onUtteranceEnded(event: Extract<SpeechOutputEvent, { type: 'utterance-ended' }>): void {
    const { id, heardText, interrupted, atMs: endMs } = event;
    if (id === this.#openQuestion?.promptId) this.#openQuestion.promptHeardAtMs ??= endMs;
    this.history.add('assistant', heardText);
    this.#emit({
      type: 'agent-spoke',
      id,
      heardText,
      startMs: event.startedAtMs ?? endMs,
      endMs,
      interrupted,
    });
    if (event.error !== undefined) this.#emit({ type: 'synthesis-failed', error: event.error });
  }

  #measureResponse(firstAudioAtMs: number, firstPacketMs: number): void {
    const turn = this.#pendingTurn;
    this.#pendingTurn = undefined;
    if (turn === undefined) return;
    const latency = responseLatency({
      bufferedMs: this.#audio.stats().receiveDelayMs,
      speechEndedMs: turn.endMs,
      turnDecidedMs: turn.decidedAtMs,
      firstWordsMs: this.#firstWordsAtMs ?? firstAudioAtMs,
      firstAudioMs: firstAudioAtMs,
      firstPacketMs,
    });
    this.#emit({ type: 'response-timed', atMs: firstPacketMs, latency });
  }

  #onInputEvent(event: SpeechInputEvent): void {
    switch (event.type) {
      case 'speech-started':
        return this.#onSpeechStarted(event.atMs);
      case 'partial-transcript':
        if (this.#trustsPartials) this.#amd?.partialTranscript(event.text);
        return this.#bargeIn.partialTranscript(event.text);
      case 'speech-stopped':
        return this.#bargeIn.speechStopped(event.atMs);
      case 'turn-ended':
        this.#turnStartMs = undefined;
        this.#onTurnEnded(event.turn);
        this.#bargeIn.reset();
        return this.#speechOutput.resume();
      case 'turn-lost':
      case 'recognition-failed':
        return this.#emit(event);
    }
  }

  #onSpeechStarted(atMs: number): void {
    this.#turnStartMs ??= atMs;
    this.#questionTimer?.cancel();
    this.#silenceMonitor.onCallerActivity();
    this.#silenceMonitor.silenceEnded();
    this.#amd?.speechStarted();
    this.#bargeIn.speechStarted(atMs);
  }

  /** Marks an unrecognised turn that interrupted the agent as rejected, so that the caller gets a response, even if only "I did not understand". */
  #rejectIfUnrecognised(turn: CallerTurn): CallerTurn {
    const isUnrecognised = this.#isInterruptedBySpeech && turn.text === '';
    this.#isInterruptedBySpeech = false;
    return isUnrecognised ? { ...turn, rejected: true } : turn;
  }

  #onTurnEnded(endedTurn: CallerTurn): void {
    const turn = this.#rejectIfUnrecognised(endedTurn);
    const isInTime = this.#isInTime(turn);
    const isAnswer = isInTime && this.#isMoreThanNoise(turn);
    // Records the turn before one of its events can end the call.
    if (isAnswer || !isInTime || this.#isUniversalPhrase(turn)) this.#record(turn);
    this.#amd?.turnEnded(trustedText(turn));
    if (isAnswer && this.#openQuestion?.question.speech === true) return this.#onAnswer(turn);
    this.#startSilenceTimers();
    if (isTrusted(turn)) this.#emit({ type: 'unsolicited-speech', turn });
  }

  #isUniversalPhrase(turn: CallerTurn): boolean {
    return isTrusted(turn) && this.#options.universalPhrases.matches(turn.text);
  }

  /** Returns whether the turn can answer the question: it ended after the question was opened, and started after its prompt was heard. */
  #isInTime(turn: CallerTurn): boolean {
    const question = this.#openQuestion;
    return question !== undefined && turn.endMs > question.openedAtMs && !this.#isBeforePrompt(turn.startMs);
  }

  #record(turn: CallerTurn): void {
    if (
      turn.text === '' ||
      (this.#openQuestion?.question.sensitive === true && !this.#isUniversalPhrase(turn))
    )
      return;
    // Rejected text is not sent to the language model.
    if (!turn.rejected) this.history.add('user', turn.text);
    this.#emit({ type: 'caller-spoke', turn });
  }

  /** Returns whether a turn is more than noise. While the agent speaks, the barge-in strategies decide. */
  #isMoreThanNoise(turn: CallerTurn): boolean {
    if (this.#speechOutput.isSpeaking) return this.#bargeIn.turnEnded(turn.text, turn.rejected);
    return turn.text !== '' || turn.rejected;
  }

  #onAnswer(turn: CallerTurn): void {
    if (turn.rejected) this.history.add('user', notUnderstood);
    this.closeQuestion();
    this.#amd?.close();
    this.#amd = undefined;
    this.#reply?.abort();
    this.#reply = undefined;
    this.#pendingTurn = turn;
    this.#firstWordsAtMs = undefined;
    this.#emit({ type: 'question-answered', turn });
  }

  #onBeep(): void {
    this.#emit({ type: 'beep-detected' });
    this.#amd?.beepDetected();
  }

  #onDigit(digit: string): void {
    this.#silenceMonitor.onCallerActivity();
    if (!this.#digitCollector.isActive) return;
    this.#questionTimer?.cancel();
    this.interrupt();
    this.#digitCollector.press(digit);
  }

  #onDigitsCollected(digits: string): void {
    const sensitive = this.#openQuestion?.question.sensitive === true;
    this.closeQuestion();
    this.expectSilence();
    this.history.add('user', sensitive ? maskedDigits : transcriptDigits(digits));
    this.#emit({ type: 'digits-collected', digits, sensitive, atMs: this.#audio.nowMs });
  }

  /** Starts the silence timers, including the timeout of the open question, if neither side is active. */
  #startSilenceTimers(): void {
    if (
      this.#isClosed ||
      this.#speechOutput.isSpeaking ||
      this.#speechInput.isInTurn ||
      this.#reply !== undefined
    )
      return;
    this.#silenceMonitor.silenceStarted();
    if (this.#openQuestion === undefined || this.#digitCollector.hasDigits) return;
    this.#questionTimer?.cancel();
    this.#questionTimer = this.#clock.after(this.#openQuestion.question.timeoutMs, () => {
      this.closeQuestion();
      this.expectSilence();
      this.#emit({ type: 'no-input' });
    });
  }
}

const trustedText = ({ text, rejected }: CallerTurn): string => (rejected ? '' : text);
const isTrusted = (turn: CallerTurn): boolean => trustedText(turn) !== '';

const withPhrases = (expectation: Expectation, phrases: readonly ExpectedPhrase[]): Expectation => ({
  ...expectation,
  id: phrases.length === 0 ? expectation.id : `${expectation.id}+`,
  phrases: [...expectation.phrases, ...phrases],
});
