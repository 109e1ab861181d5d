import type { SpeechToText, SpeechToTextStream } from '../../../contracts/speech-to-text.ts';
import type { SpeechToTextHarness } from '../../../contracts/testing/speech-to-text-suite.ts';
import { audioOfWords } from './audio-words.ts';
import type { ProtocolServer } from './protocol-server.ts';

const frameSamples = 160;

/** Returns 8 kHz silence. */
export const silenceOf = (durationMs: number): Int16Array => new Int16Array(durationMs * 8);

/** Pushes 8 kHz audio in frames of 20 ms. Returns the media clock after it. */
export function pushFrames(stream: SpeechToTextStream, samples: Int16Array, atMs: number): number {
  for (let i = 0; i < samples.length; i += frameSamples)
    stream.pushAudio(samples.subarray(i, i + frameSamples), atMs + i / 8);
  return atMs + samples.length / 8;
}

/** Pushes audio that carries the words. Returns the media clock after it. */
export const pushWords = (stream: SpeechToTextStream, text: string, atMs: number): number =>
  pushFrames(stream, text === '' ? silenceOf(1000) : audioOfWords(text), atMs);

/** Returns the harness of the conformance suite for a recogniser whose server reads `audioOfWords`. */
export function recognitionHarness(
  create: () => Promise<{ readonly recogniser: SpeechToText; readonly server: ProtocolServer }>,
): SpeechToTextHarness {
  let server: ProtocolServer;
  /** Number of connections before the first audio of a stream. */
  const earlierConnections = new WeakMap<SpeechToTextStream, number>();
  const push = (stream: SpeechToTextStream, samples: Int16Array, atMs: number) => {
    if (!earlierConnections.has(stream)) earlierConnections.set(stream, server.connections.length);
    return pushFrames(stream, samples, atMs);
  };
  return {
    async create() {
      const created = await create();
      server = created.server;
      return created.recogniser;
    },
    say: (stream, text, atMs) =>
      Promise.resolve(push(stream, text === '' ? silenceOf(1000) : audioOfWords(text), atMs)),
    async fail(stream) {
      const count = earlierConnections.get(stream) ?? 0;
      await server.until(() => server.connections.length > count && server.latest.hasAudio);
      server.latest.cut();
    },
    endTurn: (stream, atMs) => void push(stream, silenceOf(2500), atMs),
    hesitate: (stream, atMs) => void pushWords(stream, 'please', push(stream, silenceOf(400), atMs)),
  };
}
