import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';
import { speakTones } from '../../websocket/testing/speech-audio.ts';

/** Habits of Cartesia's `/tts/websocket`, which tests switch on. */
export interface CartesiaSpeechHabits {
  /** Active contexts of the account; more are refused with status 429. */
  maxContexts: number;
  /** Times of words are sent after all audio. */
  sendsLateTimes: boolean;
}

interface GenerationMessage {
  readonly context_id: string;
  readonly transcript?: string;
  readonly continue?: boolean;
  readonly cancel?: boolean;
  readonly voice?: { readonly id: string };
  readonly generation_config?: { readonly speed?: number };
}

interface Context {
  text: string;
  spokenMs: number;
}

const voiceId = '694f9389-aac1-45b6-b726-9d9369183238';

/** Simulates Cartesia's voices with tones. There is one voice; other keys are refused. */
export async function startCartesiaSpeechServer(apiKey: string): Promise<{
  readonly server: ProtocolServer;
  readonly habits: CartesiaSpeechHabits;
  readonly voiceId: string;
}> {
  const habits: CartesiaSpeechHabits = { maxContexts: 15, sendsLateTimes: false };
  const server = await ProtocolServer.start((connection) => new CartesiaSpeechConnection(connection, habits));
  server.refuse = ({ headers }) =>
    headers['x-api-key'] === apiKey && headers['cartesia-version'] !== undefined
      ? undefined
      : { status: 401 };
  return { server, habits, voiceId };
}

class CartesiaSpeechConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: CartesiaSpeechHabits;
  readonly #contexts = new Map<string, Context>();

  constructor(connection: ServerConnection, habits: CartesiaSpeechHabits) {
    this.#connection = connection;
    this.#habits = habits;
  }

  onText(json: string): void {
    const message = JSON.parse(json) as GenerationMessage;
    const { context_id: id } = message;
    if (message.cancel === true) this.#contexts.delete(id);
    else if (message.voice?.id !== voiceId) this.#refuse(id, 404, 'voice_not_found');
    else if (!this.#contexts.has(id) && this.#contexts.size >= this.#habits.maxContexts)
      this.#refuse(id, 429, 'concurrency_limited');
    else this.#generate(message);
  }

  #generate({
    context_id: id,
    transcript = '',
    continue: more,
    generation_config: config,
  }: GenerationMessage): void {
    const context = this.#contexts.get(id) ?? { text: '', spokenMs: 0 };
    this.#contexts.set(id, context);
    context.text += transcript;
    const end = more === true ? context.text.lastIndexOf(' ') + 1 : context.text.length;
    this.#speak(id, context, context.text.slice(0, end), config?.speed ?? 1);
    context.text = context.text.slice(end);
    if (more === true) return;
    this.#contexts.delete(id);
    this.#connection.send({ type: 'done', context_id: id, done: true, status_code: 200 });
  }

  #speak(id: string, context: Context, text: string, speed: number): void {
    const { words, parts } = speakTones(text, speed);
    const seconds = (ms: number) => (context.spokenMs + ms) / 1000;
    const times = {
      type: 'timestamps',
      context_id: id,
      word_timestamps: {
        words: words.map((word) => word.text),
        start: words.map(({ startMs }) => seconds(startMs)),
        end: words.map(({ endMs }) => seconds(endMs)),
      },
    };
    if (!this.#habits.sendsLateTimes) this.#connection.send(times);
    for (const part of parts)
      this.#connection.send({
        type: 'chunk',
        context_id: id,
        data: Buffer.from(part).toString('base64'),
        done: false,
        status_code: 206,
        step_time: 1,
      });
    if (this.#habits.sendsLateTimes) this.#connection.send(times);
    context.spokenMs += parts.reduce((sum, part) => sum + part.length, 0) / 8;
  }

  #refuse(id: string, status: number, code: string): void {
    this.#connection.send({
      type: 'error',
      context_id: id,
      status_code: status,
      error_code: code,
      title: 'Error',
      message: 'Text with a key sk_car_secret.',
      done: true,
    });
  }
}
