import { Emitter } from '../core/emitter.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import { AgentSpeech } from './agent-speech.ts';
import type { CallVoiceOptions } from './call-voice-options.ts';
import { transcriptDigits, type DigitAnswer } from './digit-collector.ts';
import { GreetingDetection } from './greeting-detection.ts';
import { History, notUnderstood } from '../models/history.ts';
import { Interjections } from './interjections.ts';
import { OpenQuestion } from './open-question.ts';
import { ProviderFallbacks, warmAllConnections, warmPreferredConnections } from './agent-providers.ts';
import { SilenceMonitor } from './silence-monitor.ts';
import { SpeechInput } from './speech-input.ts';
import type { CallerTurn, SpeechInputEvent } from './speech-input-event.ts';
import type { SpeechOutputEvent } from './utterance.ts';
import { createTurnTaking, isTrusted, type TurnTaking } from './turn-taking.ts';
import type { Interjection, Question, Suspension, VoiceEvent, VoicePipeline } from './voice-pipeline.ts';
import { VoiceStateMachine, voiceStateOf, type VoiceState } from './voice-state.ts';

/** Length of the audio chunks passed to the recogniser. Shorter chunks add less delay and take more CPU time. */
const listenChunkMs = 40;

const speechStoppedAt = (atMs: number) => ({ type: 'speech-stopped', atMs, detectedAtMs: atMs }) as const;

/** The voice pipeline of a speech recogniser, language models and a synthesised voice. Independent of flows and records. */
export class CallVoice implements VoicePipeline {
  readonly history: History;
  readonly #options: CallVoiceOptions;
  readonly #audio: LegAudio;
  readonly #emitter: Emitter<VoiceEvent>;
  readonly #agent: AgentSpeech;
  readonly #speechInput: SpeechInput;
  readonly #turnTaking: TurnTaking;
  readonly #question: OpenQuestion;
  readonly #interjections: Interjections;
  readonly #silenceMonitor: SilenceMonitor;
  readonly #greetingDetection: GreetingDetection;
  readonly #state: VoiceStateMachine;
  readonly #fallbacks = new ProviderFallbacks((event) => this.#emit(event));
  readonly #suspensions = new Set<Suspension>();
  /** What the caller said last while the agent was muted. */
  #turnDuringMute: CallerTurn | undefined;
  /** End of the caller's last answer. */
  #answeredAtMs: number | undefined;
  /** Whether the voice activity detector of the leg reports speech. */
  #isSounding = false;
  #isClosing = false;
  #isClosed = false;

