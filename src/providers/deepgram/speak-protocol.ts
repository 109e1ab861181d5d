import { textOf, type JsonFields } from '../websocket/json-fields.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type {
  SpeechContextOptions,
  SpeechMessage,
  SpeechProtocol,
  SpeechTransport,
} from '../websocket/speech-protocol.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { errorOfClose } from './close-error.ts';
import { authorizationOf, vendor } from './settings.ts';

const maxSessionMs = 30 * 60_000;

/** A generation of Deepgram's voices. */
interface SpeakVersion {
  readonly path: string;
  readonly confirmsCancel: boolean;
  readonly closesOnCancel: boolean;
  readonly cancelMessage: object;
  readonly endLimit?: SpeechProtocol['endLimit'];
  /** The meanings of messages by their type. Messages of other types, except those of failures, are ignored. */
  readonly meanings: ReadonlyMap<unknown, SpeechMessage>;
  /** Types of messages after which the text gets no audio. */
  readonly failures: ReadonlySet<unknown>;
}

/**
 * Aura. `Clear` is confirmed by `Cleared`. A connection processes at most 20 flushes in 60 s, and reports further ones by `Warning`
 * (developers.deepgram.com/docs/tts-ws-flush). The window has a second more, since the network delays flushes differently.
 */
export const aura: SpeakVersion = {
  path: '/v1/speak',
  confirmsCancel: true,
  closesOnCancel: false,
  cancelMessage: { type: 'Clear' },
  endLimit: { count: 20, windowMs: 61_000 },
  meanings: new Map([
    ['Flushed', { isDone: true }],
    ['Cleared', { isCancelled: true }],
  ]),
  failures: new Set(['Error', 'Warning']),
};

/**
 * Flux. The audio of a text ends with `SpeechMetadata`: `Flushed`, which follows, may arrive when the next text has started. `Interrupt` is ignored
 * until audio was generated and while another one is processed, so a cancelled text closes its connection.
 */
export const flux: SpeakVersion = {
  path: '/v2/speak',
  confirmsCancel: false,
  closesOnCancel: true,
  cancelMessage: { type: 'Close' },
  meanings: new Map([['SpeechMetadata', { isDone: true }]]),
  failures: new Set(['Error']),
};

/** Deepgram's `/v1/speak` and `/v2/speak`. A connection has one voice and one text at a time. */
export class SpeakProtocol implements SpeechProtocol {
  readonly vendor = vendor;
  readonly maxContexts = 1;
  readonly maxSessionMs = maxSessionMs;
  readonly confirmsCancel: boolean;
  readonly closesOnCancel: boolean;
  readonly endLimit: SpeechProtocol['endLimit'];
  readonly #account: VendorAccount;
  readonly #version: SpeakVersion;

  constructor(account: VendorAccount, version: SpeakVersion) {
    this.#account = account;
    this.#version = version;
    this.confirmsCancel = version.confirmsCancel;
    this.closesOnCancel = version.closesOnCancel;
    this.endLimit = version.endLimit;
  }

  connectionKey(voiceId: string): string {
    return voiceId;
  }

  transportOf(voiceId: string): SpeechTransport {
    const parameters = { model: voiceId, encoding: 'mulaw', sample_rate: 8000 };
    return {
      url: socketUrl(this.#account.baseUrl, this.#version.path, parameters),
      headers: authorizationOf(this.#account),
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
    return [this.#version.cancelMessage];
  }

  readText(message: JsonFields): SpeechMessage {
    const type = message['type'];
    if (this.#version.failures.has(type))
      return { error: new VendorError(vendor, 'unavailable', { code: textOf(message['code']) }) };
    return this.#version.meanings.get(type) ?? {};
  }

  readAudio(audio: Uint8Array): SpeechMessage {
    return { audio };
  }
}
