import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import { Emitter } from '../core/emitter.ts';
import { History } from '../models/history.ts';
import type { Question, VoiceEvent, VoicePipeline } from '../voice/voice-pipeline.ts';

/** Creates a voice pipeline that continues the conversation in `history`. */
export type CreateVoice = (history: History) => VoicePipeline;

/** A voice pipeline that another one can replace during the call. Utterance ids stay unique. */
export class SwitchableVoice implements VoicePipeline {
  readonly history = new History();
  readonly #emitter: Emitter<VoiceEvent>;
  #current: VoicePipeline;
  #unsubscribe: () => void;
  /** Added to the ids of the current pipeline. */
  #idOffset = 0;
  #lastId = 0;
  #isHeld = false;

  constructor(create: CreateVoice, onInternalError: (error: unknown) => void) {
    this.#emitter = new Emitter(onInternalError);
    this.#current = create(this.history);
    this.#unsubscribe = this.#forwardEvents();
  }

  /** Closes the current pipeline and starts another one. To be called while neither side speaks. */
  switchTo(create: CreateVoice): void {
    this.#current.close();
    this.#unsubscribe();
    this.#idOffset = this.#lastId;
    this.#current = create(this.history);
    this.#unsubscribe = this.#forwardEvents();
    this.#current.start();
    this.#current.setHeld(this.#isHeld);
  }

  on(listener: (event: VoiceEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get isSpeaking(): boolean {
    return this.#current.isSpeaking;
  }

  get isCallerSpeaking(): boolean {
    return this.#current.isCallerSpeaking;
  }

  prepare(text: string): void {
    this.#current.prepare(text);
  }

  start(): void {
    this.#current.start();
  }

  detectAnsweringMachine(): void {
    this.#current.detectAnsweringMachine();
  }

  say(text: string, interruptible: boolean): number {
    return this.#callWideId(this.#current.say(text, interruptible));
  }

  oweResponse(): () => void {
    return this.#current.oweResponse();
  }

  askQuestion(question: Question): void {
    this.#current.askQuestion(question);
  }

  closeQuestion(): void {
    this.#current.closeQuestion();
  }

  expectSilence(): void {
    this.#current.expectSilence();
  }

  generateReply(system: string): void {
    this.#current.generateReply(system);
  }

  prepareReply(system: string, text: string): void {
    this.#current.prepareReply(system, text);
  }

  interrupt(): void {
    this.#current.interrupt();
  }

  interruptAll(): void {
    this.#current.interruptAll();
  }

  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#current.setHeld(isHeld);
  }

  handleAudioEvent(event: LegAudioEvent): void {
    this.#current.handleAudioEvent(event);
  }

  close(): void {
    this.#current.close();
  }

  #forwardEvents(): () => void {
    return this.#current.on((event) => {
      this.#emitter.emit(event.type === 'agent-spoke' ? { ...event, id: this.#callWideId(event.id) } : event);
    });
  }

  #callWideId(id: number): number {
    this.#lastId = Math.max(this.#lastId, this.#idOffset + id);
    return this.#idOffset + id;
  }
}
