import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { parseWav, wavFile, wavHeader } from '../../../audio/wav-header.ts';
import { audioOfToneWords, toneWordsOf } from './tone-words.ts';

/** Faults of a response. `cut`: the connection is reset in the body. `endless-header`: a WAV file whose samples never begin. */
export type SpeechFault =
  | 'silent'
  | 'html'
  | 'json'
  | 'cut'
  | 'half-wav'
  | 'stalled'
  | 'endless'
  | 'endless-header'
  | 'empty'
  | 'redirect'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** Habits of servers with OpenAI's speech API, which tests switch on. */
export interface SpeechHabits {
  /** Fault of each response, in order; then none. */
  faults: (SpeechFault | undefined)[];
  /** Rate of the speech. */
  sampleRate: number;
  /** `stream`: a WAV header without the size, then the samples in parts. `pcm`: samples without a header, whatever was requested. */
  audioFormat: 'wav' | 'stream' | 'pcm';
  contentType: string;
  /** Rejects `verbose_json`, as models and servers do that report no segments. */
  rejectsVerboseJson: boolean;
  /** Segments of transcripts. */
  segments: readonly object[] | undefined;
}

/** A received request, as far as tests check it. */
export interface SpeechServerRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  /** Fields of the JSON body or of the form, without the file. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How a simulated server speaks and understands. */
export interface SpeechEngine {
  /** Speaks in the `sampleRate`, or in its own rate. */
  speak(request: {
    readonly text: string;
    readonly voice: string;
    readonly speed: number;
    readonly sampleRate: number;
  }): Promise<SpokenAudio>;
  /** Returns the text of an utterance; empty if nothing was understood. */
  transcribe(samples: Int16Array, sampleRate: number): string;
}

export interface SpokenAudio {
  readonly samples: Int16Array;
  readonly sampleRate: number;
}

/** Words are tones. */
const toneEngine: SpeechEngine = {
  speak: ({ text, speed, sampleRate }) => {
    const words = text.toLowerCase().replaceAll(/[.,]/g, '');
    return Promise.resolve({ samples: audioOfToneWords(words, sampleRate, speed), sampleRate });
  },
  transcribe: toneWordsOf,
};

const toneVoices: readonly string[] = ['alloy', 'af_heart'];
const partBytes = 3_001;

/** Simulates a server with OpenAI's speech API over HTTP. */
export class HttpSpeechServer {
  readonly requests: SpeechServerRequest[] = [];
  readonly habits: SpeechHabits = {
    faults: [],
    sampleRate: 24_000,
    audioFormat: 'stream',
    contentType: 'audio/wav',
    rejectsVerboseJson: false,
    segments: undefined,
  };
  /** Number of requests of any kind. */
  requestCount = 0;
  connectionCount = 0;
  abortedCount = 0;
  readonly #apiKey: string;
  readonly #engine: SpeechEngine;
  readonly #voices: readonly string[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<() => void>();

