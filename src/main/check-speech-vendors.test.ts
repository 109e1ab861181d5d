import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../core/config.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { startStreamingServer } from '../providers/assemblyai/testing/streaming-server.ts';
import { startCartesiaSpeechServer } from '../providers/cartesia/testing/speech-server.ts';
import { startTurnsServer } from '../providers/cartesia/testing/turns-server.ts';
import { startListenServer } from '../providers/deepgram/testing/listen-server.ts';
import { startSpeakServer } from '../providers/deepgram/testing/speak-server.ts';
import { startMultiContextServer } from '../providers/elevenlabs/testing/multi-context-server.ts';
import { startScribeServer } from '../providers/elevenlabs/testing/scribe-server.ts';
import { startRealtimeServer } from '../providers/soniox/testing/realtime-server.ts';
import { startPathRouter } from '../providers/websocket/testing/path-router.ts';
import { checkSpeechVendors } from './check-speech-vendors.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const check = (environment: Readonly<Record<string, string>>) =>
  checkSpeechVendors(readConfig(environment), new ManualClock(), seededRandom(1));

async function route(targets: Parameters<typeof startPathRouter>[0]): Promise<string> {
  const router = await startPathRouter(targets);
  opened.push(router);
  return router.baseUrl;
}

describe('checkSpeechVendors', () => {
  it('sends one request to each recogniser and voice whose key is set', async () => {
    const { server: listen } = await startListenServer('key');
    const { server: speak } = await startSpeakServer('key');
    const turns = await startTurnsServer('key');
    const { server: speech } = await startCartesiaSpeechServer('key');
    const { server: scribe } = await startScribeServer('key');
    const { server: contexts } = await startMultiContextServer('key');
    const { server: streaming } = await startStreamingServer('key');
    const { server: soniox } = await startRealtimeServer('key');
    const servers = [listen, speak, turns, speech, scribe, contexts, streaming, soniox];
    opened.push(...servers);
    const findings = await check({
      PARLEY_DEEPGRAM_API_KEY: 'key',
      PARLEY_DEEPGRAM_BASE_URL: await route({ listen, speak }),
      PARLEY_CARTESIA_API_KEY: 'key',
      PARLEY_CARTESIA_BASE_URL: await route({ '/stt/': turns, '/tts/': speech }),
      PARLEY_ELEVENLABS_API_KEY: 'key',
      PARLEY_ELEVENLABS_BASE_URL: await route({ 'speech-to-text': scribe, 'text-to-speech': contexts }),
      PARLEY_ASSEMBLYAI_API_KEY: 'key',
      PARLEY_ASSEMBLYAI_BASE_URL: streaming.baseUrl,
      PARLEY_SONIOX_API_KEY: 'key',
      PARLEY_SONIOX_BASE_URL: soniox.baseUrl,
    });
    expect(findings).toEqual([
      { name: 'deepgram STT', ok: true, detail: 'Opened a stream of nova-3: answered in 0 ms.' },
      {
        name: 'deepgram TTS',
        ok: true,
        detail: 'Synthesised "Hello" with the voice aura-2-thalia-en: answered in 0 ms.',
      },
      {
        name: 'elevenlabs STT',
        ok: true,
        detail: 'Opened a stream of scribe_v2_realtime: answered in 0 ms.',
      },
      {
        name: 'elevenlabs TTS',
        ok: true,
        detail: 'Synthesised "Hello" with the voice JBFqnCBsd6RMkjVDRZzb: answered in 0 ms.',
      },
      { name: 'cartesia STT', ok: true, detail: 'Opened a stream of ink-2: answered in 0 ms.' },
      {
        name: 'cartesia TTS',
        ok: true,
        detail: 'Synthesised "Hello" with the voice 694f9389-aac1-45b6-b726-9d9369183238: answered in 0 ms.',
      },
      {
        name: 'assemblyai STT',
        ok: true,
        detail: 'Opened a stream of universal-streaming-english: answered in 0 ms.',
      },
      { name: 'soniox STT', ok: true, detail: 'Opened a stream of stt-rt-v5: answered in 0 ms.' },
    ]);
    expect(servers.map(({ connections }) => connections.length)).toEqual(servers.map(() => 1));
    for (const server of servers) await server.until(() => server.openConnections.length === 0);
  });

  it('names the setting of a wrong key, and not the key', async () => {
    const { server } = await startStreamingServer('key');
    const { server: voice } = await startCartesiaSpeechServer('key');
    const recogniser = await startTurnsServer('key');
    opened.push(server, voice, recogniser);
    const findings = await check({
      PARLEY_ASSEMBLYAI_API_KEY: 'wr0ng',
      PARLEY_ASSEMBLYAI_BASE_URL: server.baseUrl,
      PARLEY_CARTESIA_API_KEY: 'wr0ng',
      PARLEY_CARTESIA_BASE_URL: await route({ '/stt/': recogniser, '/tts/': voice }),
    });
    expect(findings).toEqual([
      {
        name: 'cartesia STT',
        ok: false,
        detail:
          'Opened a stream of ink-2: Cartesia rejected the API key (401). Correct PARLEY_CARTESIA_API_KEY or PARLEY_CARTESIA_BASE_URL.',
      },
      {
        name: 'cartesia TTS',
        ok: false,
        detail:
          'Synthesised "Hello" with the voice 694f9389-aac1-45b6-b726-9d9369183238: Cartesia rejected the API key (401). Correct PARLEY_CARTESIA_API_KEY or PARLEY_CARTESIA_BASE_URL.',
      },
      {
        name: 'assemblyai STT',
        ok: false,
        detail:
          'Opened a stream of universal-streaming-english: AssemblyAI rejected the API key (1008). Correct PARLEY_ASSEMBLYAI_API_KEY or PARLEY_ASSEMBLYAI_BASE_URL.',
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain('wr0ng');
  });

  it('checks nothing without keys', async () => {
    expect(await check({})).toEqual([]);
  });
});
