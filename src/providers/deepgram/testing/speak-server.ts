import { systemClock, type Clock } from '../../../core/clock.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';
import { FluxSpeakConnection } from './flux-speak-server.ts';
import { speakTones } from '../../websocket/testing/speech-audio.ts';

/** Habits of Deepgram's `/v1/speak`, which tests switch on. `/v2/speak` has only `stops`. */
export interface SpeakHabits {
  /** Audio of a cleared text is sent before `Cleared`. */
  sendsLateAudio: boolean;
  /** Close frame that is sent instead of audio. */
  closesWith: { readonly code: number; readonly reason: string } | undefined;
  /** The start of the audio, and nothing more. */
  stops: boolean;
  /** Audio without end. */
  neverStops: boolean;
  /** Wait before `Cleared`, in ms. Infinite: `Clear` has no answer. */
  clearedAfterMs: number;
  /** How many `Flush` messages a connection processes in 60 s (developers.deepgram.com/docs/tts-ws-flush). */
  maxFlushes: number;
}

/** Window of `maxFlushes`. */
const flushWindowMs = 60_000;

/** Voices of each path. */
const voices: Readonly<Record<string, readonly string[]>> = {
  '/v1/speak': ['aura-2-thalia-en', 'aura-2-orion-en'],
  '/v2/speak': ['flux-haley-en', 'flux-cole-en'],
};

/** Simulates Deepgram's voices with tones, on both paths. Other voices and keys are refused. */
export async function startSpeakServer(
  apiKey: string,
  clock: Clock = systemClock,
): Promise<{ readonly server: ProtocolServer; readonly habits: SpeakHabits }> {
  const habits: SpeakHabits = {
    sendsLateAudio: true,
    closesWith: undefined,
    stops: false,
    neverStops: false,
    clearedAfterMs: 0,
    maxFlushes: 20,
  };
  const server = await ProtocolServer.start((connection) =>
    connection.url.pathname === '/v2/speak'
      ? new FluxSpeakConnection(connection, habits)
      : new SpeakConnection(connection, habits, clock),
  );
  server.refuse = ({ url, headers }) => {
    if (headers.authorization !== `Token ${apiKey}`)
      return { status: 401, headers: { 'dg-error': 'INVALID_AUTH' } };
    const { pathname, searchParams } = new URL(url ?? '', 'http://localhost');
    const isKnown = voices[pathname]?.includes(searchParams.get('model') ?? '');
    return isKnown === true ? undefined : { status: 400, headers: { 'dg-error': 'INVALID_MODEL' } };
  };
  return { server, habits };
}

class SpeakConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: SpeakHabits;
  readonly #clock: Clock;
  readonly #flushedAtMs: number[] = [];
  #text = '';
  #sequence = 0;

  constructor(connection: ServerConnection, habits: SpeakHabits, clock: Clock) {
    this.#connection = connection;
    this.#habits = habits;
    this.#clock = clock;
    connection.send({ type: 'Metadata', request_id: 'r', model_name: 'aura' });
  }

  onText(message: string): void {
    const { type, text } = JSON.parse(message) as { type: string; text?: string };
    if (type === 'Speak') this.#text += text ?? '';
    if (type === 'Flush') this.#flush();
    if (type === 'Clear') this.#clear();
  }

  /** A `Flush` above the limit is not processed: its text stays in the buffer. */
  #flush(): void {
    if (this.#exceedsFlushLimit()) {
      this.#connection.send({
        type: 'Warning',
        code: 'FLUSH_LIMIT',
        description: 'The maximum number of flushes was reached.',
      });
      return;
    }
    const { closesWith } = this.#habits;
    if (closesWith !== undefined) {
      this.#connection.close(closesWith.code, closesWith.reason);
      return;
    }
    const { parts } = speakTones(this.#text);
    for (const part of this.#habits.stops ? parts.slice(0, 1) : parts) this.#connection.sendAudio(part);
    if (this.#habits.neverStops)
      for (let i = 0; i < 200; i++) this.#connection.sendAudio(new Uint8Array(80_000));
    this.#text = '';
    if (!this.#habits.stops) this.#connection.send({ type: 'Flushed', sequence_id: this.#sequence++ });
  }

  #exceedsFlushLimit(): boolean {
    const nowMs = this.#clock.monotonicMs();
    const recent = this.#flushedAtMs.filter((atMs) => nowMs - atMs < flushWindowMs);
    if (recent.length >= this.#habits.maxFlushes) return true;
    this.#flushedAtMs.splice(0, Infinity, ...recent, nowMs);
    return false;
  }

  #clear(): void {
    this.#text = '';
    if (this.#habits.sendsLateAudio) this.#connection.sendAudio(new Uint8Array(1600));
    const { clearedAfterMs } = this.#habits;
    const confirm = () => this.#connection.send({ type: 'Cleared', sequence_id: this.#sequence++ });
    if (clearedAfterMs === 0) confirm();
    else this.#clock.after(clearedAfterMs, confirm);
  }
}
