import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
import { textOf, type JsonFields } from '../websocket/json-fields.ts';
import type {
  RecognitionProtocol,
  RecognitionTransport,
  Transcript,
} from '../websocket/recognition-protocol.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { headersOf, vendor } from './settings.ts';
import { errorOfText } from './vendor-errors.ts';

const frameMs = 100;
const maxSessionMs = 3_600_000;
const finalizeTimeoutMs = 900;
/** The p99 of scribe_v2_realtime from the end of speech is 407 ms (github.com/pipecat-ai/stt-benchmark). */
const expectedFinalMs = 600;
/** Errors of a commit without enough speech, after which the session continues. */
const emptyCommits: ReadonlySet<unknown> = new Set(['commit_throttled', 'insufficient_audio_activity']);
const errorTypes = /error$|exceeded$|^(rate_limited|queue_overflow|unaccepted_terms|resource_exhausted)/;

/** ElevenLabs' realtime Scribe. Audio is sent in JSON, and the host ends utterances by a commit. */
export class ScribeProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeMessage: string;
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  readonly expectedFinalMs = expectedFinalMs;
  /** Utterances that ended, and commits that the vendor has answered. */
  #ended = 0;
  #committed = 0;

  constructor(account: VendorAccount, model: string, options: Required<SpeechToTextOptions>) {
    const { language, keyterms, sampleRate } = options;
    const isTelephone = sampleRate === 8000;
    const chunk = (audio: Uint8Array, commit: boolean) =>
      JSON.stringify({
        message_type: 'input_audio_chunk',
        audio_base_64: Buffer.from(audio).toString('base64'),
        commit,
        sample_rate: sampleRate,
      });
    this.finalizeMessage = chunk(new Uint8Array(), true);
    this.transport = {
      vendor,
      url: socketUrl(account.baseUrl, '/v1/speech-to-text/realtime', {
        model_id: model,
        audio_format: isTelephone ? 'ulaw_8000' : `pcm_${sampleRate}`,
        commit_strategy: 'manual',
        language_code: primarySubtag(language),
        keyterms,
      }),
      headers: headersOf(account),
      encoding: isTelephone ? 'mulaw' : 'linear16',
      frameMs,
      maxSessionMs,
      replaySpeed: Infinity,
      needsContinuousAudio: true,
      toMessage: (audio) => chunk(audio, false),
      errorOfClose: (code, reason) => errorOfText(reason, code),
    };
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    const type = textOf(message['message_type']);
    if (type === 'partial_transcript') transcript.setInterim({ text: textOf(message['text']) });
    // The form with timestamps repeats this one.
    else if (type === 'committed_transcript') this.#onCommitted(textOf(message['text']), transcript);
    else if (emptyCommits.has(type)) this.#onCommitted('', transcript);
    else if (errorTypes.test(type)) transcript.fail(errorOfText(type));
  }

  onUtteranceEnded(): void {
    this.#ended += 1;
  }

  reset(): void {
    this.#ended = 0;
    this.#committed = 0;
  }

  #onCommitted(text: string, transcript: Transcript): void {
    this.#committed += 1;
    // The wait for this commit has ended, with the text received before.
    if (this.#committed === this.#ended) transcript.addLateFinal(text);
    if (this.#committed <= this.#ended) return;
    transcript.addFinal({ text });
    transcript.endUtterance();
  }
}
