import { levelDbfs } from '../../src/audio/level.ts';
import type { SpeechToText } from '../../src/contracts/speech-to-text.ts';
import { expectationOfPrompts } from '../../src/telephony/test-network/prompt-expectation.ts';

const samplesPerMs = 8;
const frameMs = 20;
const quietDbfs = -60;
/** Pauses between sentences are shorter than this, pauses between turns longer. */
const pauseMs = 1_500;

/** Returns the segments of speech in 8 kHz audio, each with surrounding silence. */
export function splitTurns(samples: Int16Array): Int16Array[] {
  const frameSamples = frameMs * samplesPerMs;
  const turns: Int16Array[] = [];
  let start = 0;
  let quietMs = 0;
  let isSpoken = false;
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    const isQuiet = levelDbfs(samples.subarray(at, at + frameSamples)) < quietDbfs;
    quietMs = isQuiet ? quietMs + frameMs : 0;
    isSpoken ||= !isQuiet;
    if (quietMs < pauseMs) continue;
    if (isSpoken) turns.push(samples.subarray(start, at));
    start = at;
    isSpoken = false;
  }
  return isSpoken ? [...turns, samples.subarray(start)] : turns;
}

/** Returns the prompt that was spoken; `undefined` if none matches with certainty. */
export async function recognisePrompt(
  samples: Int16Array,
  prompts: readonly string[],
  speechToText: SpeechToText,
): Promise<string | undefined> {
  const stream = speechToText.open({ language: 'en-US' });
  const hints = prompts.map((text) => ({ id: text, text, expects: 'nothing' }) as const);
  stream.expect(expectationOfPrompts(hints));
  const prompt = new Promise<string | undefined>((resolve, reject) =>
    stream.on((event) => {
      if (event.type === 'stream-failed') reject(event.error);
      if (event.type === 'transcript-ended') resolve(event.rejected ? undefined : event.match?.phraseId);
    }),
  );
  const chunkSamples = 100 * samplesPerMs;
  for (let at = 0; at < samples.length; at += chunkSamples)
    stream.pushAudio(samples.subarray(at, at + chunkSamples), at / samplesPerMs);
  stream.finalize();
  return prompt.finally(() => stream.close());
}
