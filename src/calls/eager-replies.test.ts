import { describe, expect, it } from 'vitest';
import { createTestCall } from '../../test/support/test-call.ts';
import type { LanguageModel, LanguagePart, LanguageRequest } from '../contracts/language-model.ts';
import { CallFlowInput, type StoredFlowGraph } from '../domain/flow/flow.ts';
import { conversationOnlyFlow } from './call-plan.ts';

/** `tool`: requests `end_call`. `edge`: chooses an edge in its first reply, and replies with a text afterwards. `fail`: fails once. */
type Behaviour = 'reply' | 'tool' | 'edge' | 'fail';

/** Creates an answered call whose agent has spoken its first message. The model replies after 500 ms, or requests a tool or fails after 100 ms. */
async function createCall(flow: StoredFlowGraph = conversationOnlyFlow, behaviour: Behaviour = 'reply') {
  const requests: LanguageRequest[] = [];
  const ended: string[] = [];
  const call = createTestCall({
    agent: {
      name: 'Ada',
      model: 'test/model',
      voicemail: { detection: 'off' },
      firstMessage: 'Hello.',
      builtinTools: ['end_call'],
    },
    flow,
    models: (clock): LanguageModel[] => [
      {
        id: 'test/model',
        choosesEdges: behaviour === 'edge',
        async *respond(request): AsyncIterable<LanguagePart> {
          requests.push(request);
          const count = requests.length;
          await clock.sleep(behaviour === 'reply' ? 500 : 100, request.signal).catch(() => undefined);
          if (request.signal?.aborted === true) return void ended.push(`${count} aborted`);
          ended.push(`${count} complete`);
          if (behaviour === 'fail' && count === 1) throw new Error('down');
          const tool = behaviour === 'edge' && count === 1 ? 'flow_step_1' : 'end_call';
          if (behaviour === 'tool' || tool === 'flow_step_1')
            yield { type: 'tool-called', id: 'a', name: tool, arguments: {} };
          else yield { type: 'text-delta', text: `Reply ${count}.` };
          yield { type: 'finished', reason: 'stop', inputTokens: 1, outputTokens: 1 };
        },
        checkHealth: () => Promise.resolve({ ok: true, detail: '' }),
      },
    ],
  });
  call.session.start();
  call.leg.pickUp();
  await call.clock.advance(1_000);
  /** The caller says the text, and the recogniser reports that the turn has probably ended. */
  const hesitate = async (text: string) => {
    call.leg.speak(900);
    await call.clock.advance(900);
    call.recogniser.latest.recognise({ text, durationMs: 900 });
    call.recogniser.latest.endTurnLikely();
  };
  return { ...call, requests, ended, hesitate, stream: call.recogniser.latest };
}

