import { unintelligible, type TranscriptEntry, type TurnLatency } from '../domain/call.ts';
import type { VoiceEvent } from '../voice/voice-pipeline.ts';
import type { CallerTurn } from '../voice/speech-input-event.ts';
import { transcriptDigits } from '../voice/digit-collector.ts';
import { initialLiveView, type CallRecords } from './call-records.ts';
import type { Language } from '../domain/languages/language.ts';
import { callerRequestIn } from './call-outcome.ts';
import type { LiveSentiment } from './live-sentiment.ts';

export interface TranscriptRecorderOptions {
  readonly records: CallRecords;
  /** Returns the flow node that produced the utterance. */
  readonly nodeOf: (utteranceId: number) => string;
  /** Returns the id of the current agent; undefined if it is the agent with which the call started. */
  readonly handoffAgentId: () => string | undefined;
  readonly onOptOut: () => void;
  /** Called when the customer first asks for a person. */
  readonly onPersonRequested: () => void;
  /** Returns the language of the agent that has the call. */
  readonly language: () => Language;
  readonly sentiment: Pick<LiveSentiment, 'value' | 'addAgentWords' | 'addCustomerWords'>;
}

/** Records the transcript, the latency of the agent's responses and the live view of a call, and reports spoken opt-outs. */
export class TranscriptRecorder {
  readonly #options: TranscriptRecorderOptions;
  readonly #turnLatencies: TurnLatency[] = [];
  #view = initialLiveView;
  /** When the call was answered, on the leg's media clock. */
  #answeredAtMs = 0;

  constructor(options: TranscriptRecorderOptions) {
    this.#options = options;
  }

  get latency(): readonly TurnLatency[] {
    return this.#turnLatencies;
  }

  /** To be called when the call is answered. `atMs`: when, on the leg's media clock. */
  onAnswered(atMs: number): void {
    this.#answeredAtMs = atMs;
    this.updateSentiment();
  }

  /** Adds the current sentiment to the live view. */
  updateSentiment(): void {
    const { sentiment, records } = this.#options;
    this.#view = { ...this.#view, sentiment: sentiment.value };
    records.updateLiveView(this.#view);
  }

  /** Adds the begin or end of a hold or mute to the live view. */
  updateSuspension(type: 'mute' | 'hold', on: boolean): void {
    this.#view = { ...this.#view, ...(type === 'hold' ? { held: on } : { muted: on }) };
    this.#options.records.updateLiveView(this.#view);
  }

  handleVoiceEvent(event: VoiceEvent): void {
    if (event.type === 'agent-spoke') this.#onAgentSpoke(event);
    else if (event.type === 'caller-spoke') this.#onCallerSpoke(event);
    else if (event.type === 'digits-collected') this.#onDigitsCollected(event);
    else if (event.type === 'turn-lost')
      // The recogniser failed, so there is no text. `not_understood` has the text of rejected speech.
      this.#options.records.recordEvent('not_recognised', {
        startMs: this.#timesSinceAnswer(event.atMs, event.atMs).startMs,
      });
    else if (event.type === 'question-answered' && event.turn.text === '')
      this.#recordUnintelligible(event.turn);
    else if (event.type === 'response-timed') this.#onResponseTimed(event);
  }

  #onAgentSpoke({
    id,
    heardText,
    startMs,
    endMs,
    interrupted,
  }: Extract<VoiceEvent, { type: 'agent-spoke' }>): void {
    if (heardText === '') return;
    const nodeId = this.#options.nodeOf(id);
    const agentId = this.#options.handoffAgentId();
    this.#options.sentiment.addAgentWords(heardText);
    this.#record({
      role: 'agent',
      content: heardText,
      ...this.#timesSinceAnswer(startMs, endMs),
      interrupted,
      ...(nodeId !== '' && { nodeId }),
      ...(agentId !== undefined && { agentId }),
    });
  }

  #onCallerSpoke({ turn }: Extract<VoiceEvent, { type: 'caller-spoke' }>): void {
    const { text, confidence } = turn;
    const times = this.#timesSinceAnswer(turn.startMs, turn.endMs);
    if (turn.rejected) {
      this.#options.records.recordEvent('not_understood', { text, confidence, ...times });
      return this.#recordUnintelligible(turn);
    }
    const request = callerRequestIn(text, confidence, this.#options.language());
    if (request === 'opt-out') this.#options.onOptOut();
    if (request === 'person') this.#onPersonRequested();
    const { sentiment } = this.#options;
    sentiment.addCustomerWords(text);
    this.#view = { ...this.#view, sentiment: sentiment.value };
    this.#record({ role: 'customer', content: text, ...times, interrupted: false, confidence });
  }

  #onPersonRequested(): void {
    if (this.#view.transferRequested) return;
    this.#view = { ...this.#view, transferRequested: true };
    this.#options.records.recordEvent('person_requested', {});
    this.#options.onPersonRequested();
  }

  #recordUnintelligible({ startMs, endMs, confidence }: CallerTurn): void {
    this.#record({
      role: 'customer',
      content: unintelligible,
      ...this.#timesSinceAnswer(startMs, endMs),
      interrupted: false,
      confidence,
      unintelligible: true,
    });
  }

  #onDigitsCollected(event: Extract<VoiceEvent, { type: 'digits-collected' }>): void {
    const { digits, sensitive, atMs } = event;
    this.#record({
      role: 'customer',
      content: transcriptDigits(event),
      ...this.#timesSinceAnswer(atMs, atMs),
      interrupted: false,
      ...(!sensitive && { digits }),
    });
  }

  #onResponseTimed({ atMs, latency }: Extract<VoiceEvent, { type: 'response-timed' }>): void {
    const { startMs } = this.#timesSinceAnswer(atMs, atMs);
    const turnLatency = { turn: this.#turnLatencies.length + 1, startMs, ...latency };
    this.#turnLatencies.push(turnLatency);
    this.#options.records.recordEvent('turn_timed', turnLatency);
  }

  #record(entry: TranscriptEntry): void {
    this.#options.records.recordTranscript(entry);
    this.#view = { ...this.#view, lastMessage: entry.content };
    this.#options.records.updateLiveView(this.#view);
  }

  #timesSinceAnswer(startMs: number, endMs: number): { startMs: number; endMs: number } {
    const sinceAnswer = (atMs: number) => Math.max(0, atMs - this.#answeredAtMs);
    return { startMs: sinceAnswer(startMs), endMs: sinceAnswer(endMs) };
  }
}
