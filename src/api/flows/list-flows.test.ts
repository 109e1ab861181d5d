import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.send('POST', '/api/v1/flows', {
    body: { type: 'message', name: 'Text', initiationMessage: 'Hi' },
  });
});
afterAll(() => api.close());

describe('GET /api/v1/flows: 200', () => {
  it.each([
    ['', ['Greeting']],
    ['?type=call', ['Greeting']],
    ['?type=message', ['Text']],
    ['?type=all&limit=10', ['Greeting', 'Text']],
    ['?type=all&status=active', ['Greeting']],
    ['?type=all&search=TEX', ['Text']],
  ])('filters by %s', async (query, names) => {
    const { status, body } = await api.send('GET', `/api/v1/flows${query}`);
    expect(status).toBe(200);
    expect(body.data.flows.map(({ name }: { name: string }) => name).sort()).toEqual(names);
    expect(body.data.total).toBe(names.length);
  });
});

describe('GET /api/v1/flows: 400', () => {
  it('rejects an unknown type', async () => {
    const { status, body } = await api.send('GET', '/api/v1/flows?type=fax');
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_query');
  });
});
