import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed, modelReplying } from '../../test/support/test-call.ts';
import type { Clock } from '../core/clock.ts';
import { CallFlowInput, type StoredFlowGraph } from '../domain/flow/flow.ts';
import { EgressError, type EgressRequest } from '../egress/egress-client.ts';
import { RequestSecrets } from '../egress/request-secrets.ts';
import type { CallSessionOptions } from './call-session.ts';

const result = (ok: boolean) => ({ type: 'result', ok });

/** Returns a flow that asks a question, executes the node, and speaks `text` if the node succeeded. */
const flowWith = (type: string, config: object, text = 'Found {{order}}.'): StoredFlowGraph =>
  CallFlowInput.parse({
    name: 'Lookup',
    startNodeId: 'hello',
    nodes: [
      { id: 'hello', type: 'ask', config: { prompt: 'Which order?', variable: 'said', expect: 'text' } },
      { id: 'step', type, config },
      { id: 'ok', type: 'end', config: { text } },
      { id: 'failed', type: 'end', config: { text: 'Not found.' } },
    ],
    edges: [
      { id: 'e1', from: 'hello', to: 'step' },
      { id: 'e2', from: 'step', to: 'ok', condition: result(true) },
      { id: 'e3', from: 'step', to: 'failed', condition: result(false) },
    ],
  });

/** A server that responds with the JSON after a delay. */
function serverWith(sent: EgressRequest[], delayMs: number, status: number, json: unknown) {
  return (clock: Clock): CallSessionOptions['http'] => ({
    secrets: new RequestSecrets(),
    egress: {
      send: async (request) => {
        sent.push(request);
        await clock.sleep(delayMs, request.signal).catch(() => {
          throw new EgressError('aborted', 'did not respond before the request was aborted');
        });
        const headers = { 'content-type': 'application/json' };
        return { status, headers, body: Buffer.from(JSON.stringify(json)), isTruncated: false };
      },
    },
  });
}

const lookup = (method = 'GET') =>
  flowWith('http', { method, url: 'https://crm.example.com/{{said}}', save: { order: '/id' } });

async function callThatAsks(options: Parameters<typeof answeredCall>[0]) {
  const call = await answeredCall(options);
  await call.clock.advance(1_500);
  call.caller.say('seven');
  await call.clock.advance(1_000);
  return call;
}

describe('an http node', () => {
  it.each([
    [200, { id: 42 }, 'agent: Found 42.'],
    [404, { id: 42 }, 'agent: Not found.'],
    [200, [], 'agent: Found.'],
  ])('with the response %d %j continues the flow', async (status, json, text) => {
    const sent: EgressRequest[] = [];
    const call = await callThatAsks({ flow: lookup(), http: serverWith(sent, 500, status, json) });
    await call.clock.advance(8_000);
    expect(sent.map(({ url }) => url.href)).toEqual(['https://crm.example.com/seven']);
    expect(call.said()).toEqual(['agent: Which order?', 'customer: seven', text]);
    expect(call.eventsOf('http_request_ended')).toMatchObject([{ nodeId: 'step', status }]);
    expectClosed(call);
  });

  it('speaks fillers, so that the silence is shorter than 2 s', async () => {
    const call = await callThatAsks({ flow: lookup(), http: serverWith([], 4_000, 200, { id: 42 }) });
    await call.clock.advance(8_000);
    expect(call.said().slice(2)).toEqual([
      'agent: One moment, please.',
      'agent: Just a moment.',
      'agent: Found 42.',
    ]);
    expectClosed(call);
  });

  it('fails if calls cannot send requests', async () => {
    const call = await callThatAsks({ flow: lookup() });
    await call.clock.advance(8_000);
    expect(call.said().at(-1)).toBe('agent: Not found.');
  });

  it('has no effect on the flow after an opt-out; a request with side effects is not aborted and has an unknown result', async () => {
    const sent: EgressRequest[] = [];
    const call = await callThatAsks({
      flow: lookup('POST'),
      http: serverWith(sent, 60_000, 200, { id: 42 }),
    });
    call.caller.say('stop calling me');
    await call.clock.advance(10_000);
    expect(call.said().at(-1)).toBe('agent: I am sorry. We will not call you again. Goodbye.');
    expect(call.eventsOf('http_request_started')).toHaveLength(1);
    expect(call.eventsOf('http_request_ended')).toMatchObject([{ outcome: 'unknown' }]);
    expect(sent).toMatchObject([{ method: 'POST', signal: { aborted: false } }]);
    await call.clock.advance(60_000);
    expectClosed(call);
  });

  it('is aborted with the call', async () => {
    const sent: EgressRequest[] = [];
    const call = await callThatAsks({ flow: lookup(), http: serverWith(sent, 60_000, 200, { id: 42 }) });
    call.leg.end('far_hangup');
    await call.clock.advance(100);
    expect(sent[0]!.signal!.aborted).toBe(true);
    expectClosed(call);
  });
});

describe('an extract node', () => {
  const extraction = flowWith('extract', { fields: [{ name: 'order', type: 'number' }] });
  const agent = { name: 'Ada', model: 'test/model', voicemail: { detection: 'off' } } as const;

  it.each([
    ['```json\n{"order": 7}\n```', 'agent: Found 7.'],
    ['{"order": null}', 'agent: Not found.'],
    ['I found no order.', 'agent: Not found.'],
    ['[{"order": 7}]', 'agent: Found 7.'],
    [null, 'agent: Not found.'],
  ])('with the answer %j continues the flow', async (answer, text) => {
    const call = await callThatAsks({
      agent,
      flow: extraction,
      models: (clock) => [modelReplying(clock, 300, answer)],
    });
    await call.clock.advance(8_000);
    expect(call.said().slice(2)).toEqual([text]);
    expectClosed(call);
  });

  it('uses the next model if one fails', async () => {
    const call = await callThatAsks({
      agent,
      flow: extraction,
      models: (clock) => [modelReplying(clock, 300, null), modelReplying(clock, 300, '{"order": 7}')],
    });
    await call.clock.advance(8_000);
    expect(call.said().slice(2)).toEqual(['agent: Found 7.']);
  });

  it('fails without a model', async () => {
    const call = await callThatAsks({ flow: extraction });
    await call.clock.advance(8_000);
    expect(call.said().at(-1)).toBe('agent: Not found.');
    expect(call.eventsOf('flow_warning')).toMatchObject([{ text: 'The language model returned no values.' }]);
  });
});
