import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { analyzeCallKind } from '../../jobs/analysis-jobs.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const scope = () => api.database.inWorkspace(api.workspaceId);
const analyze = (callId: string) => api.send('POST', `/api/v1/calls/${callId}/analyze`);

async function seed({ isAnswered = true, isEnded = true, overrides = {} } = {}): Promise<string> {
  const { id: callId, workspaceId } = await seedCall(api.database, api, { overrides });
  const key = { workspaceId, callId };
  await recordCallChange(scope(), { ...key, from: ['queued'], to: 'dialing', at: noon });
  if (isAnswered) await recordCallChange(scope(), { ...key, from: ['dialing'], to: 'in_progress', at: noon });
  const disposition = { code: 'answered', status: 'completed' } as const;
  if (isEnded) await finishCall(scope(), { ...key, endReason: 'agent_hangup', at: noon, disposition });
  return callId;
}

const requested = { analysis: { summary: true, successCriteria: '', fields: [] } };

describe('POST /api/v1/calls/{callId}/analyze: 200', () => {
  it('marks the analysis as pending, and adds one job even if it is requested twice', async () => {
    const callId = await seed({ overrides: requested });
    for (const { status, body } of [await analyze(callId), await analyze(callId)]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ callId, analysis: { status: 'pending', summary: null } });
    }
    const jobs = await scope().rows<{ payload: unknown }>(
      { text: 'select payload from jobs where kind = $1 and key = $2' },
      [analyzeCallKind, callId],
    );
    expect(jobs).toEqual([{ payload: { callId, agentVersion: api.agent.version } }]);
  });
});

describe('POST /api/v1/calls/{callId}/analyze: 400', () => {
  it.each([
    ['call_not_ended', { isEnded: false, overrides: requested }],
    ['analysis_not_requested', {}],
    ['analysis_not_requested', { isAnswered: false, overrides: requested }],
  ])('is %s for %j', async (code, options) => {
    const { status, body } = await analyze(await seed(options));
    expect([status, body.code]).toEqual([400, code]);
  });
});

describe('POST /api/v1/calls/{callId}/analyze: 404', () => {
  it('is call_not_found for an unknown call', async () => {
    const { status, body } = await analyze('call_01KAT3Q5H8Z6T4N2R0V7W9X1Y3');
    expect([status, body.code]).toEqual([404, 'call_not_found']);
  });
});
