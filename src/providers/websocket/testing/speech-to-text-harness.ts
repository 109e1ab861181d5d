import type { SampleRate } from '../../../audio/sample-rate.ts';
import type {
  SpeechToText,
  SpeechToTextEvent,
  SpeechToTextStream,
} from '../../../contracts/speech-to-text.ts';
import type { SpeechToTextHarness } from '../../../contracts/testing/speech-to-text-suite.ts';
import { audioOfWords } from './audio-words.ts';
import type { ProtocolServer } from './protocol-server.ts';

/** Returns 8 kHz silence. */
export const silenceOf = (durationMs: number): Int16Array => new Int16Array(durationMs * 8);

/** Pushes audio in frames of 20 ms. Returns the media clock after it. */
export function pushFrames(
  stream: SpeechToTextStream,
  samples: Int16Array,
  atMs: number,
  sampleRate: SampleRate = 8000,
): number {
  const samplesPerMs = sampleRate / 1000;
  const frameSamples = 20 * samplesPerMs;
  for (let i = 0; i < samples.length; i += frameSamples)
    stream.pushAudio(samples.subarray(i, i + frameSamples), atMs + i / samplesPerMs);
  return atMs + samples.length / samplesPerMs;
}

/** Returns 8 kHz audio in another rate, with each sample repeated, so that `AudioWordReader` can read it. */
function repeatSamples(samples: Int16Array, sampleRate: SampleRate): Int16Array {
  const copies = sampleRate / 8000;
  return Int16Array.from({ length: samples.length * copies }, (_, i) => samples[Math.floor(i / copies)]!);
}

/** Pushes audio that carries the words. Returns the media clock after it. */
export const pushWords = (stream: SpeechToTextStream, text: string, atMs: number): number =>
  pushFrames(stream, text === '' ? silenceOf(1000) : audioOfWords(text), atMs);

/** Returns the texts of the utterances. */
export const textsOf = (events: readonly SpeechToTextEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'transcript-ended' ? [event.text] : []));

/** Returns the harness of the conformance suite for a recogniser whose server reads `audioOfWords`. */
export function recognitionHarness(
  create: () => Promise<{ readonly recogniser: SpeechToText; readonly server: ProtocolServer }>,
): SpeechToTextHarness {
  let server: ProtocolServer;
  /** Number of connections before the first audio of a stream. */
  const earlierConnections = new WeakMap<SpeechToTextStream, number>();
  const push = (stream: SpeechToTextStream, audio: Int16Array, atMs: number, rate: SampleRate = 8000) => {
    if (!earlierConnections.has(stream)) earlierConnections.set(stream, server.connections.length);
    return pushFrames(stream, repeatSamples(audio, rate), atMs, rate);
  };
  return {
    async create() {
      const created = await create();
      server = created.server;
      return created.recogniser;
    },
    say: (stream, text, atMs, sampleRate) =>
      Promise.resolve(push(stream, text === '' ? silenceOf(1000) : audioOfWords(text), atMs, sampleRate)),
    async fail(stream) {
      const count = earlierConnections.get(stream) ?? 0;
      await server.until(() => server.connections.length > count && server.latest.hasAudio);
      server.latest.cut();
    },
    endTurn: (stream, atMs) => void push(stream, silenceOf(2500), atMs),
    hesitate: (stream, atMs) => void pushWords(stream, 'please', push(stream, silenceOf(400), atMs)),
  };
}
