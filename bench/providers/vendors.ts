/** The process of the simulated vendors, started by `startProcess` of bench/turn/calls.ts. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { decodeUlaw } from '../../src/audio/g711.ts';
import { planOf, turnIn, turnWord, type Fault, type TurnPlan } from './delays.ts';

/** Configuration of the simulated vendors: the message of the parent process. */
export interface VendorsConfig {
  readonly seed: number;
  /** Share of the turns in which a vendor fails, 0 to 1. */
  readonly faultShare: number;
}

/** Times are fractional milliseconds since the Unix epoch, comparable between processes. */
export type VendorsMessage =
  | { readonly type: 'serving'; readonly port: number }
  /** A vendor failed as planned. */
  | { readonly type: 'failed'; readonly fault: Fault }
  /** The recogniser was asked for the final text of a turn. */
  | {
      readonly type: 'finalised';
      readonly call: number;
      readonly turn: number;
      readonly atMs: number;
      readonly plan: TurnPlan;
    };

const [{ seed, faultShare }] = (await once(process, 'message')) as [VendorsConfig];
const now = () => performance.timeOrigin + performance.now();
const after = (ms: number, run: () => void) => setTimeout(run, ms);
const post = (message: VendorsMessage) => process.send!(message);
process.on('disconnect', () => process.exit(0));
const json = (value: unknown) => JSON.stringify(value);

/** The number of the current turn of each call. */
const turns = new Map<number, number>();

/** Requests whose path begins with this are answered without faults. */
const backup = '/backup';
/** Recognisers whose path begins with this end turns after the silence of the parameter `endpointing`, as those of other clients do. */
const endpointing = '/endpointing';
/** The turns whose fault has occurred: each vendor fails once. */
const failed = new Set<string>();

function faultOf(kind: string, call: number, turn: number, path: string): Fault | undefined {
  const { fault } = planOf(seed, call, turn, faultShare);
  const word = turnWord(call, turn);
  if (fault === undefined || !fault.startsWith(kind) || path.startsWith(backup) || failed.has(word))
    return undefined;
  failed.add(word);
  post({ type: 'failed', fault });
  return fault;
}

/** Time after the last loud sample of mono audio at 8 kHz, in ms; undefined if all is silent. */
function silenceAfterSpeechMs(audio: Buffer, encoding: string | null): number | undefined {
  if (encoding === 'mulaw') {
    const last = audio.findLastIndex((byte) => (byte & 0x7f) < 0x50);
    return last === -1 ? undefined : (audio.length - 1 - last) / 8;
  }
  for (let at = audio.length - 2; at >= 0; at -= 2)
    if (Math.abs(audio.readInt16LE(at)) > 250) return (audio.length - 2 - at) / 16;
  return undefined;
}

/** Deepgram's `/v1/listen`. Every sound is understood as the word of the caller's turn. */
function serveRecogniser(socket: WebSocket, stream: Duplex, url: URL): void {
  const call = turnIn(url.searchParams.get('keyterm') ?? '')!.call;
  const encoding = url.searchParams.get('encoding');
  const endsTurns = url.pathname.startsWith(endpointing);
  const endpointingMs = endsTurns ? Number(url.searchParams.get('endpointing')) : Infinity;
  const alternative = () => ({
    transcript: `please ${turnWord(call, turns.get(call) ?? 0)}`,
    confidence: 0.98,
    words: [],
  });
  const send = (isFinal: boolean, text = alternative()) =>
    socket.send(
      json({
        type: 'Results',
        channel_index: [0, 1],
        start: finalisedMs / 1000,
        duration: (heardMs - finalisedMs) / 1000,
        is_final: isFinal,
        speech_final: isFinal && endsTurns,
        from_finalize: isFinal && !endsTurns,
        channel: { alternatives: [text] },
        metadata: { request_id: 'bench' },
      }),
    );
  let hasSpeech = false;
  let heardMs = 0;
  let finalisedMs = 0;
  let silentMs = 0;
  const finalise = () => {
    if (!hasSpeech) return send(true, { transcript: '', confidence: 0, words: [] });
    const turn = turns.get(call) ?? 0;
    const plan = planOf(seed, call, turn, faultShare);
    const fault = faultOf('recogniser', call, turn, url.pathname);
    post({ type: 'finalised', call, turn, atMs: now(), plan });
    if (fault === 'recogniser-reset') stream.destroy();
    if (fault === 'recogniser-reset' || fault === 'recogniser-silent') return;
    hasSpeech = false;
    after(plan.recogniserMs, () => {
      send(true);
      finalisedMs = heardMs;
      turns.set(call, turn + 1);
    });
  };
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) {
      if (data.includes('"Finalize"')) finalise();
      return;
    }
    const durationMs = data.length / (encoding === 'mulaw' ? 8 : 16);
    const silenceMs = silenceAfterSpeechMs(data, encoding);
    heardMs += durationMs;
    silentMs = silenceMs ?? silentMs + durationMs;
    if (silenceMs !== undefined && !hasSpeech) {
      hasSpeech = true;
      send(false);
    }
    if (hasSpeech && silentMs >= endpointingMs) finalise();
  });
}