  constructor(options: CallVoiceOptions) {
    const { clock, audio, language, keyterms, onInternalError } = options;
    this.#options = options;
    this.history = options.history ?? new History({ maxTokens: options.maxHistoryTokens });
    this.#emitter = new Emitter(onInternalError);
    this.#state = new VoiceStateMachine(options.onInvalidTransition ?? onInternalError);
    this.#audio = audio;
    this.#agent = new AgentSpeech({
      ...options,
      history: this.history,
      fallbacks: this.#fallbacks,
      sides: this,
      isCallerActive: () => this.isCallerSpeaking || this.#isSuspended,
      canOffer: () => this.#question.acceptsSpeech,
      emit: (event) => this.#emit(event),
      onText: () => this.#silenceMonitor.silenceEnded(),
      onReply: () => this.#stopSilenceTimers(),
      onUtteranceNext: () => this.#turnTaking.bargeIn.check(),
      onChange: () => this.#updateState(),
      onPaid: () => this.#startSilenceTimers(),
    });
    const stream = { language, keyterms, sampleRate: audio.sampleRate };
    this.#speechInput = new SpeechInput({
      ...options,
      stream,
      settings: options.turn,
      lastPrompt: () => this.#lastPrompt(),
    });
    this.#speechInput.expect(options.universalPhrases.expectation, 'short');
    this.#question = new OpenQuestion({
      clock,
      audio,
      onDigits: (answer) => this.#onDigitsCollected(answer),
      onTimeout: () => this.#onQuestionTimedOut(),
    });
    this.#interjections = new Interjections({
      clock,
      agent: this.#agent,
      question: this.#question,
      sides: this,
    });
    this.#turnTaking = createTurnTaking({
      ...options,
      speechOutput: this.#agent.output,
      isReplying: () => this.#agent.isReplying,
      question: this.#question,
      trustsPartials: () => this.#speechInput.trustsPartials,
      interrupt: () => this.interrupt(),
      onChange: () => this.#updateState(),
    });
    this.#greetingDetection = new GreetingDetection({
      ...options,
      speechInput: this.#speechInput,
      onResult: (result) => this.#emit({ type: 'amd-result', result }),
      onBeep: () => this.#emit({ type: 'beep-detected' }),
    });
    this.#silenceMonitor = new SilenceMonitor(clock, options.silence, {
      onReminder: () => {
        this.expectSilence();
        this.#emit({ type: 'reminder-due' });
      },
      onEnd: () => this.#emit({ type: 'silence-timeout' }),
    });
    warmAllConnections(options);
    this.#agent.output.on((event) => this.#onOutputEvent(event));
    this.#speechInput.on((event) => this.#handleInputEvent(event));
  }

  on(listener: (event: VoiceEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get state(): VoiceState {
    return this.#state.current;
  }

  get isSpeaking(): boolean {
    return this.#agent.output.isSpeaking;
  }

  get isCallerSpeaking(): boolean {
    return this.#speechInput.isInTurn || this.#turnTaking.bargeIn.isCallerSpeaking;
  }

  prepare(text: string): void {
    this.#agent.output.prepare(text);
  }

  start(): void {
    this.#audio.listen(listenChunkMs);
    warmPreferredConnections(this.#options);
    this.#agent.output.prepareApology(this.#options.phrases.apology);
    this.#startSilenceTimers();
  }

  detectAnsweringMachine(): void {
    this.#greetingDetection.start();
  }

  say(text: string, interruptible: boolean): number {
    return this.#agent.say(text, interruptible ? 'interruptible' : 'uninterruptible');
  }

  oweResponse(): () => void {
    this.#stopSilenceTimers();
    return this.#agent.oweResponse();
  }

  askQuestion(question: Question): void {
    this.#question.open(question, this.#agent.lastUtterance, this.#answeredAtMs);
    this.#speechInput.expect(question.expectation, question.answerKind);
    this.#startSilenceTimers();
  }

  closeQuestion(): void {
    this.#question.close();
  }

  expectSilence(): void {
    this.#agent.expectSilence();
  }

  generateReply(system: string): void {
    this.#stopSilenceTimers();
    this.#agent.generateReply(system);
  }

  prepareReply(system: string, text: string): void {
    this.#agent.prepareReply(system, text);
  }

  interrupt(): void {
    this.#agent.interrupt();
  }

  interruptAll(): void {
    this.interrupt();
    this.#agent.output.interruptAll();
  }

  interject(text: string, interrupt: boolean): Interjection {
    return this.#interjections.add(text, interrupt);
  }

  advise(text: string): void {
    this.history.addAdvice(text);
    this.#agent.discardPreparedReply();
  }

  setSuspended(suspension: Suspension, isOn: boolean): void {
    if (this.#isClosed || isOn === this.#suspensions.has(suspension)) return;
    // Ends the speech in progress, because its end is not reported during a hold.
    if (isOn && suspension !== 'mute') this.#handleSpeechActivity(speechStoppedAt(this.#audio.nowMs));
    else if (isOn) this.#turnTaking.bargeIn.speechStopped(this.#audio.nowMs);
    if (isOn) this.#suspensions.add(suspension);
    else this.#suspensions.delete(suspension);
    this.#agent.output.setSuspended(this.#isPaused);
    if (this.#isSuspended) this.#stopSilenceTimers();
    else this.#continueConversation();
  }

  get #isSuspended(): boolean {
    return this.#suspensions.size > 0;
  }

  get #isHeld(): boolean {
    return this.#suspensions.has('caller-hold') || this.#suspensions.has('hold');
  }

  /** Whether a command keeps the agent silent. */
  get #isPaused(): boolean {
    return this.#suspensions.has('hold') || this.#suspensions.has('mute');
  }

  /** Continues after a suspension. */
  #continueConversation(): void {
    const turn = this.#turnDuringMute;
    this.#turnDuringMute = undefined;
    if (turn !== undefined && this.#question.acceptsSpeech && this.#question.answerKind === 'open') {
      this.interruptAll();
      // The silence since the turn was intended: no filler bridges it, and it is no response latency.
      this.#onAnswer({ ...turn, decidedAtMs: this.#audio.nowMs });
      this.expectSilence();
    } else this.#repeatPrompt();
    this.#startSilenceTimers();
  }

  /** Asks the open question again. A reply that is still being generated, or a prompt of which the caller heard nothing, continues instead. */
  #repeatPrompt(): void {
    const text = this.#question.promptText;
    if (text === undefined) return;
    if (this.isSpeaking && this.#question.unheardPrompt(this.#audio.nowMs) !== undefined) return;
    this.interruptAll();
    this.expectSilence();
    this.#question.askAgain(this.#agent.say(text, 'interruptible'));
  }

  handleAudioEvent(event: LegAudioEvent): void {
    if (this.#isClosed) return;
    this.#agent.output.handleAudioEvent(event);
    if (this.#isHeld) return this.#handleHeldAudio(event);
    if (event.type === 'digit-pressed' && !this.#isPaused) this.#onDigit(event.digit);
    this.#greetingDetection.handleAudioEvent(event);
    this.#handleSpeechActivity(event);
  }

  /** Turn-taking follows the sound itself: speech input ignores a sound that continues after the end of a turn. */
  #handleSpeechActivity(event: LegAudioEvent): void {
    const { bargeIn } = this.#turnTaking;
    if (event.type === 'speech-started' || event.type === 'speech-stopped')
      this.#isSounding = event.type === 'speech-started';
    if (event.type === 'speech-started' && !this.#isPaused) bargeIn.speechStarted(event.atMs);
    else if (event.type === 'speech-stopped') bargeIn.speechStopped(event.atMs);
    this.#speechInput.handleAudioEvent(event);
  }

  /** During a hold the recogniser receives silence, because its stream would end without audio. */
  #handleHeldAudio(event: LegAudioEvent): void {
    if (event.type !== 'audio') return;
    this.#speechInput.handleAudioEvent({ ...event, samples: new Int16Array(event.samples.length) });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosing = true;
    this.#updateState();
    this.#question.dispose();
    this.#interjections.close();
    this.#agent.close();
    this.#greetingDetection.stop();
    this.#turnTaking.bargeIn.close();
    this.#speechInput.close();
    this.#silenceMonitor.close();
    this.#isClosed = true;
  }

  #updateState(): void {
    this.#state.enter(
      voiceStateOf({
        isClosing: this.#isClosing,
        agent: this.#agent.output,
        caller: this.#speechInput,
        replies: this.#agent,
      }),
    );
  }

  #emit(event: VoiceEvent): void {
    if (!this.#isClosed || event.type === 'agent-spoke') this.#emitter.emit(event);
  }

  #onRecogniserReplaced({
    from,
    to,
    error,
  }: Extract<SpeechInputEvent, { type: 'recogniser-replaced' }>): void {
    this.#fallbacks.report({ kind: 'recogniser', from, to, error });
  }

  #onOutputEvent(event: SpeechOutputEvent): void {
    this.#updateState();
    switch (event.type) {
      case 'utterance-started':
        this.#question.utteranceStarted(event.id, event.firstWordAtMs);
        return this.#agent.recordStart(event);
      case 'utterance-ended':
        this.#question.utteranceEnded(event.id, event.atMs, event.text);
        this.#interjections.utteranceEnded(event.id);
        return this.#agent.recordEnd(event);
      case 'output-idle':
        this.#startSilenceTimers();
        return this.#emit({ type: 'agent-idle' });
    }
  }

  #handleInputEvent(event: SpeechInputEvent): void {
    // After the end of a turn, the state is updated later: it depends on the response that the listeners of this event start.
    if (event.type !== 'turn-ended') {
      this.#updateState();
      this.#greetingDetection.handleSpeech(event);
    }
    if (event.type === 'recogniser-replaced') this.#onRecogniserReplaced(event);
    else this.#onInputEvent(event);
  }

  #onInputEvent(event: SpeechInputEvent): void {
    switch (event.type) {
      case 'speech-started':
        return this.#onSpeechStarted(event);
      case 'partial-transcript':
        return this.#onPartialTranscript(event.text);
      case 'speech-stopped':
        return this.#onSpeechStopped(event.atMs);
      case 'turn-ended':
        return this.#onTurn(event);
      case 'turn-likely-ended':
      case 'transcript-slow':
        return this.#onTurnProgress(event);
      case 'turn-resumed':
        return this.#agent.discardPreparedReply();
      case 'turn-lost':
      case 'recognition-failed':
        this.#emit(event);
        return this.#interjections.callerTurnEnded();
      default:
        return;
    }
  }

  #onSpeechStarted(event: Extract<SpeechInputEvent, { type: 'speech-started' }>): void {
    warmPreferredConnections(this.#options);
    this.#agent.output.interruptFillers();
    this.#turnTaking.agentTurn.callerStarted(event.atMs);
    this.#question.stopTimeout();
    this.#silenceMonitor.onCallerActivity();
    this.#silenceMonitor.silenceEnded();
    if (!this.#isPaused) this.#turnTaking.bargeIn.speechStarted(event.atMs);
  }

  /** Returns the last words of the agent that the caller heard. */
  #lastPrompt(): string {
    const entry = this.history.entries.findLast(({ role }) => role === 'assistant');
    return entry?.role === 'assistant' ? entry.content : '';
  }

  /** A turn without voice activity stops at once; a sound that the leg still reports has not stopped. */
  #onSpeechStopped(atMs: number): void {
    if (!this.#isSounding) this.#turnTaking.bargeIn.speechStopped(atMs);
  }

  /** Ignores the progress of a turn while the agent speaks, because the turn may be a backchannel. */
  #onTurnProgress(event: Extract<SpeechInputEvent, { type: 'turn-likely-ended' | 'transcript-slow' }>): void {
    if (!this.#question.acceptsSpeech || this.isSpeaking || this.#isPaused) return;
    if (event.type === 'transcript-slow') this.#agent.sayFiller();
    else this.#emit(event);
  }

  #onPartialTranscript(text: string): void {
    if (!this.#isPaused) this.#turnTaking.bargeIn.partialTranscript(text);
  }

  #onTurn(event: Extract<SpeechInputEvent, { type: 'turn-ended' }>): void {
    this.#turnTaking.agentTurn.callerEnded();
    if (this.#isPaused) this.#onTurnDuringPause(event.turn);
    else this.#onTurnEnded(event);
    this.#agent.discardPreparedReply();
    this.#interjections.callerTurnEnded();
  }

  #onTurnEnded(event: Extract<SpeechInputEvent, { type: 'turn-ended' }>): void {
    const { turnFilter, bargeIn } = this.#turnTaking;
    const { turn, isAnswer, isRecorded } = turnFilter.filter(event.turn);
    bargeIn.turnOver();
    const isAccepted = isAnswer && this.#question.acceptsSpeech && !this.#isHeld;
    // A reply to an earlier turn can begin after this turn, while its transcript is awaited.
    if (isAccepted) this.#agent.output.interruptReplies();
    const digits = isAccepted ? this.#question.incompleteDigits : undefined;
    if (digits !== undefined) this.#emitDigits(digits, false);
    // Records the turn first, because a listener of the events below can end the call.
    if (isRecorded) {
      // Rejected text is not sent to the language model.
      if (!turn.rejected) this.history.add('user', turn.text);
      this.#emit({ type: 'caller-spoke', turn });
    }
    this.#greetingDetection.handleSpeech({ ...event, turn });
    if (isAccepted) return this.#onAnswer(turn);
    this.#startSilenceTimers();
    if (isTrusted(turn)) this.#emit({ type: 'unsolicited-speech', turn });
  }

  #onTurnDuringPause(turn: CallerTurn): void {
    this.#turnTaking.bargeIn.turnOver();
    if (turn.text === '' || this.#question.isSensitiveDuring(turn)) return;
    if (!turn.rejected) {
      this.history.add('user', turn.text);
      if (!this.#isHeld) this.#turnDuringMute = turn;
    }
    this.#emit({ type: 'caller-spoke', turn });
  }

  #onAnswer(turn: CallerTurn): void {
    if (turn.rejected) this.history.add('user', notUnderstood);
    this.#answeredAtMs = turn.endMs;
    this.closeQuestion();
    this.#greetingDetection.stop();
    this.#agent.discardReply();
    this.#agent.callerAnswered(turn);
    this.#emit({ type: 'question-answered', turn });
  }

  #onDigit(digit: string): void {
    this.#silenceMonitor.onCallerActivity();
    if (!this.#question.acceptsDigits) return;
    this.#question.stopTimeout();
    this.interrupt();
    this.#question.press(digit);
  }

  #onDigitsCollected(answer: DigitAnswer): void {
    this.expectSilence();
    this.#emitDigits(answer, true);
  }

  #emitDigits(digits: DigitAnswer, isAnswer: boolean): void {
    this.history.add('user', transcriptDigits(digits));
    this.#emit({ type: 'digits-collected', ...digits, isAnswer, atMs: this.#audio.nowMs });
  }

  #onQuestionTimedOut(): void {
    this.expectSilence();
    this.#emit({ type: 'no-input' });
  }

  #stopSilenceTimers(): void {
    this.#silenceMonitor.silenceEnded();
    this.#question.stopTimeout();
  }

  /** Starts the silence timers, including the timeout of the open question, if neither side is active. */
  #startSilenceTimers(): void {
    this.#updateState();
    if (this.state !== 'idle' || this.#isSuspended) return;
    this.#silenceMonitor.silenceStarted();
    this.#question.startTimeout();
  }
}
