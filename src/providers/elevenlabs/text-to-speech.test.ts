import { describe, expect, it } from 'vitest';
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../../contracts/text-to-speech.ts';
import { closeAfterTests } from '../../contracts/testing/close-after-tests.ts';
import { textToSpeechSuite } from '../../contracts/testing/text-to-speech-suite.ts';
import { createTestAccount } from '../websocket/testing/test-account.ts';
import { startMultiContextServer } from './testing/multi-context-server.ts';
import { createElevenLabsTextToSpeech } from './text-to-speech.ts';

const apiKey = 'xi-test-key';
const voiceId = 'JBFqnCBsd6RMkjVDRZzb';
const opened = closeAfterTests();

async function createVoice(key = apiKey) {
  const { server, habits } = await startMultiContextServer(apiKey);
  opened(server);
  const { account, dependencies } = createTestAccount(server, key);
  const voice = createElevenLabsTextToSpeech(account, dependencies);
  return { server, habits, voice };
}

textToSpeechSuite('ElevenLabs', { create: async () => (await createVoice()).voice, voiceId });

textToSpeechSuite('ElevenLabs with other spellings', {
  async create() {
    const { voice, habits, server } = await createVoice();
    habits.usesSnakeCase = true;
    server.splitsFrames = true;
    return voice;
  },
  voiceId,
});

async function speak(voice: TextToSpeech, request: Partial<SpeechRequest> = {}): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for await (const chunk of voice.synthesize({ text: 'Good morning to you.', voiceId, ...request }))
    chunks.push(chunk);
  return chunks;
}

describe('ElevenLabs voices', () => {
  it('starts to speak before a stream of text is complete', async () => {
    const { voice } = await createVoice();
    const { promise: hasAudio, resolve } = Promise.withResolvers<void>();
    const text = (async function* () {
      yield 'This is the first part of a rather long answer, which ';
      await hasAudio;
      yield 'ends here.';
    })();
    const words: string[] = [];
    for await (const chunk of voice.synthesize({ text, voiceId })) {
      resolve();
      words.push(...(chunk.words ?? []).map((word) => word.text));
    }
    expect(words.join(' ')).toBe('This is the first part of a rather long answer, which ends here.');
    await voice.close();
  });

  it('opens a second connection for the sixth request at the same time', async () => {
    const { server, voice } = await createVoice();
    const results = await Promise.all(Array.from({ length: 7 }, () => speak(voice)));
    expect(new Set(results.map((chunks) => chunks.length)).size).toBe(1);
    expect(server.connections).toHaveLength(2);
    await voice.close();
  });

  it('fails for good if the key is rejected, without the key in the message', async () => {
    const { voice } = await createVoice('wrong-key');
    await expect(speak(voice)).rejects.toMatchObject({
      message: 'ElevenLabs rejected the API key (401).',
      retryable: false,
    });
    expect(await voice.checkHealth()).toMatchObject({
      ok: false,
      detail: expect.not.stringContaining('wrong-key'),
    });
    await voice.close();
  });

  it('closes the context of an aborted request', async () => {
    const { server, habits, voice } = await createVoice();
    habits.isMute = true;
    const controller = new AbortController();
    const speech = speak(voice, { signal: controller.signal });
    await server.until(() => server.connections.length === 1 && server.latest.texts.length >= 4);
    controller.abort();
    expect(await speech).toEqual([]);
    await server.until(
      () => server.latest.texts.filter((text) => text.includes('close_context')).length >= 2,
    );
    await voice.close();
  });
});
