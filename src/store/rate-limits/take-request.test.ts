import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { seedWorkspace } from '../../../test/support/fixtures.ts';
import { takeRequest } from './take-request.ts';

let database: TestDatabase;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
});

afterAll(() => database.close());

const take = (keyId: string, requestsPerMinute = 6) =>
  takeRequest(database.db.inWorkspace(workspaceId), { workspaceId, keyId, requestsPerMinute });

describe('takeRequest', () => {
  it('lets a minute of requests in at once, exactly, and then says how long to wait', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => take('key_1')));
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(6);
    const refused = await take('key_1');
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.retryAfterMs).toBeGreaterThan(8_000);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(10_000);
  });

  it('counts down what is left, per key', async () => {
    expect((await take('key_2')).remaining).toBe(5);
    expect((await take('key_2')).remaining).toBe(4);
    expect(await take('key_3')).toMatchObject({ allowed: true, remaining: 5, retryAfterMs: 0 });
  });

  it('gives back with time', async () => {
    await Promise.all(Array.from({ length: 6 }, () => take('key_4')));
    await database.db.asSystem().execute({
      text: `update rate_limits set theoretical_arrival_at = theoretical_arrival_at - interval '10 s'
        where key_id = 'key_4'`,
    });
    expect((await take('key_4')).allowed).toBe(true);
    expect((await take('key_4')).allowed).toBe(false);
  });
});
