import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
import { fieldsOf, itemsOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import type {
  RecognitionProtocol,
  RecognitionTransport,
  Transcript,
} from '../websocket/recognition-protocol.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import { VendorError, type VendorFailure } from '../websocket/vendor-error.ts';
import { authorizationOf, type SpeechServer } from './speech-server.ts';

const frameMs = 100;
/** OpenAI ends sessions after 30 or 60 minutes. */
const maxSessionMs = 28 * 60_000;
/** The p99 of gpt-4o-transcribe is 1,655 ms from the end of speech. */
const finalizeTimeoutMs = 1_700;
const keepAliveMs = 30_000;
const maxPendingItems = 100;
/** A commit of less than 100 ms of audio. */
const emptyCommit = 'input_audio_buffer_commit_empty';
const inputTranscription = 'conversation.item.input_audio_transcription';

/** Models that take keyterms as a list, and models that take none. */
const keywordModels = /^gpt-(live-)?transcribe/;
const promptlessModels = /diarize|^gpt-realtime-whisper/;
/** Models that report the probabilities of tokens. */
const logprobModels = /^gpt-4o-(mini-)?transcribe(?!-diarize)/;

/** Names of errors, as far as they are known. The first match counts. */
const failures: readonly (readonly [RegExp, VendorFailure])[] = [
  [/api_key|auth|permission/, 'unauthorized'],
  [/quota|rate_limit|too_many/, 'limited'],
  [/session_expired/, 'closed'],
  [/invalid|not_found|unsupported|unknown/, 'rejected'],
];

/**
 * OpenAI's realtime transcription (`/realtime?intent=transcription`). Its own turn detection is off: the host commits each utterance, which becomes an
 * item with an id. Items may be completed in another order.
 */
export class RealtimeTranscriptionProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeMessage = JSON.stringify({ type: 'input_audio_buffer.commit' });
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  readonly #vendor: string;
  /** Utterances that ended, and commits that were answered. */
  #ended = 0;
  #answered = 0;
  /** The number of the commit of each item that is not complete. */
  readonly #commitOf = new Map<string, number>();
  #interim = { itemId: '', text: '' };

  constructor(
    server: SpeechServer,
    model: string,
    options: Pick<Required<SpeechToTextOptions>, 'language' | 'keyterms'>,
  ) {
    this.#vendor = server.vendor;
    this.transport = {
      vendor: server.vendor,
      url: socketUrl(server.baseUrl, '/realtime', { intent: 'transcription' }),
      headers: authorizationOf(server),
      encoding: 'mulaw',
      frameMs,
      maxSessionMs,
      replaySpeed: Infinity,
      needsContinuousAudio: false,
      greeting: JSON.stringify(sessionUpdate(model, options)),
      // Between utterances the buffer has no audio, or noise that must not be transcribed with the next one.
      keepAlive: { idleMs: keepAliveMs, message: JSON.stringify({ type: 'input_audio_buffer.clear' }) },
      toMessage: (audio) =>
        JSON.stringify({
          type: 'input_audio_buffer.append',
          audio: Buffer.from(audio).toString('base64'),
        }),
    };
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    const itemId = textOf(message['item_id']);
    switch (message['type']) {
      case 'input_audio_buffer.committed':
        return this.#onCommitted(itemId);
      case `${inputTranscription}.delta`:
        return this.#onDelta(itemId, textOf(message['delta']), transcript);
      case `${inputTranscription}.completed`:
        return this.#onCompleted(itemId, message, transcript);
      case `${inputTranscription}.failed`:
        if (!this.#isLate(itemId)) transcript.fail(this.#errorOf(fieldsOf(message['error'])));
        return undefined;
      case 'error':
        return this.#onError(fieldsOf(message['error']), transcript);
      default:
        return undefined;
    }
  }

  onUtteranceEnded(): void {
    this.#ended += 1;
  }

  reset(): void {
    this.#ended = 0;
    this.#answered = 0;
    this.#commitOf.clear();
    this.#interim = { itemId: '', text: '' };
  }

  #onCommitted(itemId: string): void {
    this.#answered += 1;
    this.#commitOf.set(itemId, this.#answered);
    if (this.#commitOf.size <= maxPendingItems) return;
    const [oldest] = this.#commitOf.keys();
    this.#commitOf.delete(oldest!);
  }

  #onDelta(itemId: string, delta: string, transcript: Transcript): void {
    if (this.#isLate(itemId)) return;
    const before = this.#interim.itemId === itemId ? this.#interim.text : '';
    this.#interim = { itemId, text: textOf(before + delta) };
    transcript.setInterim({ text: this.#interim.text.trim() });
  }

  #onCompleted(itemId: string, message: JsonFields, transcript: Transcript): void {
    const isLate = this.#isLate(itemId);
    const commit = this.#commitOf.get(itemId);
    const isCommitted = this.#commitOf.delete(itemId);
    const text = textOf(message['transcript']).trim();
    if (isLate && commit === this.#ended) transcript.addLateFinal(text);
    if (isLate) return;
    transcript.addFinal({
      text,
      confidence: confidenceOf(itemsOf(message['logprobs'])),
    });
    if (isCommitted) transcript.endUtterance();
  }

  #onError(error: JsonFields, transcript: Transcript): void {
    if (error['code'] !== emptyCommit) {
      transcript.fail(this.#errorOf(error));
      return;
    }
    this.#answered += 1;
    if (this.#answered > this.#ended) transcript.endUtterance();
  }

  /** Returns whether the wait for the item has ended, with the text received before. */
  #isLate(itemId: string): boolean {
    return (this.#commitOf.get(itemId) ?? Infinity) <= this.#ended;
  }

  #errorOf(error: JsonFields): VendorError {
    const code = textOf(error['code']) || textOf(error['type']);
    const names = `${textOf(error['type'])} ${code}`;
    const failure = failures.find(([pattern]) => pattern.test(names))?.[1] ?? 'unavailable';
    return new VendorError(this.#vendor, failure, { code });
  }
}

function sessionUpdate(
  model: string,
  { language, keyterms }: Pick<Required<SpeechToTextOptions>, 'language' | 'keyterms'>,
): object {
  const code = primarySubtag(language);
  const takesKeywords = keywordModels.test(model);
  const transcription = {
    model,
    ...(takesKeywords ? { languages: [code] } : { language: code }),
    ...(keyterms.length > 0 && takesKeywords && { keywords: keyterms }),
    ...(keyterms.length > 0 &&
      !takesKeywords &&
      !promptlessModels.test(model) && { prompt: keyterms.join(', ') }),
  };
  return {
    type: 'session.update',
    session: {
      type: 'transcription',
      audio: { input: { format: { type: 'audio/pcmu' }, transcription, turn_detection: null } },
      ...(logprobModels.test(model) && { include: ['item.input_audio_transcription.logprobs'] }),
    },
  };
}

/** Returns the geometric mean of the probabilities of the tokens; undefined if there are none. */
function confidenceOf(logprobs: readonly unknown[]): number | undefined {
  const values = logprobs
    .map((entry) => fieldsOf(entry)['logprob'])
    .filter((value) => typeof value === 'number');
  if (values.length === 0) return undefined;
  return Math.exp(Math.min(0, values.reduce((sum, value) => sum + value, 0) / values.length));
}
