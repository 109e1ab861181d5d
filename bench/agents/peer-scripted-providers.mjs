// The scripted providers of the peer: each cycle of a caller is understood and answered without a network.
import { llm, stt, tts } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { cycleFrames, frameSamples } from './peer-audio.mjs';

const reply = 'I can book you in for Tuesday at ten thirty in the morning.';
const replySamples = 3 * 8000;

class ScriptedSpeechStream extends stt.SpeechStream {
  label = 'scripted';
  #speechFrames;
  constructor(engine, connOptions, speechFrames) {
    super(engine, 8000, connOptions);
    this.#speechFrames = speechFrames;
  }
  async run() {
    let frames = 0;
    for await (const item of this.input) {
      if (item === stt.SpeechStream.FLUSH_SENTINEL) continue;
      frames += Math.round(item.samplesPerChannel / frameSamples);
      const position = frames % cycleFrames;
      if (position === this.#speechFrames) this.#put(stt.SpeechEventType.INTERIM_TRANSCRIPT);
      if (position === this.#speechFrames + 5) this.#put(stt.SpeechEventType.FINAL_TRANSCRIPT);
      if (position === this.#speechFrames + 10) this.queue.put({ type: stt.SpeechEventType.END_OF_SPEECH });
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
  #speechFrames;
  constructor(speechFrames) {
    super({ streaming: true, interimResults: true });
    this.#speechFrames = speechFrames;
  }
  async _recognize() {
    throw new Error('streaming only');
  }
  stream(options) {
    return new ScriptedSpeechStream(this, options?.connOptions, this.#speechFrames);
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

/** The providers of one session whose caller speaks for `speechFrames` frames per cycle. */
export const scriptedProviders = (speechFrames) => ({
  stt: new ScriptedStt(speechFrames),
  llm: new ScriptedLlm(),
  tts: new ScriptedTts(),
});
