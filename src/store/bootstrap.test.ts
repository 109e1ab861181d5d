import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { seededRandom } from '../core/random.ts';
import { hashApiKey, isWellFormedApiKey } from '../domain/api-key.ts';
import { scopes } from '../domain/scopes.ts';
import { bootstrap } from './bootstrap.ts';
import { findApiKeyByHash } from './api-keys.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { findUserByEmail } from './users.ts';
import { findWorkspace } from './workspaces.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.close());

const options = { clock: new ManualClock(), random: seededRandom(7) };

describe('bootstrap', () => {
  it('creates an unlimited workspace, an administrator and a key with all scopes', async () => {
    const result = (await bootstrap(database.db, options))!;
    const system = database.db.asSystem();
    expect(await findWorkspace(system, { workspaceId: result.workspaceId })).toMatchObject({
      plan: 'unlimited',
    });
    expect(isWellFormedApiKey(result.apiKey)).toBe(true);
    const key = await findApiKeyByHash(system, { keyHash: hashApiKey(result.apiKey) });
    expect(key).toMatchObject({
      workspaceId: result.workspaceId,
      scopes: [...scopes, 'operator'],
      expiresAt: null,
    });
    const user = await findUserByEmail(system, { email: result.adminEmail });
    expect(user).toMatchObject({
      workspaceId: result.workspaceId,
      role: 'owner',
      isOperator: true,
      status: 'active',
    });
    expect(await verifyPassword(result.adminPassword, user!.passwordHash!)).toBe(true);
  });

  it('creates one workspace under concurrency', async () => {
    const result = await Promise.all(Array.from({ length: 3 }, () => bootstrap(database.db, options)));
    expect(result.filter((bootstrap) => bootstrap !== undefined)).toHaveLength(1);
    expect(await bootstrap(database.db, options)).toBeUndefined();
  });

  it('creates nothing if its secrets cannot be stored', async () => {
    const complete = () => Promise.reject(new Error('no space left'));
    await expect(bootstrap(database.db, { ...options, storeSecrets: complete })).rejects.toThrow(
      'no space left',
    );
    let storedKey = '';
    const result = await bootstrap(database.db, {
      ...options,
      storeSecrets: async (_, { apiKey }) => void (storedKey = apiKey),
    });
    expect(storedKey).toBe(result!.apiKey);
  });
});

describe('a password', () => {
  it('matches its hash in any Unicode normalization form', async () => {
    const hash = await hashPassword('pass wörd', options.random);
    expect(hash).not.toContain('wörd');
    expect(await verifyPassword('pass wo\u0308rd', hash)).toBe(true);
    expect(await verifyPassword('pass word', hash)).toBe(false);
  });

  it('never matches an invalid hash, and is rejected if too long', async () => {
    expect(await verifyPassword('x', 'plain text')).toBe(false);
    expect(await verifyPassword('x'.repeat(201), await hashPassword('x', options.random))).toBe(false);
  });
});
