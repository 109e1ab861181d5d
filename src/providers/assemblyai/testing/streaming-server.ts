import { systemClock, type Clock } from '../../../core/clock.ts';
import { AudioWordReader, type HeardWord } from '../../websocket/testing/audio-words.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';

/** Habits of AssemblyAI's `/v3/ws`, which tests switch on. */
export interface StreamingHabits {
  /** Each turn ends twice: first without, then with formatted text. */
  formatsTurns: boolean;
  /** New sessions are closed with this code, after a message with it. */
  refusal: Refusal | undefined;
  /** How many sessions start in 60 s: 5 for free accounts, 100 or more for others (assemblyai.com/docs/streaming/rate-limits). */
  maxNewSessions: number;
}

interface Refusal {
  readonly code: number;
  readonly error: string;
}

const turnEndMs = 700;
const minFrameMs = 50;
const maxFrameMs = 1000;
/** Window of `maxNewSessions`. */
const sessionWindowMs = 60_000;
const invalidKey: Refusal = { code: 1008, error: 'Unauthorized Connection: Invalid key' };
const tooManySessions: Refusal = {
  code: 1008,
  error: 'Unauthorized Connection: Too many concurrent sessions',
};

/** Simulates AssemblyAI's recogniser. Words are read from `audioOfWords`. */
export async function startStreamingServer(
  apiKey: string,
  clock: Clock = systemClock,
): Promise<{ readonly server: ProtocolServer; readonly habits: StreamingHabits }> {
  const habits: StreamingHabits = { formatsTurns: false, refusal: undefined, maxNewSessions: 100 };
  let startedAtMs: number[] = [];
  /** Counts the sessions that start. */
  const limitRefusal = (): Refusal | undefined => {
    const nowMs = clock.monotonicMs();
    startedAtMs = startedAtMs.filter((atMs) => nowMs - atMs < sessionWindowMs);
    if (startedAtMs.length >= habits.maxNewSessions) return tooManySessions;
    startedAtMs.push(nowMs);
    return undefined;
  };
  const server = await ProtocolServer.start((connection) => {
    const isKnown = connection.headers.authorization === apiKey;
    const refusal = isKnown ? (habits.refusal ?? limitRefusal()) : invalidKey;
    if (refusal === undefined) return new StreamingConnection(connection, habits);
    connection.send({ type: 'Error', error_code: refusal.code, error: refusal.error });
    connection.close(refusal.code, 'See Error message for details');
    return {};
  });
  return { server, habits };
}

const bytesPerMsOf = ({ searchParams }: URL): number =>
  (Number(searchParams.get('sample_rate')) / 1000) * (searchParams.get('encoding') === 'pcm_s16le' ? 2 : 1);

class StreamingConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: StreamingHabits;
  readonly #reader: AudioWordReader;
  #words: HeardWord[] = [];
  #turnOrder = 0;

  constructor(connection: ServerConnection, habits: StreamingHabits) {
    this.#connection = connection;
    this.#reader = AudioWordReader.fromUrl(connection.url);
    this.#habits = habits;
    connection.send({ type: 'Begin', id: 's', expires_at: 0 });
  }

  onAudio(audio: Uint8Array): void {
    const bytesPerMs = bytesPerMsOf(this.#connection.url);
    if (audio.length < minFrameMs * bytesPerMs || audio.length > maxFrameMs * bytesPerMs) {
      this.#connection.send({ type: 'Error', error_code: 3007, error: 'Input duration violation' });
      this.#connection.close(3007);
      return;
    }
    for (const word of this.#reader.read(audio)) {
      this.#words.push(word);
      this.#sendTurn(false, false);
    }
    if (this.#words.length > 0 && this.#reader.silenceMs >= turnEndMs) this.#endTurn();
  }

  onText(text: string): void {
    const { type } = JSON.parse(text) as { type: string };
    if (type === 'ForceEndpoint' && this.#words.length > 0) this.#endTurn();
    if (type === 'Terminate') {
      this.#connection.send({ type: 'Termination', audio_duration_seconds: 1, session_duration_seconds: 1 });
      this.#connection.close(1000);
    }
  }

  #endTurn(): void {
    this.#sendTurn(true, false);
    if (this.#habits.formatsTurns) this.#sendTurn(true, true);
    this.#words = [];
    this.#turnOrder += 1;
  }

  #sendTurn(isEnd: boolean, isFormatted: boolean): void {
    const transcript = this.#words.map(({ text }) => text).join(' ');
    this.#connection.send({
      type: 'Turn',
      turn_order: this.#turnOrder,
      turn_is_formatted: isFormatted,
      end_of_turn: isEnd,
      end_of_turn_confidence: isEnd ? 0.8 : 0.1,
      transcript: isFormatted ? `${transcript}.` : transcript,
      words: this.#words.map(({ text, startMs, endMs }) => ({
        text,
        start: startMs,
        end: endMs,
        confidence: 0.97,
        word_is_final: true,
      })),
    });
  }
}
