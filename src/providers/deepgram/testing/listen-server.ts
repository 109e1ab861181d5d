import { systemClock, type Clock, type Timer } from '../../../core/clock.ts';
import { AudioWordReader, type HeardWord } from '../../websocket/testing/audio-words.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';

/** Habits of Deepgram's `/v1/listen` and `/v2/listen`, which tests switch on. */
export interface ListenHabits {
  /** `Finalize` without buffered audio has no answer. */
  omitsEmptyFinalize: boolean;
  /** No answer to any `Finalize`. */
  ignoresFinalize: boolean;
  /** Time from the audio or the request to a result of `/v1/listen`, in ms. */
  resultDelayMs: number;
  /** Words of Flux have no times, and results of `/v1/listen` no words. */
  omitsWordTimes: boolean;
  /** Flux rejects `ForceEndTurn` and reports no `trigger`, as self-hosted servers do. */
  lacksForceEndTurn: boolean;
  /** No answer to `ForceEndTurn`. */
  ignoresForceEndTurn: boolean;
  /** Time from the audio to the text of Flux, in ms of audio. */
  textDelayMs: number;
  /** An `Update` of Flux without new words has no text. */
  sendsEmptyUpdates: boolean;
  /** After this many words, `/v1/listen` finalises them without a request. */
  wordsPerFinal: number;
}

/** Times in the audio, in ms. */
const endpointMs = 300;
const eagerEndMs = 300;
const turnEndMs = 900;
const updateMs = 240;
const idleMs = 10_000;

/** Simulates Deepgram's recognisers. Words are read from `audioOfWords`. */
export async function startListenServer(
  apiKey: string,
  clock: Clock = systemClock,
): Promise<{ readonly server: ProtocolServer; readonly habits: ListenHabits }> {
  const habits: ListenHabits = {
    omitsEmptyFinalize: true,
    ignoresFinalize: false,
    resultDelayMs: 0,
    omitsWordTimes: false,
    lacksForceEndTurn: false,
    ignoresForceEndTurn: false,
    textDelayMs: 0,
    sendsEmptyUpdates: false,
    wordsPerFinal: 100,
  };
  const server = await ProtocolServer.start((connection) => {
    if (connection.headers.authorization !== `Token ${apiKey}`) {
      connection.close(1008, 'unauthorized');
      return {};
    }
    if (exceedsKeytermLimits(connection.url)) {
      connection.close(1011, 'NET-0000');
      return {};
    }
    return connection.url.pathname === '/v2/listen'
      ? new FluxConnection(connection, habits)
      : new NovaConnection(connection, habits, clock);
  });
  return { server, habits };
}

const charactersPerToken = 4;
const maxKeytermTokens = 500;

/** `keyterm` is a parameter of nova-3 and Flux. Too many tokens end a stream without an `Error` (developers.deepgram.com/docs/keyterms). */
function exceedsKeytermLimits({ searchParams }: URL): boolean {
  const words = searchParams.getAll('keyterm').flatMap((term) => term.split(' '));
  const tokens = words.reduce((sum, word) => sum + Math.ceil(word.length / charactersPerToken), 0);
  const isUnknown = words.length > 0 && searchParams.get('model')!.startsWith('nova-2');
  return isUnknown || tokens > maxKeytermTokens;
}

const seconds = (ms: number): number => ms / 1000;

const wordFields = ({ text, startMs, endMs }: HeardWord) => ({
  word: text,
  punctuated_word: text,
  start: seconds(startMs),
  end: seconds(endMs),
  confidence: 0.98,
});

class NovaConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: ListenHabits;
  readonly #reader: AudioWordReader;
  readonly #clock: Clock;
  #idleTimer: Timer | undefined;
  #pending: HeardWord[] = [];
  #finalMs = 0;

  constructor(connection: ServerConnection, habits: ListenHabits, clock: Clock) {
    this.#connection = connection;
    this.#habits = habits;
    this.#clock = clock;
    this.#reader = AudioWordReader.fromUrl(connection.url);
    this.#restartIdleTimer();
  }

  onAudio(audio: Uint8Array): void {
    if (audio.length === 0) {
      this.#connection.close(1008, 'DATA-0000');
      return;
    }
    this.#restartIdleTimer();
    const words = this.#reader.read(audio);
    for (const word of words) {
      this.#pending.push(word);
      if (this.#pending.length >= this.#habits.wordsPerFinal) this.#sendFinal({ speech_final: false });
      else this.#sendResults({ is_final: false, speech_final: false });
    }
    if (this.#pending.length > 0 && this.#reader.silenceMs >= endpointMs)
      this.#sendFinal({ speech_final: true });
  }

  onText(text: string): void {
    this.#restartIdleTimer();
    const { type } = JSON.parse(text) as { type: string };
    if (type === 'Finalize') this.#onFinalize();
    if (type === 'CloseStream') {
      this.#connection.send({ type: 'Metadata', request_id: 'r', duration: seconds(this.#reader.heardMs) });
      this.#connection.close(1000);
    }
  }

  onClose(): void {
    this.#idleTimer?.cancel();
  }

  #onFinalize(): void {
    const isEmpty = this.#pending.length === 0;
    if (this.#habits.ignoresFinalize || (isEmpty && this.#habits.omitsEmptyFinalize)) return;
    this.#sendFinal({ speech_final: false, from_finalize: true });
  }

  #sendFinal(flags: object): void {
    this.#sendResults({ is_final: true, ...flags });
    this.#pending = [];
    this.#finalMs = this.#reader.heardMs;
  }

  #sendResults(flags: object): void {
    const transcript = this.#pending.map(({ text }) => text).join(' ');
    const words = this.#habits.omitsWordTimes ? [] : this.#pending.map(wordFields);
    const results = {
      type: 'Results',
      channel_index: [0, 1],
      start: seconds(this.#finalMs),
      duration: seconds(this.#reader.heardMs - this.#finalMs),
      from_finalize: false,
      ...flags,
      channel: { alternatives: [{ transcript, confidence: 0.98, words }] },
    };
    const { resultDelayMs } = this.#habits;
    if (resultDelayMs === 0) this.#connection.send(results);
    else this.#clock.after(resultDelayMs, () => this.#connection.send(results));
  }

  #restartIdleTimer(): void {
    this.#idleTimer?.cancel();
    this.#idleTimer = this.#clock.after(idleMs, () => this.#connection.close(1011, 'NET-0001'));
  }
}

class FluxConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: ListenHabits;
  readonly #reader: AudioWordReader;
  /** Words whose text is not reported yet. */
  #spoken: HeardWord[] = [];
  #words: HeardWord[] = [];
  #turnIndex = 0;
  #windowStartMs = 0;
  #updatedMs = 0;
  #isEager = false;

  constructor(connection: ServerConnection, habits: ListenHabits) {
    this.#connection = connection;
    this.#habits = habits;
    this.#reader = AudioWordReader.fromUrl(connection.url);
    connection.send({ type: 'Connected', request_id: 'r', sequence_id: 0 });
  }

  onAudio(audio: Uint8Array): void {
    this.#spoken.push(...this.#reader.read(audio));
    this.#reportWords();
    const { silenceMs, heardMs } = this.#reader;
    if (heardMs - this.#updatedMs >= updateMs)
      this.#send('Update', 0.1, this.#habits.sendsEmptyUpdates ? { transcript: '', words: [] } : {});
    if (this.#words.length === 0) return;
    if (!this.#isEager && silenceMs >= eagerEndMs) {
      this.#isEager = true;
      this.#send('EagerEndOfTurn', 0.5);
    }
    if (silenceMs >= turnEndMs) this.#endTurn('model');
  }

  onText(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    if (type === 'CloseStream') this.#connection.close(1000);
    else if (type === 'ForceEndTurn' && !this.#habits.lacksForceEndTurn) this.#onForceEndTurn();
    else if (type !== 'Configure')
      this.#connection.send({ type: 'Error', code: 'INVALID_MESSAGE', description: 'Unknown message.' });
  }

  #reportWords(): void {
    const heardMs = this.#reader.heardMs - this.#habits.textDelayMs;
    while ((this.#spoken[0]?.endMs ?? Infinity) <= heardMs) {
      if (this.#isEager) this.#send('TurnResumed');
      this.#isEager = false;
      this.#words.push(this.#spoken.shift()!);
      this.#send(this.#words.length === 1 ? 'StartOfTurn' : 'Update');
    }
  }

  /** Without a turn in progress, the message has no effect except a warning. */
  #onForceEndTurn(): void {
    if (this.#habits.ignoresForceEndTurn) return;
    if (this.#words.length > 0) this.#endTurn('manual');
    else this.#connection.send({ type: 'Warning', code: 'FORCE_END_TURN_NO_ACTIVE_TURN', description: '' });
  }

  #endTurn(trigger: 'model' | 'manual'): void {
    this.#send('EndOfTurn', 0.9, this.#habits.lacksForceEndTurn ? {} : { trigger });
    this.#words = [];
    this.#isEager = false;
    this.#turnIndex += 1;
    this.#windowStartMs = this.#reader.heardMs;
  }

  #send(event: string, confidence = 0.1, more: object = {}): void {
    this.#updatedMs = this.#reader.heardMs;
    const times = (word: HeardWord) => (this.#habits.omitsWordTimes ? {} : wordFields(word));
    this.#connection.send({
      type: 'TurnInfo',
      event,
      turn_index: this.#turnIndex,
      audio_window_start: seconds(this.#windowStartMs),
      audio_window_end: seconds(this.#reader.heardMs),
      transcript: this.#words.map(({ text }) => text).join(' '),
      words: this.#words.map((word) => ({ ...times(word), word: word.text, confidence: 0.98 })),
      end_of_turn_confidence: confidence,
      ...more,
    });
  }
}
