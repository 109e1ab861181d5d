import { encodeUlaw } from '../../audio/g711.ts';
import type { Timer } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import { LanguageModelError, type ToolCall } from '../../contracts/language-model.ts';
import type {
  RealtimeEvent,
  RealtimeOptions,
  RealtimeResponse,
  RealtimeSession,
} from '../../contracts/realtime-model.ts';
import type { CircuitBreaker } from '../websocket/circuit-breaker.ts';
import { fieldsOf, parseFields, textOf, type JsonFields } from '../websocket/json-fields.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { VendorSocket, type VendorSocketEvent } from '../websocket/vendor-socket.ts';
import { ResponseQueue } from './response-queue.ts';
import { InputTurns } from './input-turns.ts';
import { SessionUsage } from './session-usage.ts';
import type { RealtimeSettings, RealtimeVendor } from './vendor.ts';
import { failureOfCode, isFatalCode } from './vendor-codes.ts';

/** The longest wait for the acceptance of the settings, after the connection is open. */
const readyTimeoutMs = 4_000;
/** Requests that wait for the connection. Audio of 60 s has 3,000 frames. */
const maxWaitingMessages = 5_000;

export interface SessionSettings extends RealtimeSettings {
  readonly vendor: RealtimeVendor;
  /** `provider/model`. */
  readonly modelId: string;
  /** The vendor's name of the model. */
  readonly model: string;
  readonly breaker: CircuitBreaker;
}

/** A session over a websocket, with the events of the OpenAI Realtime API. */
export class VendorSession implements RealtimeSession {
  readonly #settings: SessionSettings;
  readonly #dependencies: VendorDependencies;
  readonly #emitter: Emitter<RealtimeEvent>;
  readonly #responses: ResponseQueue;
  readonly #turns: InputTurns;
  readonly #usage: SessionUsage;
  readonly #handlers: Readonly<Record<string, (event: JsonFields) => void>>;
  readonly #socket: VendorSocket | undefined;
  #options: RealtimeOptions;
  /** Requests before the connection is open; undefined afterwards. */
  #waiting: string[] | undefined = [];
  #readyTimer: Timer | undefined;
  #messages = 0;
  #isReady = false;
  #hasEnded = false;

  constructor(settings: SessionSettings, options: RealtimeOptions, dependencies: VendorDependencies) {
    this.#settings = settings;
    this.#options = options;
    this.#dependencies = dependencies;
    this.#usage = new SessionUsage({ ...settings, onUsage: options.onUsage });
    const onInternalError = (error: unknown) => dependencies.internalErrors.record('speech', error);
    this.#emitter = new Emitter(onInternalError);
    const send = (type: string, fields?: object) => this.#send(type, fields);
    const { clock } = dependencies;
    this.#responses = new ResponseQueue(clock, send, () => this.#failFlood('too-long-reply'));
    const emit = (event: RealtimeEvent) => this.#emitter.emit(event);
    this.#turns = new InputTurns(clock, send, emit, () => this.#failFlood('too-many-results'));
    this.#handlers = { ...this.#turns.handlers, ...this.#responses.handlers, ...this.#ownHandlers() };
    this.#send('session.update', { session: settings.vendor.session(options) });
    this.#socket = this.#connect(onInternalError);
  }

