import { afterAll, describe, expect, it } from 'vitest';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../../contracts/text-to-speech.ts';
import { textToSpeechSuite } from '../../contracts/testing/text-to-speech-suite.ts';
import { systemClock, type Clock } from '../../core/clock.ts';
import { InternalErrorLog } from '../../core/internal-errors.ts';
import { createLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { sentencesOf } from './sentences.ts';
import { createSherpaTextToSpeech } from './text-to-speech.ts';

const module = new URL('./testing/stand-in-module.ts', import.meta.url).href;
const opened: TextToSpeech[] = [];

afterAll(async () => {
  for (const voice of opened) await voice.close();
});

async function createVoice(clock: Clock = systemClock): Promise<TextToSpeech> {
  const logger = createLogger('silent');
  const voice = await createSherpaTextToSpeech(
    { name: 'stand-in', model: { kind: 'stand-in', config: {} }, module },
    { logger, clock, internalErrors: new InternalErrorLog({ logger, clock }) },
  );
  opened.push(voice);
  return voice;
}

textToSpeechSuite('sherpa', { create: () => createVoice(), voiceId: '1' });

async function speak(voice: TextToSpeech, request: Partial<SpeechRequest> = {}): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for await (const chunk of voice.synthesize({ text: 'Good morning.', voiceId: '0', ...request }))
    chunks.push(chunk);
  return chunks;
}

const lengthOf = (chunks: readonly SpeechChunk[]): number =>
  Math.round(chunks.reduce((sum, { samples }) => sum + samples.length, 0) / 8);

describe('sherpa voices', () => {
  it('converts the audio of the model to 8 kHz, sentence by sentence', async () => {
    const voice = await createVoice();
    const chunks = await speak(voice, { text: 'One two three. Four!' });
    expect(chunks.map(({ samples }) => Math.round(samples.length / 8))).toEqual([750, 200, 250]);
  });

  it('names the speakers that exist', async () => {
    const voice = await createVoice();
    await expect(speak(voice, { voiceId: '2' })).rejects.toThrow(
      'The voice stand-in has the speakers 0 to 1; "2" is none.',
    );
  });

  it('fails the texts of a process that crashes, and speaks after its restart', async () => {
    const voice = await createVoice();
    const others = Promise.allSettled([speak(voice), speak(voice)]);
    await expect(speak(voice, { text: 'Now crash.' })).rejects.toMatchObject({ retryable: true });
    await others;
    expect(lengthOf(await speak(voice))).toBe(500);
  });

  it('fails texts that wait too long for a process that hangs, and replaces the process', async () => {
    const clock = new ManualClock();
    const voice = await createVoice(clock);
    const detailOf = async () => (await voice.checkHealth()).detail;
    const before = await detailOf();
    const results = Promise.allSettled([speak(voice, { text: 'Do not hang.' }), speak(voice)]);
    await clock.advance(10_000);
    const overloaded = { status: 'rejected', reason: { message: 'The sherpa voice is overloaded.' } };
    expect(await results).toMatchObject([overloaded, overloaded]);
    await clock.advance(11_000);
    while ((await detailOf()) === before || !(await voice.checkHealth()).ok)
      await new Promise((resolve) => setImmediate(resolve));
    expect(lengthOf(await speak(voice))).toBe(500);
  });

  it('does not speak texts that are aborted while they wait', async () => {
    const voice = await createVoice();
    const controller = new AbortController();
    const first = speak(voice, { text: 'One two.' });
    const aborted = speak(voice, { text: 'Now crash.', signal: controller.signal });
    controller.abort();
    expect(await aborted).toEqual([]);
    expect(lengthOf(await first)).toBe(500);
    expect(lengthOf(await speak(voice))).toBe(500);
  });
});

describe('sentencesOf', () => {
  it('splits sentences, and long ones into clauses', () => {
    expect(sentencesOf('Hello! How are you? 🙂', 'en')).toEqual(['Hello!', 'How are you?']);
    const long = `${'one two three '.repeat(15).trim()}, ${'four five six '.repeat(15).trim()}.`;
    const parts = sentencesOf(long, 'en');
    expect(parts).toHaveLength(2);
    expect(parts.join(' ')).toBe(long);
  });
});
