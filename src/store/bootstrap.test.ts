import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { hashApiKey, isWellFormedApiKey } from '../domain/api-key.ts';
import { scopes } from '../domain/scopes.ts';
import { bootstrap } from './bootstrap.ts';
import { findApiKeyByHash } from './keys/find-api-key-by-hash.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { findUserByEmail } from './users/find-user-by-email.ts';
import { findWorkspace } from './workspaces/find-workspace.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

const options = { clock: new ManualClock(), random: seededRandom(7) };

describe('bootstrap', () => {
  it('creates an unlimited workspace, an administrator and a key with all scopes', async () => {
    const made = (await bootstrap(database.db, options))!;
    const system = database.db.asSystem();
    expect(await findWorkspace(system, { workspaceId: made.workspaceId })).toMatchObject({
      plan: 'unlimited',
    });
    expect(isWellFormedApiKey(made.apiKey)).toBe(true);
    const key = await findApiKeyByHash(system, { keyHash: hashApiKey(made.apiKey) });
    expect(key).toMatchObject({ workspaceId: made.workspaceId, scopes, expiresAt: null });
    const user = await findUserByEmail(system, { email: made.adminEmail });
    expect(user).toMatchObject({ workspaceId: made.workspaceId, role: 'owner', status: 'active' });
    expect(await verifyPassword(made.adminPassword, user!.passwordHash!)).toBe(true);
  });

  it('happens once under concurrency', async () => {
    const made = await Promise.all(Array.from({ length: 3 }, () => bootstrap(database.db, options)));
    expect(made.filter((bootstrap) => bootstrap !== undefined)).toHaveLength(1);
    expect(await bootstrap(database.db, options)).toBeUndefined();
  });

  it('creates nothing if its secrets cannot be stored', async () => {
    const complete = () => Promise.reject(new Error('no space left'));
    await expect(bootstrap(database.db, { ...options, complete })).rejects.toThrow('no space left');
    let kept = '';
    const made = await bootstrap(database.db, {
      ...options,
      complete: async (_, { apiKey }) => void (kept = apiKey),
    });
    expect(kept).toBe(made!.apiKey);
  });
});

describe('a password', () => {
  it('is verified by its hash in any Unicode form', async () => {
    const hash = await hashPassword('pass wörd', options.random);
    expect(hash).not.toContain('wörd');
    expect(await verifyPassword('pass wo\u0308rd', hash)).toBe(true);
    expect(await verifyPassword('pass word', hash)).toBe(false);
  });

  it('never matches an invalid hash, and is not hashed if too long', async () => {
    expect(await verifyPassword('x', 'plain text')).toBe(false);
    expect(await verifyPassword('x'.repeat(201), await hashPassword('x', options.random))).toBe(false);
  });
});