  on(listener: (event: RealtimeEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array): void {
    const codes = Buffer.allocUnsafe(samples.length);
    encodeUlaw(samples, codes);
    this.#turns.pushAudio(codes);
  }

  commitTurn(): string {
    return this.#turns.commit();
  }

  discardAudio(): void {
    this.#turns.discardAudio();
  }

  deleteTurn(turnId: string): void {
    this.#turns.delete(turnId);
  }

  addMessage(role: 'user' | 'assistant' | 'system', text: string): void {
    const type = role === 'assistant' ? 'output_text' : 'input_text';
    this.#addItem({ type: 'message', role, content: [{ type, text }] });
  }

  addToolCall({ id, name, arguments: args }: ToolCall): void {
    const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
    this.#addItem({ type: 'function_call', call_id: id, name, arguments: text });
  }

  addToolResult(callId: string, result: string): void {
    this.#addItem({ type: 'function_call_output', call_id: callId, output: result });
  }

  createResponse(instructions: string): RealtimeResponse {
    if (instructions !== this.#options.instructions) {
      this.#options = { ...this.#options, instructions };
      this.#send('session.update', { session: this.#settings.vendor.instructions(this.#options) });
    }
    const response = this.#responses.create();
    if (this.#hasEnded) response.fail(this.#errorOf(this.#vendorError('closed')));
    return response;
  }

  truncate(speechId: string, playedMs: number, heardText: string): void {
    const item = { item_id: speechId };
    const audioEndMs = Math.floor(playedMs);
    if (audioEndMs <= 0) this.#send('conversation.item.delete', item);
    else if (this.#settings.vendor.truncates)
      this.#send('conversation.item.truncate', { ...item, content_index: 0, audio_end_ms: audioEndMs });
    else {
      const heard = heardText === '' ? 'only its start' : `only this: "${heardText}"`;
      this.addMessage('system', `The caller interrupted your last reply and heard ${heard}.`);
    }
  }

  close(): void {
    if (this.#hasEnded) return;
    this.#end(this.#vendorError('closed'));
    this.#emitter.clear();
    this.#socket?.close();
  }

  #connect(onInternalError: (error: unknown) => void): VendorSocket | undefined {
    const { vendor, baseUrl, apiKey, model, breaker } = this.#settings;
    const { clock } = this.#dependencies;
    if (!breaker.admit()) {
      const refusal = breaker.refusal(vendor.name);
      // The listeners are added after the constructor.
      clock.after(0, () => this.#endWithError(refusal));
      return undefined;
    }
    const url = socketUrl(baseUrl, '/realtime', { model });
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    return new VendorSocket({ vendor: vendor.name, url, headers, clock }, (event) => {
      try {
        this.#onSocketEvent(event);
      } catch (error) {
        onInternalError(error);
        this.#fail(this.#vendorError('protocol'));
      }
    });
  }

  #onSocketEvent(event: VendorSocketEvent): void {
    if (this.#hasEnded) return;
    if (event.type === 'open') this.#onOpen();
    else if (event.type === 'text') this.#onText(event.text);
    else if (event.type === 'failed') this.#fail(event.error);
  }

  #onOpen(): void {
    this.#readyTimer = this.#dependencies.clock.after(readyTimeoutMs, () =>
      this.#fail(this.#vendorError('timed-out')),
    );
    this.#usage.opened(this.#dependencies.clock.monotonicMs());
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const message of waiting) this.#socket?.send(message);
  }

  #onText(text: string): void {
    const event = parseFields(text);
    if (event === undefined) return this.#fail(this.#vendorError('protocol', 'invalid-json'));
    this.#usage.observe(event);
    const type = textOf(event['type']);
    if (Object.hasOwn(this.#handlers, type)) this.#handlers[type]!(event);
  }

  #ownHandlers(): Record<string, (event: JsonFields) => void> {
    return {
      'session.updated': () => this.#onReady(),
      'response.done': ({ response }) =>
        this.#responses.onDone(fieldsOf(response), (code) =>
          this.#errorOf(this.#vendorError(failureOfCode(code), code)),
        ),
      error: (event) => this.#onError(fieldsOf(event['error'] ?? event)),
    };
  }

  #onReady(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.#readyTimer?.cancel();
    this.#settings.breaker.recordSuccess();
    this.#emitter.emit({ type: 'ready' });
  }

  /** Handles a rejected request. Only settings that are rejected and errors of the whole session end the session. */
  #onError(error: JsonFields): void {
    const code = textOf(error['code']) || textOf(error['type']);
    const request = textOf(error['event_id']);
    const failure = this.#vendorError(failureOfCode(code), code);
    if (isFatalCode(code) || (!this.#isReady && request.startsWith('session.update')))
      return this.#fail(failure);
    if (request.startsWith('input_audio_buffer.commit')) this.#turns.onCommitRejected(request);
    else if (request.startsWith('response.create') || (request === '' && failure.failure === 'unavailable'))
      this.#responses.onRejected(request, code, this.#errorOf(failure));
  }

  #failFlood(code: string): void {
    this.#fail(this.#vendorError('protocol', code));
  }

  #fail(error: VendorError): void {
    if (this.#hasEnded) return;
    this.#settings.breaker.recordFailure(error);
    this.#endWithError(error);
  }

  #endWithError(error: VendorError): void {
    if (this.#hasEnded) return;
    this.#end(error);
    this.#socket?.close();
    this.#emitter.emit({ type: 'failed', error: this.#errorOf(error) });
    this.#emitter.clear();
  }

  #end(error: VendorError): void {
    this.#hasEnded = true;
    this.#usage.closed(this.#dependencies.clock.monotonicMs());
    this.#waiting = [];
    this.#readyTimer?.cancel();
    this.#responses.close(this.#errorOf(error));
  }

  #addItem(item: object): void {
    this.#send('conversation.item.create', { item });
  }

  /** Sends a request. Its `event_id`, which errors repeat, starts with its type. */
  #send(type: string, fields: object = {}): string {
    this.#messages += 1;
    const id = `${type}-${this.#messages}`;
    if (this.#hasEnded) return id;
    const message = JSON.stringify({ type, event_id: id, ...fields });
    if (this.#waiting === undefined) this.#socket?.send(message);
    else if (this.#waiting.length < maxWaitingMessages) this.#waiting.push(message);
    else this.#fail(this.#vendorError('timed-out', 'send-queue-full'));
    return id;
  }

  #vendorError(failure: VendorError['failure'], code?: string): VendorError {
    return new VendorError(this.#settings.vendor.name, failure, { code });
  }

  #errorOf(cause: VendorError): LanguageModelError {
    const { modelId, baseUrl } = this.#settings;
    const { origin, pathname } = new URL(baseUrl);
    const source = { model: modelId, baseUrl: `${origin}${pathname}`.replace(/\/$/, '') };
    return new LanguageModelError(cause.message, { retryable: cause.retryable, cause, source });
  }
}
