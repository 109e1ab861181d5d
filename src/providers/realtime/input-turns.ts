import type { RealtimeEvent } from '../../contracts/realtime-model.ts';
import { ulawSilence } from '../../audio/g711.ts';
import type { Clock } from '../../core/clock.ts';
import { textOf, type JsonFields } from '../websocket/json-fields.ts';
import { SecondLimit } from '../websocket/second-limit.ts';

/** A vendor rejects shorter turns: 100 ms of G.711, with a margin. */
const minTurnBytes = 960;
const maxTurns = 2_000;
const maxTextLength = 20_000;
const maxTranscriptsPerSecond = 200;

interface InputTurn {
  readonly id: string;
  /** The vendor's id of its message; undefined until the vendor has confirmed the turn. */
  itemId: string | undefined;
  text: string;
  isDeleted: boolean;
  isTranscribed: boolean;
}

/** The caller's turns of one session: their audio, their messages and their transcripts. */
export class InputTurns {
  readonly #send: (type: string, fields?: object) => string;
  readonly #emit: (event: RealtimeEvent) => void;
  readonly #transcripts: SecondLimit;
  readonly #onFlood: () => void;
  readonly #turns = new Map<string, InputTurn>();
  /** Turns that the vendor has not confirmed, with the request that ended each. */
  #unconfirmed: { readonly turn: InputTurn; readonly request: string }[] = [];
  #bufferedBytes = 0;
  #count = 0;

  /** `onFlood` is called if the vendor sends too many transcripts. */
  constructor(
    clock: Pick<Clock, 'monotonicMs'>,
    send: (type: string, fields?: object) => string,
    emit: (event: RealtimeEvent) => void,
    onFlood: () => void,
  ) {
    this.#transcripts = new SecondLimit(clock, maxTranscriptsPerSecond);
    this.#send = send;
    this.#emit = emit;
    this.#onFlood = onFlood;
  }

  get handlers(): Record<string, (event: JsonFields) => void> {
    const transcription = 'conversation.item.input_audio_transcription';
    return {
      'input_audio_buffer.committed': ({ item_id: itemId }) => this.#onCommitted(textOf(itemId)),
      [`${transcription}.delta`]: (event) => this.#onText(event, (text) => text + textOf(event['delta'])),
      // xAI sends the whole text.
      [`${transcription}.updated`]: (event) => this.#onText(event, () => textOf(event['transcript'])),
      [`${transcription}.completed`]: (event) =>
        this.#onTranscribed(this.#find(event), textOf(event['transcript']).trim().slice(0, maxTextLength)),
      [`${transcription}.failed`]: (event) => this.#onTranscribed(this.#find(event), undefined),
    };
  }

  /** Adds G.711 µ-law to the turn in progress. */
  pushAudio(codes: Buffer): void {
    if (codes.length === 0) return;
    this.#bufferedBytes += codes.length;
    this.#send('input_audio_buffer.append', { audio: codes.toString('base64') });
  }

  commit(): string {
    const missing = minTurnBytes - this.#bufferedBytes;
    if (missing > 0) this.pushAudio(Buffer.alloc(missing, ulawSilence));
    this.#bufferedBytes = 0;
    const id = `turn-${(this.#count += 1)}`;
    const turn = { id, itemId: undefined, text: '', isDeleted: false, isTranscribed: false };
    const [oldest] = this.#turns.keys();
    if (this.#turns.size >= maxTurns && oldest !== undefined) this.#turns.delete(oldest);
    this.#turns.set(id, turn);
    this.#unconfirmed.push({ turn, request: this.#send('input_audio_buffer.commit') });
    return id;
  }

  discardAudio(): void {
    if (this.#bufferedBytes === 0) return;
    this.#bufferedBytes = 0;
    this.#send('input_audio_buffer.clear');
  }

  delete(id: string): void {
    const turn = this.#turns.get(id);
    if (turn === undefined || turn.isDeleted) return;
    turn.isDeleted = true;
    if (turn.itemId !== undefined) this.#deleteItem(turn.itemId);
  }

  /** Handles the rejection of a turn, such as one without enough audio. */
  onCommitRejected(request: string): void {
    const rejected = this.#unconfirmed.find((candidate) => candidate.request === request);
    this.#unconfirmed = this.#unconfirmed.filter((candidate) => candidate !== rejected);
    this.#onTranscribed(rejected?.turn, undefined);
  }

  #onCommitted(itemId: string): void {
    const turn = this.#unconfirmed.shift()?.turn;
    if (turn === undefined) return;
    turn.itemId = itemId;
    if (turn.isDeleted) this.#deleteItem(itemId);
  }

  #onText(event: JsonFields, update: (text: string) => string): void {
    const turn = this.#find(event);
    if (turn === undefined || turn.isTranscribed) return;
    if (this.#transcripts.isExceededBy(1)) return this.#onFlood();
    turn.text = update(turn.text).slice(0, maxTextLength);
    this.#emit({ type: 'transcript-delta', turnId: turn.id, text: turn.text });
  }

  #onTranscribed(turn: InputTurn | undefined, text: string | undefined): void {
    if (turn === undefined || turn.isTranscribed) return;
    turn.isTranscribed = true;
    this.#emit({ type: 'turn-transcribed', turnId: turn.id, text });
  }

  /** Returns the turn of a message. */
  #find({ item_id: itemId }: JsonFields): InputTurn | undefined {
    return [...this.#turns.values()].findLast((turn) => turn.itemId === itemId);
  }

  #deleteItem(itemId: string): void {
    this.#send('conversation.item.delete', { item_id: itemId });
  }
}
