import { type LanguageMessage, LanguageModelError, type ToolCall } from '../../contracts/language-model.ts';
import { mainFailureOf } from '../../contracts/provider-error.ts';
import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeSession,
} from '../../contracts/realtime-model.ts';
import type { Clock } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import type { Conversation } from '../../models/history.ts';
import { ConversationResponse } from './conversation-response.ts';
import { type AudioChunk, type RealtimeTurn, TurnAudio } from './turn-audio.ts';

/** Sessions that fail one after the other before the model counts as failed. */
const maxFailures = 3;
/** The most sessions of one call, including replacements of old sessions. */
const maxSessions = 20;
/** Age from which a session is replaced when neither side speaks. OpenAI and xAI end sessions after 60 minutes. */
const rotateAfterMs = 50 * 60_000;

export type ConversationEvent =
  | { readonly type: 'transcript-delta'; readonly turn: RealtimeTurn; readonly text: string }
  /** `text` is undefined if the transcription failed. */
  | {
      readonly type: 'turn-transcribed';
      readonly turn: RealtimeTurn;
      readonly text: string | undefined;
    }
  /** The model cannot be used any more in this call. */
  | { readonly type: 'failed'; readonly error: Error };

export interface RealtimeConversationOptions {
  readonly clock: Clock;
  readonly model: RealtimeModel;
  /** Returns the settings of a session, without instructions. Called when a session is opened. */
  readonly settings: () => Omit<RealtimeOptions, 'instructions'>;
  /** The conversation as both sides heard it, with which a new session starts. */
  readonly history: Conversation;
  readonly onInternalError: (error: unknown) => void;
}

/**
 * The conversation of one call with a speech-to-speech model. Replaces a session that failed or is old by a new one, which receives the
 * history as text and the audio that was not transcribed.
 */
export class RealtimeConversation {
  readonly #options: RealtimeConversationOptions;
  readonly #emitter: Emitter<ConversationEvent>;
  readonly #audio = new TurnAudio();
  /** Ended turns that are not transcribed yet. */
  #untranscribed: RealtimeTurn[] = [];
  /** The session in use; undefined until the first one is opened. */
  #opened: RealtimeSession | undefined;
  #openedAtMs = 0;
  #instructions = '';
  #sessionCount = 0;
  #failureCount = 0;
  /** The failure to report if no further session is opened; undefined after a session was accepted. */
  #failure: Error | undefined;
  #error: Error | undefined;
  #tools = new ToolExchanges();
  /** Ids of the agent's utterances whose speech the session generated, so that it need not receive their text. */
  readonly #ownUtterances = new Set<number>();
  #unendedResponses = 0;
  /** The response that was requested before the transcript of the turn was known. */
  #earlyResponse: ConversationResponse | undefined;
  /** Whether the caller's turns are removed from the conversation, because their content is sensitive. */
  isSensitive = false;