  private constructor(apiKey: string, engine: SpeechEngine, voices: readonly string[]) {
    this.#apiKey = apiKey;
    this.#engine = engine;
    this.#voices = voices;
    this.#server = createServer((request, response) => {
      this.requestCount += 1;
      response.on('close', () => {
        if (!response.writableFinished) this.abortedCount += 1;
        this.#notifyWaiting();
      });
      this.#serve(request, response).catch(() => response.destroy());
    });
    this.#server.on('connection', (socket) => {
      this.connectionCount += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  /** With an empty key, the server requires none. By default, words are tones. */
  static async start(apiKey: string, engine = toneEngine, voices = toneVoices): Promise<HttpSpeechServer> {
    const server = new HttpSpeechServer(apiKey, engine, voices);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  get openConnections(): readonly Socket[] {
    return [...this.#sockets];
  }

  /** Resolves when the condition is true; it is checked after each request and each end of a response. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #notifyWaiting(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part as Buffer);
    const form = await readBody(message, Buffer.concat(parts));
    const { authorization } = message.headers;
    const path = message.url ?? '';
    this.requests.push({ path, authorization, fields: form.fields });
    this.#notifyWaiting();
    const fault = this.habits.faults.shift();
    if (this.#apiKey !== '' && authorization !== `Bearer ${this.#apiKey}`)
      return refuse(response, 401, `Incorrect API key provided: ${authorization}`);
    if (fault !== undefined && sendFault(fault, response)) return;
    if (path === '/v1/audio/speech') return this.#speak(form.fields, response, fault);
    if (path === '/v1/audio/transcriptions') return this.#transcribe(form, response, fault);
    refuse(response, 404, 'Not Found');
  }

  async #speak(
    fields: Readonly<Record<string, unknown>>,
    response: ServerResponse,
    fault?: SpeechFault,
  ): Promise<void> {
    const { input, voice, speed = 1, response_format: format } = fields;
    if (!this.#voices.includes(String(voice))) return refuse(response, 400, 'Voice not found.');
    const { audioFormat, contentType } = this.habits;
    const { samples, sampleRate } = await this.#engine.speak({
      text: String(input),
      voice: String(voice),
      speed: Number(speed),
      sampleRate: this.habits.sampleRate,
    });
    const file = Buffer.from(wavFile(samples, sampleRate));
    const pcm = file.subarray(44);
    response.writeHead(200, { 'content-type': contentType });
    if (fault === 'half-wav') response.end(file.subarray(0, 2 * partBytes));
    else if (fault === 'cut') response.write(file.subarray(0, partBytes), () => response.destroy());
    else if (fault === 'stalled') response.write(file.subarray(0, partBytes));
    else if (fault === 'endless') {
      response.write(wavHeader({ sampleRate, channels: 1, dataBytes: 0xffff_ffff }));
      repeat(response, pcm);
    } else if (audioFormat === 'pcm' || format === 'pcm') writeParts(response, pcm);
    else if (audioFormat === 'wav') response.end(file);
    else
      writeParts(
        response,
        Buffer.concat([wavHeader({ sampleRate, channels: 1, dataBytes: 0xffff_ffff }), pcm]),
      );
  }

  #transcribe({ fields, file }: Form, response: ServerResponse, fault?: SpeechFault): void {
    const isVerbose = fields['response_format'] === 'verbose_json';
    if (isVerbose && this.habits.rejectsVerboseJson)
      return refuse(response, 400, "response_format 'verbose_json' is not compatible with model");
    if (file === undefined) return refuse(response, 422, 'file is required');
    response.setHeader('content-type', 'application/json');
    if (fault === 'cut') {
      response.write('{"text":"no th', () => response.destroy());
      return;
    }
    if (fault === 'endless') return repeat(response, Buffer.from('{"text":"' + 'a'.repeat(10_000)));
    const { samples, sampleRate } = parseWav(file);
    const text = this.#engine.transcribe(samples, sampleRate);
    const { segments } = this.habits;
    const verbose = isVerbose ? { language: 'english', duration: 1, ...(segments && { segments }) } : {};
    response.end(JSON.stringify({ text, ...verbose }));
  }
}

interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file?: Uint8Array;
}

async function readBody(message: IncomingMessage, body: Buffer): Promise<Form> {
  const type = message.headers['content-type'] ?? '';
  if (type.startsWith('application/json'))
    return { fields: JSON.parse(body.toString()) as Record<string, unknown> };
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const file = form.get('file');
  const fields = Object.fromEntries([...form].filter(([name]) => name !== 'file'));
  return file instanceof Blob ? { fields, file: new Uint8Array(await file.arrayBuffer()) } : { fields };
}

const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message } }));
};

/** Sends a fault that replaces the whole response. Returns false if the fault is one of the audio. */
function sendFault(fault: SpeechFault, response: ServerResponse): boolean {
  if (typeof fault === 'object') response.writeHead(fault.status, fault.headers).end('Text with the key.');
  else if (fault === 'html') response.setHeader('content-type', 'text/html').end('<html>It works!</html>');
  else if (fault === 'json')
    response.setHeader('content-type', 'application/json').end('{"error":{"message":"no"}}');
  else if (fault === 'empty') response.end();
  else if (fault === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
  else if (fault === 'endless-header') {
    response.writeHead(200, { 'content-type': 'audio/wav' }).write('RIFF....WAVE');
    repeat(response, Buffer.from('junk\0\0\0\0'.repeat(1_000)));
  } else return fault === 'silent';
  return true;
}

/** Sends the audio in parts of an odd size. */
function writeParts(response: ServerResponse, audio: Uint8Array): void {
  for (let at = 0; at < audio.length; at += partBytes) response.write(audio.subarray(at, at + partBytes));
  response.end();
}

function repeat(response: ServerResponse, part: Uint8Array): void {
  while (!response.destroyed && response.write(part));
  response.once('drain', () => repeat(response, part));
}
