import type { SpeechToTextOptions } from '../../contracts/speech-to-text.ts';
import { fieldsOf, itemsOf, numberOf, shareOf, textOf, type JsonFields } from '../websocket/json-fields.ts';
import type {
  RecognitionProtocol,
  RecognitionTransport,
  SegmentWord,
  Transcript,
} from '../websocket/recognition-protocol.ts';
import { socketUrl } from '../websocket/socket-url.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { VendorError, type VendorFailure } from '../websocket/vendor-error.ts';
import { vendor } from './settings.ts';

/** Shorter audio messages are refused, as are those above 1 s. */
const frameMs = 50;
/** A session ends after three hours. */
const maxSessionMs = 3 * 3_600_000;
/** Audio that arrives much faster than real time closes the connection with 4029. */
const replaySpeed = 1.2;
const finalizeTimeoutMs = 800;
/** `ForceEndpoint` has no answer if the turn has ended already. The p99 of u3-rt-pro from the end of speech is 613 ms (github.com/pipecat-ai/stt-benchmark). */
const expectedFinalMs = 500;

/**
 * Close codes of the vendor, which the message before a close repeats (assemblyai.com/docs/streaming/common-session-errors-and-closures), and those of
 * its SDK. The others are temporary: 3007 for audio that is too short, too long or too fast, 3008 for the end of a session.
 */
const closeFailures: ReadonlyMap<number, VendorFailure> = new Map([
  [1008, 'unauthorized'],
  [3005, 'unavailable'],
  [3006, 'rejected'],
  [3009, 'limited'],
  [4001, 'unauthorized'],
  [4002, 'limited'],
  [4102, 'limited'],
]);
/** Too many sessions can also be reported with 1008, the code of a rejected key. */
const sessionLimit = /too many|concurren/i;

/** AssemblyAI's streaming API, version 3, which detects the ends of turns. `ForceEndpoint` ends a turn at once. */
export class AssemblyAiProtocol implements RecognitionProtocol {
  readonly transport: RecognitionTransport;
  readonly finalizeMessage = JSON.stringify({ type: 'ForceEndpoint' });
  readonly finalizeTimeoutMs = finalizeTimeoutMs;
  readonly expectedFinalMs = expectedFinalMs;
  /** Turns end twice if the account formats turns. */
  #endedTurn: unknown;
  /** The turn whose words the host has ended before the vendor did, and the number of these words. */
  #turn: unknown;
  #words = 0;
  #endedWords = 0;

  constructor(account: VendorAccount, model: string, options: Required<SpeechToTextOptions>) {
    const { keyterms, sampleRate } = options;
    const isTelephone = sampleRate === 8000;
    this.transport = {
      vendor,
      url: socketUrl(account.baseUrl, '/v3/ws', {
        speech_model: model,
        encoding: isTelephone ? 'pcm_mulaw' : 'pcm_s16le',
        sample_rate: sampleRate,
        format_turns: false,
        keyterms_prompt: keyterms.length === 0 ? undefined : JSON.stringify(keyterms),
      }),
      headers: { authorization: account.apiKey },
      encoding: isTelephone ? 'mulaw' : 'linear16',
      frameMs,
      rejectsShortFrames: true,
      maxSessionMs,
      replaySpeed,
      needsContinuousAudio: true,
      farewell: JSON.stringify({ type: 'Terminate' }),
      errorOfClose: errorOfCode,
    };
  }

  onMessage(message: JsonFields, transcript: Transcript): void {
    if (message['type'] === 'Error') transcript.fail(errorOfMessage(message));
    if (message['type'] === 'Turn') this.#onTurn(message, transcript);
  }

  onUtteranceEnded(): void {
    this.#endedWords = this.#words;
  }

  reset(): void {
    this.#endedTurn = undefined;
    this.#turn = undefined;
    this.#words = 0;
    this.#endedWords = 0;
  }

  #onTurn(message: JsonFields, transcript: Transcript): void {
    const turn = message['turn_order'];
    if (turn === this.#endedTurn) return;
    if (turn !== this.#turn) this.reset();
    this.#turn = turn;
    const words = wordsOf(message['words']);
    this.#words = words.length;
    const rest = words.slice(this.#endedWords);
    const turnText = textOf(message['transcript']);
    const text = this.#endedWords === 0 ? turnText : joined(rest);
    if (message['end_of_turn'] !== true) {
      transcript.setInterim({ text: joined(rest) || text, words: rest });
      return;
    }
    this.#endedTurn = turn;
    transcript.addFinal({ text, words: rest, confidence: meanConfidence(rest), ...endOf(rest) });
    transcript.endTurn({ text: turnText, confidence: shareOf(message['end_of_turn_confidence']) ?? 1 });
  }
}

const joined = (words: readonly SegmentWord[]): string => words.map(({ text }) => text).join(' ');

const endOf = (words: readonly SegmentWord[]): { endMs?: number } => {
  const endMs = words.at(-1)?.endMs;
  return endMs === undefined ? {} : { endMs };
};

function meanConfidence(words: readonly SegmentWord[]): number | undefined {
  const values = words.flatMap(({ confidence }) => confidence ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Times are in ms. */
const wordsOf = (value: unknown): SegmentWord[] =>
  itemsOf(value).map((item) => {
    const word = fieldsOf(item);
    const startMs = numberOf(word['start']);
    return {
      text: textOf(word['text']),
      startMs,
      endMs: Math.max(startMs, numberOf(word['end'])),
      confidence: shareOf(word['confidence']),
    };
  });

const errorOfMessage = (message: JsonFields): VendorError =>
  errorOfCode(numberOf(message['error_code']), textOf(message['error']));

function errorOfCode(code: number, reason: string): VendorError {
  const failure = sessionLimit.test(reason) ? 'limited' : (closeFailures.get(code) ?? 'closed');
  return new VendorError(vendor, failure, { code });
}
