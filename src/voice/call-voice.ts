import type { Clock } from '../core/clock.ts';
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
import { maskedDigits, transcriptDigits } from './digit-collector.ts';
import { OpenQuestion } from './open-question.ts';
import { generateReply, type ModelSettings, type ReplyPhrases } from './reply.ts';
import { SilenceMonitor, type SilenceSettings } from './silence-monitor.ts';
import { SpeechOutput, type SpeechOutputEvent } from './speech-output.ts';
import type { AgentVoice } from './synthesis.ts';
import type { TurnSettings } from './turn-end.ts';
import { ResponseTimer } from './response-latency.ts';
import type { Question, VoiceEvent, VoicePipeline } from './voice-pipeline.ts';
import { VoiceStateMachine, voiceStateOf, type VoiceState } from './voice-state.ts';

/** Length of the audio chunks passed to the recogniser. Shorter chunks add less delay and take more CPU time. */
const listenChunkMs = 40;
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
  /** Receives invalid transitions of the state. The call can continue. Defaults to `onInternalError`. */
  readonly onInvalidTransition?: ((error: Error) => void) | undefined;
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
  readonly #question: OpenQuestion;
  readonly #responseTimer = new ResponseTimer();
  readonly #silenceMonitor: SilenceMonitor;
  readonly #beepDetector = new BeepDetector(() => this.#onBeep());
  readonly #state: VoiceStateMachine;
  #amd: AnsweringMachineDetector | undefined;
  /** Start of the caller's current turn, on the leg's media clock. */
  #turnStartMs: number | undefined;
  #reply: AbortController | undefined;
  /** Whether speech without a final transcript has interrupted the agent. */
  #isInterruptedBySpeech = false;
  #isClosing = false;
  #isClosed = false;

  constructor(options: CallVoiceOptions) {
    const { clock, audio, voices, recogniser, language, keyterms, onInternalError } = options;
    this.#options = options;
    this.#emitter = new Emitter(onInternalError);
    this.#state = new VoiceStateMachine(options.onInvalidTransition ?? onInternalError);
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
    this.#question = new OpenQuestion({
      clock,
      audio,
      onDigits: (digits) => this.#onDigitsCollected(digits),
      onTimeout: () => this.#onQuestionTimedOut(),
    });
    this.#bargeIn = new BargeIn({
      clock,
      settings: options.interruption,
      turnController: this.#turnController(),
      trustsPartials: this.#trustsPartials,
      nowMs: () => audio.nowMs,
    });
    this.#silenceMonitor = new SilenceMonitor(clock, options.silence, {
      onReminder: () => {
        this.expectSilence();
        this.#emit({ type: 'reminder-due' });
      },
      onEnd: () => this.#emit({ type: 'silence-timeout' }),
    });
    this.#speechOutput.on((event) => this.#onOutputEvent(event));
    this.#speechInput.on((event) => {
      // The state after the end of a turn depends on the response, which its listeners start.
      if (event.type !== 'turn-ended') this.#updateState();
      this.#onInputEvent(event);
    });
  }

  on(listener: (event: VoiceEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get state(): VoiceState {
    return this.#state.current;
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
    this.#responseTimer.wordsKnown(this.#audio.nowMs);
    this.#silenceMonitor.silenceEnded();
    const id = this.#speechOutput.say(text, interruptible ? 'interruptible' : 'uninterruptible');
    this.#updateState();
    return id;
  }

  askQuestion(question: Question): void {
    this.#question.open(question, this.#speechOutput.lastId);
    this.#speechInput.expect(question.expectation, question.answerKind);
    this.#startSilenceTimers();
  }

  closeQuestion(): void {
    this.#question.close();
  }

  expectSilence(): void {
    this.#responseTimer.cancel();
  }

  generateReply(system: string): void {
    this.#reply?.abort();
    const abort = new AbortController();
    this.#reply = abort;
    this.#silenceMonitor.silenceEnded();
    this.#question.stopTimeout();
    this.#updateState();
    this.#generateReply(system, abort).catch(this.#options.onInternalError);
  }

  interrupt(): void {
    this.#reply?.abort();
    this.#reply = undefined;
    this.#speechOutput.interrupt();
    this.#updateState();
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
    this.#isClosing = true;
    this.#updateState();
    this.#question.dispose();
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
    const question = this.#question;
    return {
      get isInterruptible() {
        return output.isInterruptible && question.acceptsSpeech;
      },
      get remainingMs() {
        return output.remainingMs;
      },
      pause: () => this.#pause(),
      resume: () => this.#resume(),
      interrupt: () => this.#interruptBySpeech(),
    };
  }

  #pause(): void {
    this.#speechOutput.pause();
    this.#updateState();
  }

  #resume(): void {
    this.#speechOutput.resume();
    this.#updateState();
  }

  /** Interrupts the agent. A prompt that the caller has not heard yet is spoken after the caller's turn. */
  #interruptBySpeech(): void {
    this.#isInterruptedBySpeech = true;
    const promptId = this.#question.unheardPrompt(this.#turnStartMs ?? this.#audio.nowMs);
    if (promptId === undefined) return this.interrupt();
    this.#speechOutput.interruptBefore(promptId);
    this.#updateState();
    this.#pause();
  }

  #updateState(): void {
    this.#state.enter(
      voiceStateOf({
        isClosing: this.#isClosing,
        isAgentSpeaking: this.#speechOutput.isSpeaking,
        isAgentPaused: this.#speechOutput.isPaused,
        caller: this.#speechInput.state,
        isReplying: this.#reply !== undefined,
      }),
    );
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
        this.#responseTimer.wordsKnown(this.#audio.nowMs);
        const utterance = output.openUtterance('interruptible');
        this.#updateState();
        return utterance;
      },
    };
    const nowMs = () => this.#audio.nowMs;
    const options = { clock: this.#clock, models, settings, phrases, speechOutput, nowMs };
    const outcome = await generateReply(this.history.messages(system), options, abort.signal);
    if (this.#reply === abort) this.#reply = undefined;
    this.#updateState();
    this.#emit({ type: 'reply-ended', outcome });
    this.#startSilenceTimers();
  }

  #onOutputEvent(event: SpeechOutputEvent): void {
    this.#updateState();
    switch (event.type) {
      case 'utterance-started':
        this.#question.utteranceStarted(event.id, event.firstWordAtMs);
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
    const startMs = event.startedAtMs ?? endMs;
    this.#question.utteranceEnded(id, endMs);
    this.history.add('assistant', heardText);
    this.#emit({ type: 'agent-spoke', id, heardText, startMs, endMs, interrupted });
    if (event.error !== undefined) this.#emit({ type: 'synthesis-failed', error: event.error });
  }

  #measureResponse(firstAudioMs: number, firstPacketMs: number): void {
    const bufferedMs = this.#audio.stats().receiveDelayMs;
    const latency = this.#responseTimer.responseStarted({ bufferedMs, firstAudioMs, firstPacketMs });
    if (latency !== undefined) this.#emit({ type: 'response-timed', atMs: firstPacketMs, latency });
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
        return this.#resume();
      case 'speech-cut-off':
        return;
      case 'turn-lost':
      case 'recognition-failed':
        return this.#emit(event);
    }
  }

  #onSpeechStarted(atMs: number): void {
    this.#turnStartMs ??= atMs;
    this.#question.stopTimeout();
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
    const isInTime = this.#question.isInTime(turn);
    const isAnswer = isInTime && this.#isMoreThanNoise(turn);
    // Records the turn before one of its events can end the call.
    if (isAnswer || !isInTime || this.#isUniversalPhrase(turn)) this.#record(turn);
    this.#amd?.turnEnded(trustedText(turn));
    if (isAnswer && this.#question.acceptsSpeech) return this.#onAnswer(turn);
    this.#startSilenceTimers();
    if (isTrusted(turn)) this.#emit({ type: 'unsolicited-speech', turn });
  }

  #isUniversalPhrase(turn: CallerTurn): boolean {
    return isTrusted(turn) && this.#options.universalPhrases.matches(turn.text);
  }

  #record(turn: CallerTurn): void {
    if (turn.text === '' || (this.#question.isSensitive && !this.#isUniversalPhrase(turn))) return;
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
    this.#responseTimer.answered(turn);
    this.#emit({ type: 'question-answered', turn });
  }

  #onBeep(): void {
    this.#emit({ type: 'beep-detected' });
    this.#amd?.beepDetected();
  }

  #onDigit(digit: string): void {
    this.#silenceMonitor.onCallerActivity();
    if (!this.#question.acceptsDigits) return;
    this.#question.stopTimeout();
    this.interrupt();
    this.#question.press(digit);
  }

  #onDigitsCollected(digits: string): void {
    const sensitive = this.#question.isSensitive;
    this.closeQuestion();
    this.expectSilence();
    this.history.add('user', sensitive ? maskedDigits : transcriptDigits(digits));
    this.#emit({ type: 'digits-collected', digits, sensitive, atMs: this.#audio.nowMs });
  }

  #onQuestionTimedOut(): void {
    this.closeQuestion();
    this.expectSilence();
    this.#emit({ type: 'no-input' });
  }

  /** Starts the silence timers, including the timeout of the open question, if neither side is active. */
  #startSilenceTimers(): void {
    this.#updateState();
    if (this.state !== 'idle') return;
    this.#silenceMonitor.silenceStarted();
    this.#question.startTimeout();
  }
}

const trustedText = ({ text, rejected }: CallerTurn): string => (rejected ? '' : text);
const isTrusted = (turn: CallerTurn): boolean => trustedText(turn) !== '';

const withPhrases = (expectation: Expectation, phrases: readonly ExpectedPhrase[]): Expectation => ({
  ...expectation,
  id: phrases.length === 0 ? expectation.id : `${expectation.id}+`,
  phrases: [...expectation.phrases, ...phrases],
});
