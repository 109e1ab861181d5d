import type { SpokenWord } from '../../contracts/text-to-speech.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
import { fieldsOf, itemsOf, numberOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type {
  SpeechContextOptions,
  SpeechMessage,
  SpeechProtocol,
  SpeechTransport,
} from '../websocket/speech-protocol.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { headersOf, vendor } from './settings.ts';
import { errorOfMessage } from './vendor-errors.ts';

/** The model of all voices. */
export const cartesiaSpeechModel = 'sonic-3';
/** Cartesia limits contexts per account, not per connection. Fewer share the fate of a connection. */
const maxContexts = 20;
const maxSessionMs = 30 * 60_000;
/** How long Cartesia may wait for more text before it speaks. */
const maxBufferDelayMs = 300;

/** Cartesia's `/tts/websocket`: contexts of any voice on one connection, with times per word. */
export class CartesiaSpeechProtocol implements SpeechProtocol {
  readonly vendor = vendor;
  readonly maxContexts = maxContexts;
  readonly maxSessionMs = maxSessionMs;
  readonly confirmsCancel = false;
  readonly #account: VendorAccount;

  constructor(account: VendorAccount) {
    this.#account = account;
  }

  connectionKey(): string {
    return '';
  }

  transportOf(): SpeechTransport {
    return {
      url: socketUrl(this.#account.baseUrl, '/tts/websocket'),
      headers: headersOf(this.#account),
    };
  }

  start(): readonly object[] {
    return [];
  }

  addText(context: SpeechContextOptions, text: string): readonly object[] {
    return [generation(context, text, true)];
  }

  end(context: SpeechContextOptions): readonly object[] {
    return [generation(context, '', false)];
  }

  cancel({ id }: SpeechContextOptions): readonly object[] {
    return [{ context_id: id, cancel: true }];
  }

  readText(message: JsonFields): SpeechMessage {
    const contextId = textOf(message['context_id']) || undefined;
    switch (message['type']) {
      case 'chunk':
        return { contextId: contextId ?? '', audio: Buffer.from(base64Of(message['data']), 'base64') };
      case 'timestamps':
        return { contextId: contextId ?? '', words: wordsOf(fieldsOf(message['word_timestamps'])) };
      case 'done':
        return { contextId: contextId ?? '', isDone: true };
      case 'error':
        return { contextId, error: errorOfMessage(message) };
      default:
        return { contextId: '' };
    }
  }
}

const generation = ({ id, voiceId, speed, language }: SpeechContextOptions, text: string, more: boolean) => ({
  model_id: cartesiaSpeechModel,
  transcript: text,
  voice: { mode: 'id', id: voiceId },
  ...(language !== undefined && { language: primarySubtag(language) }),
  context_id: id,
  output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
  continue: more,
  max_buffer_delay_ms: maxBufferDelayMs,
  add_timestamps: true,
  ...(speed !== 1 && { generation_config: { speed } }),
});

const base64Of = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Times are in seconds from the start of the context. */
function wordsOf(timestamps: JsonFields): SpokenWord[] {
  const starts = itemsOf(timestamps['start']);
  const ends = itemsOf(timestamps['end']);
  return itemsOf(timestamps['words']).map((text, index) => ({
    text: textOf(text),
    startMs: Math.round(numberOf(starts[index]) * 1000),
    endMs: Math.round(numberOf(ends[index]) * 1000),
  }));
}
