import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { appendTranscriptEntry } from '../../store/calls/call-timeline.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { recordCallChange } from '../../store/calls/calls.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const latency = {
  turn: 1,
  totalMs: 250,
  bufferMs: 20,
  endpointingMs: 200,
  thinkingMs: 5,
  speechMs: 10,
  playoutMs: 15,
};

const costs = [
  {
    provider: 'deepgram',
    model: 'nova-3',
    kind: 'speech-to-text',
    quantity: 12.5,
    unit: 'seconds',
    estimated: false,
    cost: '0.001604167',
    currency: 'USD',
  },
  {
    provider: 'openai',
    model: 'small',
    kind: 'language-model',
    quantity: 40,
    unit: 'output-tokens',
    estimated: true,
    cost: null,
    currency: null,
  },
] as const;

async function seedEndedCall(): Promise<string> {
  const db = api.database.inWorkspace(api.workspaceId);
  const { id: callId, workspaceId } = await seedCall(api.database, api);
  const change = { workspaceId, callId };
  await recordCallChange(db, { ...change, from: ['queued'], to: 'dialing', at: noon });
  const answeredAt = new Date(noon.getTime() + 4000);
  await recordCallChange(db, { ...change, from: ['dialing'], to: 'in_progress', at: answeredAt });
  const entry = { role: 'agent', content: 'Hello.', startMs: 0, endMs: 700, interrupted: false } as const;
  await appendTranscriptEntry(db, { ...change, sequence: 1, entry });
  const unclear = { role: 'customer', content: '[unintelligible]', unintelligible: true } as const;
  const times = { startMs: 900, endMs: 1200, interrupted: false, confidence: 0.2 };
  await appendTranscriptEntry(db, { ...change, sequence: 2, entry: { ...unclear, ...times } });
  await finishCall(db, {
    ...change,
    endReason: 'customer_hangup',
    at: new Date(noon.getTime() + 16_500),
    disposition: { code: 'answered', status: 'completed' },
    latency: [latency],
    costs,
    variables: { coming: true },
    recordingPath: 'recordings/2026-01/x.wav',
    recordingDurationMs: 12_500,
  });
  return callId;
}

describe('GET /api/v1/calls/{callId}: 200', () => {
  it('returns all details of a call', async () => {
    const { status, body } = await api.send('GET', `/api/v1/calls/${await seedEndedCall()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ended',
      endReason: 'customer_hangup',
      durationSeconds: 12.5,
      disposition: 'answered',
      recording: { available: true, durationMs: 12_500, truncated: false, reason: null },
      transcript: [
        { role: 'agent', content: 'Hello.', startMs: 0, endMs: 700, interrupted: false },
        { role: 'customer', content: '[unintelligible]', unintelligible: true, confidence: 0.2 },
      ],
      latency: [latency],
      variables: { coming: true },
      analysis: null,
      costs,
      totalCost: { amount: '0.001604167', currency: 'USD', complete: false },
    });
    expect(body.timeline.map(({ type }: { type: string }) => type)).toEqual([
      'queued',
      'dialing',
      'in_progress',
      'ended',
    ]);
    expect(body).not.toHaveProperty('recordingPath');
  });
});

describe('GET /api/v1/calls/{callId}: 404', () => {
  it('returns 404 for an unknown id', async () => {
    const { status, body } = await api.send('GET', '/api/v1/calls/call_01KAT0000000000000000000AA');
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: 'Call not found', code: 'call_not_found' });
  });
});
