import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { textOf, type JsonFields } from '../websocket/json-fields.ts';
import type {
  RecognitionProtocol,
  RecognitionTransport,
  Transcript,
} from '../websocket/recognition-protocol.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { headersOf, vendor } from './settings.ts';
import { errorOfMessage } from './vendor-errors.ts';

const maxSessionMs = 2 * 3_600_000;
/** There is no request to finalise: the text that arrives in this time is used. */
const finalizeTimeoutMs = 400;
/** Cartesia reports no confidence of the end of a turn. These are its default thresholds, as distances from certainty. */
const likelyEndConfidence = 0.6;
const endConfidence = 0.8;

/** Cartesia's `/stt/turns/websocket` (ink-2), which detects turns. Its transcripts have no times and no confidence, and are never revised. */
export class CartesiaTurnsProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  #text = '';
  /** The start of the turn's text that belongs to utterances that have ended. */
  #endedText = '';

  constructor(account: VendorAccount, model: string, options: Required<SpeechToTextOptions>) {
    const { keyterms, sampleRate } = options;
    const isTelephone = sampleRate === 8000;
    this.transport = {
      vendor,
      url: socketUrl(account.baseUrl, '/stt/turns/websocket', {
        model,
        encoding: isTelephone ? 'pcm_mulaw' : 'pcm_s16le',
        sample_rate: sampleRate,
        keyterm: keyterms,
      }),
      headers: headersOf(account),
      encoding: isTelephone ? 'mulaw' : 'linear16',
      frameMs: 20,
      maxSessionMs,
      replaySpeed: Infinity,
      needsContinuousAudio: true,
      farewell: JSON.stringify({ type: 'close' }),
    };
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    switch (message['type']) {
      case 'turn.start':
        return this.reset();
      case 'turn.update':
        return this.#update(message, transcript);
      case 'turn.eager_end':
        this.#update(message, transcript);
        return transcript.endTurnLikely({ text: this.#text, confidence: likelyEndConfidence });
      case 'turn.resume':
        return transcript.resumeTurn();
      case 'turn.end':
        this.#text = textOf(message['transcript']);
        transcript.addFinal({ text: this.#rest() });
        transcript.endTurn({ text: this.#text, confidence: endConfidence });
        return this.reset();
      case 'error':
        return transcript.fail(errorOfMessage(message));
      default:
        return undefined;
    }
  }

  onUtteranceEnded(): void {
    this.#endedText = this.#text;
  }

  reset(): void {
    this.#text = '';
    this.#endedText = '';
  }

  #update(message: JsonFields, transcript: Transcript): void {
    this.#text = textOf(message['transcript']);
    transcript.setInterim({ text: this.#rest() });
  }

  #rest(): string {
    const rest = this.#text.startsWith(this.#endedText)
      ? this.#text.slice(this.#endedText.length)
      : this.#text;
    return rest.trim();
  }
}
