import { AudioWordReader } from '../../websocket/testing/audio-words.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';

const eagerEndMs = 300;
const turnEndMs = 900;

/** Simulates Cartesia's recogniser with turns. Words are read from `audioOfWords`. */
export async function startTurnsServer(apiKey: string): Promise<ProtocolServer> {
  const server = await ProtocolServer.start((connection) => new TurnsConnection(connection));
  server.refuse = ({ headers }) => (headers['x-api-key'] === apiKey ? undefined : { status: 401 });
  return server;
}

class TurnsConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #reader: AudioWordReader;
  #words: string[] = [];
  #isEager = false;

  constructor(connection: ServerConnection) {
    this.#connection = connection;
    this.#reader = AudioWordReader.fromUrl(connection.url);
    connection.send({ type: 'connected', request_id: 'r' });
  }

  onAudio(audio: Uint8Array): void {
    for (const { text } of this.#reader.read(audio)) {
      if (this.#words.length === 0) this.#send('turn.start');
      if (this.#isEager) this.#send('turn.resume');
      this.#isEager = false;
      this.#words.push(text);
      this.#send('turn.update');
    }
    if (this.#words.length === 0) return;
    const { silenceMs } = this.#reader;
    if (!this.#isEager && silenceMs >= eagerEndMs) {
      this.#isEager = true;
      this.#send('turn.eager_end');
    }
    if (silenceMs < turnEndMs) return;
    this.#send('turn.end');
    this.#words = [];
    this.#isEager = false;
  }

  /** Commands of the manual protocol, such as a bare `finalize`, are refused. */
  onText(text: string): void {
    if (text === JSON.stringify({ type: 'close' })) this.#connection.close(1000);
    else
      this.#connection.send({
        type: 'error',
        status_code: 400,
        error_code: 'invalid_message',
        title: 'Error',
      });
  }

  #send(type: string): void {
    const hasText = type !== 'turn.start' && type !== 'turn.resume';
    this.#connection.send({ type, ...(hasText && { transcript: this.#words.join(' ') }) });
  }
}
