import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { ScriptedServer } from '../providers/ai-sdk/testing/scripted-server.ts';
import { checkModels } from './check-models.ts';

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
      { name: 'model', ok: true, detail: 'openai/small responded in 0 ms' },
      {
        name: 'model',
        ok: false,
        detail: expect.stringMatching(
          /^openai\/large: .*Correct PARLEY_OPENAI_API_KEY, PARLEY_OPENAI_BASE_URL or the model/,
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
