import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { datesOf } from './answer-rate.ts';

const e164 = '+12025550111';
let api: TestApi;
let path: string;

beforeAll(async () => {
  api = await createTestApi();
  const created = await api.send('POST', '/v1/api/telephony/numbers', { body: { phoneNumber: e164 } });
  path = `/v1/api/telephony/numbers/${created.body.id}/answer-rate`;
  const days = [
    ['2026-01-03', 3, 3, 0, 0],
    ['2026-01-05', 6, 1, 2, 1],
  ];
  for (const [day, ...counts] of days)
    await api.database.inWorkspace(api.workspaceId).execute(
      {
        text: `insert into number_days (workspace_id, e164, day, calls, answered, voicemail, failed)
          values ($1, $2, $3, $4, $5, $6, $7)`,
      },
      [api.workspaceId, e164, day, ...counts],
    );
});
afterAll(() => api.close());

describe('GET /v1/api/telephony/numbers/{numberId}/answer-rate: 200', () => {
  it('returns each day up to today', async () => {
    expect(api.clock.now()).toBe(noon.getTime());
    const { status, body } = await api.send('GET', `${path}?days=3`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ phoneNumber: e164, firstDay: '2026-01-03', lastDay: '2026-01-05' });
    expect(body).toMatchObject({ calls: 9, answered: 4, voicemail: 2, failed: 1, answerRate: 0.444 });
    expect(body.days).toEqual([
      { date: '2026-01-03', calls: 3, answered: 3, voicemail: 0, failed: 0, answerRate: 1 },
      { date: '2026-01-04', calls: 0, answered: 0, voicemail: 0, failed: 0, answerRate: null },
      { date: '2026-01-05', calls: 6, answered: 1, voicemail: 2, failed: 1, answerRate: 0.167 },
    ]);
  });

  it('defaults to a week, and accepts one day', async () => {
    expect((await api.send('GET', path)).body).toMatchObject({ firstDay: '2025-12-30', calls: 9 });
    expect((await api.send('GET', `${path}?days=1`)).body).toMatchObject({
      firstDay: '2026-01-05',
      calls: 6,
    });
  });
});

describe('GET /v1/api/telephony/numbers/{numberId}/answer-rate: 400', () => {
  it.each(['0', '91', 'week', '1.5'])('rejects %s days', async (days) => {
    const { status, body } = await api.send('GET', `${path}?days=${days}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ fields: [{ path: 'days' }] });
  });
});

describe('GET /v1/api/telephony/numbers/{numberId}/answer-rate: 404', () => {
  it('returns 404 for an unknown number', async () => {
    const { status, body } = await api.send(
      'GET',
      path.replace(/num_\w+/u, 'num_01KAT0000000000000000000AA'),
    );
    expect([status, body.error.code]).toEqual([404, 'number_not_found']);
  });
});

describe('GET /v1/api/telephony/answer-rates: 200', () => {
  it('returns each caller ID', async () => {
    const { status, body } = await api.send('GET', '/v1/api/telephony/answer-rates');
    expect(status).toBe(200);
    expect(body).toEqual({
      firstDay: '2025-12-30',
      lastDay: '2026-01-05',
      total: 1,
      numbers: [
        {
          numberId: path.split('/')[5],
          phoneNumber: e164,
          calls: 9,
          answered: 4,
          voicemail: 2,
          failed: 1,
          answerRate: 0.444,
        },
      ],
    });
  });

  it('returns no numbers for days without calls', async () => {
    await api.clock.advance(30 * 86_400_000);
    const { body } = await api.send('GET', '/v1/api/telephony/answer-rates?days=2&limit=5');
    expect(body).toMatchObject({ total: 0, numbers: [] });
  });
});

describe('datesOf', () => {
  it('crosses the end of a month and a year', () => {
    expect(datesOf({ firstDay: '2024-02-28', lastDay: '2024-03-01' })).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ]);
    expect(datesOf({ firstDay: '2025-12-31', lastDay: '2026-01-01' })).toEqual(['2025-12-31', '2026-01-01']);
  });
});
