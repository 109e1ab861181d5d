import { universalExpectation } from '../domain/flow/expectation.ts';
import type { Language } from '../domain/languages/language.ts';
import { languageOf } from '../domain/languages/languages.ts';
import { detectOptOut, universalIntentIn } from '../domain/languages/opt-out.ts';
import { servicePhrases } from '../domain/service-phrases.ts';
import { repeatIntents } from '../domain/languages/en/intent-library.ts';
import { expectedNo, expectedYes } from '../domain/languages/en/yes-no-grammar.ts';
import type { SpokenYesNo } from '../domain/understanding/yes-no.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';
import type { Question, VoiceEvent, VoicePipeline } from '../voice/voice-pipeline.ts';
import type { CallPlan } from './call-plan.ts';
import type { RenderText } from './call-voice-options.ts';

/** Silence of both sides after which the question counts as not answered. */
const answerTimeoutMs = 5_000;
/** A yes that starts earlier before the end of the question is no consent: its speaker did not hear what is asked. */
const maxOverlapMs = 500;
/** Fewer words than these that are neither yes nor no, such as "hello?", get the question once more. */
const minRequestWords = 3;

const consentQuestion: Question = {
  expectation: {
    id: 'recording-consent',
    phrases: [
      ...expectedYes.map((text) => ({ id: 'yes', text })),
      ...expectedNo.map((text) => ({ id: 'no', text })),
      ...repeatIntents.flatMap(({ id, phrases }) => phrases.map((text) => ({ id, text }))),
      ...universalExpectation.phrases,
    ],
    forms: [],
  },
  answerKind: 'short',
  timeoutMs: answerTimeoutMs,
  digits: { minDigits: 1, maxDigits: 1, terminator: '', interDigitMs: answerTimeoutMs },
  speech: true,
  sensitive: false,
};

/** What the customer answered. All but `yes` refuse the recording; `other`: words that do not answer the question. */
export type ConsentAnswer = 'yes' | 'no' | 'none' | 'unclear' | 'other';

export interface ConsentQuestionOptions {
  readonly plan: CallPlan;
  readonly voice: Pick<VoicePipeline, 'say' | 'askQuestion' | 'closeQuestion' | 'interruptAll'>;
  readonly renderText: RenderText;
  /** Called once. `turn`: what the customer said beyond yes or no, to which the agent must still reply. */
  readonly onDone: (answer: ConsentAnswer, turn: CallerTurn | undefined) => void;
}

/** Returns the text that asks for consent to the recording. */
export const consentQuestionText = ({ agent }: CallPlan, renderText: RenderText): string =>
  renderText(agent.recording.consentMessage, 'speech').trim() ||
  languageOf(agent.language).sentences.recordingConsent.question;

/** Asks the customer for consent to the recording. Asks at most twice. */
export class ConsentQuestion {
  readonly #options: ConsentQuestionOptions;
  readonly #text: string;
  #promptId: number;
  #isRepeated = false;
  /** When the question was first heard to its end, on the media clock of the leg. */
  #heardAtMs: number | undefined;

  /** Asks at once. */
  constructor(options: ConsentQuestionOptions) {
    this.#options = options;
    this.#text = consentQuestionText(options.plan, options.renderText);
    this.#promptId = this.#ask(this.#text);
  }

  /** Processes a voice event. Must not be called after `onDone`. */
  handleVoiceEvent(event: VoiceEvent): void {
    if (event.type === 'agent-spoke') this.#onAgentSpoke(event);
    else if (event.type === 'question-answered') this.#onAnswer(event.turn);
    else if (event.type === 'unsolicited-speech') this.#onOverlap(event.turn);
    else if (event.type === 'digits-collected') this.#onKey(event);
    else if (event.type === 'no-input') this.#askAgain('', 'none');
  }

  #onAgentSpoke({ id, interrupted, endMs }: Extract<VoiceEvent, { type: 'agent-spoke' }>): void {
    if (id === this.#promptId && !interrupted) this.#heardAtMs ??= endMs;
  }

