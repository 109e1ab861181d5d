// The providers of the peer at the simulated vendors of bench/providers: its own plugins for Deepgram and OpenAI, and a small adapter of Cartesia's
// websocket, because no plugin for Cartesia exists for this version of the peer. The adapter sends and receives what the plugin 1.8.1 does.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { AudioByteStream, tokenize, tts } from '@livekit/agents';
import * as deepgram from '@livekit/agents-plugin-deepgram';
import * as openai from '@livekit/agents-plugin-openai';
import { WebSocket } from 'ws';
import { endpointingMs } from '../providers/agent.ts';
import { turnWord } from '../providers/delays.ts';

const sampleRate = 8000;

class CartesiaStream extends tts.SynthesizeStream {
  label = 'cartesia';
  #engine;
  #tokenizer = new tokenize.basic.SentenceTokenizer({ minSentenceLength: 8 }).stream();
  constructor(engine, connOptions) {
    super(engine, connOptions);
    this.#engine = engine;
  }
  async run() {
    const socket = await this.#engine.connect();
    const id = randomUUID();
    const received = this.#receive(socket, id);
    await Promise.all([this.#tokenize(), this.#send(socket, id), received]);
  }
  async #tokenize() {
    for await (const text of this.input) {
      if (text === tts.SynthesizeStream.FLUSH_SENTINEL) this.#tokenizer.flush();
      else this.#tokenizer.pushText(text);
    }
    this.#tokenizer.endInput();
    this.#tokenizer.close();
  }
  async #send(socket, id) {
    const request = {
      model_id: 'sonic-3',
      voice: { mode: 'id', id: 'voice' },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: sampleRate },
      language: 'en',
      max_buffer_delay_ms: 0,
      add_timestamps: true,
      context_id: id,
    };
    for await (const { token } of this.#tokenizer) {
      this.markStarted();
      socket.send(JSON.stringify({ ...request, transcript: `${token} `, continue: true }));
    }
    socket.send(JSON.stringify({ ...request, transcript: ' ', continue: false }));
  }
  #receive(socket, id) {
    const audio = new AudioByteStream(sampleRate, 1);
    let lastFrame;
    const put = (frames, final) => {
      for (const frame of frames) {
        if (lastFrame) this.queue.put({ requestId: id, segmentId: id, frame: lastFrame, final: false });
        lastFrame = frame;
      }
      if (!final) return;
      if (lastFrame) this.queue.put({ requestId: id, segmentId: id, frame: lastFrame, final });
      this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
    };
    const { promise, resolve } = Promise.withResolvers();
    const onMessage = (bytes) => {
      const message = JSON.parse(bytes.toString());
      if (message.context_id !== id || this.queue.closed) return;
      if (message.type === 'chunk') {
        const data = Buffer.from(message.data, 'base64');
        put(audio.write(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)), false);
      } else if (message.type === 'done') {
        put(audio.flush(), true);
        resolve();
      }
    };
    socket.on('message', onMessage);
    this.abortSignal.addEventListener('abort', resolve, { once: true });
    return promise.finally(() => {
      socket.off('message', onMessage);
      this.abortSignal.removeEventListener('abort', resolve);
    });
  }
}

/** Keeps one websocket for all texts of a session. */
class CartesiaTts extends tts.TTS {
  label = 'cartesia';
  #url;
  #socket;
  constructor(url) {
    super(sampleRate, 1, { streaming: true, alignedTranscript: true });
    this.#url = url;
  }
  async connect() {
    this.#socket ??= new WebSocket(this.#url);
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open');
    return this.#socket;
  }
  prewarm() {
    void this.connect();
  }
  synthesize() {
    throw new Error('streaming only');
  }
  stream(options) {
    return new CartesiaStream(this, options?.connOptions);
  }
}

/** The providers of one session, with the simulated vendors at a port. */
export const vendorProviders = (port, call) => ({
  stt: new deepgram.STT({
    apiKey: 'bench',
    baseUrl: `ws://127.0.0.1:${port}/endpointing`,
    sampleRate,
    endpointing: endpointingMs,
    keyterm: [turnWord(call, 0)],
  }),
  llm: new openai.LLM({
    apiKey: 'bench',
    baseURL: `http://127.0.0.1:${port}/v1`,
    model: 'model-0',
    temperature: 0,
    maxCompletionTokens: 50,
  }),
  tts: new CartesiaTts(`ws://127.0.0.1:${port}/tts/websocket`),
});
