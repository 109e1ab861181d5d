import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { levelDbfs } from '../../audio/level.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import { systemClock } from '../../core/clock.ts';
import { InternalErrorLog } from '../../core/internal-errors.ts';
import { createLogger } from '../../core/logger.ts';
import { pushFrames, silenceOf } from '../websocket/testing/speech-to-text-harness.ts';
import { readRecognitionModel, readVoiceModel } from './model-files.ts';
import { createSherpaSpeechToText } from './speech-to-text.ts';
import { writeTinyRecogniser, writeTinyStreamingRecogniser, writeTinyVoice } from './testing/tiny-models.ts';
import { createSherpaTextToSpeech } from './text-to-speech.ts';

const module = 'sherpa-onnx-node';
const logger = createLogger('silent');
const dependencies = {
  logger,
  clock: systemClock,
  internalErrors: new InternalErrorLog({ logger, clock: systemClock }),
};
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-sherpa-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Tests with the native module and with models of a few kilobytes, which the tests write. */
describe('sherpa-onnx-node', () => {
  it('speaks the letters of a tiny model, converted to 8 kHz', async () => {
    await writeTinyVoice(folder);
    const model = await readVoiceModel(folder, { threads: 1 });
    const voice = await createSherpaTextToSpeech({ name: 'tiny', model, module }, dependencies);
    const samples: number[] = [];
    for await (const chunk of voice.synthesize({ text: 'zebra zebra', voiceId: '1' }))
      samples.push(...chunk.samples);
    expect(samples.length / 8).toBeCloseTo(1100, -1);
    expect(levelDbfs(Int16Array.from(samples))).toBeGreaterThan(-26);
    await expect(
      voice.synthesize({ text: 'a', voiceId: '2' })[Symbol.asyncIterator]().next(),
    ).rejects.toThrow('The voice tiny has the speakers 0 to 1; "2" is none.');
    await voice.close();
  });

  it.each([
    ['for streams', writeTinyStreamingRecogniser, true],
    ['for whole utterances', writeTinyRecogniser, false],
  ])('recognises the words of a tiny model %s, separately per stream', async (_, write, isOnline) => {
    await write(folder);
    const model = await readRecognitionModel(folder, { threads: 1 });
    expect(model).toMatchObject({ kind: 'nemo-ctc', isOnline });
    const recogniser = await createSherpaSpeechToText(
      { name: 'tiny', model, languages: ['en'], module },
      dependencies,
    );
    const texts = await Promise.all([1, 3, 2].map((count) => recognise(recogniser, count)));
    expect(texts.map(({ text }) => text)).toEqual(['yes', 'yes yes yes', 'yes yes']);
    expect(texts.every(({ hasPartials }) => hasPartials === isOnline)).toBe(true);
    await recogniser.close();
  });
});

/** Pushes loud parts with pauses between them, and returns what the recogniser hears. */
async function recognise(
  recogniser: SpeechToText,
  count: number,
): Promise<{ text: string; hasPartials: boolean }> {
  const stream = recogniser.open({ language: 'en' });
  const loud = Int16Array.from({ length: 3200 }, (_, i) => 8000 * Math.sin(i / 3) * Math.sin(i / 40));
  let atMs = pushFrames(stream, silenceOf(500), 0);
  for (let i = 0; i < count; i++) atMs = pushFrames(stream, silenceOf(300), pushFrames(stream, loud, atMs));
  let hasPartials = false;
  const ended = new Promise<string>((resolve) =>
    stream.on((event) => {
      if (event.type === 'transcript-delta') hasPartials = true;
      if (event.type === 'transcript-ended') resolve(event.text);
    }),
  );
  stream.finalize();
  const text = await ended;
  stream.close();
  return { text, hasPartials };
}