/** Of each context of a voice. */
interface SpeechContext {
  text: string;
  /** Undefined until the text has the word of a turn or is complete. */
  readyAtMs: number | undefined;
}

const samplesPerLetter = 480;
const samplesPerChunk = 1600;
/** A tone of 500 Hz at 8 kHz. */
const mulawTone = Buffer.from(
  Array.from(
    { length: samplesPerChunk },
    (_, index) => [0xff, 0x9e, 0x94, 0x9e, 0xff, 0x1e, 0x14, 0x1e][Math.floor(index / 2) % 8]!,
  ),
);
const pcmTone = new Int16Array(samplesPerChunk);
decodeUlaw(mulawTone, pcmTone);
const tones = {
  pcm_mulaw: mulawTone.toString('base64'),
  pcm_s16le: Buffer.from(pcmTone.buffer).toString('base64'),
};

interface SpeechMessage {
  readonly context_id: string;
  readonly transcript?: string;
  readonly continue?: boolean;
  readonly cancel?: boolean;
  readonly output_format?: { readonly encoding: keyof typeof tones };
}

/** Cartesia's `/tts/websocket`. */
function serveVoice(socket: WebSocket, stream: Duplex, url: URL): void {
  const contexts = new Map<string, SpeechContext>();
  const send = (id: string, fields: object) =>
    socket.send(json({ context_id: id, status_code: 206, ...fields }));
  const speak = (id: string, text: string, isLast: boolean, data: string) => {
    const chunks = Math.ceil((text.length * samplesPerLetter) / samplesPerChunk);
    for (let sent = 0; sent < chunks; sent += 1) send(id, { type: 'chunk', data, done: false, step_time: 1 });
    if (isLast) send(id, { type: 'done', done: true });
  };
  const fail = (id: string, fault: Fault | undefined): boolean => {
    if (fault === 'voice-reset') stream.destroy();
    if (fault === 'voice-429')
      send(id, {
        type: 'error',
        status_code: 429,
        error_code: 'concurrency_limited',
        title: 'Error',
        done: true,
      });
    return fault === 'voice-reset' || fault === 'voice-429' || fault === 'voice-silent';
  };
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as SpeechMessage;
    const { context_id: id, transcript: text = '' } = message;
    if (message.cancel === true) return void contexts.delete(id);
    const context = contexts.get(id) ?? { text: '', readyAtMs: undefined };
    contexts.set(id, context);
    context.text += text;
    const isLast = message.continue !== true;
    if (isLast) contexts.delete(id);
    const turn = turnIn(context.text);
    if (context.readyAtMs === undefined && turn === undefined && !isLast) return;
    const isFirst = context.readyAtMs === undefined;
    if (isFirst && turn !== undefined) {
      const plan = planOf(seed, turn.call, turn.turn, faultShare);
      if (fail(id, faultOf('voice', turn.call, turn.turn, url.pathname))) return;
      context.readyAtMs = now() + plan.voiceMs;
    }
    context.readyAtMs ??= now();
    const tone = tones[message.output_format?.encoding ?? 'pcm_mulaw'];
    after(Math.max(0, context.readyAtMs - now()), () =>
      speak(id, isFirst ? context.text : text, isLast, tone),
    );
  });
}

const replyWords = (word: string) => [
  'Very ',
  'well, ',
  `${word} `,
  'is ',
  'noted ',
  'for ',
  'you. ',
  'Is ',
  'there ',
  'anything ',
  'else?',
];

/** Chat completions of OpenAI. */
async function serveModel(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (body === '') return void response.writeHead(404).end();
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  const { call, turn } = turnIn(json(messages.findLast(({ role }) => role === 'user')))!;
  const plan = planOf(seed, call, turn, faultShare);
  const fault = faultOf('model', call, turn, request.url ?? '');
  if (fault === 'model-429') return void response.writeHead(429).end('{"error":{"message":"rate limit"}}');
  if (fault === 'model-reset') return void response.destroy();
  if (fault === 'model-silent') return;
  after(plan.modelMs, () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (choice: object) =>
      response.write(
        `data: ${json({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`,
      );
    for (const content of replyWords(turnWord(call, turn)))
      event({ delta: { role: 'assistant', content }, finish_reason: null });
    event({ delta: {}, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  });
}

const sockets = new WebSocketServer({ noServer: true });
const server = createServer((request, response) => {
  serveModel(request, response).catch(() => response.destroy());
});
server.on('upgrade', (request, stream, head) => {
  stream.on('error', () => undefined);
  const url = new URL(request.url ?? '', 'http://localhost');
  sockets.handleUpgrade(request, stream, head, (socket) => {
    socket.on('error', () => undefined);
    if (url.pathname.endsWith('/listen')) serveRecogniser(socket, stream, url);
    else serveVoice(socket, stream, url);
  });
});
server.listen(0, '127.0.0.1', () => post({ type: 'serving', port: (server.address() as AddressInfo).port }));
