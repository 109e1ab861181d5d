import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { AgentInput } from '../../domain/agent.ts';
import { analyzeConversationKind } from '../../jobs/analysis-jobs.ts';
import { insertAgent } from '../../store/agents.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function start(to: string, analysis: object): Promise<string> {
  const { workspaceId } = api;
  const agent = await insertAgent(api.database.inWorkspace(workspaceId), {
    id: newId('agent'),
    workspaceId,
    config: AgentInput.parse({ name: 'Grace', type: 'messaging', analysis }),
    at: noon,
  });
  const flow = await seedMessageFlow(api, { agentId: agent.id, inactivityHours: 5 });
  return (await generate(api, flow.id, { to })).body.conversation_id;
}

const analyze = (id: string) =>
  api.send('POST', `/v1/api/conversations/${id}/analyze`, { workspace: api.workspaceId });

const jobsOf = (conversationId: string) =>
  api.database.inWorkspace(api.workspaceId).rows(
    {
      text: `select payload, run_at as "runAt" from jobs where kind = $1 and payload->>'conversationId' = $2 order by id`,
    },
    [analyzeConversationKind, conversationId],
  );

const fiveHoursLater = new Date(noon.getTime() + 5 * 3_600_000);

describe('POST /v1/api/conversations/{conversationId}/analyze: 200', () => {
  it('adds one job besides the one for the end of the conversation', async () => {
    const conversationId = await start('+12025550131', { summary: true });
    const atEnd = { payload: { conversationId, isRequested: false }, runAt: fiveHoursLater };
    expect(await jobsOf(conversationId)).toEqual([atEnd]);
    for (const { status, body } of [await analyze(conversationId), await analyze(conversationId)]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ _id: conversationId, analysis: { status: 'pending' } });
    }
    const requested = { payload: { conversationId, isRequested: true }, runAt: noon };
    expect(await jobsOf(conversationId)).toEqual([atEnd, requested]);
  });
});

describe('POST /v1/api/conversations/{conversationId}/analyze: 400', () => {
  it('is analysis_not_requested if the agent requests none', async () => {
    const conversationId = await start('+12025550132', {});
    expect(await jobsOf(conversationId)).toEqual([]);
    const { status, body } = await analyze(conversationId);
    expect([status, body.error.code]).toEqual([400, 'analysis_not_requested']);
  });
});

describe('POST /v1/api/conversations/{conversationId}/analyze: 404', () => {
  it('is conversation_not_found for an unknown conversation', async () => {
    const { status, body } = await analyze(newId('conversation'));
    expect([status, body.error.code]).toEqual([404, 'conversation_not_found']);
  });
});
