import { textOf, type JsonFields } from '../websocket/json-fields.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type {
  SpeechContextOptions,
  SpeechMessage,
  SpeechProtocol,
  SpeechTransport,
} from '../websocket/speech-protocol.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { errorOfClose } from './close-error.ts';
import { authorizationOf, vendor, type DeepgramSettings } from './settings.ts';

const maxSessionMs = 30 * 60_000;

/** Deepgram's `/v1/speak` (Aura). A connection has one voice and one request at a time; `Clear` is confirmed by `Cleared`. */
export class SpeakProtocol implements SpeechProtocol {
  readonly vendor = vendor;
  readonly maxContexts = 1;
  readonly maxSessionMs = maxSessionMs;
  readonly confirmsCancel = true;
  readonly #settings: DeepgramSettings;

  constructor(settings: DeepgramSettings) {
    this.#settings = settings;
  }

  connectionKey(voiceId: string): string {
    return voiceId;
  }

  transportOf(voiceId: string): SpeechTransport {
    const parameters = { model: voiceId, encoding: 'mulaw', sample_rate: 8000 };
    return {
      url: socketUrl(this.#settings.baseUrl, '/v1/speak', parameters),
      headers: authorizationOf(this.#settings),
      errorOfClose,
    };
  }

  start(): readonly object[] {
    return [];
  }

  addText(_: SpeechContextOptions, text: string): readonly object[] {
    return [{ type: 'Speak', text }];
  }

  end(): readonly object[] {
    return [{ type: 'Flush' }];
  }

  cancel(): readonly object[] {
    return [{ type: 'Clear' }];
  }

  readText(message: JsonFields): SpeechMessage {
    switch (message['type']) {
      case 'Flushed':
        return { isDone: true };
      case 'Cleared':
        return { isCancelled: true };
      case 'Error':
        return { error: new VendorError(vendor, 'unavailable', { code: textOf(message['code']) }) };
      default:
        return {};
    }
  }

  readAudio(audio: Uint8Array): SpeechMessage {
    return { audio };
  }
}
