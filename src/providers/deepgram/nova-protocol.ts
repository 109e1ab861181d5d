import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { fieldsOf, itemsOf, numberOf, shareOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import type {
  RecognitionProtocol,
  RecognitionTransport,
  SegmentWord,
  Transcript,
  TranscriptSegment,
} from '../websocket/recognition-protocol.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import { errorOfClose } from './close-error.ts';
import { authorizationOf, vendor } from './settings.ts';

/** Deepgram closes a connection without audio and without KeepAlive after 10 s. */
const keepAlive = { idleMs: 4_000, message: JSON.stringify({ type: 'KeepAlive' }) };
/** Silence after which Deepgram returns a final segment without a request, in ms. */
const endpointingMs = 300;
/** Deepgram documents no limit. A call is rarely longer. */
const maxSessionMs = 2 * 3_600_000;
/** A request to finalise may have no answer (developers.deepgram.com/docs/finalize). */
const finalizeTimeoutMs = 900;
/** The p99 of nova-3 from the end of speech is 326 ms (github.com/pipecat-ai/stt-benchmark). */
const expectedFinalMs = 350;

/** Whether a model has the parameter `keyterm`. The models before nova-3 have `keywords` (developers.deepgram.com/docs/keyterms). */
export const acceptsKeyterms = (model: string): boolean => /^(nova-3|flux-)/.test(model);

const closeStream = JSON.stringify({ type: 'CloseStream' });

/** Deepgram's `/v1/listen` (nova models). The host ends utterances with `Finalize`. */
export class NovaProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeMessage = JSON.stringify({ type: 'Finalize' });
  /** Deepgram answers with `Metadata` and closes the connection (developers.deepgram.com/docs/close-stream). */
  readonly checkMessage = closeStream;
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  readonly expectedFinalMs = expectedFinalMs;
  readonly segmentsCoverAudio = true;

  constructor(account: VendorAccount, model: string, options: Required<SpeechToTextOptions>) {
    const { language, keyterms, sampleRate } = options;
    const encoding = sampleRate === 8000 ? 'mulaw' : 'linear16';
    this.transport = {
      vendor,
      url: socketUrl(account.baseUrl, '/v1/listen', {
        model,
        language,
        encoding,
        sample_rate: sampleRate,
        channels: 1,
        interim_results: true,
        endpointing: endpointingMs,
        punctuate: true,
        [acceptsKeyterms(model) ? 'keyterm' : 'keywords']: keyterms,
      }),
      headers: authorizationOf(account),
      encoding,
      frameMs: 20,
      maxSessionMs,
      replaySpeed: Infinity,
      needsContinuousAudio: false,
      keepAlive,
      farewell: closeStream,
      errorOfClose,
    };
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    if (message['type'] === 'Error')
      transcript.fail(new VendorError(vendor, 'unavailable', { code: textOf(message['code']) }));
    if (message['type'] !== 'Results') return;
    const segment = segmentOf(message);
    if (message['is_final'] === true) transcript.addFinal(segment);
    else transcript.setInterim(segment);
    if (message['from_finalize'] === true) transcript.endUtterance(segment.endMs);
  }

  onUtteranceEnded(): void {}

  reset(): void {}
}

function segmentOf(message: JsonFields): TranscriptSegment & { endMs: number } {
  const [alternative] = itemsOf(fieldsOf(message['channel'])['alternatives']).map(fieldsOf);
  const startMs = numberOf(message['start']) * 1000;
  return {
    text: textOf(alternative?.['transcript']),
    words: wordsOf(alternative?.['words']),
    confidence: shareOf(alternative?.['confidence']),
    startMs,
    endMs: startMs + numberOf(message['duration']) * 1000,
  };
}

/** Returns the words of a transcript; empty if one has no times. */
export function wordsOf(value: unknown): SegmentWord[] {
  const words = itemsOf(value).map((item) => {
    const word = fieldsOf(item);
    return {
      text: textOf(word['punctuated_word']) || textOf(word['word']),
      startMs: numberOf(word['start'], NaN) * 1000,
      endMs: numberOf(word['end'], NaN) * 1000,
      confidence: shareOf(word['confidence']),
    };
  });
  return words.every(({ startMs, endMs }) => endMs >= startMs) ? words : [];
}
