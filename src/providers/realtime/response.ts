import { decodeUlaw } from '../../audio/g711.ts';
import { parseCleanJson } from '../../core/clean-text.ts';
import { AsyncQueue } from '../../core/async-queue.ts';
import { LanguageModelError, type ToolCall } from '../../contracts/language-model.ts';
import type { RealtimePart, RealtimeResponse } from '../../contracts/realtime-model.ts';
import { fieldsOf, itemsOf, numberOf, textOf, type JsonFields } from '../websocket/json-fields.ts';

const maxParts = 20_000;
/** 10 minutes of G.711. */
const maxAudioBytes = 4_800_000;
const maxTextLength = 100_000;
const maxCalls = 100;
const noSamples = new Int16Array(0);

/** One response of a model, from its request to its last part. */
export class VendorResponse implements RealtimeResponse {
  readonly parts = new AsyncQueue<RealtimePart>(maxParts);
  readonly #cancel: (response: VendorResponse) => void;
  readonly #onFlood: () => void;
  readonly #calls = new Set<string>();
  #audioBytes = 0;
  #textLength = 0;
  /** The vendor's id; undefined until the vendor has started the response. */
  id: string | undefined;
  hasEnded = false;

  /** `onFlood` is called if the vendor sends a response that is too long. */
  constructor(cancel: (response: VendorResponse) => void, onFlood: () => void) {
    this.#cancel = cancel;
    this.#onFlood = onFlood;
  }

  cancel(): void {
    if (this.hasEnded) return;
    this.#end();
    this.#cancel(this);
  }

  fail(error: LanguageModelError): void {
    this.hasEnded = true;
    this.parts.fail(error);
  }

  addAudio(speechId: string, base64: unknown): void {
    if (this.hasEnded || typeof base64 !== 'string') return;
    const codes = Buffer.from(base64, 'base64');
    this.#audioBytes += codes.length;
    if (this.#audioBytes > maxAudioBytes) return this.#failTooLong();
    const samples = new Int16Array(codes.length);
    decodeUlaw(codes, samples);
    this.parts.push({ type: 'speech', speechId, text: '', samples });
  }

  /** `speechId`: undefined for text that is not spoken. */
  addText(speechId: string | undefined, text: string): void {
    if (this.hasEnded || text === '') return;
    this.#textLength += text.length;
    if (this.#textLength > maxTextLength) return this.#failTooLong();
    this.parts.push(
      speechId === undefined
        ? { type: 'text', text }
        : { type: 'speech', speechId, text, samples: noSamples },
    );
  }

  /** Adds a tool request. Vendors report each request in several events. */
  addCall(fields: JsonFields): void {
    const call = toolCallOf(fields);
    if (this.hasEnded || call === undefined || this.#calls.has(call.id) || this.#calls.size >= maxCalls)
      return;
    this.#calls.add(call.id);
    this.parts.push({ type: 'tool-called', call });
  }

  /** Handles the `response` of `response.done`. `createError` creates the error of a failed response from a code of the vendor. */
  finish(response: JsonFields, createError: (code: string) => LanguageModelError): void {
    if (this.hasEnded) return;
    const details = fieldsOf(response['status_details']);
    if (response['status'] === 'failed') {
      const { code, type } = fieldsOf(details['error']);
      return this.fail(createError(textOf(code) || textOf(type)));
    }
    for (const item of itemsOf(response['output'])) {
      const fields = fieldsOf(item);
      if (fields['type'] === 'function_call') this.addCall(fields);
    }
    const reason = this.#reasonOf(response['status'], textOf(details['reason']));
    const usage = fieldsOf(response['usage']);
    this.parts.push({
      type: 'ended',
      reason,
      inputTokens: numberOf(usage['input_tokens']),
      outputTokens: numberOf(usage['output_tokens']),
      cachedInputTokens: numberOf(fieldsOf(usage['input_token_details'])['cached_tokens']),
    });
    this.#end();
  }

  #reasonOf(status: unknown, reason: string): 'stop' | 'length' | 'tools' | 'other' {
    if (reason === 'max_output_tokens') return 'length';
    if (status !== 'completed') return 'other';
    return this.#calls.size > 0 ? 'tools' : 'stop';
  }

  #failTooLong(): void {
    this.fail(new LanguageModelError('The reply is too long.', { retryable: false }));
    this.#onFlood();
  }

  #end(): void {
    this.hasEnded = true;
    this.parts.end();
  }
}

function toolCallOf({ call_id: id, name, arguments: text }: JsonFields): ToolCall | undefined {
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') return undefined;
  return { id, name: textOf(name), arguments: parsedArguments(textOf(text)) };
}

function parsedArguments(text: string): unknown {
  try {
    return parseCleanJson(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}
