import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { Scope } from '../database.ts';
import { returnSignInAttempts, purgeSignInAttempts, takeSignInAttempt } from '../rate-limits.ts';

let database: TestDatabase;
let system: Scope;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 8 });
  system = database.db.asSystem();
});
afterAll(() => database.close());

const now = new Date('2026-01-05T12:00:00Z');
const take = (holder: string) =>
  takeSignInAttempt(system, { holder, capacity: 5, drainPerSecond: 1 / 30, now });

describe('sign-in attempts', () => {
  it('are counted exactly per account or IP address under concurrency', async () => {
    const attempts = await Promise.all(Array.from({ length: 32 }, () => take('account ada')));
    expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(5);
    expect((await take('account grace')).allowed).toBe(true);
  });

  it('do not count if they succeed', async () => {
    for (let count = 0; count < 5; count += 1) await take('account eve');
    await returnSignInAttempts(system, ['account eve', 'unknown account']);
    expect((await take('account eve')).allowed).toBe(true);
    expect((await take('account eve')).allowed).toBe(false);
  });

  it('are deleted after a day', async () => {
    await take('account old');
    expect(await purgeSignInAttempts(system)).toBeGreaterThan(0);
    expect((await take('account old')).used).toBe(1);
  });
});
