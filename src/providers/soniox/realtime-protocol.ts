import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
import { itemsOf, numberOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import type {
  RecognitionProtocol,
  RecognitionTransport,
  Transcript,
} from '../websocket/recognition-protocol.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { failureOfStatus, VendorError } from '../websocket/vendor-error.ts';
import { vendor } from './settings.ts';
import { countWholeWords, readToken, segmentOf, type Token } from './tokens.ts';

/** A stream ends after 300 minutes. */
const maxSessionMs = 300 * 60_000;
/** Soniox closes a connection that receives no message for 20 s. */
const keepAlive = { idleMs: 5_000, message: JSON.stringify({ type: 'keepalive' }) };
/** Soniox tolerates short deviations from real time, and may close a connection after long ones. */
const replaySpeed = 2;
const finalizeTimeoutMs = 900;
/** The p99 of stt-rt-v5 from the end of speech is 313 ms (github.com/pipecat-ai/stt-benchmark). */
const expectedFinalMs = 600;
/** The vendor processes audio in blocks, so its times may be this much before the end of the audio. */
const processingStepMs = 500;
/** Length of the text of a turn that is kept, in characters. */
const maxTurnText = 20_000;

/** Tokens without text of the caller: the end of a turn, and the answer to `finalize`. */
const endToken = '<end>';
const finalizedToken = '<fin>';

/** Soniox' realtime API, which detects the ends of turns. `finalize` returns the rest of an utterance at once. */
export class SonioxProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeMessage = JSON.stringify({ type: 'finalize' });
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  readonly expectedFinalMs = expectedFinalMs;
  /** Final tokens of the last word, which may continue. */
  #lastWord: Token[] = [];
  #turnText = '';

  constructor(account: VendorAccount, model: string, options: Required<SpeechToTextOptions>) {
    const { language, keyterms, sampleRate } = options;
    const isTelephone = sampleRate === 8000;
    this.transport = {
      vendor,
      url: socketUrl(account.baseUrl, '/transcribe-websocket'),
      headers: { authorization: `Bearer ${account.apiKey}` },
      encoding: isTelephone ? 'mulaw' : 'linear16',
      frameMs: 40,
      maxSessionMs,
      replaySpeed,
      needsContinuousAudio: true,
      keepAlive,
      greeting: JSON.stringify({
        model,
        audio_format: isTelephone ? 'mulaw' : 'pcm_s16le',
        sample_rate: sampleRate,
        num_channels: 1,
        language_hints: [primarySubtag(language)],
        enable_endpoint_detection: true,
        ...(keyterms.length > 0 && { context: { terms: keyterms } }),
      }),
      // An empty message ends the stream.
      farewell: '',
    };
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    const error = errorOf(message);
    if (error !== undefined) {
      transcript.fail(error);
      return;
    }
    const interim: Token[] = [];
    for (const token of itemsOf(message['tokens']).map(readToken)) {
      if (token.text === endToken) this.#endTurn(transcript);
      else if (token.text === finalizedToken) this.#onFinalized(message, transcript);
      else if (token.isFinal) this.#addFinal(token);
      else interim.push(token);
    }
    this.#report(interim, transcript);
  }

  onUtteranceEnded(): void {
    this.#lastWord = [];
  }

  reset(): void {
    this.#lastWord = [];
    this.#turnText = '';
  }

  #addFinal(token: Token): void {
    this.#lastWord.push(token);
    if (this.#turnText.length < maxTurnText) this.#turnText += token.text;
  }

  /** Reports the final words. The interim tokens, which Soniox sends again with each message, replace the previous ones. */
  #report(interim: readonly Token[], transcript: Transcript): void {
    this.#reportWords(countWholeWords(this.#lastWord, interim[0]), transcript);
    transcript.setInterim(segmentOf([...this.#lastWord, ...interim]));
  }

  #reportWords(count: number, transcript: Transcript): void {
    const words = this.#lastWord.splice(0, count);
    if (words.length > 0) transcript.addFinal(segmentOf(words));
  }

  #endTurn(transcript: Transcript): void {
    this.#reportWords(this.#lastWord.length, transcript);
    const text = this.#turnText.trim();
    this.#turnText = '';
    transcript.endTurn({ text, confidence: 1 });
  }

  /** Reports the time up to which Soniox has processed the audio, so that a late answer to an earlier request does not end the current utterance. */
  #onFinalized(message: JsonFields, transcript: Transcript): void {
    this.#reportWords(this.#lastWord.length, transcript);
    transcript.markHeard(numberOf(message['total_audio_proc_ms'], Infinity) + processingStepMs);
  }
}

/** Returns the error of a message, after which Soniox closes the connection. 503 is also sent to end a session that is to be continued on a new connection. */
function errorOf(message: JsonFields): VendorError | undefined {
  const code = message['error_code'];
  if (code === undefined && message['error_message'] === undefined) return undefined;
  const status = Number(typeof code === 'number' ? code : textOf(code)) || 500;
  return new VendorError(vendor, failureOfStatus(status), { code: status });
}
