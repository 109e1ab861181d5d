import { systemClock, type Clock } from '../../../core/clock.ts';
import { AudioWordReader } from '../../websocket/testing/audio-words.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';

/** Habits of OpenAI's realtime transcription, which tests switch on. */
export interface RealtimeHabits {
  /** Text is sent while audio arrives, as gpt-realtime-whisper does. */
  streamsText: boolean;
  /** Each transcription is completed only after the next commit. */
  completesLate: boolean;
  /** Time from a commit to its answer and its text, in ms. */
  commitDelayMs: number;
  /** Error that is sent at the first audio. */
  error: { readonly type: string; readonly code: string | null } | undefined;
  /** Transcriptions that fail. */
  failedTranscriptions: number;
}

/** A message of a client, as far as the server reads it. */
interface ClientMessage {
  readonly type: string;
  readonly audio?: string;
  readonly session?: {
    readonly type: string;
    readonly include?: readonly string[];
    readonly audio: { readonly input: { readonly format: object; readonly turn_detection: unknown } };
  };
}

/** 100 ms of µ-law. */
const minCommitBytes = 800;
const logprob = -0.1;

/** Simulates OpenAI's `/realtime?intent=transcription`. Words are read from `audioOfWords`. */
export async function startRealtimeServer(
  apiKey: string,
  clock: Clock = systemClock,
): Promise<{ readonly server: ProtocolServer; readonly habits: RealtimeHabits }> {
  const habits: RealtimeHabits = {
    streamsText: false,
    completesLate: false,
    commitDelayMs: 0,
    error: undefined,
    failedTranscriptions: 0,
  };
  const server = await ProtocolServer.start(
    (connection) => new RealtimeConnection(connection, habits, clock),
  );
  server.refuse = ({ headers, url }) => {
    if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401, body: 'Incorrect API key' };
    return url === '/realtime?intent=transcription' ? undefined : { status: 404 };
  };
  return { server, habits };
}

class RealtimeConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: RealtimeHabits;
  readonly #clock: Clock;
  readonly #reader = new AudioWordReader();
  #words: string[] = [];
  #bytes = 0;
  #itemCount = 1;
  #isConfigured = false;
  #includesLogprobs = false;
  #late: (() => void)[] = [];

  constructor(connection: ServerConnection, habits: RealtimeHabits, clock: Clock) {
    this.#connection = connection;
    this.#habits = habits;
    this.#clock = clock;
    this.#send('session.created', { session: { type: 'transcription' } });
  }

  onText(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    if (message.type === 'session.update') this.#configure(message.session!);
    else if (!this.#isConfigured) this.#sendError('invalid_request_error', 'session_not_configured');
    else if (message.type === 'input_audio_buffer.append')
      this.#append(Buffer.from(message.audio!, 'base64'));
    else if (message.type === 'input_audio_buffer.commit') this.#commit();
    else if (message.type === 'input_audio_buffer.clear') this.#clear();
    else this.#sendError('invalid_request_error', 'unknown_message');
  }

  #configure({ type, include = [], audio: { input } }: NonNullable<ClientMessage['session']>): void {
    const isMulaw = JSON.stringify(input.format) === '{"type":"audio/pcmu"}';
    if (type !== 'transcription' || !isMulaw || input.turn_detection !== null)
      return this.#sendError('invalid_request_error', 'invalid_value');
    this.#isConfigured = true;
    this.#includesLogprobs = include.length > 0;
    this.#send('session.updated', { session: {} });
  }

  #append(audio: Buffer): void {
    this.#connection.hasAudio = true;
    this.#bytes += audio.length;
    const { error } = this.#habits;
    if (error !== undefined) this.#sendError(error.type, error.code);
    for (const { text } of this.#reader.read(audio)) {
      this.#words.push(text);
      if (this.#habits.streamsText) this.#sendDelta(text);
    }
  }

  #commit(): void {
    if (this.#bytes < minCommitBytes) {
      this.#sendError('invalid_request_error', 'input_audio_buffer_commit_empty');
      return;
    }
    const itemId = this.#itemId;
    const words = this.#words;
    this.#clear();
    this.#itemCount += 1;
    const { commitDelayMs } = this.#habits;
    if (commitDelayMs === 0) this.#answerCommit(itemId, words);
    else this.#clock.after(commitDelayMs, () => this.#answerCommit(itemId, words));
  }

  #answerCommit(itemId: string, words: readonly string[]): void {
    this.#send('input_audio_buffer.committed', { item_id: itemId, previous_item_id: null });
    if (!this.#habits.streamsText) for (const word of words) this.#sendDelta(word, itemId);
    for (const complete of this.#late.splice(0)) complete();
    const complete = () => this.#complete(itemId, words.join(' '));
    if (this.#habits.completesLate) this.#late.push(complete);
    else complete();
  }

  #complete(itemId: string, transcript: string): void {
    const type = 'conversation.item.input_audio_transcription';
    const fields = { item_id: itemId, content_index: 0 };
    if (this.#habits.failedTranscriptions > 0) {
      this.#habits.failedTranscriptions -= 1;
      const error = { type: 'server_error', code: null, message: 'Text with the key.' };
      this.#send(`${type}.failed`, { ...fields, error });
      return;
    }
    const logprobs = transcript.split(' ').map((token) => ({ token, logprob, bytes: [] }));
    const extra = this.#includesLogprobs ? { logprobs } : {};
    this.#send(`${type}.completed`, {
      ...fields,
      transcript,
      usage: { type: 'duration', seconds: 1 },
      ...extra,
    });
  }

  get #itemId(): string {
    return `item_${this.#itemCount}`;
  }

  #clear(): void {
    this.#words = [];
    this.#bytes = 0;
  }

  #sendDelta(word: string, itemId = this.#itemId): void {
    this.#send('conversation.item.input_audio_transcription.delta', {
      item_id: itemId,
      content_index: 0,
      delta: ` ${word}`,
    });
  }

  #sendError(type: string, code: string | null): void {
    const error = { type, code, message: 'Text with the key.', param: null, event_id: null };
    this.#send('error', { error });
  }

  #send(type: string, fields: object): void {
    this.#connection.send({ type, event_id: 'event', ...fields });
  }
}
