import { systemClock, type Clock } from '../../../core/clock.ts';
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
  /** Time from a commit to its answer, in ms. */
  commitDelayMs: number;
  /** No `partial_transcript` is sent. */
  omitsPartials: boolean;
  /** Error that is sent instead of transcripts. */
  error: string | undefined;
}

const maxKeyterms = 50;
const maxKeytermCharacters = 20;

/** Simulates ElevenLabs' recogniser. Words are read from `audioOfWords`. */
export async function startScribeServer(
  apiKey: string,
  clock: Clock = systemClock,
): Promise<{ readonly server: ProtocolServer; readonly habits: ScribeHabits }> {
  const habits: ScribeHabits = {
    sendsTimestamps: true,
    throttlesEmptyCommits: true,
    commitDelayMs: 0,
    omitsPartials: false,
    error: undefined,
  };
  const server = await ProtocolServer.start((connection) => new ScribeConnection(connection, habits, clock));
  server.refuse = ({ headers }) => (headers['xi-api-key'] === apiKey ? undefined : { status: 403 });
  return { server, habits };
}

class ScribeConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: ScribeHabits;
  readonly #reader: AudioWordReader;
  readonly #clock: Clock;
  #words: string[] = [];

  constructor(connection: ServerConnection, habits: ScribeHabits, clock: Clock) {
    this.#clock = clock;
    this.#connection = connection;
    this.#habits = habits;
    const keyterms = connection.url.searchParams.getAll('keyterms');
    if (keyterms.length > maxKeyterms || keyterms.some((term) => term.length > maxKeytermCharacters)) {
      this.#send('input_error', { error: 'Too many keyterms.' });
      connection.close(1008);
    }
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
      if (!this.#habits.omitsPartials) this.#send('partial_transcript', { text: this.#words.join(' ') });
    }
    if (commit) this.#commit();
  }

  #commit(): void {
    const transcript = { text: this.#words.join(' ') };
    this.#words = [];
    const { commitDelayMs } = this.#habits;
    if (commitDelayMs === 0) this.#answerCommit(transcript);
    else this.#clock.after(commitDelayMs, () => this.#answerCommit(transcript));
  }

  #answerCommit(transcript: { readonly text: string }): void {
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
