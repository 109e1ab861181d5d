import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { primarySubtag } from '../../core/language-subtags.ts';
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
const finalizeTimeoutMs = 1_000;
/** An `Update` without text confirms that nothing was said if it covers this much more audio, since text is reported later than its audio. */
const textDelayMs = 250;
const multilingualModel = 'flux-general-multi';

/** Ends the turn in progress at once (developers.deepgram.com/docs/flux/force-end-turn). An `EndOfTurn` with the trigger `manual` follows. */
const forceEndTurn = JSON.stringify({ type: 'ForceEndTurn' });
/** After this many messages in a row without an `EndOfTurn`, no more are sent. */
const maxUnanswered = 2;

/**
 * Whether the server of an account accepts `ForceEndTurn`: hosted servers do, self-hosted ones reject it as an error. Servers that accept it report a
 * `trigger` with each end of a turn, so it is sent after the first one.
 */
export class ForceEndTurnSupport {
  #isConfirmed = false;
  #unanswered = 0;

  get isSupported(): boolean {
    return this.#isConfirmed && this.#unanswered < maxUnanswered;
  }

  turnEnded(trigger: string): void {
    if (trigger === '') return;
    this.#isConfirmed = true;
    if (trigger === 'manual') this.#unanswered = 0;
  }

  /** Records that a `ForceEndTurn` had no `EndOfTurn` in time. */
  unanswered(): void {
    this.#unanswered += 1;
  }
}

type FluxSegment = TranscriptSegment & { readonly endMs: number };
type FluxTurn = { readonly text: string; readonly confidence: number };

/** Deepgram's `/v2/listen` (Flux), which detects turns. It has no keep-alive message, and ends turns only in audio, or by `ForceEndTurn`. */
export class FluxProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  readonly #support: ForceEndTurnSupport;
  #turnIndex: unknown;
  /** The last turn that has ended. */
  #endedTurn = -1;
  /** Whether a turn with text is in progress. */
  #isInTurn = false;
  /** Whether the utterance has text. */
  #hasText = false;
  /** Whether an `EndOfTurn` is due, because the host has ended the turn. */
  #isForced = false;
  /** Words of the turn, and how many of them belong to utterances that have ended. */
  #words: readonly string[] = [];
  #endedWords = 0;

  constructor(
    account: VendorAccount,
    model: string,
    options: Required<SpeechToTextOptions>,
    support: ForceEndTurnSupport,
  ) {
    this.#support = support;
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
        language_hint: model === multilingualModel ? primarySubtag(language) : undefined,
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

  get finalizeMessage(): string | undefined {
    return this.#isInTurn && this.#support.isSupported ? forceEndTurn : undefined;
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    if (message['type'] === 'Error')
      transcript.fail(new VendorError(vendor, 'unavailable', { code: textOf(message['code']) }));
    if (message['type'] === 'TurnInfo') this.#onTurnInfo(message, transcript);
  }

  onUtteranceEnded(): void {
    if (this.#isForced) this.#support.unanswered();
    this.#isForced = false;
    this.#hasText = false;
    this.#endedWords = this.#words.length;
  }

  reset(): void {
    this.#turnIndex = undefined;
    this.#endedTurn = -1;
    this.#startTurn();
    this.#hasText = false;
    this.#isForced = false;
  }

  #startTurn(): void {
    this.#isInTurn = false;
    this.#words = [];
    this.#endedWords = 0;
  }

  #onTurnInfo(message: JsonFields, transcript: Transcript): void {
    const index = numberOf(message['turn_index'], Infinity);
    if (index <= this.#endedTurn) return;
    if (index !== this.#turnIndex) this.#startTurn();
    this.#turnIndex = index;
    const turn = { text: textOf(message['transcript']), confidence: endConfidence(message) };
    const segment = this.#segmentOf(message, turn.text);
    const event = message['event'];
    if (event === 'EndOfTurn') {
      this.#endedTurn = index === Infinity ? -1 : index;
      return this.#endTurn(textOf(message['trigger']), segment, turn, transcript);
    }
    if (segment.text !== '') this.#onText(segment, transcript);
    else if (!this.#hasText) transcript.markHeard(segment.endMs - textDelayMs);
    if (event === 'EagerEndOfTurn') transcript.endTurnLikely(turn);
    if (event === 'TurnResumed') transcript.resumeTurn();
  }

  /** The text of an `Update` replaces the previous one. An empty text does not, and confirms nothing after a text. */
  #onText(segment: FluxSegment, transcript: Transcript): void {
    transcript.setInterim(segment);
    this.#hasText = true;
    const isNew = !this.#isInTurn;
    this.#isInTurn = true;
    if (!this.#support.isSupported) return transcript.markHeard(segment.endMs);
    if (!transcript.isAwaited) return;
    // The message was sent by the request to finalise, or is sent for text that came after it.
    if (isNew) transcript.send(forceEndTurn);
    this.#isForced = true;
  }

  #endTurn(trigger: string, segment: FluxSegment, turn: FluxTurn, transcript: Transcript): void {
    this.#support.turnEnded(trigger);
    this.#isInTurn = false;
    this.#isForced = false;
    transcript.addFinal(segment);
    // The host no longer waits for the end of the turn: the caller has continued to speak.
    if (trigger === 'manual' && !transcript.isAwaited) return;
    transcript.endTurn(turn);
  }

  /** Returns the part of the turn that belongs to the current utterance. */
  #segmentOf(message: JsonFields, turnText: string): FluxSegment {
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
