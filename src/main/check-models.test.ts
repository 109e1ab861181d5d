import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../core/manual-clock.ts';
import { ScriptedServer } from '../providers/openai-compatible/scripted-server.ts';
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
    const settings = { openaiBaseUrl: server.baseUrl, openaiApiKey: 'sk-test' };
    const ids = ['openai/small', 'builtin/none', 'openai/large', 'openai/small'];
    expect(await checkModels(settings, ids, clock)).toEqual([
      { name: 'model', ok: true, detail: 'openai/small responded in 0 ms' },
      {
        name: 'model',
        ok: false,
        detail: expect.stringMatching(/^openai\/large: .*Correct PARLEY_OPENAI_BASE_URL/),
      },
    ]);
    const [request] = server.requestsOf('small');
    expect(request).toMatchObject({ authorization: 'Bearer sk-test', body: { max_tokens: 1 } });
    expect(server.requests).toHaveLength(2);
  });

  it('names the missing setting', async () => {
    const unset = { openaiBaseUrl: undefined, openaiApiKey: undefined };
    expect(await checkModels(unset, ['openai/small'], clock)).toMatchObject([
      { ok: false, detail: expect.stringContaining('Set PARLEY_OPENAI_BASE_URL') },
    ]);
    expect(await checkModels(unset, ['builtin/none'], clock)).toEqual([]);
    const set = { ...unset, openaiBaseUrl: 'http://127.0.0.1:9/v1' };
    expect(await checkModels(set, ['builtin/none'], clock)).toMatchObject([{ ok: true }]);
    expect(await checkModels(set, ['openai/small'], clock)).toMatchObject([{ ok: false }]);
  });
});
