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

/**
 * Deepgram's `/v2/speak` (Flux). A connection has one voice and one turn at a time, whose audio ends with `SpeechMetadata`. `Interrupt` is ignored until
 * audio was generated and while another one is processed, so a cancelled text closes its connection.
 */
export class FluxSpeakProtocol implements SpeechProtocol {
  readonly vendor = vendor;
  readonly maxContexts = 1;
  readonly maxSessionMs = maxSessionMs;
  readonly confirmsCancel = false;
  readonly closesOnCancel = true;
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
      url: socketUrl(this.#settings.baseUrl, '/v2/speak', parameters),
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
    return [{ type: 'Close' }];
  }

  readText(message: JsonFields): SpeechMessage {
    switch (message['type']) {
      // `Flushed`, which follows, may arrive when the next text has started.
      case 'SpeechMetadata':
        return { isDone: true };
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
