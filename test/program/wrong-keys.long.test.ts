import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { createLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { startParley, type Parley } from '../../src/main.ts';
import { anthropicFormat } from '../../src/providers/ai-sdk/testing/anthropic-format.ts';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { startListenServer } from '../../src/providers/deepgram/testing/listen-server.ts';
import { startMultiContextServer } from '../../src/providers/elevenlabs/testing/multi-context-server.ts';
import type { ProtocolServer } from '../../src/providers/websocket/testing/protocol-server.ts';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { databaseText, folderText } from './stored-texts.ts';

const keys = {
  anthropic: 'sk-ant-q8Zr2Wv7Kx1Lm4Np',
  deepgram: '9f3c1d7a5b2e4860a1c3e5f7092b4d6f',
  elevenlabs: 'sk_77d0c4b1e2f3a596',
};
/** The vendors repeat the key in their responses. */
const refusal = {
  type: 'error',
  error: { type: 'authentication_error', message: `Bad key ${keys.anthropic}` },
};
const wrongKey = { failure: { status: 401, body: JSON.stringify(refusal) } };

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: TemporaryFolder;
let model: ScriptedServer;
let recogniser: ProtocolServer;
let voice: ProtocolServer;
let parley: Parley;
let api: ApiUnderTest;
let log = '';
let numbersInUse = 0;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await temporaryDataFolder();
  model = await ScriptedServer.start([wrongKey, wrongKey, wrongKey, wrongKey], anthropicFormat);
  ({ server: recogniser } = await startListenServer('right'));
  recogniser.refuse = () => ({ status: 401, headers: { 'dg-error': 'INVALID_AUTH' }, body: keys.deepgram });
  ({ server: voice } = await startMultiContextServer('right'));
  voice.refuse = () => ({ status: 401, body: keys.elevenlabs });
  const config = readConfig({
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_DATABASE_URL: connectionUrl(database.connection),
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '33100-33149',
    PARLEY_ANTHROPIC_API_KEY: keys.anthropic,
    PARLEY_ANTHROPIC_BASE_URL: model.baseUrl,
    PARLEY_DEEPGRAM_API_KEY: keys.deepgram,
    PARLEY_DEEPGRAM_BASE_URL: recogniser.baseUrl,
    PARLEY_ELEVENLABS_API_KEY: keys.elevenlabs,
    PARLEY_ELEVENLABS_BASE_URL: voice.baseUrl,
  });
  const destination = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  const dependencies = {
    clock: systemClock,
    random: systemRandom,
    logger: createLogger('trace', destination),
  };
  parley = await startParley(config, dependencies);
  api = new ApiUnderTest(parley.httpAddress!, parley.firstStart!);
});
afterAll(async () => {
  await parley.close();
  await Promise.all([model.close(), recogniser.close(), voice.close()]);
  await folder.remove();
  await database.drop();
});

async function post<Body>(path: string, body: object): Promise<Body> {
  return (await (await api.client.send('POST', path, { body })).json()) as Body;
}

/** Calls a simulated person with a new agent and returns the ended call. */
async function call(agentFields: object) {
  const phoneNumber = `+120255501${String(60 + numbersInUse++)}`;
  const { id: flowId } = await post<{ id: string }>('/api/v1/flows', {
    type: 'call',
    name: 'Desk',
    status: 'active',
  });
  const agent = await post<{ id: string }>('/api/v1/agents', {
    name: 'Desk',
    flowId,
    model: 'anthropic/claude-haiku-4-5',
    firstMessage: 'Hello, this is the front desk.',
    voicemail: { detection: 'off' },
    ...agentFields,
  });
  await post('/v1/api/telephony/numbers', { phoneNumber, agentId: agent.id });
  const placed = { agentId: agent.id, toNumber: '+12025550100' };
  // The request fails if the vendor rejects the key before the phone rings.
  await post('/api/v1/calls/call', placed).catch(() => undefined);
  const [newest] = await api.calls({ agentId: agent.id });
  return api.untilEnded(newest!.callId);
}

describe('a call with a wrong key', { timeout: 60_000 }, () => {
  it.each([
    [
      'a language model',
      {},
      /^The language model answered 401: Bad key \[hidden\].*\(anthropic\/claude-haiku-4-5 at http/,
    ],
    [
      'a recogniser',
      { transcriber: { provider: 'deepgram' } },
      /^Speech recognition failed\. Deepgram rejected the API key \(401, INVALID_AUTH\)\.$/,
    ],
    [
      'a voice',
      { voice: { provider: 'elevenlabs', voiceId: 'JBFqnCBsd6RMkjVDRZzb' } },
      /^Speech synthesis failed\. ElevenLabs rejected the API key \(401\)\.$/,
    ],
  ])('of %s ends with the vendor and the cause', async (_, agent, detail) => {
    expect(await call(agent)).toMatchObject({
      endReason: 'provider_error',
      fault: 'provider',
      endDetail: expect.stringMatching(detail) as string,
    });
  });

  it('is reported by the health of the node, with the setting', async () => {
    const { status, checks } = await api.client.checkHealth();
    expect(status).toBe('degraded');
    expect(checks!.filter(({ name }) => name in keys)).toEqual([
      {
        name: 'deepgram',
        ok: false,
        detail: 'Deepgram rejected the API key (401, INVALID_AUTH). Check PARLEY_DEEPGRAM_API_KEY.',
        external: true,
      },
      {
        name: 'elevenlabs',
        ok: false,
        detail: 'ElevenLabs rejected the API key (401). Check PARLEY_ELEVENLABS_API_KEY.',
        external: true,
      },
    ]);
  });

  it('does not show the key in the log, the database, files or calls', async () => {
    const texts = {
      log,
      database: await databaseText(database.connection),
      files: await folderText(folder.dataDir),
      calls: JSON.stringify(await api.calls({})),
    };
    expect(texts.log).toContain('provider_error');
    for (const [place, text] of Object.entries(texts))
      for (const [vendor, key] of Object.entries(keys))
        expect([place, vendor, text.includes(key)]).toEqual([place, vendor, false]);
  });
});
