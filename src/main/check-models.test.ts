import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { anthropicFormat } from '../providers/ai-sdk/testing/anthropic-format.ts';
import { googleFormat } from '../providers/ai-sdk/testing/google-format.ts';
import { ScriptedServer } from '../providers/ai-sdk/testing/scripted-server.ts';
import { checkModels, checkProviders } from './check-models.ts';

const clock = new ManualClock();
let server: ScriptedServer | undefined;
afterEach(() => server?.close());

describe('checkModels', () => {
  it('requests one token from each model, with the key', async () => {
    server = await ScriptedServer.start({
      small: [{ pieces: ['Hi'], reason: 'length' }],
      large: [{ ending: 'refused' }],
    });
    const settings = readConfig({ PARLEY_OPENAI_BASE_URL: server.baseUrl, PARLEY_OPENAI_API_KEY: 'sk-test' });
    const ids = ['openai/small', 'builtin/none', 'openai/large', 'openai/small'];
    expect(await checkModels(settings, ids, clock)).toEqual([
      { name: 'model', ok: true, detail: 'Asked openai/small for one token: answered in 0 ms.' },
      {
        name: 'model',
        ok: false,
        detail: expect.stringMatching(
          /^Asked openai\/large for one token: .*Correct PARLEY_OPENAI_API_KEY, PARLEY_OPENAI_BASE_URL or the name/,
        ),
      },
    ]);
    const [request] = server.requestsOf('small');
    expect(request).toMatchObject({ authorization: 'Bearer sk-test', body: { max_tokens: 1 } });
    expect(server.requests).toHaveLength(2);
  });

  it('names the missing setting', async () => {
    expect(
      await checkModels(readConfig({}), ['openai/small', 'anthropic/small', 'groq/small'], clock),
    ).toMatchObject([
      { ok: false, detail: expect.stringContaining('Set PARLEY_OPENAI_API_KEY') },
      { ok: false, detail: expect.stringContaining('Set PARLEY_ANTHROPIC_API_KEY') },
    ]);
    expect(await checkModels(readConfig({}), ['builtin/flow'], clock)).toEqual([]);
    const set = readConfig({ PARLEY_OPENAI_COMPATIBLE: 'groq=http://127.0.0.1:9/v1' });
    expect(await checkModels(set, ['builtin/flow'], clock)).toMatchObject([{ ok: true }]);
    expect(await checkModels(set, ['groq/small'], clock)).toMatchObject([
      { ok: false, detail: expect.stringContaining('Correct PARLEY_GROQ_API_KEY, PARLEY_OPENAI_COMPATIBLE') },
    ]);
  });
});

describe('checkProviders', () => {
  it('requests one token from each provider, and names the setting of a wrong key', async () => {
    server = await ScriptedServer.start(
      {
        'claude-haiku-4-5': [{ pieces: ['Hi'], reason: 'length' }],
      },
      anthropicFormat,
    );
    const wrong = await ScriptedServer.start(
      {
        'gemini-2.5-flash': [
          {
            failure: {
              status: 401,
              body: '{"error":{"code":401,"message":"Bad key AIzaSecret99.","status":"UNAUTHENTICATED"}}',
            },
          },
        ],
      },
      googleFormat,
    );
    const config = readConfig({
      PARLEY_ANTHROPIC_API_KEY: 'sk-ant-test',
      PARLEY_ANTHROPIC_BASE_URL: server.baseUrl,
      PARLEY_GOOGLE_API_KEY: 'AIzaSecret99',
      PARLEY_GOOGLE_BASE_URL: wrong.baseUrl,
      PARLEY_OPENAI_COMPATIBLE: `local=${server.baseUrl}`,
    });
    expect(await checkProviders(config, clock)).toEqual([
      {
        name: 'anthropic',
        ok: true,
        detail: 'Asked anthropic/claude-haiku-4-5 for one token: answered in 0 ms.',
      },
      {
        name: 'google',
        ok: false,
        detail:
          'Asked google/gemini-2.5-flash for one token: The language model answered 401: Bad key [hidden]. Correct PARLEY_GOOGLE_API_KEY, PARLEY_GOOGLE_BASE_URL or the name of the model.',
      },
      {
        name: 'local',
        ok: false,
        detail:
          'Asked local for its models: it lists none. Correct PARLEY_LOCAL_API_KEY, PARLEY_OPENAI_COMPATIBLE or the name of the model.',
      },
    ]);
    const closed = readConfig({ PARLEY_OPENAI_COMPATIBLE: `local=${wrong.baseUrl}` });
    await wrong.close();
    expect(await checkProviders(closed, clock)).toMatchObject([
      { ok: false, detail: expect.stringContaining('Asked local for its models: it could not be reached.') },
    ]);
    expect(await checkProviders(readConfig({}), clock)).toEqual([]);
  });

  it('requests the first model that a server lists', async () => {
    server = await ScriptedServer.start({ small: [{ pieces: ['Hi'] }] });
    server.models = ['small', 'large'];
    const config = readConfig({ PARLEY_OPENAI_COMPATIBLE: `my-gpu=${server.baseUrl}` });
    expect(await checkProviders(config, clock)).toEqual([
      { name: 'my-gpu', ok: true, detail: 'Asked my-gpu/small for one token: answered in 0 ms.' },
    ]);
  });
});
