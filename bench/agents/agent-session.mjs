// The peer of bench/agents: N voice sessions of @livekit/agents in one process. Audio does not use a network, and the providers are
// scripted. Prints one JSON line.
//   node agent-session.mjs --calls 30 --seconds 20 --speech caller.raw [--vad]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ReadableStream } from 'node:stream/web';
import { initializeLogger, llm, stt, tts, voice, inference } from '@livekit/agents';
import { AudioFrame, dispose } from '@livekit/rtc-node';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '20' },
    speech: { type: 'string' },
    vad: { type: 'boolean', default: false },
  },
});
const calls = Number(values.calls);
const seconds = Number(values.seconds);
const frameSamples = 160;
const raw = readFileSync(values.speech);
const speech = new Int16Array(
  raw.buffer,
  raw.byteOffset,
  Math.floor(raw.length / 2 / frameSamples) * frameSamples,
);
const speechFrames = speech.length / frameSamples;
/** The caller speaks at the beginning of each cycle of 6 s. */
const cycleFrames = 300;
const reply = 'I can book you in for Tuesday at ten thirty in the morning.';
const replySamples = 3 * 8000;

initializeLogger({ pretty: false, level: 'error' });

class ScriptedSpeechStream extends stt.SpeechStream {
  label = 'scripted';
  async run() {
    let frames = 0;
    for await (const item of this.input) {
      if (item === stt.SpeechStream.FLUSH_SENTINEL) continue;
      frames += Math.round(item.samplesPerChannel / frameSamples);
      const position = frames % cycleFrames;
      if (position === speechFrames) this.#put(stt.SpeechEventType.INTERIM_TRANSCRIPT);
      if (position === speechFrames + 5) this.#put(stt.SpeechEventType.FINAL_TRANSCRIPT);
      if (position === speechFrames + 10) this.queue.put({ type: stt.SpeechEventType.END_OF_SPEECH });
    }
  }
  #put(type) {
    this.queue.put({
      type,
      alternatives: [
        { language: 'en', text: 'yes that works for me', startTime: 0, endTime: 0, confidence: 1 },
      ],
    });
  }
}

class ScriptedStt extends stt.STT {
  label = 'scripted';
  constructor() {
    super({ streaming: true, interimResults: true });
  }
  async _recognize() {
    throw new Error('streaming only');
  }
  stream(options) {
    return new ScriptedSpeechStream(this, 8000, options?.connOptions);
  }
}

class ScriptedLlmStream extends llm.LLMStream {
  async run() {
    for (const word of reply.split(' '))
      this.queue.put({ id: 'x', delta: { role: 'assistant', content: `${word} ` } });
  }
}

class ScriptedLlm extends llm.LLM {
  label() {
    return 'scripted';
  }
  chat({ chatCtx, toolCtx, connOptions }) {
    return new ScriptedLlmStream(this, {
      chatCtx,
      toolCtx,
      connOptions: connOptions ?? { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 5000 },
    });
  }
}

class ScriptedChunks extends tts.ChunkedStream {
  label = 'scripted';
  async run() {
    const step = 800;
    for (let at = 0; at < replySamples; at += step) {
      const frame = new AudioFrame(new Int16Array(step).fill(1000), 8000, 1, step);
      this.queue.put({ requestId: 'r', segmentId: 's', frame, final: at + step >= replySamples });
    }
    this.queue.close();
  }
}

class ScriptedTts extends tts.TTS {
  label = 'scripted';
  constructor() {
    super(8000, 1, { streaming: false });
  }
  synthesize(text, connOptions, abortSignal) {
    return new ScriptedChunks(text, this, connOptions, abortSignal);
  }
  stream() {
    throw new Error('not streaming');
  }
}

class MemoryInput extends voice.AudioInput {
  constructor() {
    super();
    const stream = new ReadableStream({ start: (controller) => void (this.controller = controller) });
    this.multiStream.addInputStream(stream);
  }
  push(frame) {
    this.controller.enqueue(frame);
  }
}

/** Plays audio in real time. Each tick is 20 ms. */
class MemoryOutput extends voice.AudioOutput {
  #queued = 0;
  #played = 0;
  #flushed = false;
  #started = false;
  playedTotal = 0;
  constructor() {
    super(8000, undefined, { pause: true });
  }
  async captureFrame(frame) {
    await super.captureFrame(frame);
    this.#queued += frame.samplesPerChannel;
  }
  flush() {
    super.flush();
    this.#flushed = true;
  }
  clearBuffer() {
    this.#finish(true);
  }
  pause() {}
  resume() {}
  tick() {
    if (this.#queued > 0) {
      if (!this.#started) {
        this.#started = true;
        this.onPlaybackStarted(Date.now());
      }
      this.#queued -= frameSamples;
      this.#played += frameSamples;
      this.playedTotal += frameSamples;
    }
    if (this.#queued <= 0 && this.#flushed) this.#finish(false);
  }
  #finish(interrupted) {
    if (this.#started) this.onPlaybackFinished({ playbackPosition: this.#played / 8000, interrupted });
    this.#queued = 0;
    this.#played = 0;
    this.#flushed = false;
    this.#started = false;
  }
}

const vad = values.vad
  ? ((await inference.VAD.load?.({ sampleRate: 8000 })) ?? new inference.VAD({ sampleRate: 8000 }))
  : undefined;
const startRss = process.memoryUsage().rss;
const sessions = [];
for (let index = 0; index < calls; index++) {
  const session = new voice.AgentSession({
    stt: new ScriptedStt(),
    llm: new ScriptedLlm(),
    tts: new ScriptedTts(),
    ...(vad ? { vad } : {}),
    aecWarmupDuration: null,
    turnHandling: { turnDetection: vad ? 'vad' : 'stt', interruption: { mode: 'vad' } },
  });
  const input = new MemoryInput();
  const output = new MemoryOutput();
  session.input.audio = input;
  session.output.audio = output;
  await session.start({ agent: new voice.Agent({ instructions: 'You are a receptionist.' }) });
  sessions.push({ session, input, output });
}

const silence = new Int16Array(frameSamples);
const cpuStart = process.cpuUsage();
const startedMs = performance.now();
for (let tick = 0; tick < seconds * 50; tick++) {
  const waitMs = startedMs + tick * 20 - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  sessions.forEach(({ input, output }) => {
    const position = tick % cycleFrames;
    const samples =
      position < speechFrames
        ? speech.slice(position * frameSamples, (position + 1) * frameSamples)
        : silence;
    input.push(new AudioFrame(samples, 8000, 1, frameSamples));
    output.tick();
  });
}
const wallSeconds = (performance.now() - startedMs) / 1000;
const cpu = process.cpuUsage(cpuStart);
const rss = process.memoryUsage().rss;
const spokenSeconds = sessions.reduce((sum, { output }) => sum + output.playedTotal / 8000, 0) / calls;
console.log(
  JSON.stringify({
    calls,
    vad: values.vad,
    wallSeconds,
    cpuMsPerCallSecond: (cpu.user + cpu.system) / 1000 / calls / wallSeconds,
    rssMbPerCall: (rss - startRss) / 2 ** 20 / calls,
    rssMbTotal: rss / 2 ** 20,
    agentSpokeSecondsPerCall: spokenSeconds,
  }),
);
await dispose();
process.exit(0);
