import { fieldsOf, itemsOf, numberOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type {
  SpeechContextOptions,
  SpeechMessage,
  SpeechProtocol,
  SpeechTransport,
  TimedCharacter,
} from '../websocket/speech-protocol.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { errorOfText } from './vendor-errors.ts';
import { headersOf, vendor } from './settings.ts';

/** The model of all voices. */
export const elevenLabsSpeechModel = 'eleven_flash_v2_5';
/** More contexts on a connection are refused. */
const maxContexts = 5;
const maxSessionMs = 30 * 60_000;
/** The longest time that a context may wait for text, in seconds; the maximum of the vendor. */
const inactivityTimeoutS = 180;
/** Characters of a stream of text after which the vendor starts to speak; the shortest that it accepts. */
const chunkLengths = [50, 90, 140, 200];

/** ElevenLabs' `multi-stream-input`: several contexts per connection, with times per character. */
export class MultiContextProtocol implements SpeechProtocol {
  readonly vendor = vendor;
  readonly maxContexts = maxContexts;
  readonly maxSessionMs = maxSessionMs;
  readonly confirmsCancel = false;
  readonly needsWholeWords = true;
  readonly #account: VendorAccount;

  constructor(account: VendorAccount) {
    this.#account = account;
  }

  connectionKey(voiceId: string): string {
    return voiceId;
  }

  transportOf(voiceId: string): SpeechTransport {
    const url = socketUrl(this.#account.baseUrl, `/v1/text-to-speech/${voiceId}/multi-stream-input`, {
      model_id: elevenLabsSpeechModel,
      output_format: 'ulaw_8000',
      sync_alignment: true,
      inactivity_timeout: inactivityTimeoutS,
    });
    return {
      url,
      headers: headersOf(this.#account),
      errorOfClose: (code, reason) => errorOfText(reason, code),
    };
  }

  /** The first message of a context has a single space and the settings. */
  start({ id, speed }: SpeechContextOptions): readonly object[] {
    const settings = { generation_config: { chunk_length_schedule: chunkLengths } };
    return [{ text: ' ', context_id: id, voice_settings: { speed }, ...settings }];
  }

  /** A text always ends with a single space (`SendTextMulti` of elevenlabs-js). */
  addText({ id }: SpeechContextOptions, text: string): readonly object[] {
    return [{ text: `${text.trimEnd()} `, context_id: id }];
  }

  /** A context that was flushed before it is closed still sends its audio. */
  end({ id }: SpeechContextOptions): readonly object[] {
    return [
      { text: ' ', context_id: id, flush: true },
      { context_id: id, close_context: true },
    ];
  }

  cancel({ id }: SpeechContextOptions): readonly object[] {
    return [{ context_id: id, close_context: true }];
  }

  readText(message: JsonFields): SpeechMessage {
    const contextId = textOf(message['contextId']) || textOf(message['context_id']) || undefined;
    const error = textOf(message['error']) || textOf(fieldsOf(message['error'])['code']);
    if (error !== '') return { contextId, error: errorOfText(error) };
    const audio = audioOf(message['audio']);
    const isDone = message['isFinal'] === true || message['is_final'] === true;
    // Without a context, a message must not reach the requests of other calls.
    if (contextId === undefined) return { contextId: '' };
    return {
      contextId,
      isDone,
      characters: charactersOf(fieldsOf(message['alignment'])),
      ...(audio !== undefined && { audio }),
    };
  }
}

const audioOf = (value: unknown): Uint8Array | undefined =>
  typeof value === 'string' && value !== '' ? Buffer.from(value, 'base64') : undefined;

/** Both spellings of the durations occur. Times are relative to the audio of the message. */
function charactersOf(alignment: JsonFields): TimedCharacter[] {
  const starts = itemsOf(alignment['charStartTimesMs']);
  const durations = itemsOf(alignment['charDurationsMs'] ?? alignment['charsDurationsMs']);
  return itemsOf(alignment['chars']).map((text, index) => {
    const startMs = numberOf(starts[index]);
    return { text: textOf(text), startMs, endMs: startMs + numberOf(durations[index]) };
  });
}
