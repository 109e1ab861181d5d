import { Emitter } from '../../core/emitter.ts';
import type { LegAudioEvent } from '../../contracts/leg-audio.ts';
import type { RealtimeModel } from '../../contracts/realtime-model.ts';
import { noTools } from '../../models/tools/agent-tools.ts';
import { CallVoice } from '../call-voice.ts';
import type { CallVoiceOptions } from '../call-voice-options.ts';
import { transcriptDigits } from '../digit-collector.ts';
import { History, type Conversation } from '../../models/history.ts';
import type { Interjection, Question, Suspension, VoiceEvent, VoicePipeline } from '../voice-pipeline.ts';
import type { VoiceState } from '../voice-state.ts';
import { RealtimeConversation } from './conversation.ts';
import { RealtimeLanguageModel } from './language-model.ts';
import { RealtimeRecogniser } from './recogniser.ts';

export interface RealtimeVoiceOptions extends CallVoiceOptions {
  readonly realtimeModel: RealtimeModel;
  /** A voice of the model; undefined: the default of the vendor. */
  readonly modelVoice: string | undefined;
}

/**
 * The voice pipeline of a speech-to-speech model. The model hears the caller's turns and speaks its replies. The agent's voice speaks the texts
 * that are passed to `say`, word for word. `CallVoice` decides about turns and interruptions. If the model fails, the recogniser and the language
 * models of the options continue the call.
 */
export class RealtimeVoice implements VoicePipeline {
  readonly #conversation: RealtimeConversation;
  readonly #voice: CallVoice;
  readonly #emitter: Emitter<VoiceEvent>;
  /** Whether the model probably replies to the next turn of the caller. */
  #isConversing = false;
  readonly #suspensions = new Set<Suspension>();

  constructor(options: RealtimeVoiceOptions) {
    const { clock, onInternalError, realtimeModel: model, universalPhrases } = options;
    const history = options.history ?? new History({ maxTokens: options.maxHistoryTokens });
    this.#emitter = new Emitter(onInternalError);
    const { speed = 1, volume = 1 } = options.voices[0] ?? {};
    const conversation = new RealtimeConversation({
      clock,
      model,
      settings: () => ({
        tools: (options.tools ?? noTools).definitions,
        voice: options.modelVoice,
        speed,
        language: options.language,
        keyterms: options.keyterms,
        maxTokens: options.modelSettings.maxTokens,
      }),
      history,
      onInternalError,
    });
    this.#conversation = conversation;
    conversation.on((event) => {
      if (event.type === 'failed') this.#emitter.emit({ type: 'speech-model-failed', error: event.error });
    });
    this.#voice = new CallVoice({
      ...options,
      history,
      recogniser: new RealtimeRecogniser({
        clock,
        conversation,
        fallback: options.recogniser,
        onTurnEnded: () => {
          const canRespond = this.#isConversing && !this.isSpeaking && this.#suspensions.size === 0;
          if (canRespond) conversation.respondEarly();
        },
        isUniversalPhrase: (text) => universalPhrases.matches(text),
        onInternalError,
      }),
      models: [new RealtimeLanguageModel({ clock, conversation, id: model.id, volume }), ...options.models],
    });
    // The first listener: it adds each utterance to the session before another listener can request a reply.
    this.#voice.on((event) => this.#addToConversation(event));
  }

  on(listener: (event: VoiceEvent) => void): () => void {
    const unsubscribe = [this.#emitter.on(listener), this.#voice.on(listener)];
    return () => {
      for (const remove of unsubscribe) remove();
    };
  }

  get history(): Conversation {
    return this.#voice.history;
  }

  get state(): VoiceState {
    return this.#voice.state;
  }

  get isSpeaking(): boolean {
    return this.#voice.isSpeaking;
  }

  get isCallerSpeaking(): boolean {
    return this.#voice.isCallerSpeaking;
  }

  prepare(text: string): void {
    this.#conversation.connect();
    this.#voice.prepare(text);
  }

  start(): void {
    this.#conversation.connect();
    this.#voice.start();
  }

  detectAnsweringMachine(): void {
    this.#voice.detectAnsweringMachine();
  }

  say(text: string, interruptible: boolean): number {
    return this.#voice.say(text, interruptible);
  }

  oweResponse(): () => void {
    return this.#voice.oweResponse();
  }

  askQuestion(question: Question): void {
    const { answerKind, speech, sensitive } = question;
    this.#conversation.isSensitive = sensitive;
    this.#isConversing = answerKind === 'open' && speech && !sensitive;
    this.#voice.askQuestion(question);
  }

  closeQuestion(): void {
    this.#conversation.isSensitive = false;
    this.#isConversing = false;
    this.#voice.closeQuestion();
  }

  expectSilence(): void {
    this.#voice.expectSilence();
  }

  generateReply(system: string): void {
    this.#voice.generateReply(system);
  }

  /**
   * Does nothing until the speech-to-speech model has failed. Before, no turn is reported as probably ended, and the model starts to respond when the
   * turn has ended.
   */
  prepareReply(system: string, text: string): void {
    if (this.#conversation.error !== undefined) this.#voice.prepareReply(system, text);
  }

  interrupt(): void {
    this.#voice.interrupt();
  }

  interruptAll(): void {
    this.#voice.interruptAll();
  }

  interject(text: string, interrupt: boolean): Interjection {
    return this.#voice.interject(text, interrupt);
  }

  advise(text: string): void {
    this.#voice.advise(text);
  }

  setSuspended(suspension: Suspension, isOn: boolean): void {
    if (isOn) this.#suspensions.add(suspension);
    else this.#suspensions.delete(suspension);
    this.#voice.setSuspended(suspension, isOn);
  }

  handleAudioEvent(event: LegAudioEvent): void {
    const isHeld = this.#suspensions.has('caller-hold') || this.#suspensions.has('hold');
    if (event.type === 'speech-started' && !isHeld) this.#conversation.speechStarted(event.atMs);
    this.#voice.handleAudioEvent(event);
  }

  close(): void {
    this.#voice.close();
    this.#conversation.close();
  }

  /** Adds to the session what the model did not say or hear itself. Replaces an old session when the agent is idle. */
  #addToConversation(event: VoiceEvent): void {
    if (event.type === 'agent-spoke') this.#conversation.addUtterance(event.id, event.heardText);
    else if (event.type === 'digits-collected')
      this.#conversation.addMessage('user', transcriptDigits(event));
    else if (event.type === 'agent-idle') this.#conversation.rotateIfDue();
  }
}
