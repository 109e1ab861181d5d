import type * as Sherpa from 'sherpa-onnx-node';
import { encodeUlaw } from '../../../audio/g711.ts';
import { AudioWordReader } from '../../websocket/testing/audio-words.ts';

/*
 * Stands in for `sherpa-onnx-node` in engine processes. Recognisers read the words of `audioOfWords` and write capital letters. Voices speak a tone per word
 * with 22,050 Hz. The word "crash" ends the process, and "hang" blocks it.
 */

const chunkSamples = 320 * 8;
const voiceRate = 22_050;
const wordSeconds = 0.2;
const gapSeconds = 0.05;

interface StandInConfig {
  readonly fault?: string;
}

function misbehave(text: string): void {
  if (text.includes('crash')) process.kill(process.pid, 'SIGKILL');
  while (text.includes('hang'));
}

class OnlineStream implements Sherpa.OnlineStream {
  readonly #reader = new AudioWordReader();
  #pending: number[] = [];
  #isFinished = false;
  text = '';

  acceptWaveform({ samples }: { readonly samples: Float32Array }): void {
    for (const sample of samples) this.#pending.push(sample * 32768);
  }

  inputFinished(): void {
    this.#isFinished = true;
  }

  get isReady(): boolean {
    return this.#pending.length >= (this.#isFinished ? 1 : chunkSamples);
  }

  decode(): void {
    if (!this.isReady) throw new Error('The stream is not ready.');
    const chunk = this.#pending.splice(0, chunkSamples);
    const codes = new Uint8Array(chunk.length);
    encodeUlaw(Int16Array.from(chunk), codes);
    for (const { text } of this.#reader.read(codes)) this.text += ` ${text}`;
    misbehave(this.text);
  }
}

class OnlineRecognizer {
  constructor({ fault }: StandInConfig) {
    if (fault !== undefined) throw new Error(fault);
  }

  createStream(): OnlineStream {
    return new OnlineStream();
  }

  isReady(stream: OnlineStream): boolean {
    return stream.isReady;
  }

  decode(stream: OnlineStream): void {
    stream.decode();
  }

  decodeStreams(streams: readonly OnlineStream[]): void {
    for (const stream of streams) stream.decode();
  }

  getResult({ text }: OnlineStream): { readonly text: string } {
    return { text: text.toUpperCase() };
  }
}

class OfflineRecognizer extends OnlineRecognizer {
  override decode(stream: OnlineStream): void {
    stream.inputFinished();
    while (stream.isReady) stream.decode();
  }
}

class OfflineTts {
  readonly numSpeakers = 2;
  readonly sampleRate = voiceRate;

  constructor({ fault }: StandInConfig) {
    if (fault !== undefined) throw new Error(fault);
  }

  generate({
    text,
    generationConfig,
  }: {
    readonly text: string;
    readonly generationConfig: { readonly speed: number };
  }) {
    misbehave(text);
    const words = text.split(/\s+/).length;
    const stepSamples = Math.round(((wordSeconds + gapSeconds) * voiceRate) / generationConfig.speed);
    const toneSamples = Math.round((wordSeconds * voiceRate) / generationConfig.speed);
    const samples = Float32Array.from({ length: words * stepSamples }, (_, i) =>
      i % stepSamples < toneSamples ? 0.3 * Math.sin((2 * Math.PI * 400 * i) / voiceRate) : 0,
    );
    return { samples, sampleRate: voiceRate };
  }
}

class GenerationConfig {
  readonly speed: number;

  constructor({ speed }: { readonly speed: number }) {
    this.speed = speed;
  }
}

export default { OnlineRecognizer, OfflineRecognizer, OfflineTts, GenerationConfig };
