import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const name of ['Bea', 'Cleo', 'Dora']) {
    await api.clock.advance(1000);
    await api.send('POST', '/api/v1/agents', {
      body: { name, type: name === 'Dora' ? 'messaging' : 'voice' },
    });
  }
});
afterAll(() => api.close());

const list = (query: string) => api.send('GET', `/api/v1/agents${query}`);
const namesOf = (body: { data: { agents: { name: string }[] } }) => body.data.agents.map(({ name }) => name);

describe('GET /api/v1/agents: 200', () => {
  it('lists newest first, with the paging fields', async () => {
    const { body } = await list('');
    expect(namesOf(body)).toEqual(['Dora', 'Cleo', 'Bea', 'Ada']);
    expect(body.data).toMatchObject({ total: 4, page: 1, limit: 50, totalPages: 1, nextCursor: null });
  });

  it('pages by page number', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => list(`?limit=2&page=${page}`)));
    expect(pages.map(({ body }) => namesOf(body))).toEqual([['Dora', 'Cleo'], ['Bea', 'Ada'], []]);
    expect(pages[0]!.body.data).toMatchObject({ total: 4, totalPages: 2 });
  });

  it('pages by cursor', async () => {
    const first = await list('?limit=3');
    const second = await list(`?limit=3&cursor=${first.body.data.nextCursor}`);
    expect([...namesOf(first.body), ...namesOf(second.body)]).toEqual(['Dora', 'Cleo', 'Bea', 'Ada']);
    expect(second.body.data.nextCursor).toBeNull();
  });

  it.each([
    ['?type=messaging', ['Dora']],
    ['?search=LE', ['Cleo']],
    ['?search=%25', []],
    ['?status=inactive', []],
    ['?createdAtFrom=2026-01-05T12:00:02Z', ['Dora', 'Cleo']],
    ['?createdAtTo=2026-01-05T13:00:01%2B01:00', ['Bea', 'Ada']],
  ])('filters by %s', async (query, names) => {
    expect(namesOf((await list(query)).body)).toEqual(names);
  });
});

describe('GET /api/v1/agents: 400', () => {
  it.each([
    ['?limit=1001', 'limit'],
    ['?limit=0', 'limit'],
    ['?limit=ten', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?page=0', 'page'],
    ['?page=1&cursor=x', 'cursor'],
    ['?cursor=nonsense', 'cursor'],
    ['?createdAtFrom=yesterday', 'createdAtFrom'],
    ['?createdAtFrom=2026-01-02T00:00:00Z&createdAtTo=2026-01-01T00:00:00Z', 'createdAtTo'],
    ['?type=robot', 'type'],
    ['?agentName=x', 'agentName'],
    ['?search=%00', 'search'],
  ])('rejects %s', async (query, path) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_query');
    expect(body.fields[0].path).toBe(path);
  });
});