describe('the reply to a turn that has probably ended', () => {
  it('is generated and held, and is spoken when the turn ends with the same words', async () => {
    const { clock, leg, stream, requests, ended, said, hesitate } = await createCall();
    await hesitate('what time is it');
    expect(requests).toHaveLength(1);
    await clock.advance(100);
    expect(said()).toEqual(['agent: Hello.']);
    stream.endTurn();
    await clock.advance(400);
    expect(ended).toEqual(['1 complete']);
    await clock.advance(1_000);
    expect(said()).toEqual(['agent: Hello.', 'customer: what time is it', 'agent: Reply 1.']);
    expect(requests).toHaveLength(1);
    leg.hangup();
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['resumes', 'turn-resumed'],
    ['ends with other words', 'other words'],
    ['is open when the call ends', 'call ended'],
  ])('is discarded if the turn %s', async (_, cause) => {
    const { clock, leg, stream, requests, ended, said, hesitate } = await createCall();
    await hesitate('what time is it');
    await clock.advance(100);
    if (cause === 'turn-resumed') stream.resumeTurn();
    else if (cause === 'call ended') leg.hangup();
    else {
      stream.recognise({ text: 'what time is it in Paris', durationMs: 1_000 });
      stream.endTurn();
    }
    await clock.advance(2_000);
    expect(ended[0]).toBe('1 aborted');
    expect(said()).not.toContain('agent: Reply 1.');
    expect(requests).toHaveLength(cause === 'call ended' ? 1 : 2);
  });

  it('is generated again after a failure', async () => {
    const { clock, stream, requests, said, hesitate } = await createCall(conversationOnlyFlow, 'fail');
    await hesitate('what time is it');
    await clock.advance(200);
    stream.endTurn();
    await clock.advance(2_000);
    expect([requests.length, said().at(-1)]).toEqual([2, 'agent: Reply 2.']);
  });

  it('executes no tool before the turn has ended', async () => {
    const { clock, leg, stream, hesitate } = await createCall(conversationOnlyFlow, 'tool');
    await hesitate('goodbye then friend');
    await clock.advance(390);
    expect(leg.isEnded).toBe(false);
    stream.endTurn();
    await clock.advance(5_000);
    expect(leg.isEnded).toBe(true);
  });

  it('is not generated while the agent speaks', async () => {
    const { clock, session, requests, hesitate, stream } = await createCall();
    await hesitate('hello there friend');
    stream.endTurn();
    await clock.advance(550);
    expect(session.phase).toBe('talking');
    const before = requests.length;
    stream.recognise({ text: 'mm-hm', durationMs: 200 });
    stream.endTurnLikely();
    expect(requests).toHaveLength(before);
  });

  it('is not generated if the turn answers a question with fixed answers', async () => {
    const flow = CallFlowInput.parse({
      name: 'Ask',
      startNodeId: 'ask',
      nodes: [
        {
          id: 'ask',
          type: 'ask',
          config: { prompt: 'Will you come?', variable: 'comes', expect: 'yes_no' },
        },
        { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
      ],
      edges: [{ id: 'e', from: 'ask', to: 'bye', condition: { type: 'else' } }],
    });
    const { clock, stream, requests, said, hesitate } = await createCall(flow);
    await clock.advance(1_000);
    await hesitate('yes');
    await clock.advance(100);
    expect([requests.length, said().at(-1)]).toEqual([0, 'agent: Will you come?']);
    stream.endTurn();
    await clock.advance(1_000);
    expect([requests.length, said().at(-1)]).toEqual([0, 'agent: Goodbye.']);
  });
});

const visitFlow = CallFlowInput.parse({
  name: 'Visit',
  startNodeId: 'talk',
  nodes: [
    { id: 'talk', type: 'conversation', config: { maxTurns: 4 } },
    { id: 'agreed', type: 'end', config: { text: 'See you.' } },
    { id: 'no', type: 'end', config: { text: 'Goodbye.' } },
  ],
  edges: [
    { id: 'e1', from: 'talk', to: 'agreed', condition: { type: 'prompt', text: 'The caller agreed.' } },
    { id: 'e2', from: 'talk', to: 'no', condition: { type: 'else' } },
  ],
});

const vendorTurns = { openVocabulary: true, endpointing: 'provider', turns: 'full' } as const;

describe('a held reply that chooses an edge', () => {
  /** Creates a call whose recogniser decides when turns end. The held reply to "yes please" has chosen the edge. */
  async function createHeldChoice() {
    const call = await createCall(visitFlow, 'edge');
    call.stream.capabilities = { ...call.recogniser.capabilities, ...vendorTurns };
    await call.hesitate('yes please');
    await call.clock.advance(150);
    expect([call.requests[0]!.tools?.map(({ name }) => name), call.ended]).toEqual([
      ['end_call', 'flow_step_1'],
      ['1 complete'],
    ]);
    expect(call.said()).toEqual(['agent: Hello.']);
    return call;
  }

  it('takes the edge when the turn ends with the same words', async () => {
    const { clock, stream, requests, said } = await createHeldChoice();
    stream.endTurn();
    await clock.advance(1_000);
    expect(said()).toEqual(['agent: Hello.', 'customer: yes please', 'agent: See you.']);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['resumes and ends with other words', true, 'yes please but not today'],
    ['ends with other words', false, 'yes please but not today'],
    ['resumes and ends with the same words', true, 'yes please'],
  ])('takes no edge if the turn %s', async (_, resumes, text) => {
    const { clock, leg, stream, requests, said } = await createHeldChoice();
    leg.speak(900);
    if (resumes) stream.resumeTurn();
    await clock.advance(900);
    expect(said()).toEqual(['agent: Hello.']);
    stream.recognise({ text, durationMs: 1_000 });
    stream.endTurn();
    await clock.advance(2_000);
    expect(requests).toHaveLength(2);
    expect(said()).toEqual(['agent: Hello.', `customer: ${text}`, 'agent: Reply 2.']);
  });

  it('takes no edge if the call ends first', async () => {
    const { clock, leg, session, said } = await createHeldChoice();
    leg.hangup();
    await clock.advance(2_000);
    expect([session.phase, said()]).toEqual(['closed', ['agent: Hello.', 'customer: yes please']]);
    expect(clock.pendingTimers).toBe(0);
  });
});
