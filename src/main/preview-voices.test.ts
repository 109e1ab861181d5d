import { afterAll, describe, expect, it } from 'vitest';
import { parseWav } from '../audio/wav-header.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import { SpeechError, type TextToSpeech } from '../contracts/text-to-speech.ts';
import { Closers } from '../core/closers.ts';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { silentLogger } from '../core/logger.ts';
import { seededRandom } from '../core/random.ts';
import { PriceTable } from '../domain/costs/price-table.ts';
import { openPreviewVoices } from './preview-voices.ts';
import type { SpeechProviders } from './providers.ts';
import { createStartContext } from './start-context.ts';

const prices = PriceTable.parse({
  currency: 'EUR',
  textToSpeech: { 'fake/*': { perMillionCharacters: 40 } },
});
const dependencies = { clock: systemClock, random: seededRandom(1), logger: silentLogger };
const closers = new Closers(silentLogger);
const context = createStartContext(readConfig({ PARLEY_DATA_DIR: '/nowhere' }), dependencies, closers);
afterAll(() => closers.close());

const { signal } = new AbortController();
const sent = { text: 'Hello Ada.', language: 'en-US', speed: 1, volume: 1 };

/** Opens the voices of a node with calls, whose vendors are fakes. */
const openWith = (vendors: Readonly<Record<string, TextToSpeech>>) =>
  openPreviewVoices(context, {
    prices,
    speechProviders: {
      vendors: { textToSpeech: (provider) => vendors[provider], speechToText: () => undefined },
    } as Partial<SpeechProviders> as SpeechProviders,
  });

describe('the voices of a node with calls', () => {
  it('speak a text as a WAV file with its cost', async () => {
    const speak = openWith({ fake: new FakeTextToSpeech({ sampleRate: 16_000 }) });
    const preview = await speak({ ...sent, voices: [{ provider: 'fake', voiceId: 'tone' }] }, signal);
    const { samples, sampleRate } = parseWav(preview!.wav);
    expect([samples.length, sampleRate]).toEqual([500 * 16, 16_000]);
    expect(preview).toMatchObject({
      provider: 'fake',
      voiceId: 'tone',
      costs: [{ quantity: 10, unit: 'characters', cost: '0.0004', currency: 'EUR' }],
    });
  });

  it('speak the whole text with the next voice if the first one fails in the middle', async () => {
    const first = new FakeTextToSpeech({ sampleRate: 16_000 });
    first.failNext({ afterChunks: 2, error: new SpeechError('Failed.', { retryable: false }) });
    const speak = openWith({ first, second: new FakeTextToSpeech() });
    const voices = [
      { provider: 'first', voiceId: 'tone' },
      { provider: 'unconfigured', voiceId: 'tone' },
      { provider: 'second', voiceId: 'hum' },
    ];
    const preview = await speak({ ...sent, voices }, signal);
    expect([preview!.voiceId, parseWav(preview!.wav).samples.length]).toEqual(['hum', 500 * 8]);
    await expect(speak({ ...sent, voices: [{ provider: 'first', voiceId: 'x' }] }, signal)).rejects.toThrow(
      SpeechError,
    );
  });

  it('report that no provider is configured', async () => {
    const speak = openWith({});
    expect(await speak({ ...sent, voices: [{ provider: 'fake', voiceId: 'tone' }] }, signal)).toBeUndefined();
  });
});

it('a node without calls opens its voices for the first preview', async () => {
  const speak = openPreviewVoices(context, { prices, speechProviders: undefined });
  const preview = await speak({ ...sent, voices: [{ provider: 'builtin', voiceId: 'slt' }] }, signal);
  expect(parseWav(preview!.wav).samples.length).toBeGreaterThan(8000 / 2);
  expect(preview!.costs).toMatchObject([{ provider: 'builtin', cost: '0' }]);
});
