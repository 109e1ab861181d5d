import type { Clock, Timer } from '../../core/clock.ts';
import type { LanguageModelError } from '../../contracts/language-model.ts';
import { fieldsOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import { VendorResponse } from './response.ts';

/** The longest wait for the end of a cancelled response. */
const cancelTimeoutMs = 1_500;
/** Error of a request while the vendor still generates an earlier response. */
const activeResponse = 'conversation_already_has_active_response';
/** Requests that the vendor has not answered. A vendor that answers none would otherwise collect them. */
const maxRequests = 20;

/** A `response.create` that the vendor has answered neither by `response.created` nor by an error. */
interface ResponseRequest {
  /** Its `event_id`. */
  readonly id: string;
  readonly response: VendorResponse;
}

/**
 * The responses of one session. The vendor generates one at a time: the next one waits until the cancelled one has ended. The vendor starts responses in
 * the order of their requests, so that a `response.created` belongs to the oldest request.
 */
export class ResponseQueue {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #onFlood: () => void;
  readonly #send: (type: string, fields?: object) => string;
  /** The response that the vendor generates, cancelled ones included. */
  #active: VendorResponse | undefined;
  #next: VendorResponse | undefined;
  #requests: ResponseRequest[] = [];
  /** The id of a cancelled response that has not ended within the wait for its end. */
  #lateId: string | undefined;
  #cancelTimer: Timer | undefined;

  /** `onFlood` is called if a response is too long. */
  constructor(
    clock: Pick<Clock, 'after'>,
    send: (type: string, fields?: object) => string,
    onFlood: () => void,
  ) {
    this.#clock = clock;
    this.#send = send;
    this.#onFlood = onFlood;
  }

  get handlers(): Record<string, (event: JsonFields) => void> {
    const onAudio = (event: JsonFields) =>
      this.#activeOf(event)?.addAudio(textOf(event['item_id']), event['delta']);
    const onWords = (event: JsonFields) =>
      this.#activeOf(event)?.addText(textOf(event['item_id']), textOf(event['delta']));
    const onText = (event: JsonFields) => this.#activeOf(event)?.addText(undefined, textOf(event['delta']));
    return {
      'response.created': ({ response }) => this.#onCreated(textOf(fieldsOf(response)['id'])),
      'response.output_audio.delta': onAudio,
      'response.output_audio_transcript.delta': onWords,
      'response.output_text.delta': onText,
      // Earlier names, which some servers still send.
      'response.audio.delta': onAudio,
      'response.audio_transcript.delta': onWords,
      'response.text.delta': onText,
      'response.function_call_arguments.done': (event) => this.#activeOf(event)?.addCall(event),
      'response.output_item.done': (event) => {
        const item = fieldsOf(event['item']);
        if (item['type'] === 'function_call') this.#activeOf(event)?.addCall(item);
      },
    };
  }

  create(): VendorResponse {
    this.#active?.cancel();
    this.#next?.cancel();
    const response: VendorResponse = new VendorResponse(
      (cancelled) => this.#onCancelled(cancelled),
      this.#onFlood,
    );
    if (this.#active === undefined) this.#start(response);
    else this.#next = response;
    return response;
  }

  onDone(response: JsonFields, createError: (code: string) => LanguageModelError): void {
    const id = textOf(response['id']);
    if (id === this.#lateId) return this.#onLateEnded();
    const active = this.#active;
    if (active === undefined || (active.id ?? id) !== id) return;
    active.finish(response, createError);
    this.#startNext();
  }

  /** Handles an error of the vendor. `request`: the `event_id` of the rejected request; empty if it is unknown. */
  onRejected(request: string, code: string, error: LanguageModelError): void {
    const rejected = this.#requests.find(({ id }) => id === request);
    this.#requests = this.#requests.filter(({ id }) => id !== request);
    if (request !== '' && rejected?.response !== this.#active) return;
    if (code === activeResponse && this.#lateId !== undefined) return;
    if (this.#active?.hasEnded === false) this.#active.fail(error);
    this.#startNext();
  }

  /** Fails all responses: the session has ended. */
  close(error: LanguageModelError): void {
    this.#cancelTimer?.cancel();
    const responses = [this.#active, this.#next];
    this.#active = undefined;
    this.#next = undefined;
    for (const response of responses) if (response?.hasEnded === false) response.fail(error);
  }

  #onCreated(id: string): void {
    const { response } = this.#requests.shift() ?? {};
    if (response === undefined) return;
    response.id = id;
    if (response === this.#active) {
      if (response.hasEnded) this.#send('response.cancel');
      return;
    }
    this.#lateId = id;
    this.#send('response.cancel', { response_id: id });
  }

  /** Requests the active response again if it was rejected because of the late one. */
  #onLateEnded(): void {
    this.#lateId = undefined;
    const active = this.#active;
    const isRequested = this.#requests.some(({ response }) => response === active);
    if (active === undefined || active.id !== undefined || isRequested) return;
    if (active.hasEnded) this.#startNext();
    else this.#start(active);
  }

  /** Returns the active response if the event belongs to it. */
  #activeOf(event: JsonFields): VendorResponse | undefined {
    const id = textOf(event['response_id']);
    return this.#active?.id === id ? this.#active : undefined;
  }

  #start(response: VendorResponse): void {
    this.#active = response;
    const id = this.#send('response.create');
    this.#requests.push({ id, response });
    if (this.#requests.length > maxRequests) this.#requests.shift();
  }

  #startNext(): void {
    this.#cancelTimer?.cancel();
    this.#active = undefined;
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.#start(next);
  }

  #onCancelled(response: VendorResponse): void {
    if (response === this.#next) this.#next = undefined;
    if (response !== this.#active) return;
    // A response that the vendor has not started cannot be cancelled yet.
    if (response.id !== undefined) this.#send('response.cancel');
    this.#cancelTimer?.cancel();
    this.#cancelTimer = this.#clock.after(cancelTimeoutMs, () => {
      this.#lateId = response.id;
      this.#startNext();
    });
  }
}
