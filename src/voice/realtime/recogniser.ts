import type { Clock, Timer } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import type { Expectation } from '../../core/expectation.ts';
import { openSpeechToText } from '../../contracts/open-speech-to-text.ts';
import { assumedConfidence } from '../../contracts/recognised-text.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import type { ConversationEvent, RealtimeConversation } from './conversation.ts';
import type { RealtimeTurn } from './turn-audio.ts';

/** The longest wait for the transcript of a turn. The model has heard the turn, so it can respond without the transcript. */
const transcriptTimeoutMs = 1_700;
/** The text of a turn without a transcript. */
export const notTranscribed = '[not transcribed]';

export interface RealtimeRecogniserOptions {
  readonly clock: Clock;
  readonly conversation: RealtimeConversation;
  /** Used after the model has failed. */
  readonly fallback: SpeechToText;
  /** Called when a turn has ended and its transcript is awaited. */
  readonly onTurnEnded: () => void;
  /** Returns whether the text is a phrase that takes effect even if its transcript arrives after the response. */
  readonly isUniversalPhrase: (text: string) => boolean;
  readonly onInternalError: (error: unknown) => void;
}

/** Presents a speech-to-speech model as a recogniser. When the model has failed, the fallback recogniser continues. */
export class RealtimeRecogniser implements SpeechToText {
  readonly provider = 'realtime';
  readonly model = 'realtime';
  readonly #options: RealtimeRecogniserOptions;

  constructor(options: RealtimeRecogniserOptions) {
    this.#options = options;
  }

  get capabilities(): SpeechToTextCapabilities {
    const { conversation, fallback } = this.#options;
    return {
      // Transcription starts when the turn has ended.
      partials: false,
      openVocabulary: conversation.error === undefined || fallback.capabilities.openVocabulary,
      expectation: 'none',
      endpointing: 'host',
      turns: 'none',
      languages: [],
      network: true,
    };
  }

  open(options: SpeechToTextOptions): SpeechToTextStream {
    return new RealtimeStream(this.#options, options);
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    return Promise.resolve({ ok: true, detail: '' });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface AwaitedTurn {
  readonly turn: RealtimeTurn;
  timer: Timer | undefined;
}

class RealtimeStream implements SpeechToTextStream {
  readonly #options: RealtimeRecogniserOptions;
  readonly #streamOptions: SpeechToTextOptions;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #unsubscribe: () => void;
  #awaited: AwaitedTurn[] = [];
  #expectation: Expectation | undefined;
  #fallback: SpeechToTextStream | undefined;
  #isClosed = false;

  constructor(options: RealtimeRecogniserOptions, streamOptions: SpeechToTextOptions) {
    this.#options = options;
    this.#streamOptions = streamOptions;
    this.#emitter = new Emitter(options.onInternalError);
    this.#unsubscribe = options.conversation.on((event) => this.#onEvent(event));
    if (options.conversation.error !== undefined) this.#useFallback();
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#isClosed) return;
    if (this.#fallback === undefined) this.#options.conversation.pushAudio(samples, atMs);
    else this.#fallback.pushAudio(samples, atMs);
  }

  expect(expectation: Expectation): void {
    this.#expectation = expectation;
    this.#fallback?.expect(expectation);
  }

  finalize(speechEndMs?: number): void {
    if (this.#isClosed) return;
    if (this.#fallback !== undefined) return this.#fallback.finalize(speechEndMs);
    const { clock, conversation } = this.#options;
    const turn = conversation.commitTurn();
    if (turn === undefined) return this.#emitText('', undefined);
    const awaited: AwaitedTurn = { turn, timer: undefined };
    awaited.timer = clock.after(transcriptTimeoutMs, () => this.#endTurn(awaited, notTranscribed));
    this.#awaited.push(awaited);
    this.#options.onTurnEnded();
  }

  discard(): void {
    this.#clearAwaited();
    this.#options.conversation.discardTurn();
    this.#fallback?.discard();
  }

  close(): void {
    this.#isClosed = true;
    this.#clearAwaited();
    this.#unsubscribe();
    this.#fallback?.close();
    this.#emitter.clear();
  }

  #onEvent(event: ConversationEvent): void {
    if (event.type === 'failed') return this.#useFallback();
    const awaited = this.#awaited.find(({ turn }) => turn === event.turn);
    if (event.type === 'transcript-delta') {
      if (awaited !== undefined)
        this.#emitter.emit({ type: 'transcript-delta', text: event.text, atMs: event.turn.endMs });
    } else if (awaited !== undefined) this.#endTurn(awaited, event.text ?? notTranscribed);
    else if (event.text !== undefined && this.#options.isUniversalPhrase(event.text))
      this.#emitText(event.text, event.turn);
  }

  #endTurn(awaited: AwaitedTurn, text: string): void {
    awaited.timer?.cancel();
    this.#awaited = this.#awaited.filter((candidate) => candidate !== awaited);
    this.#emitText(text, awaited.turn);
  }

  #emitText(text: string, turn: RealtimeTurn | undefined): void {
    const { startMs = 0, endMs = 0 } = turn ?? {};
    const known = { confidence: text === '' ? 0 : assumedConfidence, rejected: false, startMs, endMs };
    this.#emitter.emit({ type: 'transcript-ended', text, ...known });
  }

  /** Opens the fallback recogniser and passes it the audio that is not transcribed. */
  #useFallback(): void {
    const { conversation, fallback } = this.#options;
    if (this.#fallback !== undefined || this.#isClosed) return;
    const stream = openSpeechToText(fallback, this.#streamOptions);
    this.#fallback = stream;
    stream.on((event) => this.#emitter.emit(event));
    if (this.#expectation !== undefined) stream.expect(this.#expectation);
    for (const turn of conversation.pendingTurns) {
      const awaited = this.#awaited.find((candidate) => candidate.turn === turn);
      // An ended turn whose transcript is no longer awaited.
      if (awaited === undefined && turn.sessionTurnId !== undefined) continue;
      for (const { samples, atMs } of turn.chunks) stream.pushAudio(samples, atMs);
      if (awaited !== undefined) stream.finalize();
    }
    this.#clearAwaited();
  }

  #clearAwaited(): void {
    for (const { timer } of this.#awaited) timer?.cancel();
    this.#awaited = [];
  }
}
