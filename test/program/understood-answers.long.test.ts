import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { ScriptedServer, type ServedReply } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { startCartesiaSpeechServer } from '../../src/providers/cartesia/testing/speech-server.ts';
import { HttpSpeechServer } from '../../src/providers/openai-speech/testing/http-speech-server.ts';
import { audioOfToneWords, toneWordsOf } from '../../src/providers/openai-speech/testing/tone-words.ts';
import { startRealtimeServer } from '../../src/providers/soniox/testing/realtime-server.ts';
import { audioOfWords } from '../../src/providers/websocket/testing/audio-words.ts';
import { ProgramWithPhone } from './program-with-phone.ts';

const question = 'please speak to you';
const filler = 'a';
const again = `no ${question}`;
/** Words that the rules do not understand as yes or no. */
const answer = 'thank you to you';

const understood: ServedReply = {
  pieces: [JSON.stringify({ value: true, request: null, evidence: 'thank you' })],
  inputTokens: 400,
  outputTokens: 20,
};
const script = { understanding: [understood], hanging: [{ ending: 'stall' } as const] };

const isTrue = (right: boolean) => ({ type: 'expression', all: [{ left: 'agreed', op: '==', right }] });
const flowAsking = (prompt: string) => ({
  nodes: [
    { id: 'ask', type: 'ask', config: { prompt, variable: 'agreed', expect: 'yes_no' } },
    { id: 'agreed', type: 'end', config: { text: 'thank you', disposition: 'interested' } },
    { id: 'refused', type: 'end', config: { text: 'no thank you', disposition: 'not_interested' } },
    { id: 'unclear', type: 'end', config: { text: 'no' } },
  ],
  edges: [
    { id: 'yes', from: 'ask', to: 'agreed', condition: isTrue(true) },
    { id: 'no', from: 'ask', to: 'refused', condition: isTrue(false) },
    { id: 'else', from: 'ask', to: 'unclear', condition: { type: 'else' } },
  ],
});

const linesOf = ({ transcript }: CallResource): string[] =>
  transcript.map(({ role, content }) => `${role}: ${content}`);

describe('an answer that the rules do not understand', () => {
  let speech: HttpSpeechServer;
  let model: ScriptedServer;
  let program: ProgramWithPhone;

  beforeAll(async () => {
    speech = await HttpSpeechServer.start('');
    model = await ScriptedServer.start(script);
    program = await ProgramWithPhone.start({
      PARLEY_RTP_PORTS: '33200-33249',
      PARLEY_OPENAI_BASE_URL: model.baseUrl,
      PARLEY_OPENAI_COMPATIBLE: `local=${speech.baseUrl}`,
    });
  }, 60_000);
  afterAll(async () => {
    await program.close();
    await Promise.all([speech.close(), model.close()]);
  });

  /** Calls the phone, which answers the question. Returns the call id. */
  async function callWith(name: string, agentFields: object = {}): Promise<string> {
    const heardBefore = program.phone.heard.length;
    const callId = await program.call(
      {
        firstMessage: '',
        model: `openai/${name}`,
        transcriber: { provider: 'local', model: 'whisper-small' },
        voice: { provider: 'local', voiceId: 'kokoro/af_heart' },
        phrases: { notUnderstood: 'no', fillers: [filler] },
        ...agentFields,
      },
      flowAsking(question),
    );
    await program.phone.until(() => wordsSince(heardBefore).endsWith(question));
    await program.play(audioOfToneWords(answer, 8_000));
    return callId;
  }

  const wordsSince = (sample: number): string => toneWordsOf(program.phone.heard.subarray(sample), 8_000);

  const understoodIn = ({ timeline }: CallResource): unknown[] =>
    timeline.filter(({ type }) => type === 'answer_understood').map(({ detail }) => detail);

  it('goes to the language model, and the flow goes on without asking again', async () => {
    const ended = await program.api.untilEnded(await callWith('understanding'));
    expect(linesOf(ended)).toEqual([`agent: ${question}`, `customer: ${answer}`, 'agent: thank you']);
    expect(ended).toMatchObject({ endReason: 'agent_hangup', disposition: 'interested' });
    expect(understoodIn(ended)).toEqual([{ nodeId: 'ask', as: 'answer' }]);
    const [request] = model.requestsOf('understanding');
    const [, user] = request!.body['messages'] as { content: string }[];
    expect(JSON.parse(user!.content)).toMatchObject({ question, answer });
    const tokens = ended.costs.filter(({ kind }) => kind === 'language-model');
    expect(tokens.map(({ model: name, unit, quantity }) => [name, unit, quantity])).toEqual([
      ['understanding', 'input-tokens', 400],
      ['understanding', 'output-tokens', 20],
    ]);
  }, 60_000);

  it('is asked again if the model hangs', async () => {
    const before = program.phone.heard.length;
    const callId = await callWith('hanging', { modelSettings: { timeoutMs: 2_000 } });
    await program.phone.until(() => wordsSince(before).endsWith(again));
    await program.play(audioOfToneWords('yes please', 8_000));
    const ended = await program.api.untilEnded(callId);
    expect(linesOf(ended)).toEqual([
      `agent: ${question}`,
      `customer: ${answer}`,
      `agent: ${filler}`,
      `agent: ${again}`,
      'customer: yes please',
      'agent: thank you',
    ]);
    expect(understoodIn(ended)).toEqual([{ nodeId: 'ask', as: 'nothing' }]);
    expect(ended.timeline.filter(({ type }) => type === 'model_failed')).toHaveLength(1);
    expect(ended).toMatchObject({ endReason: 'agent_hangup', disposition: 'interested' });
  }, 60_000);
});

it('is understood by the language model alone in a language without rules', async () => {
  const question = 'Czy pan przyjdzie?';
  // "No" agrees in Polish.
  const meaning = { value: true, request: null, evidence: 'no jasne' };
  const { server: recogniser } = await startRealtimeServer('son-key');
  const { server: voice, voiceId } = await startCartesiaSpeechServer('car-key');
  const model = await ScriptedServer.start([{ pieces: [JSON.stringify(meaning)] }]);
  const program = await ProgramWithPhone.start({
    PARLEY_RTP_PORTS: '33250-33299',
    PARLEY_OPENAI_BASE_URL: model.baseUrl,
    PARLEY_SONIOX_API_KEY: 'son-key',
    PARLEY_SONIOX_BASE_URL: recogniser.baseUrl,
    PARLEY_CARTESIA_API_KEY: 'car-key',
    PARLEY_CARTESIA_BASE_URL: voice.baseUrl,
  });
  const polish = {
    language: 'pl-PL',
    firstMessage: '',
    transcriber: { provider: 'soniox' },
    voice: { provider: 'cartesia', voiceId },
  };
  try {
    const withoutModel = program.call(polish, flowAsking(question));
    await expect(withoutModel).rejects.toMatchObject({ code: 'language_not_supported' });
    const callId = await program.call({ ...polish, model: 'openai/local' }, flowAsking(question));
    await program.untilHeard('przyjdzie?');
    await program.play(audioOfWords('no jasne'));
    const ended = await program.api.untilEnded(callId);
    expect(linesOf(ended)).toEqual([`agent: ${question}`, 'customer: no jasne', 'agent: thank you']);
    expect(ended).toMatchObject({ endReason: 'agent_hangup', disposition: 'interested' });
  } finally {
    await program.close();
    await Promise.all([recogniser.close(), voice.close(), model.close()]);
  }
}, 60_000);
