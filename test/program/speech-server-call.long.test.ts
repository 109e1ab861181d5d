import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { openAiFormat } from '../../src/providers/ai-sdk/testing/openai-format.ts';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { HttpSpeechServer } from '../../src/providers/openai-speech/testing/http-speech-server.ts';
import { audioOfToneWords, toneWordsOf } from '../../src/providers/openai-speech/testing/tone-words.ts';
import { ProgramWithPhone } from './program-with-phone.ts';

const greeting = 'Yes, please.';
const question = 'please speak to you';
const reply = 'No, thank you.';

describe('a call with an OpenAI-compatible server for speech', () => {
  let speech: HttpSpeechServer;
  let model: ScriptedServer;
  let program: ProgramWithPhone;
  let call: CallResource;
  let recording: Uint8Array;

  const heardWords = (): string => toneWordsOf(program.phone.heard, 8_000);

  beforeAll(async () => {
    speech = await HttpSpeechServer.start('');
    model = await ScriptedServer.start(
      [{ pieces: [reply], toolCall: { id: 'call_1', name: 'end_call', arguments: {} } }],
      openAiFormat,
    );
    program = await ProgramWithPhone.start({
      PARLEY_RTP_PORTS: '33100-33149',
      PARLEY_OPENAI_BASE_URL: model.baseUrl,
      PARLEY_OPENAI_COMPATIBLE: `local=${speech.baseUrl}`,
    });
    const callId = await program.call({
      personality: 'You are brief.',
      firstMessage: greeting,
      builtinTools: ['end_call'],
      model: 'openai/gpt-4.1',
      transcriber: { provider: 'local', model: 'whisper-small' },
      voice: { provider: 'local', voiceId: 'kokoro/af_heart' },
    });
    await program.phone.answered;
    await program.phone.until(() => heardWords() === 'yes please');
    await program.play(audioOfToneWords(question, 8_000));
    call = await program.api.untilEnded(callId);
    recording = await program.api.recording(callId);
  }, 60_000);
  afterAll(async () => {
    await program.close();
    await Promise.all([speech.close(), model.close()]);
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

  it('sends only the requests of the call, and prepares the greeting and the apology', () => {
    expect(speech.requestCount).toBe(speech.requests.length);
    expect(speech.requests.map(({ path, fields }) => [path, fields['model']])).toEqual([
      ['/v1/audio/speech', 'kokoro'],
      ['/v1/audio/speech', 'kokoro'],
      ['/v1/audio/transcriptions', 'whisper-small'],
      ['/v1/audio/speech', 'kokoro'],
    ]);
  });
});
