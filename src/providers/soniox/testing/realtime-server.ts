import { AudioWordReader, type HeardWord } from '../../websocket/testing/audio-words.ts';
import {
  ProtocolServer,
  type ServedConnection,
  type ServerConnection,
} from '../../websocket/testing/protocol-server.ts';

/** Habits of Soniox' realtime API, which tests switch on. */
export interface RealtimeHabits {
  /** Words are sent as two tokens, and their first tokens become final before their second ones. */
  splitsWords: boolean;
  /** A request to finalise is answered when the next one arrives, and the last word is sent only in an answer. */
  answersLate: boolean;
  /** After this many words, the session ends once with 503. */
  restartsAfterWords: number;
  /** Tokens have no times. */
  omitsTimes: boolean;
}

interface Config {
  readonly model: string;
  readonly audio_format: string;
  readonly sample_rate: number;
  readonly api_key?: string;
}

interface Token {
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
}

const turnEndMs = 900;
/** The end of the audio that is not counted as processed. */
const lagMs = 60;

/** Simulates Soniox' recogniser. Words are read from `audioOfWords`. */
export async function startRealtimeServer(
  apiKey: string,
): Promise<{ readonly server: ProtocolServer; readonly habits: RealtimeHabits }> {
  const habits = { splitsWords: false, answersLate: false, restartsAfterWords: Infinity, omitsTimes: false };
  const server = await ProtocolServer.start(
    (connection) => new RealtimeConnection(connection, habits, `Bearer ${apiKey}`),
  );
  server.refuse = ({ headers }) => (headers.authorization === undefined ? { status: 401 } : undefined);
  return { server, habits };
}

class RealtimeConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: RealtimeHabits;
  readonly #authorization: string;
  #reader: AudioWordReader | undefined;
  /** Tokens that are sent again until they are final. */
  #interim: Token[] = [];
  #wordCount = 0;
  #hasSpeech = false;
  /** Audio before the request to finalise that is not answered. */
  #unansweredMs: number | undefined;

  constructor(connection: ServerConnection, habits: RealtimeHabits, authorization: string) {
    this.#connection = connection;
    this.#habits = habits;
    this.#authorization = authorization;
  }

  onText(text: string): void {
    if (text === '') {
      this.#send([], { finished: true });
      this.#connection.close(1000);
      return;
    }
    const message = JSON.parse(text) as { type?: string };
    if (this.#reader === undefined) this.#start(message as unknown as Config);
    else if (message.type === 'finalize') this.#finalize(this.#reader.heardMs);
  }

  onAudio(audio: Uint8Array): void {
    if (this.#reader === undefined) {
      this.#fail(400, 'Audio data received before the configuration.');
      return;
    }
    for (const word of this.#reader.read(audio)) this.#onWord(word);
    if (this.#hasSpeech && this.#reader.silenceMs >= turnEndMs) {
      this.#hasSpeech = false;
      this.#sendFinal(this.#interim.length, '<end>');
    }
  }

  #start(config: Config): void {
    if (this.#connection.headers.authorization !== this.#authorization)
      this.#fail(401, 'Incorrect API key provided.');
    else if (config.api_key !== undefined) this.#fail(400, 'The field api_key is deprecated.');
    else if (!config.model.startsWith('stt-rt-')) this.#fail(400, 'Invalid model specified.');
    else {
      const encoding = config.audio_format === 'mulaw' ? 'mulaw' : 'linear16';
      this.#reader = new AudioWordReader(encoding, config.sample_rate);
    }
  }

  #onWord(word: HeardWord): void {
    this.#wordCount += 1;
    if (this.#wordCount > this.#habits.restartsAfterWords) {
      this.#habits.restartsAfterWords = Infinity;
      this.#fail(503, 'Cannot continue request (code 2). Please restart the request.');
      return;
    }
    const isFirst = !this.#hasSpeech;
    this.#hasSpeech = true;
    const finalCount = this.#interim.length;
    this.#interim.push(...tokensOf(word, isFirst, this.#habits.splitsWords));
    // The first token of a word is final before the second one.
    this.#sendFinal(this.#habits.splitsWords ? finalCount + 1 : finalCount);
  }

  #finalize(heardMs: number): void {
    if (this.#unansweredMs !== undefined)
      this.#send([{ text: '<fin>', is_final: true }], { total_audio_proc_ms: this.#unansweredMs });
    const isLate = this.#habits.answersLate && this.#unansweredMs === undefined;
    this.#unansweredMs = isLate ? heardMs : undefined;
    if (!isLate) this.#sendFinal(this.#interim.length, '<fin>');
  }

  #sendFinal(count: number, marker?: '<end>' | '<fin>'): void {
    const finals = this.#interim.splice(0, count).map((token) => this.#fields(token, true));
    const shown = this.#habits.answersLate ? this.#interim.slice(0, -1) : this.#interim;
    const interim = shown.map((token) => this.#fields(token, false));
    this.#send([...finals, ...(marker === undefined ? [] : [{ text: marker, is_final: true }]), ...interim]);
  }

  #fields({ text, ...times }: Token, isFinal: boolean): object {
    return { text, ...(!this.#habits.omitsTimes && times), confidence: 0.96, is_final: isFinal };
  }

  #send(tokens: readonly object[], more: object = {}): void {
    const heardMs = this.#reader?.heardMs ?? 0;
    this.#connection.send({
      tokens,
      final_audio_proc_ms: heardMs - lagMs,
      total_audio_proc_ms: heardMs - lagMs,
      ...more,
    });
  }

  #fail(code: number, text: string): void {
    this.#connection.send({ tokens: [], error_code: code, error_message: text });
    this.#connection.close(1000);
  }
}

function tokensOf({ text, startMs, endMs }: HeardWord, isFirst: boolean, splitsWords: boolean): Token[] {
  const spaced = isFirst ? text : ` ${text}`;
  const middle = Math.ceil(spaced.length / 2);
  if (!splitsWords || spaced.length < 3) return [{ text: spaced, start_ms: startMs, end_ms: endMs }];
  const middleMs = (startMs + endMs) / 2;
  return [
    { text: spaced.slice(0, middle), start_ms: startMs, end_ms: middleMs },
    { text: spaced.slice(middle), start_ms: middleMs, end_ms: endMs },
  ];
}
