import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed } from '../../../test/support/test-call.ts';
import { FakeLanguageModel } from '../../contracts/testing/fake-language-model.ts';
import type { ScriptedReply } from '../../contracts/testing/scripted-reply.ts';
import type { AgentInput } from '../../domain/agent.ts';
import { CallFlowInput, type CallFlow } from '../../domain/flow/flow.ts';

const visitFlow = CallFlowInput.parse({
  name: 'Visit',
  variables: { size: { type: 'number' } },
  startNodeId: 'talk',
  nodes: [
    { id: 'talk', type: 'conversation', config: { firstMessage: 'Do you want a visit?', maxTurns: 4 } },
    { id: 'agreed', type: 'end', config: { text: 'See you {{size}}.' } },
    { id: 'no', type: 'end', config: { text: 'Goodbye.' } },
  ],
  edges: [
    { id: 'e1', from: 'talk', to: 'agreed', condition: { type: 'prompt', text: 'The caller agreed.' } },
    { id: 'e2', from: 'talk', to: 'no', condition: { type: 'else' } },
  ],
});

const saying = (...pieces: string[]): ScriptedReply => ({ pieces });
const choosing = (name: string, ...pieces: string[]): ScriptedReply => ({
  pieces,
  toolCall: { id: 't1', name, arguments: {} },
});

interface ConversationOptions {
  readonly choosesEdges?: boolean;
  readonly agent?: Partial<AgentInput>;
  readonly partDelayMs?: number;
  readonly flow?: CallFlow;
}

async function conversation(
  replies: readonly ScriptedReply[],
  { choosesEdges = true, agent, partDelayMs = 0, flow = visitFlow }: ConversationOptions = {},
) {
  let model: FakeLanguageModel | undefined;
  const call = await answeredCall({
    flow,
    agent: { name: 'Ada', model: 'fake/scripted', voicemail: { detection: 'off' }, ...agent },
    models: (clock) => [(model = new FakeLanguageModel(replies, { clock, choosesEdges, partDelayMs }))],
  });
  await call.clock.advance(2_000);
  const sayAndWait = async (text: string) => {
    call.caller.say(text);
    await call.clock.advance(5_000);
  };
  return { ...call, model: model!, sayAndWait };
}

describe('a conversation whose model chooses edges', () => {
  it('sends one request per turn', async () => {
    const call = await conversation([saying('When?'), saying('Where?'), choosing('flow_step_1')]);
    await call.sayAndWait('maybe');
    await call.sayAndWait('monday');
    await call.sayAndWait('yes please');
    expect(call.model.requests).toHaveLength(3);
    expect(call.said().filter((line) => line.startsWith('agent'))).toEqual([
      'agent: Do you want a visit?',
      'agent: When?',
      'agent: Where?',
      'agent: See you.',
    ]);
    expectClosed(call);
  });

  it('offers the edges as tools', async () => {
    const call = await conversation([saying('When?')]);
    await call.sayAndWait('maybe');
    expect(call.model.requests[0]!.tools).toMatchObject([
      { name: 'flow_step_1', description: expect.stringContaining('The caller agreed.') },
    ]);
  });

  it('does not speak the text of a reply that chooses an edge, and does not add it to the history', async () => {
    const call = await conversation([choosing('flow_step_1', 'I book it now. ', 'One moment. ')]);
    await call.sayAndWait('yes');
    expect(call.said().slice(2)).toEqual(['agent: See you.']);
    expectClosed(call);
  });

  it('speaks a filler while a slow reply is not complete', async () => {
    const call = await conversation([saying('One. ', 'Two. ', 'Three. ')], { partDelayMs: 700 });
    await call.sayAndWait('maybe');
    expect(call.said().slice(2)).toEqual(['agent: One moment, please.', 'agent: One. Two. Three.']);
  });

  it('runs other tools of the reply first', async () => {
    const call = await conversation([saying('Ok.')], { agent: { builtinTools: ['update_variables'] } });
    call.model.respond = async function* () {
      yield { type: 'tool-called', id: 't1', name: 'flow_step_1', arguments: {} };
      yield { type: 'tool-called', id: 't2', name: 'update_variables', arguments: { size: 4 } };
      yield { type: 'finished', reason: 'tools', inputTokens: 0, outputTokens: 0 };
    };
    await call.sayAndWait('yes, four people');
    expect(call.said().at(-1)).toBe('agent: See you 4.');
  });

  it('ignores the choice of a reply that the caller interrupts', async () => {
    const call = await conversation([choosing('flow_step_1', 'Well. '), saying('When?')], {
      partDelayMs: 1_000,
    });
    call.caller.say('yes');
    await call.clock.advance(1_400);
    call.caller.say('no wait please not yet');
    await call.clock.advance(9_000);
    expect(call.model.requests).toHaveLength(2);
    expect(call.said().slice(2)).toEqual(['customer: no wait please not yet', 'agent: When?']);
  });

  it('classifies edge conditions in a separate request in the last turn and after a universal intent', async () => {
    const call = await conversation([saying('0'), saying('A?'), saying('B?'), saying('C?'), saying('0')]);
    await call.sayAndWait('who is this');
    await call.sayAndWait('call me back tomorrow at ten');
    const toolCounts = call.model.requests.map(({ tools }) => tools?.length ?? 0);
    expect(toolCounts[0]).toBe(1);
    expect(toolCounts.at(-1)).toBe(0);
  });
});

describe('a call in mode flex', () => {
  it('records each move to another node', async () => {
    const wishes = CallFlowInput.parse({
      name: 'Wishes',
      mode: 'flex',
      startNodeId: 'talk',
      nodes: [
        { id: 'talk', type: 'conversation', config: { firstMessage: 'What do you want?' } },
        { id: 'hours', type: 'say', name: 'Opening hours', config: { text: 'We open at nine.' } },
        { id: 'end', type: 'end', config: { text: 'Goodbye.' } },
      ],
      edges: [
        { id: 'e1', from: 'talk', to: 'end', condition: { type: 'else' } },
        { id: 'e2', from: 'hours', to: 'end' },
      ],
    });
    const call = await conversation([choosing('flow_step_1')], { flow: wishes });
    await call.sayAndWait('when do you open');
    expect(call.eventsOf('node_moved')).toEqual([{ fromNodeId: 'talk', nodeId: 'hours' }]);
    expect(call.said().slice(2)).toEqual(['agent: We open at nine.', 'agent: Goodbye.']);
    expectClosed(call);
  });
});

describe('a conversation whose model cannot choose edges', () => {
  it('classifies edge conditions in a separate request before each reply', async () => {
    const call = await conversation([saying('0'), saying('When?'), saying('1')], { choosesEdges: false });
    await call.sayAndWait('maybe');
    await call.sayAndWait('yes');
    expect(call.model.requests.map(({ tools }) => tools)).toEqual([undefined, undefined, undefined]);
    expect(call.said().at(-1)).toBe('agent: See you.');
  });
});
