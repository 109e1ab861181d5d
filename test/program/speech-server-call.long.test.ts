import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { openAiFormat } from '../../src/providers/ai-sdk/testing/openai-format.ts';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { HttpSpeechServer } from '../../src/providers/openai-speech/testing/http-speech-server.ts';
import { audioOfToneWords, toneWordsOf } from '../../src/providers/openai-speech/testing/tone-words.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { AudioPhone } from './audio-phone.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const greeting = 'Yes, please.';
const question = 'please speak to you';
const reply = 'No, thank you.';

describe('a call with an OpenAI-compatible server for speech', () => {
  let speech: HttpSpeechServer;
  let model: ScriptedServer;
  let phone: AudioPhone;
  let folder: TemporaryFolder;
  let server: ServingProcess;
  let call: CallResource;
  let recording: Uint8Array;

  async function placeCall(api: ApiUnderTest): Promise<string> {
    const post = async <Body>(path: string, body: object): Promise<Body> =>
      (await (await api.client.send('POST', path, { body })).json()) as Body;
    const flow = await post<{ id: string }>('/api/v1/flows', {
      type: 'call',
      name: 'Talk',
      status: 'active',
    });
    const agent = await post<{ id: string }>('/api/v1/agents', {
      name: 'Talk',
      flowId: flow.id,
      personality: 'You are brief.',
      firstMessage: greeting,
      builtinTools: ['end_call'],
      voicemail: { detection: 'off' },
      model: 'openai/gpt-4.1',
      transcriber: { provider: 'local', model: 'whisper-small' },
      voice: { provider: 'local', voiceId: 'kokoro/af_heart' },
    });
    await post('/v1/api/telephony/numbers', { phoneNumber: '+14155550160', agentId: agent.id });
    const placed = { agentId: agent.id, toNumber: '+14155552671' };
    return (await post<{ callId: string }>('/api/v1/calls/call', placed)).callId;
  }

  const heardWords = (): string => toneWordsOf(phone.heard, 8_000);

  beforeAll(async () => {
    speech = await HttpSpeechServer.start('');
    model = await ScriptedServer.start(
      [{ pieces: [reply], toolCall: { id: 'call_1', name: 'end_call', arguments: {} } }],
      openAiFormat,
    );
    phone = await AudioPhone.open();
    folder = await temporaryDataFolder();
    server = new ServingProcess({
      PARLEY_DATA_DIR: folder.dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_RTP_PORTS: '33100-33149',
      PARLEY_TEST_NETWORK: 'off',
      PARLEY_TRUNK_URL: phone.trunkUrl,
      PARLEY_OPENAI_BASE_URL: model.baseUrl,
      PARLEY_OPENAI_COMPATIBLE: `local=${speech.baseUrl}`,
    });
    const address = await server.ready();
    const api = new ApiUnderTest(address, await readFirstStart(folder.dataDir));
    const callId = await placeCall(api);
    await phone.answered;
    await phone.until(() => heardWords() === 'yes please');
    await phone.play(new Int16Array(500 * 8));
    await phone.play(audioOfToneWords(question, 8_000));
    call = await api.untilEnded(callId);
    recording = await api.recording(callId);
  }, 60_000);
  afterAll(async () => {
    phone.close();
    await server.remove();
    await Promise.all([speech.close(), model.close()]);
    await folder.remove();
  });

  it('understands the callee, who understands the agent', () => {
    expect(call).toMatchObject({ status: 'ended', endReason: 'agent_hangup' });
    expect(call.transcript.map(({ role, content }) => [role, content])).toEqual([
      ['agent', greeting],
      ['customer', question],
      ['agent', reply],
    ]);
    expect(heardWords()).toBe('yes please no thank you');
    const { samples } = parseWav(recording);
    expect(
      toneWordsOf(
        samples.filter((_, index) => index % 2 === 0),
        8_000,
      ),
    ).toBe(question);
  });

  it('opens connections before they are needed, and prepares the greeting and the apology', () => {
    expect(speech.warmedCount).toBeGreaterThan(0);
    expect(speech.requests.map(({ path, fields }) => [path, fields['model']])).toEqual([
      ['/v1/audio/speech', 'kokoro'],
      ['/v1/audio/speech', 'kokoro'],
      ['/v1/audio/transcriptions', 'whisper-small'],
      ['/v1/audio/speech', 'kokoro'],
    ]);
  });
});
