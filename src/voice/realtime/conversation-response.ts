import type { Clock } from '../../core/clock.ts';
import {
  LanguageModelError,
  type ModelSpeech,
  type SpeechPlayout,
  type ToolCall,
} from '../../contracts/language-model.ts';
import type { RealtimePart, RealtimeResponse, RealtimeSession } from '../../contracts/realtime-model.ts';

export interface ConversationResponseEvents {
  /** Whether the session of the response has not been replaced. */
  isCurrent(session: RealtimeSession): boolean;
  /** The agent has spoken an utterance of the session. */
  onSpoken(utteranceId: number): void;
  /** Called once, with the tool requests of the response. */
  onEnded(session: RealtimeSession, calls: readonly ToolCall[]): void;
  /** A part did not arrive in time. */
  onTimeout(session: RealtimeSession): void;
}

interface Speech extends ModelSpeech {
  isQueued: boolean;
}

/** A response that the model generates. It can be held: its parts are kept until they are read. */
export class ConversationResponse {
  readonly #session: RealtimeSession;
  readonly #response: RealtimeResponse;
  readonly #events: ConversationResponseEvents;
  readonly #speeches = new Map<string, Speech>();
  readonly #calls: ToolCall[] = [];
  #isClosed = false;
  #hasTimedOut = false;

  constructor(session: RealtimeSession, response: RealtimeResponse, events: ConversationResponseEvents) {
    this.#session = session;
    this.#response = response;
    this.#events = events;
  }

  get isCurrent(): boolean {
    return this.#events.isCurrent(this.#session);
  }

  get hasTimedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** Returns the parts, once. Throws `LanguageModelError` if the model fails, the first part takes longer than `firstTimeoutMs`, or another one longer than `timeoutMs`. */
  async *parts(timeoutMs: number, clock: Clock, firstTimeoutMs: number): AsyncIterable<RealtimePart> {
    const iterator = this.#response.parts[Symbol.asyncIterator]();
    for (let waitMs = firstTimeoutMs; ; waitMs = timeoutMs) {
      const next = await this.#withTimeout(iterator.next(), waitMs, clock);
      if (next.done === true) return;
      this.#observe(next.value);
      yield next.value;
    }
  }

  /** Stops the generation. The parts end at once. */
  cancel(): void {
    this.#response.cancel();
  }

  /** Ends the response, whose parts have been read. Safe to call twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#response.cancel();
    this.#events.onEnded(this.#session, this.#calls);
  }

  /** Ends the response, and removes speech from the conversation that was not passed to speech output. */
  async discard(): Promise<void> {
    this.#response.cancel();
    try {
      for await (const part of this.#response.parts) this.#observe(part);
    } catch {
      // The reader of the parts has received the error.
    }
    for (const [speechId, { isQueued }] of this.#speeches)
      if (!isQueued && this.isCurrent) this.#session.truncate(speechId, 0, '');
    this.close();
  }

  /** Returns a speech of the response. */
  speechOf(speechId: string): ModelSpeech {
    const known = this.#speeches.get(speechId);
    if (known !== undefined) return known;
    const speech: Speech = {
      isQueued: false,
      queued: () => {
        speech.isQueued = true;
      },
      ended: (playout) => this.#onSpeechEnded(speechId, playout),
    };
    this.#speeches.set(speechId, speech);
    return speech;
  }

  #observe(part: RealtimePart): void {
    if (part.type === 'speech') this.speechOf(part.speechId);
    else if (part.type === 'tool-called') this.#calls.push(part.call);
  }

  #onSpeechEnded(speechId: string, { utteranceId, playedMs, heardText, interrupted }: SpeechPlayout): void {
    // A later session has received the utterance as text, or will receive it.
    if (!this.isCurrent) return;
    this.#events.onSpoken(utteranceId);
    if (interrupted) this.#session.truncate(speechId, playedMs, heardText);
  }

  async #withTimeout<T>(promise: Promise<T>, timeoutMs: number, clock: Clock): Promise<T> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = clock.after(timeoutMs, () => {
      this.#hasTimedOut = true;
      reject(new LanguageModelError('The language model timed out.', { retryable: true }));
      this.#events.onTimeout(this.#session);
    });
    try {
      return await Promise.race([promise, timeout]);
    } finally {
      timer.cancel();
    }
  }
}