  #onAnswer(turn: CallerTurn): void {
    const { text, confidence, rejected } = turn;
    if (rejected || detectOptOut(text, confidence, this.#language) === 'doubtful')
      return this.#askAgainAfterUnclear();
    if (this.#handleUniversalIntent(turn)) return;
    const answer = this.#answerIn(text);
    if (answer !== undefined) this.#onYesOrNo(answer, turn);
    else if (deservesReply(text, this.#language)) this.#done('other', turn);
    else this.#askAgainAfterUnclear();
  }

  /** A refusal in the first sentence counts whatever follows it: nothing is recorded then. */
  #answerIn(text: string): SpokenYesNo | undefined {
    const whole = this.#language.parseYesNo(text, this.#text);
    const [firstSentence = ''] = text.split(/(?<=[.!?])\s/u);
    const opening = whole === undefined ? this.#language.parseYesNo(firstSentence, this.#text) : undefined;
    return opening?.value === false ? { value: false, complete: false } : whole;
  }

  #onYesOrNo({ value, complete }: SpokenYesNo, turn: CallerTurn): void {
    if (value && !this.#isHeardAt(turn.startMs + maxOverlapMs)) return this.#askAgain('', 'unclear');
    const furtherQuestion = !complete && turn.text.includes('?') ? turn : undefined;
    this.#done(value ? 'yes' : 'no', furtherQuestion);
  }

  /** Processes speech during the question, which cannot interrupt it: a refusal, or a request that every call understands. */
  #onOverlap(turn: CallerTurn): void {
    const { text, confidence } = turn;
    if (detectOptOut(text, confidence, this.#language) === 'doubtful') return;
    if (this.#handleUniversalIntent(turn)) return;
    if (this.#language.parseYesNo(text, this.#text)?.value === false) this.#done('no', undefined);
  }

  #onKey({ digits, atMs }: Extract<VoiceEvent, { type: 'digits-collected' }>): void {
    if (digits === '2') this.#done('no', undefined);
    else if (digits === '1' && this.#isHeardAt(atMs)) this.#done('yes', undefined);
    else this.#askAgain('', 'unclear');
  }

  #isHeardAt(atMs: number): boolean {
    return this.#heardAtMs !== undefined && this.#heardAtMs <= atMs;
  }

  /** Returns whether the turn is a request that every call understands. The flow handles all but the first "who is this?". */
  #handleUniversalIntent(turn: CallerTurn): boolean {
    const intent = universalIntentIn(turn.text, this.#language);
    if (intent === undefined) return false;
    if (intent !== 'who_is_this' || this.#isRepeated) this.#done('other', turn);
    else {
      this.#isRepeated = true;
      this.#options.voice.interruptAll();
      const { whoIsThis } = this.#language.sentences;
      this.#promptId = this.#ask(`${this.#render(whoIsThis)} ${this.#text}`);
    }
    return true;
  }

  #askAgainAfterUnclear(): void {
    this.#askAgain(this.#render(servicePhrases(this.#options.plan.agent).notUnderstood), 'unclear');
  }

  /** Repeats the question with the keys that answer it, or ends it if it was repeated before. */
  #askAgain(introduction: string, answer: ConsentAnswer): void {
    if (this.#isRepeated) return this.#done(answer, undefined);
    this.#isRepeated = true;
    const { yesNo } = this.#language.sentences.keypad;
    this.#promptId = this.#ask([introduction, this.#text, yesNo].filter((part) => part !== '').join(' '));
  }

  #ask(text: string): number {
    const { voice } = this.#options;
    const id = voice.say(text, false);
    voice.askQuestion(consentQuestion);
    return id;
  }

  #done(answer: ConsentAnswer, turn: CallerTurn | undefined): void {
    const { voice, onDone } = this.#options;
    voice.closeQuestion();
    voice.interruptAll();
    onDone(answer, turn);
  }

  get #language(): Language {
    return languageOf(this.#options.plan.agent.language);
  }

  #render(text: string): string {
    return this.#options.renderText(text, 'speech');
  }
}

/** Returns whether words that are neither yes nor no deserve a reply of their own. */
function deservesReply(text: string, { words, requests }: Language): boolean {
  const request = requests.requestIn(text);
  if (request === 'repeat' || request === 'hold_on') return false;
  return words.contentWordsOf(text).length >= minRequestWords;
}
