import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ missingModelSetting: 'PARLEY_OPENAI_API_KEY' });
});
afterAll(() => api.close());

describe('GET /v1/api/providers', () => {
  it('returns the providers, and which setting is missing', async () => {
    const available = { available: true, missingSetting: null };
    expect(await api.send('GET', '/v1/api/providers')).toMatchObject({
      status: 200,
      body: {
        languageModels: [
          { provider: 'builtin', ...available, models: ['flow'], suggestedModels: [] },
          {
            provider: 'openai',
            available: false,
            missingSetting: 'PARLEY_OPENAI_API_KEY',
            models: null,
            suggestedModels: [],
          },
        ],
        textToSpeech: [
          {
            provider: 'builtin',
            ...available,
            voices: [
              { voiceId: 'rms', language: 'en-US' },
              { voiceId: 'slt', language: 'en-US' },
            ],
            suggestedVoices: [],
          },
        ],
        speechToText: [
          {
            provider: 'builtin',
            ...available,
            models: ['words'],
            suggestedModels: [],
            languages: ['en-US', 'en-GB'],
            openVocabulary: false,
          },
        ],
      },
    });
  });

  it('requires the scope of reading agents', async () => {
    const key = await api.createKey({ scopes: ['calls:read'] });
    const { status, body } = await api.send('GET', '/v1/api/providers', { key });
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
  });
});
