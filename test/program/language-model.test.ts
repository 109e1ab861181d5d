import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { ScriptedServer, type ServedReply } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const stall = { ending: 'stall' } as const;
const overloaded = { ending: 'overloaded' } as const;
const apiKey = 'sk-test-7Hk2mQ9zR4vX1bN8';
const failure = (status: number, message: string) => ({
  failure: { status, body: JSON.stringify({ error: { message } }) },
});
const wrongKey = failure(401, `Incorrect API key provided: ${apiKey}. Authorization: Bearer ${apiKey}`);
const serverError = failure(500, 'The engine is out of memory.');
const longGreeting =
  'Good morning, this is Oak Street Dental, and I am calling about the long list of treatments that we offer this winter. ';
const greeting = 'Hello, this is Oak Street Dental. How can I help?';
const firstReply = ['We open at ni', 'ne, and close at five. ', 'Shall I book ', 'you in?'];

/** Each call has a separate model, so that all run concurrently. */
const script: Record<string, readonly ServedReply[]> = {
  plain: [{ pieces: firstReply }, { pieces: ['Very well. Anything else?'] }, stall],
  conditional: [{ pieces: ['0'] }, { pieces: ['Shall I confirm it?'] }, { pieces: ['1'] }],
  interrupted: [{ pieces: [longGreeting], ...stall }, stall],
  mute: [stall, stall, stall],
  broken: [overloaded, overloaded],
  unpaid: [wrongKey, wrongKey],
  failing: [serverError, serverError],
  hanging: Array.from({ length: 20 }, () => stall),
  spare: [{ pieces: ['The spare model speaks.'] }, stall],
};

const timeoutMs = 2_000;

let numbersInUse = 0;
let server: ScriptedServer;
let program: ProgramUnderTest;

beforeAll(async () => {
  server = await ScriptedServer.start(script);
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '24000-24199',
    PARLEY_OPENAI_BASE_URL: server.baseUrl,
    PARLEY_OPENAI_API_KEY: apiKey,
  });
});
afterAll(async () => {
  await program.close();
  await server.close();
});

interface AgentSettings {
  readonly firstMessage?: string;
  readonly firstMessageMode?: string;
  readonly modelSettings?: { readonly timeoutMs?: number; readonly fallbackModels?: readonly string[] };
}

const fallbackNamesOf = (agent: AgentSettings = {}): string[] =>
  (agent.modelSettings?.fallbackModels ?? []).map((name) => name.replace('openai/', ''));

/** Calls the persona with a new agent, flow and number. */
async function call(persona: string, model: string, settings: { flow?: object; agent?: AgentSettings } = {}) {
  for (const name of [model, ...fallbackNamesOf(settings.agent)]) server.restartScript(name);
  const phoneNumber = `+120255501${String(30 + numbersInUse++)}`;
  const flow = await program.api.create<{ id: string }>('/api/v1/flows', {
    type: 'call',
    name: model,
    status: 'active',
    ...settings.flow,
  });
  await program.api.create('/v1/api/telephony/numbers', { phoneNumber });
  const agent = await program.api.create<{ id: string }>('/api/v1/agents', {
    name: model,
    model: `openai/${model}`,
    flowId: flow.id,
    phoneNumber,
    personality: 'You are the receptionist.',
    ...settings.agent,
  });
  const { callId } = await program.api.client.sendCall({
    body: { agentId: agent.id, toNumber: `+120255501${persona}` },
  });
  return callId;
}

/** Returns the messages of a request without the system prompt. */
const historyOf = (model: string, index: number) =>
  (server.requestsOf(model)[index]!.body['messages'] as { role: string; content: string }[]).slice(1);

/** Returns the estimated input tokens of all requests: four characters per token. */
const estimatedInput = (model: string): number =>
  server
    .requestsOf(model)
    .map(({ body }) => body['messages'] as { content: string }[])
    .map((messages) => Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4))
    .reduce((sum, tokens) => sum + tokens, 0);

