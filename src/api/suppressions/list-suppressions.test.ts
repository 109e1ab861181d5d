import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const address of ['+12025550140', '+12025550141', 'ada@example.com']) {
    await api.send('POST', '/v1/api/suppressions', { body: { address } });
    await api.clock.advance(1000);
  }
});
afterAll(() => api.close());

const list = (query: string) => api.send('GET', `/v1/api/suppressions${query}`);

describe('GET /v1/api/suppressions: 200', () => {
  it.each([
    ['', 5],
    ['?channel=voice', 2],
    ['?channel=email', 1],
    ['?address=+12025550140', 2],
    ['?address=%2B1 202 555-0140&channel=sms', 1],
    ['?address=ADA@Example.com', 1],
    ['?search=%2B1202555014', 4],
    ['?search=+12025550141', 2],
    ['?search=ADA', 1],
    ['?search=5550140', 0],
    ['?createdAtFrom=2026-01-05T12:00:01Z', 3],
  ])('filters by %s', async (query, total) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total, page: 1, limit: 50, nextCursor: null });
    expect(body.data.suppressions).toHaveLength(total);
  });

  it('sorts newest first, and continues with a cursor', async () => {
    const first = await list('?limit=2');
    const second = await list(`?limit=3&cursor=${first.body.data.nextCursor}`);
    const all = await list('');
    expect([...first.body.data.suppressions, ...second.body.data.suppressions]).toEqual(
      all.body.data.suppressions,
    );
    expect(all.body.data.suppressions[0].address).toBe('ada@example.com');
  });
});

describe('GET /v1/api/suppressions: 400', () => {
  it.each(['?channel=all', '?limit=1001', '?number=1'])('rejects %s', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.error.code]).toEqual([400, 'invalid_query']);
  });
});
