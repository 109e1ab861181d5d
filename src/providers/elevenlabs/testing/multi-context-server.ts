import type { IncomingMessage } from 'node:http';
import {
  ProtocolServer,
  type Refusal,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';
import { speakTones, type ToneWord } from '../../websocket/testing/speech-audio.ts';

/** Habits of ElevenLabs' `multi-stream-input`, which tests switch on. */
export interface MultiContextHabits {
  /** `is_final`, `context_id` and `charsDurationsMs` instead of `isFinal`, `contextId` and `charDurationsMs`. */
  usesSnakeCase: boolean;
  /** Contexts start and never send audio. */
  isMute: boolean;
}

interface ClientMessage {
  readonly text?: string;
  readonly context_id?: string;
  readonly flush?: boolean;
  readonly close_context?: boolean;
  readonly voice_settings?: { readonly speed?: number };
}

interface Context {
  readonly speed: number;
  buffer: string;
  isFlushed: boolean;
}

const maxContexts = 5;
const bufferLength = 50;
const voiceId = 'JBFqnCBsd6RMkjVDRZzb';

/** Simulates ElevenLabs' voices with tones. There is one voice; other keys are refused. */
export async function startMultiContextServer(apiKey: string): Promise<{
  readonly server: ProtocolServer;
  readonly habits: MultiContextHabits;
  readonly voiceId: string;
}> {
  const habits: MultiContextHabits = { usesSnakeCase: false, isMute: false };
  const server = await ProtocolServer.start((connection) => new MultiContextConnection(connection, habits));
  server.refuse = ({ headers }: IncomingMessage): Refusal | undefined =>
    headers['xi-api-key'] === apiKey
      ? undefined
      : { status: 401, body: '{"detail":{"status":"invalid_api_key"}}' };
  return { server, habits, voiceId };
}

class MultiContextConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: MultiContextHabits;
  readonly #contexts = new Map<string, Context>();

  constructor(connection: ServerConnection, habits: MultiContextHabits) {
    this.#connection = connection;
    this.#habits = habits;
  }

  onText(json: string): void {
    const message = JSON.parse(json) as ClientMessage;
    const id = message.context_id ?? 'default';
    if (message.close_context === true) {
      this.#close(id);
      return;
    }
    const context = this.#contexts.get(id) ?? this.#open(id, message);
    if (context === undefined) return;
    this.#addText(id, context, message);
  }

  #addText(id: string, context: Context, { text = ' ', flush = false }: ClientMessage): void {
    // Without a space, the words of two messages would be joined.
    if (!text.endsWith(' ')) {
      this.#connection.close(1008, 'invalid_text: a text does not end with a space');
      return;
    }
    context.buffer += text;
    context.isFlushed ||= flush;
    if (flush || context.buffer.length >= bufferLength) this.#speak(id, context);
  }

  #open(id: string, message: ClientMessage): Context | undefined {
    if (!this.#connection.url.pathname.includes(voiceId)) {
      this.#connection.close(1008, 'A voice with voice_id does not exist: voice_id_does_not_exist');
      return undefined;
    }
    if (this.#contexts.size >= maxContexts) {
      this.#connection.close(1008, 'max_active_conversations: too_many_contexts');
      return undefined;
    }
    const context = { speed: message.voice_settings?.speed ?? 1, buffer: '', isFlushed: false };
    this.#contexts.set(id, context);
    return context;
  }

  /** Speaks the whole words of the buffer, each part with the characters that start in it. */
  #speak(id: string, context: Context): void {
    const end = context.isFlushed ? context.buffer.length : context.buffer.lastIndexOf(' ') + 1;
    const text = context.buffer.slice(0, end);
    context.buffer = context.buffer.slice(end);
    if (this.#habits.isMute) return;
    const { words, parts } = speakTones(text, context.speed);
    for (const [index, part] of parts.entries()) {
      const alignment = this.#alignment(words, index * 100);
      const audio = Buffer.from(part).toString('base64');
      this.#connection.send({ audio, alignment, normalizedAlignment: null, ...this.#contextField(id) });
    }
  }

  #alignment(words: readonly ToneWord[], partMs: number): object | null {
    const inside = words.filter(({ startMs }) => startMs >= partMs && startMs < partMs + 100);
    if (inside.length === 0) return null;
    const characters = inside.flatMap(({ text, startMs, endMs }) => {
      const stepMs = (endMs - startMs) / text.length;
      const letters = Array.from(text, (letter, index) => ({
        letter,
        startMs: startMs - partMs + index * stepMs,
        stepMs,
      }));
      return [...letters, { letter: ' ', startMs: endMs - partMs, stepMs: 0 }];
    });
    const durations = this.#habits.usesSnakeCase ? 'charsDurationsMs' : 'charDurationsMs';
    return {
      chars: characters.map(({ letter }) => letter),
      charStartTimesMs: characters.map(({ startMs }) => Math.round(startMs)),
      [durations]: characters.map(({ stepMs }) => Math.round(stepMs)),
    };
  }

  /** Flushed audio was sent before; other text is discarded. */
  #close(id: string): void {
    if (!this.#contexts.delete(id)) return;
    const final = this.#habits.usesSnakeCase ? { is_final: true } : { isFinal: true };
    this.#connection.send({ ...final, ...this.#contextField(id) });
  }

  #contextField = (id: string): object =>
    this.#habits.usesSnakeCase ? { context_id: id } : { contextId: id };
}
