import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { ProviderError } from '../../contracts/provider-error.ts';
import { SpeechError } from '../../contracts/text-to-speech.ts';
import type { SpeakText, VoicePreviewRequest } from './voice-previews.ts';

const path = '/v1/api/voices/preview';
const wav = Buffer.from('RIFF of the test');
const costs = [
  {
    provider: 'builtin',
    model: 'flite',
    kind: 'text-to-speech',
    quantity: 6,
    unit: 'characters',
    estimated: false,
    cost: '0',
    currency: 'EUR',
  },
] as const;

let api: TestApi;
let requests: VoicePreviewRequest[];
let answer: SpeakText;
beforeAll(async () => {
  api = await createTestApi({
    polyglot: true,
    speak: (request, signal) => {
      requests.push(request);
      return answer(request, signal);
    },
  });
});
beforeEach(async () => {
  await api.clock.advance(60_000);
  requests = [];
  answer = async ({ voices: [voice] }) => ({ ...voice!, wav, costs });
});
afterAll(() => api.close());

const preview = (body: object, key = api.key) => api.send('POST', path, { body, key });
const voice = { provider: 'builtin', voiceId: 'slt' };
const faultsOf = async (body: object) => {
  const { status, body: sent } = await preview(body);
  return [status, sent.error.fields.map((fault: { path: string }) => fault.path)];
};

describe('200', () => {
  it('returns the text as a WAV file in a voice', async () => {
    const { status, headers, bytes } = await preview({ text: 'Hello.', voice: { ...voice, speed: 1.2 } });
    expect([status, headers['content-type'], bytes]).toEqual([200, 'audio/wav', wav]);
    expect(requests).toMatchObject([
      { text: 'Hello.', language: 'en-US', voices: [voice], speed: 1.2, volume: 1 },
    ]);
  });

  it('speaks with the voices of an agent in its language', async () => {
    const { body: agent } = await api.send('POST', '/api/v1/agents', {
      body: {
        name: 'Ada',
        language: 'de-DE',
        transcriber: { provider: 'polyglot' },
        voice: {
          provider: 'polyglot',
          voiceId: { de: 'anna', fr: 'anne' },
          speed: 0.9,
          fallback: [{ provider: 'polyglot', voiceId: 'otto' }],
        },
      },
    });
    expect((await preview({ text: 'Guten Tag.', agentId: agent.id })).status).toBe(200);
    expect((await preview({ text: 'Bonjour.', agentId: agent.id, language: 'fr-FR' })).status).toBe(200);
    expect(requests).toMatchObject([
      { language: 'de-DE', voices: [{ voiceId: 'anna' }, { voiceId: 'otto' }], speed: 0.9 },
      { language: 'fr-FR', voices: [{ voiceId: 'anne' }, { voiceId: 'otto' }] },
    ]);
  });

  it('stores the characters and their cost in the audit log, and not the text', async () => {
    await preview({ text: 'Hello Ada Lovelace.', voice });
    const { body } = await api.send('GET', '/v1/api/audit-log?action=previewVoice&limit=1');
    const [entry] = body.data.entries;
    expect(entry.details).toEqual({ ...voice, costs });
    expect(JSON.stringify(entry)).not.toContain('Lovelace');
  });
});

describe('400', () => {
  it('rejects a text that is empty or has more than 500 characters, and both or neither of agent and voice', async () => {
    const text = 'Hello.';
    expect(await faultsOf({ text: ' ', voice })).toEqual([400, ['text']]);
    expect(await faultsOf({ text: 'a'.repeat(501), voice })).toEqual([400, ['text']]);
    expect(await faultsOf({ text })).toEqual([400, ['voice']]);
    expect(await faultsOf({ text, voice, agentId: api.agent.id })).toEqual([400, ['voice']]);
    expect(requests).toEqual([]);
  });

  it('rejects a voice that does not exist or does not speak the language', async () => {
    const text = 'Hello.';
    expect(await faultsOf({ text, voice: { provider: 'nobody', voiceId: 'x' } })).toEqual([
      400,
      ['voice.provider'],
    ]);
    expect(await faultsOf({ text, voice: { ...voice, voiceId: 'x' } })).toEqual([400, ['voice.voiceId']]);
    expect(await faultsOf({ text, voice, language: 'de-DE' })).toEqual([400, ['language']]);
  });

  it('reports that no provider of the agent is configured', async () => {
    answer = async () => undefined;
    const { status, body } = await preview({ text: 'Hello.', agentId: api.agent.id });
    expect([status, body.error.code]).toEqual([400, 'no_voice']);
  });
});

it('returns 403 without the scope calls:place', async () => {
  const key = await api.createKey({ scopes: ['agents:read'] });
  expect((await preview({ text: 'Hello.', voice }, key)).status).toBe(403);
});

it('returns 404 for the agent of another workspace', async () => {
  const { agent } = await seedOtherWorkspace(api);
  const { status, body } = await preview({ text: 'Hello.', agentId: agent.id });
  expect([status, body.error.code]).toEqual([404, 'agent_not_found']);
});

describe('429', () => {
  it('limits a workspace to 20 texts per minute, and no other workspace', async () => {
    const other = await seedOtherWorkspace(api);
    for (let count = 0; count < 20; count += 1)
      expect((await preview({ text: 'Hello.', voice })).status).toBe(200);
    const { status, body, headers } = await preview({ text: 'Hello.', voice });
    expect([status, body.error.code, headers['retry-after']]).toEqual([429, 'rate_limited', '3']);
    expect((await preview({ text: 'Hello.', voice }, other.key)).status).toBe(200);
  });

  it('limits a workspace to two texts at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: bothStarted, resolve: start } = Promise.withResolvers<void>();
    answer = async () => {
      if (requests.length === 2) start();
      await promise;
      return { ...voice, wav, costs };
    };
    const sent = { text: 'Hello.', voice };
    const active = [preview(sent), preview(sent)];
    await bothStarted;
    expect((await preview(sent)).status).toBe(429);
    resolve();
    expect((await Promise.all(active)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await preview(sent)).status).toBe(200);
  });
});

describe('500', () => {
  it('names the failure of the vendor', async () => {
    const cause = new ProviderError('Deepgram rejected the API key.');
    answer = () => Promise.reject(new SpeechError('Speech synthesis failed.', { retryable: false, cause }));
    const { status, body } = await preview({ text: 'Hello.', voice });
    expect([status, body.error.code]).toEqual([500, 'voice_failed']);
    expect(body.error.message).toContain('Deepgram rejected the API key.');
  });

  it('stops a voice that takes longer than 15 s', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    answer = (_request, signal) =>
      new Promise((_resolve, reject) => {
        signal.onabort = () => reject(new SpeechError('Timed out.', { retryable: false }));
        start();
      });
    const sent = preview({ text: 'Hello.', voice });
    await started;
    await api.clock.advance(15_000);
    expect((await sent).body.error.code).toBe('voice_failed');
  });
});
