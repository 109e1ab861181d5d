import type { Clock, Timer } from '../core/clock.ts';
import { Emitter } from '../core/emitter.ts';
import type { ExpectedPhrase, Expectation } from '../core/expectation.ts';
import { BeepDetector } from '../audio/beep-detector.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import { AnsweringMachineDetector, greetingExpectation, type Answerer } from './answering-machine.ts';
import { BargeIn, type InterruptionSettings } from './barge-in.ts';
import { Ear, type CallerTurn, type EarEvent } from './ear.ts';
import { History, notUnderstood } from './history.ts';
import { hiddenKeys, KeyCollector, writtenKeys, type KeyRules } from './key-collector.ts';
import { reply, type ModelSettings, type ReplyOutcome, type ReplyPhrases } from './reply.ts';
import { SilenceWatch, type SilenceSettings } from './silence-watch.ts';
import { Speaker, type SpeakerEvent } from './speaker.ts';
import type { AgentVoice } from './synthesis.ts';
import type { AnswerKind, TurnSettings } from './turn-end.ts';
import { answerLatency, type AnswerLatency } from './turn-latency.ts';

/** Sound reaches the recogniser in pieces of this length: the delay it adds against the work of each piece. */
const listenChunkMs = 40;
/** How long the recording stays silent after a sensitive question. */
const unmuteAfterMs = 1_000;

/** What the caller is asked, and which answers count. */
export interface Question {
  readonly expectation: Expectation;
  readonly answerKind: AnswerKind;
  /** Silence of both sides until `stayed-silent`. */
  readonly timeoutMs: number;
  /** Null: keys do not count. */
  readonly keys: KeyRules | null;
  /** False where only keys count. */
  readonly speech: boolean;
  /** While it is open nothing is recorded, no word of the caller is written down unless it always counts, and the keys are in no history. */
  readonly sensitive: boolean;
}

/** All times are on the leg's media clock. */
export type VoiceEvent =
  /** What was heard of something the agent said; nothing of it may have been. */
  | {
      readonly type: 'agent-spoke';
      readonly id: number;
      readonly heardText: string;
      readonly startMs: number;
      readonly endMs: number;
      readonly interrupted: boolean;
    }
  /** For the record; where it answers the question, `answered` follows. */
  | { readonly type: 'caller-spoke'; readonly turn: CallerTurn }
  | { readonly type: 'answered'; readonly turn: CallerTurn }
  /** Words that are trusted and answer no question: nothing was asked, or its first word had not been heard when they began. */
  | { readonly type: 'overheard'; readonly turn: CallerTurn }
  /** `sensitive`: for the flow alone. */
  | {
      readonly type: 'keys-collected';
      readonly digits: string;
      readonly sensitive: boolean;
      readonly atMs: number;
    }
  | { readonly type: 'stayed-silent' }
  /** The caller spoke, and the recogniser failed or was too slow. */
  | { readonly type: 'turn-lost'; readonly atMs: number }
  | { readonly type: 'answerer-decided'; readonly answerer: Answerer }
  /** Only until the first answer. */
  | { readonly type: 'beep-heard' }
  /** `atMs`: when the answer began to be heard. */
  | { readonly type: 'answer-timed'; readonly atMs: number; readonly latency: AnswerLatency }
  | { readonly type: 'replied'; readonly outcome: ReplyOutcome }
  | { readonly type: 'reminder-due' }
  | { readonly type: 'silence-ended-call' }
  | { readonly type: 'voice-idle' }
  | { readonly type: 'hearing-failed' | 'speaking-failed'; readonly error: unknown };

/** What the caller may say at any moment. */
export interface AlwaysHeard {
  /** Held until the first question. */
  readonly expectation: Expectation;
  /** Of these, what counts before it is known who has answered. */
  readonly onPickup: readonly ExpectedPhrase[];
  /** Whether such words go on record although they do not interrupt the agent. */
  isHeard(text: string): boolean;
}

