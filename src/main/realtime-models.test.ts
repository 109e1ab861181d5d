import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { systemClock } from '../core/clock.ts';
import { seededRandom } from '../core/random.ts';
import { startRealtimeServer } from '../providers/realtime/testing/realtime-server.ts';
import { checkProviders } from './check-models.ts';
import { openRealtimeModels, realtimeCatalog } from './realtime-models.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startServer(key: string): Promise<string> {
  const { server } = await startRealtimeServer(key);
  closers.push(() => server.close());
  return `${server.baseUrl}/v1`;
}

describe('speech-to-speech models', () => {
  it('are listed with the missing settings', () => {
    expect(realtimeCatalog(readConfig({}))).toMatchObject([
      { provider: 'openai-realtime', missingSetting: 'PARLEY_OPENAI_API_KEY', isSpeechToSpeech: true },
      { provider: 'xai', missingSetting: 'PARLEY_XAI_API_KEY' },
    ]);
    const set = readConfig({ PARLEY_XAI_API_KEY: 'xai-1', PARLEY_OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    expect(realtimeCatalog(set).map(({ missingSetting }) => missingSetting)).toEqual([undefined, undefined]);
  });

  it('are found by provider and name', async () => {
    const config = readConfig({
      PARLEY_XAI_API_KEY: 'xai-1',
      PARLEY_XAI_BASE_URL: await startServer('xai-1'),
    });
    const random = seededRandom(1);
    const find = openRealtimeModels(config, {
      clock: systemClock,
      random,
      internalErrors: { record: () => undefined },
    });
    expect(find('openai-realtime/gpt-realtime')).toBeUndefined();
    expect(find('openai/gpt-4.1')).toBeUndefined();
    expect(await find('xai/grok-voice-latest')!.checkHealth()).toMatchObject({ ok: true });
  });

  it('are checked by one session for each vendor, and a wrong key is named by its setting', async () => {
    const url = await startServer('xai-right');
    const check = (key: string) =>
      checkProviders(readConfig({ PARLEY_XAI_API_KEY: key, PARLEY_XAI_BASE_URL: url }), systemClock);
    expect(await check('xai-right')).toMatchObject([
      {
        name: 'xai',
        ok: true,
        detail: expect.stringMatching(/^Opened a session of .*: answered in \d+ ms\.$/) as string,
      },
    ]);
    const [wrong] = await check('xai-wrong');
    expect(wrong).toMatchObject({ ok: false, detail: expect.stringContaining('Correct PARLEY_XAI_API_KEY') });
    expect(wrong!.detail).not.toContain('xai-wrong');
  });

  it('have reserved provider names', () => {
    const name = (list: string) => () => readConfig({ PARLEY_OPENAI_COMPATIBLE: list });
    expect(name('xai=http://127.0.0.1:9/v1')).toThrow('reserved name xai');
    expect(name('openai-realtime=http://127.0.0.1:9/v1')).toThrow('reserved name openai-realtime');
  });
});
