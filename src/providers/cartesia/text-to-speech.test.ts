import { describe, expect, it } from 'vitest';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { textToSpeechSuite } from '../../contracts/testing/text-to-speech-suite.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { startCartesiaSpeechServer } from './testing/speech-server.ts';
import { createCartesiaTextToSpeech } from './text-to-speech.ts';

const apiKey = 'cartesia-test-key';
const voiceId = '694f9389-aac1-45b6-b726-9d9369183238';
const opened = closeAfterTests();

async function createVoice() {
  const { server, habits } = await startCartesiaSpeechServer(apiKey);
  opened(server);
  const { account, dependencies } = createTestAccount(server, apiKey);
  const voice = createCartesiaTextToSpeech(account, dependencies);
  return { server, habits, voice };
}

textToSpeechSuite('Cartesia', { create: async () => (await createVoice()).voice, voiceId });

textToSpeechSuite('Cartesia with late times', {
  async create() {
    const { voice, habits } = await createVoice();
    habits.sendsLateTimes = true;
    return voice;
  },
  voiceId,
});

const textOf = async (voice: Awaited<ReturnType<typeof createVoice>>['voice'], text: string) => {
  const words: string[] = [];
  for await (const chunk of voice.synthesize({ text, voiceId, language: 'de-DE' }))
    words.push(...(chunk.words ?? []).map((word) => word.text));
  return words.join(' ');
};

describe('Cartesia voices', () => {
  it('speaks requests of all voices on one connection, in the language of the request', async () => {
    const { server, voice } = await createVoice();
    const texts = await Promise.all([textOf(voice, 'Guten Tag.'), textOf(voice, 'Auf Wiedersehen.')]);
    expect(texts).toEqual(['Guten Tag.', 'Auf Wiedersehen.']);
    expect(server.connections).toHaveLength(1);
    expect(JSON.parse(server.latest.texts[0]!)).toMatchObject({
      model_id: 'sonic-3',
      language: 'de',
      continue: true,
      output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8000 },
    });
    await voice.close();
  });

  it('fails only the request that exceeds the limit of contexts', async () => {
    const { habits, voice } = await createVoice();
    habits.maxContexts = 0;
    await expect(textOf(voice, 'Hello.')).rejects.toMatchObject({
      message: 'Cartesia rejected the request because of a limit (429, concurrency_limited).',
      retryable: true,
    });
    habits.maxContexts = 1;
    expect(await textOf(voice, 'Hello.')).toBe('Hello.');
    await voice.close();
  });
});