export interface CallVoiceOptions {
  /** Its timers must not throw. */
  readonly clock: Clock;
  /** Receives what a listener, or work that nothing awaits, throws: the call cannot go on. */
  readonly onDefect: (error: unknown) => void;
  readonly audio: LegAudio;
  readonly voices: readonly AgentVoice[];
  readonly recognizer: SpeechToText;
  /** BCP 47. */
  readonly language: string;
  readonly keyterms: readonly string[];
  readonly turn: TurnSettings;
  readonly interruption: InterruptionSettings;
  readonly silence: SilenceSettings;
  readonly models: readonly LanguageModel[];
  readonly modelSettings: ModelSettings;
  readonly phrases: ReplyPhrases;
  readonly always: AlwaysHeard;
}

interface OpenQuestion {
  readonly asked: Question;
  readonly openedAtMs: number;
  /** The utterance that asks it; undefined where nothing was being said. */
  readonly promptId: number | undefined;
  /** When the first word of the prompt had been heard. */
  promptHeardAtMs: number | undefined;
}

/** One side of a conversation: says what it is told to, asks, and tells what came back. Knows no flow and no record. */
export class CallVoice {
  readonly history = new History();
  readonly #options: CallVoiceOptions;
  /** A closed vocabulary makes words of every sound, and tells what it thinks of them at the end. */
  readonly #trustsPartials: boolean;
  readonly #clock: Clock;
  readonly #audio: LegAudio;
  readonly #emitter: Emitter<VoiceEvent>;
  readonly #speaker: Speaker;
  readonly #ear: Ear;
  readonly #bargeIn: BargeIn;
  readonly #keys: KeyCollector;
  readonly #silence: SilenceWatch;
  readonly #beeps = new BeepDetector(() => this.#beeped());
  #detector: AnsweringMachineDetector | undefined;
  #question: OpenQuestion | undefined;
  /** Of the caller's present turn, on the leg's media clock. */
  #turnStartMs: number | undefined;
  #questionTimer: Timer | undefined;
  #unmuteTimer: Timer | undefined;
  #reply: AbortController | undefined;
  /** The turn whose answer has not been heard yet, and when its first words were known. */
  #unanswered: CallerTurn | undefined;
  #firstWordsAtMs: number | undefined;
  /** The agent was cut by a sound whose words are not known yet. */
  #cutBySound = false;
  #closed = false;

