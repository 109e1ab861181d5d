import { AudioWordReader } from '../../websocket/testing/audio-words.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';

/** Habits of ElevenLabs' realtime Scribe, which tests switch on. */
export interface ScribeHabits {
  /** Each commit is answered twice, with and without timestamps. */
  sendsTimestamps: boolean;
  /** A commit without words is answered with `commit_throttled`. */
  throttlesEmptyCommits: boolean;
  /** Error that is sent instead of transcripts. */
  error: string | undefined;
}

/** Simulates ElevenLabs' recogniser. Words are read from `audioOfWords`. */
export async function startScribeServer(
  apiKey: string,
): Promise<{ readonly server: ProtocolServer; readonly habits: ScribeHabits }> {
  const habits: ScribeHabits = { sendsTimestamps: true, throttlesEmptyCommits: true, error: undefined };
  const server = await ProtocolServer.start((connection) => new ScribeConnection(connection, habits));
  server.refuse = ({ headers }) => (headers['xi-api-key'] === apiKey ? undefined : { status: 403 });
  return { server, habits };
}

class ScribeConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: ScribeHabits;
  readonly #reader: AudioWordReader;
  #words: string[] = [];

  constructor(connection: ServerConnection, habits: ScribeHabits) {
    this.#connection = connection;
    this.#habits = habits;
    const [encoding, rate] = connection.url.searchParams.get('audio_format')!.split('_');
    this.#reader = new AudioWordReader(encoding === 'pcm' ? 'linear16' : 'mulaw', Number(rate));
    this.#send('session_started', { session_id: 's', config: {} });
  }

  onText(text: string): void {
    const { audio_base_64: audio, commit } = JSON.parse(text) as { audio_base_64: string; commit: boolean };
    this.#connection.hasAudio ||= audio !== '';
    if (this.#habits.error !== undefined) {
      this.#send(this.#habits.error, { error: 'Text with the key.' });
      this.#connection.close(1008);
      return;
    }
    for (const word of this.#reader.read(Buffer.from(audio, 'base64'))) {
      this.#words.push(word.text);
      this.#send('partial_transcript', { text: this.#words.join(' ') });
    }
    if (commit) this.#commit();
  }

  #commit(): void {
    const transcript = { text: this.#words.join(' ') };
    this.#words = [];
    if (transcript.text === '' && this.#habits.throttlesEmptyCommits) {
      this.#send('commit_throttled', { error: 'Not enough audio.' });
      return;
    }
    this.#send('committed_transcript', transcript);
    if (this.#habits.sendsTimestamps) this.#send('committed_transcript_with_timestamps', transcript);
  }

  #send(type: string, fields: object): void {
    this.#connection.send({ message_type: type, ...fields });
  }
}
