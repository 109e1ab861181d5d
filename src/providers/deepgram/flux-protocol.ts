import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { fieldsOf, itemsOf, numberOf, shareOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import type {
  RecognitionProtocol,
  RecognitionTransport,
  Transcript,
  TranscriptSegment,
} from '../websocket/recognition-protocol.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { errorOfClose } from './close-error.ts';
import { wordsOf } from './nova-protocol.ts';
import { authorizationOf, vendor } from './settings.ts';

/** Confidences at which Flux reports a probable end and an end of a turn, and the silence after which a turn ends in any case. */
const eagerThreshold = 0.4;
const endThreshold = 0.7;
const endTimeoutMs = 5_000;
/** The length of audio messages that Deepgram recommends for Flux. */
const frameMs = 80;
const maxSessionMs = 2 * 3_600_000;
const finalizeTimeoutMs = 600;
const multilingualModel = 'flux-general-multi';

/** Deepgram's `/v2/listen` (Flux), which detects turns. It has no request to finalise and no keep-alive message, and ends turns only in audio. */
export class FluxProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  #turnIndex: unknown;
  /** Words of the turn, and how many of them belong to utterances that have ended. */
  #words: readonly string[] = [];
  #endedWords = 0;

  constructor(account: VendorAccount, model: string, options: Required<SpeechToTextOptions>) {
    const { language, keyterms, sampleRate } = options;
    const encoding = sampleRate === 8000 ? 'mulaw' : 'linear16';
    this.transport = {
      vendor,
      url: socketUrl(account.baseUrl, '/v2/listen', {
        model,
        encoding,
        sample_rate: sampleRate,
        eot_threshold: endThreshold,
        eager_eot_threshold: eagerThreshold,
        eot_timeout_ms: endTimeoutMs,
        keyterm: keyterms,
        language_hint: model === multilingualModel ? language.split('-', 1)[0] : undefined,
      }),
      headers: authorizationOf(account),
      encoding,
      frameMs,
      maxSessionMs,
      replaySpeed: Infinity,
      needsContinuousAudio: true,
      farewell: JSON.stringify({ type: 'CloseStream' }),
      errorOfClose,
    };
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    if (message['type'] === 'Error')
      transcript.fail(new VendorError(vendor, 'unavailable', { code: textOf(message['code']) }));
    if (message['type'] === 'TurnInfo') this.#onTurnInfo(message, transcript);
  }

  onUtteranceEnded(): void {
    this.#endedWords = this.#words.length;
  }

  reset(): void {
    this.#turnIndex = undefined;
    this.#words = [];
    this.#endedWords = 0;
  }

  #onTurnInfo(message: JsonFields, transcript: Transcript): void {
    if (message['turn_index'] !== this.#turnIndex) this.reset();
    this.#turnIndex = message['turn_index'];
    const turn = { text: textOf(message['transcript']), confidence: endConfidence(message) };
    const segment = this.#segmentOf(message, turn.text);
    const isEnd = message['event'] === 'EndOfTurn';
    if (isEnd) transcript.addFinal(segment);
    else transcript.setInterim(segment);
    transcript.markHeard(segment.endMs);
    if (message['event'] === 'EagerEndOfTurn') transcript.endTurnLikely(turn);
    if (message['event'] === 'TurnResumed') transcript.resumeTurn();
    if (isEnd) transcript.endTurn(turn);
  }

  /** Returns the part of the turn that belongs to the current utterance. */
  #segmentOf(message: JsonFields, turnText: string): TranscriptSegment & { endMs: number } {
    const items = itemsOf(message['words']);
    const texts = items.map((item) => textOf(fieldsOf(item)['word']));
    this.#words = texts;
    const rest = items.slice(this.#endedWords);
    const confidences = rest.flatMap((item) => shareOf(fieldsOf(item)['confidence']) ?? []);
    const mean = confidences.reduce((sum, value) => sum + value, 0) / confidences.length;
    return {
      text: this.#endedWords === 0 ? turnText : texts.slice(this.#endedWords).join(' '),
      words: wordsOf(rest),
      confidence: confidences.length === 0 ? undefined : mean,
      endMs: numberOf(message['audio_window_end']) * 1000,
    };
  }
}

const endConfidence = (message: JsonFields): number => shareOf(message['end_of_turn_confidence']) ?? 1;