const textsOf = (call: CallResource, role: string): string[] =>
  call.transcript.filter((entry) => entry.role === role).map(({ content }) => content);

describe.concurrent('an agent with a language model', { timeout: 60_000 }, () => {
  it('speaks the first message and the streamed reply; the model receives the conversation', async () => {
    const callId = await call('00', 'plain', { agent: { firstMessage: greeting } });
    await server.waitForRequests(3, 'plain');
    await program.api.client.endCall({ path: { callId } });
    const ended = await program.api.untilEnded(callId);
    const reply = firstReply.join('');
    expect(textsOf(ended, 'agent').slice(0, 3)).toEqual([greeting, reply, 'Very well. Anything else?']);
    expect(historyOf('plain', 2)).toEqual([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: greeting },
      { role: 'user', content: 'yes' },
      { role: 'assistant', content: reply },
      { role: 'user', content: 'yes' },
      { role: 'assistant', content: 'Very well. Anything else?' },
      { role: 'user', content: 'yes' },
    ]);
    expect(server.requestsOf('plain')[0]!.body).toMatchObject({
      stream: true,
      temperature: 0.4,
      max_tokens: 250,
      messages: [{ role: 'system', content: 'You are the receptionist.' }, {}, {}, {}],
    });
  });

  it('follows the edge whose condition the model reports as met and stays at the node if none is', async () => {
    const agreed = { type: 'prompt', text: 'The caller has agreed twice.' };
    const flow = {
      nodes: [
        {
          id: 'talk',
          type: 'conversation',
          config: { prompt: 'Offer a visit.', firstMessage: 'Would you like a visit?' },
        },
        { id: 'booked', type: 'end', config: { text: 'It is booked. Goodbye.', disposition: 'interested' } },
        { id: 'later', type: 'end', config: { text: 'Another time, then. Goodbye.' } },
      ],
      edges: [
        { id: 'agreed', from: 'talk', to: 'booked', condition: agreed },
        { id: 'otherwise', from: 'talk', to: 'later', condition: { type: 'else' } },
      ],
    };
    const ended = await program.api.untilEnded(await call('00', 'conditional', { flow }));
    expect(ended).toMatchObject({ endReason: 'agent_hangup', disposition: 'interested' });
    // The question is repeated if the recogniser missed the "yes".
    const spoken = textsOf(ended, 'agent').filter((text) => text !== 'Are you still there?');
    expect(spoken).toEqual(['Would you like a visit?', 'Shall I confirm it?', 'It is booked. Goodbye.']);
    const [conditionRequest, replyRequest] = server.requestsOf('conditional');
    expect(JSON.stringify(conditionRequest!.body)).toContain('1. The caller has agreed twice.');
    expect(replyRequest!.body['messages']).toMatchObject([
      { role: 'system', content: 'You are the receptionist.\n\nOffer a visit.' },
      {},
      {},
      {},
    ]);
  });

  it('cancels the stream on an interruption and sends the model only the text that was heard', async () => {
    const agent = { firstMessageMode: 'agent-generated' };
    const callId = await call('08', 'interrupted', { agent });
    await server.waitForRequests(1, 'interrupted');
    await server.requestsOf('interrupted')[0]!.aborted;
    await server.waitForRequests(2, 'interrupted');
    await program.api.client.endCall({ path: { callId } });
    const ended = await program.api.untilEnded(callId);
    const interrupted = ended.transcript.find(({ role }) => role === 'agent')!;
    expect(interrupted.interrupted).toBe(true);
    expect(longGreeting.startsWith(`${interrupted.content} `)).toBe(true);
    expect(historyOf('interrupted', 1).slice(1)).toEqual([
      { role: 'assistant', content: `${interrupted.content} —` },
      { role: 'user', content: expect.stringMatching(/yes|not understood/) },
    ]);
    // The server has not reported the tokens of either reply, and the call ended during the second one.
    const estimates = { kind: 'language-model', model: 'interrupted', estimated: true, cost: null };
    expect(ended.costs.filter(({ kind }) => kind === 'language-model')).toMatchObject([
      { ...estimates, unit: 'input-tokens', quantity: estimatedInput('interrupted') },
      { ...estimates, unit: 'output-tokens', quantity: Math.ceil(longGreeting.length / 4) },
    ]);
    expect(ended.totalCost).toBeNull();
  });

  it.each([
    ['unpaid', 401, 'Incorrect API key provided: [hidden]. Authorization: [hidden]'],
    ['failing', 500, 'The engine is out of memory.'],
  ] as const)(
    'ends the call after two failures and reports the error of the vendor: %s',
    async (model, status, text) => {
      const ended = await program.api.untilEnded(
        await call('00', model, { agent: { firstMessage: greeting } }),
      );
      const detail = `The language model answered ${status}: ${text} (openai/${model} at ${server.baseUrl})`;
      expect(ended).toMatchObject({
        endReason: 'provider_error',
        endDetail: detail,
        fault: 'provider',
        disposition: 'failed',
      });
      const failures = ended.timeline.filter(({ type }) => type === 'model_failed');
      const failed = { detail, model: `openai/${model}`, baseUrl: server.baseUrl, status };
      expect(failures).toMatchObject([{ detail: failed }, { detail: failed }]);
      expect(JSON.stringify(ended)).not.toContain(apiKey);
    },
  );

  it('ends the call if the model does not respond, even if the customer continues to speak', async () => {
    const agent = { firstMessage: greeting, modelSettings: { timeoutMs: 4_000 } };
    const ended = await program.api.untilEnded(await call('08', 'hanging', { agent }));
    expect(ended).toMatchObject({ endReason: 'provider_error', fault: 'provider', disposition: 'failed' });
  });

  it('speaks a filler and an apology if the model does not respond and ends with provider_error', async () => {
    const agent = { firstMessage: 'How can I help?', modelSettings: { timeoutMs } };
    const ended = await program.api.untilEnded(await call('00', 'mute', { agent }));
    expect(ended).toMatchObject({
      endReason: 'provider_error',
      endDetail: `The language model timed out. (openai/mute at ${server.baseUrl})`,
    });
    expect(textsOf(ended, 'agent').slice(0, 3)).toEqual([
      'How can I help?',
      'One moment, please.',
      "I'm sorry, I'm having some trouble right now. Could you say that again?",
    ]);
    expect(server.requestsOf('mute')).toHaveLength(2);
    const recording = await program.api.recording(ended.callId);
    expect(longestSilenceMs(recording)).toBeLessThanOrEqual(timeoutMs + 1_500);
  });

  it('uses the fallback model if the first model fails', async () => {
    const modelSettings = { fallbackModels: ['openai/spare'] };
    const callId = await call('00', 'broken', { agent: { firstMessage: greeting, modelSettings } });
    await server.waitForRequests(2, 'spare');
    await program.api.client.endCall({ path: { callId } });
    const ended = await program.api.untilEnded(callId);
    expect(textsOf(ended, 'agent').slice(0, 2)).toEqual([greeting, 'The spare model speaks.']);
    expect(server.requestsOf('broken').map(({ body }) => body['messages'])).toEqual(
      server.requestsOf('spare').map(({ body }) => body['messages']),
    );
    const models = ended.costs.filter(({ kind }) => kind === 'language-model').map(({ model }) => model);
    expect(new Set(models)).toEqual(new Set(['spare']));
  });
});

/** Returns the length of the longest period in which both sides are silent, in steps of 20 ms. */
function longestSilenceMs(file: Uint8Array): number {
  const { samples, sampleRate, channels } = parseWav(file);
  const stepSamples = (sampleRate * channels) / 50;
  let silentMs = 0;
  let longestMs = 0;
  for (let at = 0; at + stepSamples <= samples.length; at += stepSamples) {
    const isSilent = samples.subarray(at, at + stepSamples).every((sample) => Math.abs(sample) < 200);
    silentMs = isSilent ? silentMs + 20 : 0;
    longestMs = Math.max(longestMs, silentMs);
  }
  return longestMs;
}