  constructor(options: CallVoiceOptions) {
    const { clock, audio, voices, recognizer, language, keyterms, onDefect } = options;
    this.#options = options;
    this.#emitter = new Emitter(onDefect);
    this.#trustsPartials = recognizer.capabilities.openVocabulary;
    this.#clock = clock;
    this.#audio = audio;
    this.#speaker = new Speaker({ clock, audio, voices, onDefect });
    const stream = { language, keyterms };
    this.#ear = new Ear({ clock, audio, recognizer, stream, settings: options.turn, onDefect });
    this.#ear.attend(options.always.expectation, 'short');
    this.#bargeIn = new BargeIn({
      clock,
      settings: options.interruption,
      agent: this.#floor(),
      trustsPartials: this.#trustsPartials,
      nowMs: () => audio.nowMs,
    });
    this.#keys = new KeyCollector(clock, (digits) => this.#keysCollected(digits));
    this.#silence = new SilenceWatch(clock, options.silence, {
      onReminder: () => {
        this.rest();
        this.#emit({ type: 'reminder-due' });
      },
      onEnd: () => this.#emit({ type: 'silence-ended-call' }),
    });
    this.#speaker.on((event) => this.#spoke(event));
    this.#ear.on((event) => this.#heard(event));
  }

  on(listener: (event: VoiceEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  get speaking(): boolean {
    return this.#speaker.speaking;
  }

  get callerSpeaking(): boolean {
    return this.#ear.inTurn;
  }

  /** Makes the sound of a text that will be said soon, such as the greeting while the phone rings. */
  prepare(text: string): void {
    this.#speaker.prepare(text);
  }

  /** The call has been answered: from now on there is something to hear. */
  start(): void {
    this.#audio.listen(listenChunkMs);
    this.#settle();
  }

  /** Finds out who answered; `answerer-decided` follows. Until then nothing that is heard is an answer. */
  detectAnswerer(): void {
    this.#ear.attend(withPhrases(greetingExpectation, this.#options.always.onPickup), 'short');
    const onDecided = (answerer: Answerer) => this.#emit({ type: 'answerer-decided', answerer });
    this.#detector = new AnsweringMachineDetector({ clock: this.#clock, onDecided });
  }

  /** Returns the id that `agent-spoke` will bear. */
  say(text: string, interruptible: boolean): number {
    this.#firstWordsAtMs ??= this.#audio.nowMs;
    this.#silence.sound();
    return this.#speaker.say(text, interruptible ? 'cancellable' : 'kept');
  }

  /** Opens a question; the one before it is closed. It ends with one of `answered`, `keys-collected` and `stayed-silent`. */
  ask(question: Question): void {
    this.closeQuestion();
    const { lastId: promptId } = this.#speaker;
    this.#question = {
      asked: question,
      openedAtMs: this.#audio.nowMs,
      promptId,
      promptHeardAtMs: promptId === undefined ? this.#audio.nowMs : undefined,
    };
    this.#ear.attend(question.expectation, question.answerKind);
    if (question.keys !== null) this.#keys.collect(question.keys);
    if (question.sensitive) this.#muteRecording();
    this.#settle();
  }

  closeQuestion(): void {
    if (this.#question?.asked.sensitive === true) this.#unmuteSoon();
    this.#question = undefined;
    this.#questionTimer?.cancel();
    this.#keys.stop();
  }

  #muteRecording(): void {
    this.#unmuteTimer?.cancel();
    this.#audio.muteRecording(true);
  }

  /** A key may be held, or pressed once too often. */
  #unmuteSoon(): void {
    this.#unmuteTimer?.cancel();
    this.#unmuteTimer = this.#clock.after(unmuteAfterMs, () => this.#audio.muteRecording(false));
  }

  /** The silence that follows is meant: what is said after it is no late answer. */
  rest(): void {
    this.#unanswered = undefined;
  }

  /** Lets a model answer what was said so far; `replied` follows, with `aborted` where the caller goes on speaking. */
  converse(system: string): void {
    this.#reply?.abort();
    const abort = new AbortController();
    this.#reply = abort;
    this.#silence.sound();
    this.#questionTimer?.cancel();
    this.#converse(system, abort).catch(this.#options.onDefect);
  }

  /** Ends what is being said that may be cut, and a reply that is on its way. */
  interrupt(): void {
    this.#reply?.abort();
    this.#reply = undefined;
    this.#speaker.interrupt();
  }

  /** The same, and what is else spoken to its end. */
  interruptAll(): void {
    this.interrupt();
    this.#speaker.cutAll();
  }

  /** The leg's events come through here. */
  hear(event: LegAudioEvent): void {
    if (this.#closed) return;
    this.#speaker.hear(event);
    if (event.type === 'digit-pressed') this.#keyPressed(event.digit);
    else if (event.type === 'audio' && this.#detector !== undefined) this.#beeps.push(event.samples);
    else if (event.type === 'speech-stopped') this.#detector?.speechStopped(event.detectedAtMs - event.atMs);
    this.#ear.hear(event);
  }

  /** Safe to call twice. What was being said is cut; `agent-spoke` tells what was heard of it. */
  close(): void {
    if (this.#closed) return;
    this.closeQuestion();
    this.#unmuteTimer?.cancel();
    this.#reply?.abort();
    this.#detector?.close();
    this.#bargeIn.reset();
    this.#ear.close();
    this.#speaker.close();
    this.#silence.close();
    this.#closed = true;
  }

  #floor() {
    const speaker = this.#speaker;
    const mayAnswer = () => this.#question?.asked.speech === true;
    return {
      get interruptible() {
        return speaker.interruptible && mayAnswer();
      },
      get remainingMs() {
        return speaker.remainingMs;
      },
      pause: () => speaker.pause(),
      resume: () => speaker.resume(),
      cut: () => this.#cutBySpeech(),
    };
  }

  /** A question of which nothing was heard is asked all the same, when the caller has finished. */
  #cutBySpeech(): void {
    this.#cutBySound = true;
    const question = this.#question;
    if (question?.promptId === undefined || !this.#isTooEarly(this.#turnStartMs ?? this.#audio.nowMs))
      return this.interrupt();
    this.#speaker.interruptBefore(question.promptId);
    this.#speaker.pause();
  }

  /** Who began to speak before the first word of the question was heard is not answering it. */
  #isTooEarly(startMs: number): boolean {
    const question = this.#question;
    if (question?.promptId === undefined) return false;
    return question.promptHeardAtMs === undefined || startMs < question.promptHeardAtMs;
  }

  #emit(event: VoiceEvent): void {
    if (!this.#closed || event.type === 'agent-spoke') this.#emitter.emit(event);
  }

  async #converse(system: string, abort: AbortController): Promise<void> {
    const { models, modelSettings: settings, phrases } = this.#options;
    const speaker = this.#speaker;
    const mouth = {
      say: (text: string) => this.say(text, true),
      open: () => {
        this.#firstWordsAtMs ??= this.#audio.nowMs;
        return speaker.open('cancellable');
      },
    };
    const nowMs = () => this.#audio.nowMs;
    const options = { clock: this.#clock, models, settings, phrases, mouth, nowMs };
    const outcome = await reply(this.history.messages(system), options, abort.signal);
    if (this.#reply === abort) this.#reply = undefined;
    this.#emit({ type: 'replied', outcome });
    this.#settle();
  }

  #spoke(event: SpeakerEvent): void {
    switch (event.type) {
      case 'utterance-started':
        if (event.id === this.#question?.promptId) this.#question.promptHeardAtMs = event.firstWordAtMs;
        return this.#timeAnswer(event.voicedAtMs, event.atMs);
      case 'utterance-ended':
        return this.#utteranceEnded(event);
      case 'speaker-idle':
        this.#bargeIn.reset();
        this.#settle();
        return this.#emit({ type: 'voice-idle' });
    }
  }

  #utteranceEnded(event: Extract<SpeakerEvent, { type: 'utterance-ended' }>): void {
    const { id, heardText, interrupted, atMs: endMs } = event;
    if (id === this.#question?.promptId) this.#question.promptHeardAtMs ??= endMs;
    this.history.add('assistant', heardText);
    this.#emit({
      type: 'agent-spoke',
      id,
      heardText,
      startMs: event.startedAtMs ?? endMs,
      endMs,
      interrupted,
    });
    if (event.error !== undefined) this.#emit({ type: 'speaking-failed', error: event.error });
  }

  #timeAnswer(voicedAtMs: number, firstPacketMs: number): void {
    const turn = this.#unanswered;
    this.#unanswered = undefined;
    if (turn === undefined) return;
    const latency = answerLatency({
      bufferedMs: this.#audio.stats().receiveDelayMs,
      speechEndedMs: turn.endMs,
      turnDecidedMs: turn.decidedAtMs,
      firstWordsMs: this.#firstWordsAtMs ?? voicedAtMs,
      firstAudioMs: voicedAtMs,
      firstPacketMs,
    });
    this.#emit({ type: 'answer-timed', atMs: firstPacketMs, latency });
  }

  #heard(event: EarEvent): void {
    switch (event.type) {
      case 'speech-started':
        return this.#speechStarted(event.atMs);
      case 'words-heard':
        if (this.#trustsPartials) this.#detector?.wordsHeard(event.text);
        return this.#bargeIn.wordsHeard(event.text);
      case 'speech-stopped':
        return this.#bargeIn.speechStopped(event.atMs);
      case 'turn-ended':
        this.#turnStartMs = undefined;
        this.#turnEnded(event.turn);
        this.#bargeIn.reset();
        return this.#speaker.resume();
      case 'turn-lost':
      case 'hearing-failed':
        return this.#emit(event);
    }
  }

  #speechStarted(atMs: number): void {
    this.#turnStartMs ??= atMs;
    this.#questionTimer?.cancel();
    this.#silence.callerActed();
    this.#silence.sound();
    this.#detector?.speechStarted();
    this.#bargeIn.speechStarted(atMs);
  }

  /** Whoever cuts the agent gets an answer, be it that they were not understood. */
  #acknowledged(turn: CallerTurn): CallerTurn {
    const unheard = this.#cutBySound && turn.text === '';
    this.#cutBySound = false;
    return unheard ? { ...turn, rejected: true } : turn;
  }

  #turnEnded(heard: CallerTurn): void {
    const turn = this.#acknowledged(heard);
    const inTime = this.#isInTime(turn);
    const counts = inTime && this.#counts(turn);
    // What was said is on record before it can end the call.
    if (counts || !inTime || this.#isAlwaysHeard(turn)) this.#record(turn);
    this.#detector?.turnEnded(trustedText(turn));
    if (counts && this.#question?.asked.speech === true) return this.#answered(turn);
    this.#settle();
    if (isTrusted(turn)) this.#emit({ type: 'overheard', turn });
  }

  #isAlwaysHeard(turn: CallerTurn): boolean {
    return isTrusted(turn) && this.#options.always.isHeard(turn.text);
  }

  /** Who had fallen silent before the question was opened, or began before it was heard, was not answering it. */
  #isInTime(turn: CallerTurn): boolean {
    const question = this.#question;
    return question !== undefined && turn.endMs > question.openedAtMs && !this.#isTooEarly(turn.startMs);
  }

  #record(turn: CallerTurn): void {
    if (turn.text === '' || (this.#question?.asked.sensitive === true && !this.#isAlwaysHeard(turn))) return;
    // A guess that the recogniser itself does not trust is nothing for a model to go by.
    if (!turn.rejected) this.history.add('user', turn.text);
    this.#emit({ type: 'caller-spoke', turn });
  }

  /** Whether a turn is more than a sound: while the agent speaks the barge-in decides. */
  #counts(turn: CallerTurn): boolean {
    if (this.#speaker.speaking) return this.#bargeIn.turnEnded(turn.text, turn.rejected);
    return turn.text !== '' || turn.rejected;
  }

  #answered(turn: CallerTurn): void {
    if (turn.rejected) this.history.add('user', notUnderstood);
    this.closeQuestion();
    this.#detector?.close();
    this.#detector = undefined;
    this.#reply?.abort();
    this.#reply = undefined;
    this.#unanswered = turn;
    this.#firstWordsAtMs = undefined;
    this.#emit({ type: 'answered', turn });
  }

  #beeped(): void {
    this.#emit({ type: 'beep-heard' });
    this.#detector?.beepHeard();
  }

  #keyPressed(digit: string): void {
    this.#silence.callerActed();
    if (!this.#keys.wanting) return;
    this.#questionTimer?.cancel();
    this.interrupt();
    this.#keys.press(digit);
  }

  #keysCollected(digits: string): void {
    const sensitive = this.#question?.asked.sensitive === true;
    this.closeQuestion();
    this.rest();
    this.history.add('user', sensitive ? hiddenKeys : writtenKeys(digits));
    this.#emit({ type: 'keys-collected', digits, sensitive, atMs: this.#audio.nowMs });
  }

  /** Where neither side does anything, the time until the question counts as unanswered begins. */
  #settle(): void {
    if (this.#closed || this.#speaker.speaking || this.#ear.inTurn || this.#reply !== undefined) return;
    this.#silence.quiet();
    if (this.#question === undefined || this.#keys.collecting) return;
    this.#questionTimer?.cancel();
    this.#questionTimer = this.#clock.after(this.#question.asked.timeoutMs, () => {
      this.closeQuestion();
      this.rest();
      this.#emit({ type: 'stayed-silent' });
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
