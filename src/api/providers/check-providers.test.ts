import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const check = async (key?: string) =>
  api.send('POST', '/v1/api/providers/check', { ...(key !== undefined && { key }) });

describe('POST /v1/api/providers/check', () => {
  it('is for the operator only', async () => {
    const { status, body } = await check();
    expect([status, body.error.code]).toEqual([403, 'operator_only']);
  });

  it('returns the results', async () => {
    await api.database
      .asSystem()
      .execute({ text: 'update workspaces set is_operator = true where id = $1' }, [api.workspaceId]);
    const key = await api.createKey({ scopes: ['workspace:read', 'operator'] });
    const { status, body } = await check(key);
    expect(status).toBe(200);
    expect(body.checks).toEqual([
      {
        kind: 'language_model',
        provider: 'openai',
        ok: true,
        detail: 'Asked openai/gpt-4.1 for one token: answered in 5 ms.',
      },
    ]);
    expect(Date.parse(body.checkedAt)).not.toBeNaN();
  });
});