  constructor(options: RealtimeConversationOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onInternalError);
  }

  on(listener: (event: ConversationEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  /** Opens a session, unless one is open. The methods that need a session open it too. */
  connect(): void {
    this.#opened ??= this.#open();
  }

  get #session(): RealtimeSession {
    return (this.#opened ??= this.#open());
  }

  /** Why the model cannot be used any more in this call; undefined while it can be used. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** The turns that are not transcribed, with their audio: the ended turns in order, then the turn in progress. */
  get pendingTurns(): readonly RealtimeTurn[] {
    const { turn } = this.#audio;
    return turn === undefined ? this.#untranscribed : [...this.#untranscribed, turn];
  }

  speechStarted(atMs: number): void {
    this.discardEarlyResponse();
    this.#sendAudio(this.#audio.start(atMs));
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    const chunk = this.#audio.push(samples, atMs);
    if (chunk !== undefined) this.#sendAudio([chunk]);
  }

  /** Ends the turn in progress and returns it; undefined if there is none. `turn-transcribed` follows, unless the model fails. */
  commitTurn(): RealtimeTurn | undefined {
    const turn = this.#audio.end();
    if (turn === undefined) return undefined;
    turn.sessionTurnId = this.#session.commitTurn();
    this.#untranscribed.push(turn);
    return turn;
  }

  /** Discards the turn in progress. */
  discardTurn(): void {
    if (this.#audio.end() !== undefined) this.#session.discardAudio();
  }

  /** Adds what the agent said without the model, or what the caller entered by keys. */
  addMessage(role: 'user' | 'assistant', text: string): void {
    if (text !== '') this.#session.addMessage(role, text);
  }

  /** Adds an utterance of the agent, unless the session spoke it. */
  addUtterance(id: number, heardText: string): void {
    if (!this.#ownUtterances.delete(id)) this.addMessage('assistant', heardText);
  }

  /** Generates a response, or returns the one that was requested early. The tool results in the messages are added first. */
  respond(instructions: string, messages: readonly LanguageMessage[]): ConversationResponse {
    const early = this.#earlyResponse;
    this.#earlyResponse = undefined;
    const isUsable = early?.isCurrent === true && instructions === this.#instructions;
    if (isUsable && !this.#tools.hasNewResults(messages)) return early;
    if (early !== undefined) this.#discard(early);
    this.#instructions = instructions;
    this.#tools.addResults(this.#session, messages);
    return this.#createResponse();
  }

  /**
   * Requests the response to the turn that ended last, before its transcript is known, with the instructions of the last response. Does nothing
   * before the first response, while tools of the last response run, or if the model cannot be used any more.
   */
  respondEarly(): void {
    if (this.#error !== undefined || this.#instructions === '' || this.#tools.hasOpenRequests) return;
    this.discardEarlyResponse();
    this.#earlyResponse = this.#createResponse();
  }

  /** Discards a response that was requested early: the caller goes on speaking, or has said nothing. */
  discardEarlyResponse(): void {
    if (this.#earlyResponse !== undefined) this.#discard(this.#earlyResponse);
    this.#earlyResponse = undefined;
  }

  #createResponse(): ConversationResponse {
    this.#unendedResponses += 1;
    return new ConversationResponse(this.#session, this.#session.createResponse(this.#instructions), {
      isCurrent: (session) => session === this.#opened,
      onSpoken: (utteranceId) => this.#ownUtterances.add(utteranceId),
      onEnded: (session, calls) => {
        this.#unendedResponses -= 1;
        if (session === this.#opened) this.#tools.requested(calls);
      },
      onTimeout: (session) => this.#onTimeout(session),
    });
  }

  #discard(response: ConversationResponse): void {
    response.discard().catch(this.#options.onInternalError);
  }

  /** Replaces a session that does not respond. */
  #onTimeout(session: RealtimeSession): void {
    if (session !== this.#opened || this.#error !== undefined) return;
    session.close();
    this.#onFailed(new LanguageModelError('The language model timed out.', { retryable: true }));
  }

  /** Replaces an old session while neither side speaks. */
  rotateIfDue(): void {
    const { clock } = this.#options;
    const isIdle =
      this.pendingTurns.length === 0 && this.#unendedResponses === 0 && !this.#tools.hasOpenRequests;
    if (this.#error !== undefined || this.#opened === undefined || !isIdle) return;
    if (clock.monotonicMs() - this.#openedAtMs < rotateAfterMs) return;
    const previous = this.#opened;
    this.#opened = this.#open();
    previous?.close();
  }

  close(): void {
    this.discardEarlyResponse();
    this.#opened?.close();
    this.#emitter.clear();
  }

  #open(): RealtimeSession {
    const { clock, model, settings, history } = this.#options;
    this.#sessionCount += 1;
    this.#openedAtMs = clock.monotonicMs();
    const session = model.open({ ...settings(), instructions: this.#instructions });
    session.on((event) => {
      if (session === this.#opened) this.#onEvent(event);
    });
    this.#replay(session, history);
    return session;
  }

  /** Passes the history and the audio that is not transcribed to a new session. */
  #replay(session: RealtimeSession, { entries }: Conversation): void {
    this.#tools = new ToolExchanges();
    for (const entry of entries) {
      if (entry.role !== 'tool') session.addMessage(entry.role, entry.content);
      else for (const { call, result } of entry.exchanges) this.#tools.add(session, call, result);
    }
    for (const turn of this.#untranscribed) {
      for (const { samples } of turn.chunks) session.pushAudio(samples);
      turn.sessionTurnId = session.commitTurn();
    }
    for (const { samples } of this.#audio.turn?.chunks ?? []) session.pushAudio(samples);
  }

  #sendAudio(chunks: readonly AudioChunk[]): void {
    for (const { samples } of chunks) this.#session.pushAudio(samples);
  }

  #onEvent(event: RealtimeEvent): void {
    if (event.type === 'failed') return this.#onFailed(event.error);
    if (event.type === 'ready') {
      this.#failureCount = 0;
      this.#failure = undefined;
      return;
    }
    const turn = this.#untranscribed.find(({ sessionTurnId }) => sessionTurnId === event.turnId);
    if (turn === undefined) return;
    const { text } = event;
    if (event.type === 'transcript-delta') {
      this.#emitter.emit({ type: 'transcript-delta', turn, text: event.text });
      return;
    }
    this.#untranscribed = this.#untranscribed.filter((candidate) => candidate !== turn);
    if (text === '') this.discardEarlyResponse();
    if (text === '' || this.isSensitive) this.#session.deleteTurn(event.turnId);
    this.#emitter.emit({ type: 'turn-transcribed', turn, text });
  }

  #onFailed(error: Error & { readonly retryable: boolean }): void {
    this.#failureCount += 1;
    this.#failure = mainFailureOf(this.#failure, error);
    if (error.retryable && this.#failureCount < maxFailures && this.#sessionCount < maxSessions) {
      this.#opened = this.#open();
      return;
    }
    this.#error = this.#failure;
    this.#emitter.emit({ type: 'failed', error: this.#failure });
  }
}

const cancelled = 'Error: the tool was cancelled.';

/** The tools that the model of one session has requested, and the results that the session has received. */
export class ToolExchanges {
  /** Requests of the session that have no result yet. */
  readonly #open = new Set<string>();
  /** Requests that were reported to the session as cancelled. A tool with side effects may still return a result. */
  readonly #cancelled = new Set<string>();
  /** Requests whose result the session has. */
  readonly #known = new Set<string>();

  get hasOpenRequests(): boolean {
    return this.#open.size > 0;
  }

  /** Records tool requests of the session. */
  requested(calls: readonly ToolCall[]): void {
    for (const { id } of calls) this.#open.add(id);
  }

  /** Adds a request that the session has not made itself, with its result. */
  add(session: RealtimeSession, call: ToolCall, result: string): void {
    this.#known.add(call.id);
    session.addToolCall(call);
    session.addToolResult(call.id, result);
  }

  /** Returns whether the messages have results that the session does not have. */
  hasNewResults(messages: readonly LanguageMessage[]): boolean {
    return messages.some((message) => message.role === 'tool' && !this.#known.has(message.toolCallId));
  }

  /** Adds the results that the session does not have. Reports other open requests as cancelled, since a model waits for their results. */
  addResults(session: RealtimeSession, messages: readonly LanguageMessage[]): void {
    const calls = new Map(
      messages.flatMap((message) =>
        'toolCalls' in message ? message.toolCalls.map((call) => [call.id, call] as const) : [],
      ),
    );
    for (const message of messages) {
      if (message.role !== 'tool' || this.#known.has(message.toolCallId)) continue;
      const { toolCallId: id, name, content } = message;
      const call = calls.get(id) ?? { id, name, arguments: {} };
      if (this.#open.delete(id)) session.addToolResult(id, content);
      else if (this.#cancelled.has(id))
        session.addMessage('system', `The tool ${name} has returned: ${content}`);
      else this.add(session, call, content);
      this.#known.add(id);
    }
    for (const id of this.#open) {
      session.addToolResult(id, cancelled);
      this.#cancelled.add(id);
    }
    this.#open.clear();
  }
}
