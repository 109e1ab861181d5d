import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed } from '../../../test/support/test-call.ts';
import { FakeLanguageModel } from '../../contracts/testing/fake-language-model.ts';
import type { ScriptedReply } from '../../contracts/testing/scripted-reply.ts';
import type { Clock } from '../../core/clock.ts';
import type { AgentInput } from '../../domain/agent.ts';
import { CallFlowInput } from '../../domain/flow/flow.ts';
import { EgressError, type EgressRequest } from '../../egress/egress-client.ts';
import { RequestSecrets } from '../../egress/request-secrets.ts';
import { conversationOnlyFlow } from '../call-plan.ts';

const parameters = {
  type: 'object',
  properties: { id: { type: 'integer' }, note: { type: ['string', 'null'] } },
  required: ['id'],
};

const findOrder = {
  name: 'find_order',
  description: 'Finds an order.',
  method: 'GET',
  url: 'https://shop.example.com/orders?v=2',
  headers: { authorization: 'Bearer {{secrets.SHOP}}' },
  parameters,
} as const;

const cancelOrder = { ...findOrder, name: 'cancel_order', method: 'POST', headers: {} } as const;

const requesting = (name: string, args: unknown, ...pieces: string[]): ScriptedReply => ({
  pieces,
  toolCall: { id: 'toolu_1', name, arguments: args },
});
const saying = (...pieces: string[]): ScriptedReply => ({ pieces });

interface Scenario {
  readonly replies: readonly ScriptedReply[];
  readonly agent?: Partial<AgentInput>;
  readonly delayMs?: number;
  readonly flow?: ReturnType<typeof CallFlowInput.parse>;
}

/** Starts a call in which the caller asks a question after the greeting. */
async function conversation({ replies, agent, delayMs = 100, flow }: Scenario) {
  const sent: EgressRequest[] = [];
  let model: FakeLanguageModel | undefined;
  const http = (clock: Clock) => ({
    secrets: RequestSecrets.parse('{"SHOP":{"value":"t0ken","hosts":["shop.example.com"]}}'),
    egress: {
      send: async (request: EgressRequest) => {
        sent.push(request);
        await clock.sleep(delayMs, request.signal).catch(() => {
          throw new EgressError('aborted', 'did not respond before the request was aborted');
        });
        const headers = { 'content-type': 'application/json' };
        return { status: 200, headers, body: Buffer.from('{"state":"sent"}'), isTruncated: false };
      },
    },
  });
  const call = await answeredCall({
    flow: flow ?? conversationOnlyFlow,
    agent: {
      name: 'Ada',
      model: 'fake/scripted',
      voicemail: { detection: 'off' },
      firstMessage: 'Hello there.',
      tools: [findOrder, cancelOrder],
      ...agent,
    },
    models: (clock) => [(model = new FakeLanguageModel(replies, { clock }))],
    http,
  });
  await call.clock.advance(1_500);
  call.caller.say('where is my order');
  return { ...call, sent, model: model! };
}

const resultsIn = (model: FakeLanguageModel, request: number) =>
  model.requests[request]!.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));

