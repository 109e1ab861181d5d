import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActiveCallsEvent } from '../../packages/sdk/src/client.ts';
import { ScriptedServer } from '../../src/providers/ai-sdk/testing/scripted-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const systemOf = (body: Record<string, unknown>): string =>
  (body['messages'] as { content: string }[])[0]!.content;
const asksForMood = (body: Record<string, unknown>): boolean =>
  systemOf(body).startsWith('You observe a phone call.');
const [reply, mood] = [
  { pieces: ['Shall I book you in?'], inputTokens: 0, outputTokens: 0 },
  { pieces: ['negative'], inputTokens: 310, outputTokens: 2 },
];

let server: ScriptedServer;
let program: ProgramUnderTest;
beforeAll(async () => {
  server = await ScriptedServer.start((body) => (asksForMood(body) ? mood : reply));
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '34000-34099',
    PARLEY_OPENAI_BASE_URL: server.baseUrl,
  });
});
afterAll(async () => {
  await program.close();
  await server.close();
});

it('follows the mood of a customer by the model of the agent', { timeout: 60_000 }, async () => {
  const { api } = program;
  const events: ActiveCallsEvent[] = [];
  const closing = new AbortController();
  const following = (async () => {
    for await (const event of api.client.follow('followActiveCalls', { signal: closing.signal }))
      events.push(event);
  })().catch(() => undefined);
  await expect.poll(() => events.length, { timeout: 10_000 }).toBe(1);
  const phoneNumber = '+12025550171';
  await api.create('/v1/api/telephony/numbers', { phoneNumber });
  const flow = { type: 'call', name: 'Visit', status: 'active' };
  const { id: flowId } = await api.create<{ id: string }>('/api/v1/flows', flow);
  const { id: agentId } = await api.create<{ id: string }>('/api/v1/agents', {
    name: 'Front desk',
    model: 'openai/moods',
    flowId,
    phoneNumber,
    firstMessage: 'Hello, would you like a visit?',
  });
  // The simulated person agrees, so that the word list alone reports no negative mood.
  const { callId } = await api.client.sendCall({ body: { agentId, toNumber: '+12025550100' } });
  const changes = () => events.flatMap((event) => (event.type === 'sentiment' ? [event.sentiment] : []));
  await expect.poll(changes, { timeout: 30_000 }).toContain('negative');
  const { data } = await api.client.listActiveCalls();
  expect(data).toMatchObject([{ sentiment: 'negative' }]);

  await api.client.endCall({ path: { callId } });
  const ended = await api.untilEnded(callId);
  expect(ended.sentiment).toBe('negative');
  const requests = server.requestsOf('moods').filter(({ body }) => asksForMood(body));
  expect(requests).toHaveLength(1);
  const quantityOf = (unit: string) =>
    ended.costs.find((cost) => cost.kind === 'language-model' && cost.unit === unit)?.quantity;
  expect([quantityOf('input-tokens'), quantityOf('output-tokens')]).toEqual([310, 2]);
  closing.abort();
  await following;
});
