import type { Clock } from '../../core/clock.ts';
import {
  LanguageModelError,
  type ModelSpeech,
  type SpeechPlayout,
  type ToolCall,
} from '../../contracts/language-model.ts';
import type { RealtimePart, RealtimeResponse, RealtimeSession } from '../../contracts/realtime-model.ts';

export interface ConversationResponseEvents {
  /** Returns whether the session is still in use; false if another session has replaced it. */
  isCurrent(session: RealtimeSession): boolean;
  /** Called when an utterance that has speech of the session has ended. */
  onSpoken(utteranceId: number): void;
  /** Called once, with the tool requests of the response. */
  onEnded(session: RealtimeSession, calls: readonly ToolCall[]): void;
  /** Called when a part did not arrive in time. */
  onTimeout(session: RealtimeSession): void;
}

interface Speech extends ModelSpeech {
  isQueued: boolean;
}

/** A response that the model generates. Its parts are kept until they are read, so it can be requested before it is needed. */
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

  /**
   * Returns the parts. Can be called once. Throws `LanguageModelError` if the model fails, if the first part takes longer than `firstTimeoutMs`, or
   * if a later part takes longer than `timeoutMs`.
   */
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

  /** Ends a response whose parts have been read, and reports its tool requests. Safe to call twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#response.cancel();
    this.#events.onEnded(this.#session, this.#calls);
  }

  /** Ends a response whose parts were not all read. Speech that was not passed to speech output is removed from the conversation. */
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

  /** Returns the speech with this id. All parts of a speech have the same object. */
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
    // The session was replaced. The next session receives the utterance as text.
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
