import { describe, expect, it } from 'vitest';
import { createTestCall } from '../../test/support/test-call.ts';
import type { LanguageModel, LanguagePart, LanguageRequest } from '../contracts/language-model.ts';
import { CallFlowInput, type FlowGraph } from '../domain/flow/flow.ts';
import { conversationOnlyFlow } from './call-plan.ts';

/** Requests a tool in its first reply. */
type Behaviour = 'reply' | 'tool' | 'fail';

/** Creates an answered call whose agent has spoken its first message. The model replies after 500 ms, or fails or requests a tool after 100 ms. */
async function createCall(flow: FlowGraph = conversationOnlyFlow, behaviour: Behaviour = 'reply') {
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
        async *respond(request): AsyncIterable<LanguagePart> {
          requests.push(request);
          const count = requests.length;
          await clock.sleep(behaviour === 'reply' ? 500 : 100, request.signal).catch(() => undefined);
          if (request.signal?.aborted === true) return void ended.push(`${count} aborted`);
          ended.push(`${count} complete`);
          if (behaviour === 'fail' && count === 1) throw new Error('down');
          if (behaviour === 'tool') yield { type: 'tool-called', id: 'a', name: 'end_call', arguments: {} };
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

describe('a turn that has probably ended', () => {
  it('has its reply generated and held, which is spoken when the turn ends with the same words', async () => {
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
    ['belongs to a call that ends', 'call ended'],
  ])('has its reply discarded if it %s', async (_, cause) => {
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

  it('has its failed reply generated again', async () => {
    const { clock, stream, requests, said, hesitate } = await createCall(conversationOnlyFlow, 'fail');
    await hesitate('what time is it');
    await clock.advance(200);
    stream.endTurn();
    await clock.advance(2_000);
    expect([requests.length, said().at(-1)]).toEqual([2, 'agent: Reply 2.']);
  });

  it('executes no tool before it has ended', async () => {
    const { clock, leg, stream, hesitate } = await createCall(conversationOnlyFlow, 'tool');
    await hesitate('goodbye then friend');
    await clock.advance(390);
    expect(leg.isEnded).toBe(false);
    stream.endTurn();
    await clock.advance(5_000);
    expect(leg.isEnded).toBe(true);
  });

  it('has no reply generated while the agent speaks', async () => {
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

  it('changes nothing in a question with fixed answers', async () => {
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