describe('a read-only tool', () => {
  it('runs while the agent speaks, and its result goes to the model', async () => {
    const call = await conversation({
      replies: [
        requesting('find_order', { id: 7, note: null }, 'Let me have a look.'),
        saying('It was sent.'),
      ],
    });
    await call.clock.advance(6_000);
    expect(call.sent).toHaveLength(1);
    expect(call.sent[0]!.url.href).toBe('https://shop.example.com/orders?v=2&id=7');
    expect(call.sent[0]).toMatchObject({
      method: 'GET',
      body: '',
      headers: { authorization: 'Bearer t0ken' },
    });
    expect(call.said()).toEqual([
      'agent: Hello there.',
      'customer: where is my order',
      'agent: Let me have a look.',
      'agent: It was sent.',
    ]);
    const [first, second] = call.model.requests;
    expect(first!.tools?.map(({ name }) => name)).toEqual(['find_order', 'cancel_order']);
    expect(second!.messages.slice(-2)).toEqual([
      {
        role: 'assistant',
        content: 'Let me have a look.',
        toolCalls: [{ id: 'toolu_1', name: 'find_order', arguments: { id: 7, note: null } }],
      },
      { role: 'tool', toolCallId: 'toolu_1', name: 'find_order', content: '{"state":"sent"}' },
    ]);
    expect(JSON.stringify([call.model.requests, call.records.events])).not.toContain('t0ken');
    expect(call.eventsOf('http_request_ended')).toMatchObject([{ tool: 'find_order', outcome: 'ok' }]);
  });

  it('has its request and its result in the history of later turns', async () => {
    const call = await conversation({
      replies: [requesting('find_order', { id: 7 }), saying('It was sent.'), saying('Yesterday.')],
    });
    await call.clock.advance(5_000);
    call.caller.say('when');
    await call.clock.advance(3_000);
    expect(call.model.requests[2]!.messages.slice(1).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(call.said().at(-1)).toBe('agent: Yesterday.');
  });

  it('is bridged by a filler after 1.2 s of silence', async () => {
    const call = await conversation({
      replies: [requesting('find_order', { id: 7 }), saying('It was sent.')],
      delayMs: 3_000,
    });
    await call.clock.advance(9_000);
    expect(call.said().slice(2)).toEqual(['agent: One moment, please.', 'agent: It was sent.']);
  });

  it('is cancelled when the caller speaks again', async () => {
    const call = await conversation({
      replies: [requesting('find_order', { id: 7 }), saying('Very well.')],
      delayMs: 9_000,
    });
    while (call.sent.length === 0) await call.clock.advance(50);
    call.caller.say('forget it');
    await call.clock.advance(4_000);
    expect(call.sent[0]!.signal!.aborted).toBe(true);
    expect(call.said().at(-1)).toBe('agent: Very well.');
    expect(resultsIn(call.model, 1)).toEqual([]);
  });
});

describe('a tool with side effects', () => {
  it('runs as soon as the turn is closed, with an idempotency key', async () => {
    const call = await conversation({
      replies: [requesting('cancel_order', { id: 7 }), saying('It is cancelled.')],
    });
    while (call.model.requests.length === 0) await call.clock.advance(20);
    await call.clock.advance(500);
    expect(call.sent).toEqual([]);
    await call.clock.advance(4_000);
    expect(call.sent).toMatchObject([{ method: 'POST', body: '{"id":7}' }]);
    expect(call.sent[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/);
    expect(call.eventsOf('http_request_started')).toHaveLength(1);
    expect(call.said().at(-1)).toBe('agent: It is cancelled.');
  });

  it('does not run if the caller speaks again before the turn is closed', async () => {
    const call = await conversation({
      replies: [requesting('cancel_order', { id: 7 }), saying('I see.')],
    });
    while (call.model.requests.length === 0) await call.clock.advance(20);
    await call.clock.advance(200);
    call.caller.say('no wait');
    await call.clock.advance(5_000);
    expect(call.sent).toEqual([]);
    expect(call.said().at(-1)).toBe('agent: I see.');
  });

  it('runs to its end if the caller interrupts, and its result is in the history', async () => {
    const call = await conversation({
      replies: [requesting('cancel_order', { id: 7 }), saying('Hm.'), saying('It is done.')],
      delayMs: 3_000,
    });
    while (call.sent.length === 0) await call.clock.advance(50);
    call.caller.say('are you there');
    await call.clock.advance(6_000);
    call.caller.say('and now');
    await call.clock.advance(4_000);
    expect(call.sent).toHaveLength(1);
    expect(call.sent[0]!.signal!.aborted).toBe(false);
    expect(resultsIn(call.model, 1)).toEqual([]);
    expect(resultsIn(call.model, 2)).toEqual(['{"state":"sent"}']);
  });
});

describe('a tool request of the model', () => {
  it.each([
    ['an unknown tool', 'drop_tables', {}, 'Error: there is no tool of this name. The tools are: find_order'],
    ['broken JSON', 'find_order', '{"id": 7', 'Error: The arguments are not valid JSON.'],
    ['wrong arguments', 'find_order', { id: 'seven' }, 'Error: The arguments do not match the schema. id: '],
  ])('for %s gets an error as its result', async (_case, name, args, error) => {
    const call = await conversation({ replies: [requesting(name, args), saying('Sorry.')] });
    await call.clock.advance(5_000);
    expect(call.sent).toEqual([]);
    expect(resultsIn(call.model, 1)[0]).toContain(error);
    expect(call.said().at(-1)).toBe('agent: Sorry.');
  });

  it('is the last one of the turn if it repeats a tool with the same arguments', async () => {
    const again = requesting('find_order', { id: 7 });
    const call = await conversation({ replies: [again, again, again, again, again] });
    await call.clock.advance(8_000);
    expect(call.sent).toHaveLength(1);
    expect(call.model.requests).toHaveLength(3);
    expect(resultsIn(call.model, 2)[1]).toContain('already called');
    expect(call.said().at(-1)).toContain("I'm having some trouble");
  });

  it('is executed at most three times in a turn', async () => {
    const call = await conversation({
      replies: [1, 2, 3, 4, 5, 6].map((id) => requesting('find_order', { id })),
    });
    await call.clock.advance(8_000);
    expect(call.sent).toHaveLength(3);
    expect(call.model.requests).toHaveLength(4);
  });
});

describe('a built-in tool', () => {
  const builtinTools = [
    'end_call',
    'schedule_callback',
    'set_disposition',
    'send_digits',
    'update_variables',
  ] as const;

  it('is offered only if the agent lists it, and update_variables only if the flow has variables', async () => {
    const call = await conversation({
      replies: [saying('Well.')],
      agent: { tools: [], builtinTools: ['end_call'] },
    });
    await call.clock.advance(2_000);
    expect(call.model.requests[0]!.tools?.map(({ name }) => name)).toEqual(['end_call']);
    const other = await conversation({
      replies: [saying('Well.')],
      agent: { tools: [], builtinTools: [...builtinTools] },
    });
    await other.clock.advance(2_000);
    expect(other.model.requests[0]!.tools?.map(({ name }) => name)).not.toContain('update_variables');
    const none = await conversation({ replies: [saying('Well.')], agent: { tools: [] } });
    await none.clock.advance(2_000);
    expect(none.model.requests[0]).not.toHaveProperty('tools');
  });

  it('end_call hangs up after the last sentence', async () => {
    const call = await conversation({
      replies: [requesting('end_call', {}, 'Thank you and goodbye.')],
      agent: { builtinTools: [...builtinTools] },
    });
    await call.clock.advance(8_000);
    expect(call.said().at(-1)).toBe('agent: Thank you and goodbye.');
    expect(call.model.requests).toHaveLength(1);
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
    expectClosed(call);
  });

  it('set_disposition and schedule_callback record a disposition and a callback', async () => {
    const call = await conversation({
      replies: [
        requesting('set_disposition', { disposition: 'interested', notes: 'Wants blue.' }),
        requesting('schedule_callback', { at: 'yesterday' }),
        requesting('schedule_callback', { at: '2026-01-08T15:00:00-05:00', notes: 'Call again.' }),
        saying('Fine.'),
      ],
      agent: { builtinTools: [...builtinTools] },
    });
    await call.clock.advance(8_000);
    expect(resultsIn(call.model, 3)).toEqual([
      'Recorded.',
      expect.stringContaining('Error: ') as string,
      expect.stringContaining('The callback is scheduled for ') as string,
    ]);
    expect(call.eventsOf('disposition_set')).toEqual([{ disposition: 'interested', notes: 'Wants blue.' }]);
    expect(call.eventsOf('callback_agreed')).toMatchObject([{ notes: 'Call again.' }]);
  });

  it('send_digits presses keys', async () => {
    const call = await conversation({
      replies: [requesting('send_digits', { digits: '1 2#x' }), saying('Done.')],
      agent: { builtinTools: [...builtinTools] },
    });
    await call.clock.advance(5_000);
    expect(call.leg.audio.digitsSent).toBe('12#');
    expect(call.said().at(-1)).toBe('agent: Done.');
  });

  it('update_variables stores declared variables of their type', async () => {
    const flow = CallFlowInput.parse({
      name: 'Talk',
      variables: { guests: { type: 'number' }, name: {} },
      nodes: [
        { id: 'talk', type: 'conversation', config: {} },
        { id: 'end', type: 'end' },
      ],
      edges: [{ id: 'e', from: 'talk', to: 'end', condition: { type: 'else' } }],
    });
    const call = await conversation({
      flow,
      replies: [
        requesting('update_variables', { guests: 'four' }),
        requesting('update_variables', { guests: 4, name: 'Ada' }),
        saying('Noted.'),
      ],
      agent: { builtinTools: [...builtinTools] },
    });
    await call.clock.advance(5_000);
    expect(resultsIn(call.model, 2)).toEqual([expect.stringContaining('Error: ') as string, 'Stored.']);
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(call.records.ends).toMatchObject([{ variables: { guests: 4, name: 'Ada' } }]);
  });
});
