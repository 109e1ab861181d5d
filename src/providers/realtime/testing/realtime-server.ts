import { encodeUlaw } from '../../../audio/g711.ts';
import { audioOfWords, AudioWordReader, wordMs } from '../../websocket/testing/audio-words.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';

/** A reply of the simulated model. */
export interface ScriptedRealtimeReply {
  /** Each word takes 300 ms. */
  readonly text?: string;
  readonly call?: { readonly id: string; readonly name: string; readonly arguments: string };
  /** Code of a failure instead of the end of the reply. */
  readonly failure?: string;
  /** The reply stays incomplete until it is cancelled. */
  readonly isHeld?: boolean;
  readonly isTruncatedByLimit?: boolean;
}

/** Habits of the vendors, which tests switch on. */
export interface RealtimeHabits {
  /** What happens to transcriptions. */
  transcription: 'completed' | 'failed' | 'missing' | 'cumulative';
  /** The names of events before 2025-08. */
  usesEarlierNames: boolean;
  /** Tool requests are reported by `response.function_call_arguments.done` only, as by xAI. */
  reportsCallsByArguments: boolean;
  /** Cancelled responses end without `response.done`. */
  omitsDoneOfCancelled: boolean;
  /** Requests for responses are handled only after `handleDelayed`. */
  delaysResponses: boolean;
  /** Error code that rejects the settings of a session. */
  settingsError: string | undefined;
}

/** One message, request or result of the simulated conversation. */
export interface ServedItem {
  readonly id: string;
  readonly kind: string;
  text: string;
  /** Of a speech of the model, in ms. */
  audioMs: number;
}

/** What each response costs. */
const responseUsage = {
  input_tokens: 20,
  input_token_details: { audio_tokens: 6, cached_tokens: 5 },
  output_tokens: 10,
  output_token_details: { audio_tokens: 8 },
};
/** What each transcript costs. */
const transcriptionUsage = {
  type: 'tokens',
  input_tokens: 14,
  input_token_details: { audio_tokens: 14 },
  output_tokens: 4,
};
/** OpenAI rejects shorter turns. */
const minTurnMs = 100;

type ClientEvent = { readonly type: string; readonly event_id?: string } & Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

export interface RealtimeServer {
  readonly server: ProtocolServer;
  readonly habits: RealtimeHabits;
  /** The next replies. Without one, the model repeats what it understood. */
  readonly replies: ScriptedRealtimeReply[];
  /** The conversation of the latest connection, without deleted items. */
  readonly items: () => readonly ServedItem[];
  /** The settings of the latest connection. */
  readonly session: () => Fields;
  /** Handles the requests for responses that were delayed. */
  readonly handleDelayed: () => void;
  /** Codes of the errors that were sent. */
  readonly errors: string[];
}

/** Simulates the OpenAI Realtime API. Words are read from `audioOfWords`, which carries the words of the replies too. */
export async function startRealtimeServer(apiKey: string): Promise<RealtimeServer> {
  const habits: RealtimeHabits = {
    transcription: 'completed',
    usesEarlierNames: false,
    reportsCallsByArguments: false,
    omitsDoneOfCancelled: false,
    delaysResponses: false,
    settingsError: undefined,
  };
  const replies: ScriptedRealtimeReply[] = [];
  const errors: string[] = [];
  let latest: RealtimeConnection | undefined;
  const server = await ProtocolServer.start(
    (connection) => (latest = new RealtimeConnection(connection, { habits, replies, errors })),
  );
  server.refuse = ({ headers }) =>
    headers.authorization === `Bearer ${apiKey}`
      ? undefined
      : { status: 401, body: `{"error":{"message":"Incorrect API key provided: ${apiKey}"}}` };
  const items = () => latest?.items ?? [];
  const handleDelayed = () => latest?.handleDelayed();
  return { server, habits, replies, errors, items, handleDelayed, session: () => latest?.session ?? {} };
}

interface ServerState {
  readonly habits: RealtimeHabits;
  readonly replies: ScriptedRealtimeReply[];
  readonly errors: string[];
}

class RealtimeConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #state: ServerState;
  #reader = new AudioWordReader();
  #words: string[] = [];
  #heldResponse: string | undefined;
  #delayed: ClientEvent[] = [];
  #count = 0;
  items: ServedItem[] = [];
  session: Fields = {};

  constructor(connection: ServerConnection, state: ServerState) {
    this.#connection = connection;
    this.#state = state;
    connection.send({ type: 'session.created', event_id: 'e', session: { id: 's' } });
  }

  onText(text: string): void {
    const event = JSON.parse(text) as ClientEvent;
    const handlers: Record<string, (event: ClientEvent) => void> = {
      'session.update': (update) => this.#onSettings(update),
      'input_audio_buffer.append': ({ audio }) => this.#onAudio(Buffer.from(audio as string, 'base64')),
      'input_audio_buffer.commit': (commit) => this.#onCommit(commit),
      'input_audio_buffer.clear': () => this.#clearAudio(),
      'conversation.item.create': ({ item }) => this.#addItem(item as Fields),
      'conversation.item.delete': (request) => this.#onDelete(request),
      'conversation.item.truncate': (request) => this.#onTruncate(request),
      'response.create': (request) => this.#onCreate(request),
      'response.cancel': (request) => this.#onCancel(request),
    };
    const handle = handlers[event.type];
    if (handle === undefined) this.#sendError('unknown_event', event);
    else handle(event);
  }

  #onSettings(event: ClientEvent): void {
    const code = this.#state.habits.settingsError;
    if (code !== undefined) return this.#sendError(code, event);
    this.session = { ...this.session, ...(event['session'] as Fields) };
    this.#connection.send({ type: 'session.updated', session: this.session });
  }

  #onAudio(audio: Buffer): void {
    this.#words.push(...this.#reader.read(audio).map(({ text }) => text));
  }

  #clearAudio(): void {
    this.#reader = new AudioWordReader();
    this.#words = [];
  }

  #onCommit(event: ClientEvent): void {
    if (this.#reader.heardMs < minTurnMs) return this.#sendError('input_audio_buffer_commit_empty', event);
    const transcript = this.#words.join(' ');
    this.#clearAudio();
    const item = this.#add('user audio', transcript);
    this.#connection.send({ type: 'input_audio_buffer.committed', item_id: item.id });
    this.#sendTranscript(item);
  }

  #sendTranscript({ id, text: transcript }: ServedItem): void {
    const { transcription } = this.#state.habits;
    const type = 'conversation.item.input_audio_transcription';
    if (transcription === 'missing') return;
    if (transcription === 'failed')
      return this.#connection.send({ type: `${type}.failed`, item_id: id, error: { code: 'x' } });
    for (const delta of transcript.split(/(?<= )/)) {
      if (transcription === 'completed')
        this.#connection.send({ type: `${type}.delta`, item_id: id, content_index: 0, delta });
    }
    if (transcription === 'cumulative')
      this.#connection.send({ type: `${type}.updated`, item_id: id, transcript });
    const ended = { type: `${type}.completed`, item_id: id, content_index: 0, transcript };
    this.#connection.send({ ...ended, usage: transcriptionUsage });
  }

  #addItem(item: Fields): void {
    const { type, role, content, output, call_id: callId, name } = item;
    const texts = ((content ?? []) as { text?: string }[]).map(({ text }) => text ?? '');
    if (type === 'message') this.#add(String(role), texts.join(' '));
    else if (type === 'function_call') this.#add('call', `${String(callId)} ${String(name)}`);
    else this.#add('result', `${String(callId)} ${String(output)}`);
  }

  #onDelete(event: ClientEvent): void {
    const known = this.items.some(({ id }) => id === event['item_id']);
    if (!known) return this.#sendError('item_not_found', event);
    this.items = this.items.filter(({ id }) => id !== event['item_id']);
  }

  #onTruncate(event: ClientEvent): void {
    const item = this.items.find(({ id }) => id === event['item_id']);
    const endMs = Number(event['audio_end_ms']);
    if (item === undefined || endMs > item.audioMs) return this.#sendError('invalid_truncation', event);
    item.audioMs = endMs;
    // The server deletes the whole text, since it does not know which words were heard.
    item.text = '';
  }

  handleDelayed(): void {
    this.#state.habits.delaysResponses = false;
    for (const event of this.#delayed.splice(0)) this.#onCreate(event);
  }

  #onCreate(event: ClientEvent): void {
    if (this.#state.habits.delaysResponses) {
      this.#delayed.push(event);
      return;
    }
    if (this.#heldResponse !== undefined)
      return this.#sendError('conversation_already_has_active_response', event);
    const id = `resp-${(this.#count += 1)}`;
    const heard = this.items.findLast(({ kind }) => kind.startsWith('user'))?.text ?? 'nothing';
    const reply = this.#state.replies.shift() ?? { text: `You said ${heard}` };
    this.#connection.send({ type: 'response.created', response: { id, status: 'in_progress' } });
    if (reply.text !== undefined) this.#speak(id, reply.text);
    if (reply.call !== undefined) this.#sendCall(id, reply.call);
    if (reply.isHeld === true) this.#heldResponse = id;
    else this.#sendDone(id, reply);
  }

  #speak(responseId: string, text: string): void {
    const item = this.#add('assistant audio', text);
    const prefix = this.#state.habits.usesEarlierNames ? 'response.audio' : 'response.output_audio';
    const ids = { response_id: responseId, item_id: item.id, output_index: 0, content_index: 0 };
    for (const word of text.split(/(?<= )/)) {
      item.audioMs += wordMs;
      this.#connection.send({ type: `${prefix}_transcript.delta`, ...ids, delta: word });
      this.#connection.send({ type: `${prefix}.delta`, ...ids, delta: speechOf(word) });
    }
    this.#connection.send({ type: `${prefix}.done`, ...ids });
  }

  #sendCall(responseId: string, call: NonNullable<ScriptedRealtimeReply['call']>): void {
    const item = this.#add('call', `${call.id} ${call.name}`);
    const ids = { response_id: responseId, item_id: item.id, call_id: call.id };
    const { reportsCallsByArguments } = this.#state.habits;
    const name = reportsCallsByArguments ? { name: call.name } : {};
    this.#connection.send({
      type: 'response.function_call_arguments.done',
      ...ids,
      ...name,
      arguments: call.arguments,
    });
    if (reportsCallsByArguments) return;
    const fields = { type: 'function_call', call_id: call.id, name: call.name, arguments: call.arguments };
    this.#connection.send({
      type: 'response.output_item.done',
      response_id: responseId,
      item: { id: item.id, ...fields },
    });
  }

  #sendDone(id: string, { failure, isTruncatedByLimit = false }: ScriptedRealtimeReply): void {
    const status = failure !== undefined ? 'failed' : isTruncatedByLimit ? 'incomplete' : 'completed';
    const details =
      failure !== undefined
        ? { type: 'failed', error: { type: 'server_error', code: failure } }
        : { type: status, ...(isTruncatedByLimit && { reason: 'max_output_tokens' }) };
    this.#connection.send({
      type: 'response.done',
      response: { id, status, status_details: details, usage: responseUsage, output: [] },
    });
  }

  #onCancel(event: ClientEvent): void {
    const id = this.#heldResponse;
    if (id === undefined) return this.#sendError('response_cancel_not_active', event);
    this.#heldResponse = undefined;
    if (this.#state.habits.omitsDoneOfCancelled) return;
    const details = { type: 'cancelled', reason: 'client_cancelled' };
    this.#connection.send({
      type: 'response.done',
      response: { id, status: 'cancelled', status_details: details, output: [] },
    });
  }

  #add(kind: string, text: string): ServedItem {
    const item = { id: `item-${(this.#count += 1)}`, kind, text, audioMs: 0 };
    this.items.push(item);
    return item;
  }

  #sendError(code: string, { event_id: id }: ClientEvent): void {
    this.#state.errors.push(code);
    this.#connection.send({
      type: 'error',
      error: { type: 'invalid_request_error', code, message: 'No.', event_id: id },
    });
  }
}

/** Returns the base64 of µ-law audio that carries the word. */
function speechOf(word: string): string {
  const samples = audioOfWords(word);
  const codes = Buffer.alloc(samples.length);
  encodeUlaw(samples, codes);
  return codes.toString('base64');
}
