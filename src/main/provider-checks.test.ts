import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { anthropicFormat } from '../providers/ai-sdk/testing/anthropic-format.ts';
import { ScriptedServer } from '../providers/ai-sdk/testing/scripted-server.ts';
import { openProviderChecks } from './provider-checks.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

describe('openProviderChecks', () => {
  it('checks providers and carriers, at most once in 10 s', async () => {
    server = await ScriptedServer.start(
      { 'claude-haiku-4-5': [{ pieces: ['Hi'], reason: 'length' }] },
      anthropicFormat,
    );
    const clock = new ManualClock();
    const check = openProviderChecks({
      config: readConfig({ PARLEY_ANTHROPIC_API_KEY: 'sk-test', PARLEY_ANTHROPIC_BASE_URL: server.baseUrl }),
      dependencies: { clock, random: seededRandom(1) },
      checks: [
        { name: 'sip', check: async () => ({ ok: false, detail: 'The trunk does not respond.' }) },
        { name: 'messages by smtp', check: async () => ({ ok: true, detail: 'connected' }) },
        { name: 'database', check: async () => ({ ok: true, detail: 'PostgreSQL' }) },
      ],
    });
    const [first, second] = await Promise.all([check(), check()]);
    expect(second).toBe(first);
    expect(first.checks).toEqual([
      {
        kind: 'language_model',
        provider: 'anthropic',
        ok: true,
        detail: 'Asked anthropic/claude-haiku-4-5 for one token: answered in 0 ms.',
      },
      { kind: 'carrier', provider: 'sip', ok: false, detail: 'The trunk does not respond.' },
      { kind: 'carrier', provider: 'smtp', ok: true, detail: 'connected' },
    ]);
    expect(server.requests).toHaveLength(1);
    await clock.advance(10_000);
    await check();
    expect(server.requests).toHaveLength(2);
  });
});
