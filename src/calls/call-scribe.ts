import { unintelligible, type TranscriptEntry, type TurnLatency } from '../domain/call.ts';
import type { VoiceEvent } from '../voice/call-voice.ts';
import type { CallerTurn } from '../voice/ear.ts';
import { hiddenKeys, writtenKeys } from '../voice/key-collector.ts';
import type { CallBooks, LiveView } from './call-books.ts';
import { wishIn } from './call-outcome.ts';
import { SentimentMeter } from './sentiment.ts';

export interface CallScribeOptions {
  readonly books: CallBooks;
  /** The flow's node that had the agent say this. */
  readonly nodeOf: (utteranceId: number) => string;
  readonly onOptOut: (words: string) => void;
}

/** Writes down what was said by whom, and how long the silences before the agent's answers were. */
export class CallScribe {
  readonly #options: CallScribeOptions;
  readonly #mood = new SentimentMeter();
  readonly #latency: TurnLatency[] = [];
  #view: LiveView = { lastMessage: '', sentiment: 'neutral', transferRequested: false };
  /** The answer, on the leg's media clock. */
  #answeredAtMs = 0;

  constructor(options: CallScribeOptions) {
    this.#options = options;
  }

  get latency(): readonly TurnLatency[] {
    return this.#latency;
  }

  answered(atMs: number): void {
    this.#answeredAtMs = atMs;
    this.#options.books.live(this.#view);
  }

  hear(event: VoiceEvent): void {
    if (event.type === 'agent-spoke') this.#agentSpoke(event);
    else if (event.type === 'caller-spoke') this.#callerSpoke(event);
    else if (event.type === 'keys-collected') this.#keysPressed(event);
    else if (event.type === 'turn-lost')
      this.#options.books.noted('not_recognised', { startMs: this.#times(event.atMs, event.atMs).startMs });
    else if (event.type === 'answered' && event.turn.text === '') this.#unintelligible(event.turn);
    else if (event.type === 'answer-timed') this.#answerTimed(event);
  }

  #agentSpoke({
    id,
    heardText,
    startMs,
    endMs,
    interrupted,
  }: Extract<VoiceEvent, { type: 'agent-spoke' }>): void {
    if (heardText === '') return;
    const nodeId = this.#options.nodeOf(id);
    this.#said({
      role: 'agent',
      content: heardText,
      ...this.#times(startMs, endMs),
      interrupted,
      ...(nodeId !== '' && { nodeId }),
    });
  }

  #callerSpoke({ turn }: Extract<VoiceEvent, { type: 'caller-spoke' }>): void {
    const { text, confidence } = turn;
    const times = this.#times(turn.startMs, turn.endMs);
    if (turn.rejected) {
      this.#options.books.noted('not_understood', { text, confidence, ...times });
      return this.#unintelligible(turn);
    }
    const wish = wishIn(text, confidence);
    if (wish === 'opt-out') this.#options.onOptOut(text);
    if (wish === 'person') this.#view = { ...this.#view, transferRequested: true };
    this.#view = { ...this.#view, sentiment: this.#mood.hear(text) };
    this.#said({ role: 'customer', content: text, ...times, interrupted: false, confidence });
  }

  #unintelligible({ startMs, endMs, confidence }: CallerTurn): void {
    this.#said({
      role: 'customer',
      content: unintelligible,
      ...this.#times(startMs, endMs),
      interrupted: false,
      confidence,
      unintelligible: true,
    });
  }

  #keysPressed({ digits, sensitive, atMs }: Extract<VoiceEvent, { type: 'keys-collected' }>): void {
    const entry = { role: 'customer', ...this.#times(atMs, atMs), interrupted: false } as const;
    this.#said(
      sensitive ? { ...entry, content: hiddenKeys } : { ...entry, content: writtenKeys(digits), digits },
    );
  }

  #answerTimed({ atMs, latency }: Extract<VoiceEvent, { type: 'answer-timed' }>): void {
    const { startMs } = this.#times(atMs, atMs);
    const timed = { turn: this.#latency.length + 1, startMs, ...latency };
    this.#latency.push(timed);
    this.#options.books.noted('turn_timed', timed);
  }

  #said(entry: TranscriptEntry): void {
    this.#options.books.said(entry);
    this.#view = { ...this.#view, lastMessage: entry.content };
    this.#options.books.live(this.#view);
  }

  #times(startMs: number, endMs: number): { startMs: number; endMs: number } {
    const sinceAnswer = (atMs: number) => Math.max(0, atMs - this.#answeredAtMs);
    return { startMs: sinceAnswer(startMs), endMs: sinceAnswer(endMs) };
  }
}
