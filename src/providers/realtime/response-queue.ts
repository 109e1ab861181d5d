import type { Clock, Timer } from '../../core/clock.ts';
import type { LanguageModelError } from '../../contracts/language-model.ts';
import { fieldsOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import { VendorResponse } from './response.ts';

/** The longest wait for the end of a cancelled response. */
const cancelTimeoutMs = 1_500;

/** The responses of one session. The vendor generates one at a time: the next one waits until the cancelled one has ended. */
export class ResponseQueue {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #onFlood: () => void;
  readonly #send: (type: string, fields?: object) => string;
  /** The response that the vendor generates, cancelled ones included. */
  #active: VendorResponse | undefined;
  #next: VendorResponse | undefined;
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
    const active = this.#active;
    if (active === undefined || (active.id !== undefined && active.id !== textOf(response['id']))) return;
    active.finish(response, createError);
    this.#startNext();
  }

  /** Handles the rejection of the request for the active response. */
  failActive(error: LanguageModelError): void {
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
    if (this.#active !== undefined) this.#active.id ??= id;
  }

  /** Returns the active response if the event belongs to it. */
  #activeOf(event: JsonFields): VendorResponse | undefined {
    const id = textOf(event['response_id']);
    return this.#active?.id === id ? this.#active : undefined;
  }

  #start(response: VendorResponse): void {
    this.#active = response;
    this.#send('response.create');
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
    this.#send('response.cancel');
    this.#cancelTimer?.cancel();
    this.#cancelTimer = this.#clock.after(cancelTimeoutMs, () => this.#startNext());
  }
}
