import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from './database.ts';
import {
  expireApiKey,
  findApiKey,
  findApiKeyByHash,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  touchApiKey,
} from './api-keys.ts';

let database: TestDatabase;
let scope: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
});

afterAll(() => database.close());

const insert = () => {
  const id = newId('key');
  return insertApiKey(scope, {
    id,
    workspaceId,
    name: `Key ${id}`,
    keyHash: `hash of ${id}`,
    prefix: 'sk_test_',
    lastFour: 'wxyz',
    preset: 'operator',
    scopes: ['calls:read', 'calls:place'],
    workspaceIds: ['ws_other'],
    allowedIps: ['10.0.0.0/8'],
    requestsPerMinute: 30,
    concurrentCalls: null,
    createdBy: null,
    expiresAt: null,
    at: noon,
  });
};

const seconds = (count: number) => new Date(noon.getTime() + count * 1000);

describe('keys', () => {
  it('are found by hash in any workspace, and by id in their own', async () => {
    const key = await insert();
    const found = await findApiKeyByHash(database.db.asSystem(), { keyHash: key.keyHash });
    expect(found).toEqual(key);
    expect(found).toMatchObject({ scopes: ['calls:read', 'calls:place'], workspaceIds: ['ws_other'] });
    expect(await findApiKey(scope, { workspaceId, keyId: key.id })).toEqual(key);
    expect(await findApiKeyByHash(database.db.asSystem(), { keyHash: 'nothing' })).toBeUndefined();
  });

  it('record their last use at most once a minute', async () => {
    const key = await insert();
    const touch = async (at: Date) => {
      await touchApiKey(scope, { workspaceId, keyId: key.id, at });
      return (await findApiKey(scope, { workspaceId, keyId: key.id }))?.lastUsedAt;
    };
    expect(await touch(seconds(0))).toEqual(seconds(0));
    expect(await touch(seconds(59))).toEqual(seconds(0));
    expect(await touch(seconds(61))).toEqual(seconds(61));
  });

  it('have the time of their first revocation', async () => {
    const { id } = await insert();
    const revoke = (at: Date) => revokeApiKey(scope, { workspaceId, keyId: id, at });
    expect((await revoke(seconds(1)))?.revokedAt).toEqual(seconds(1));
    expect((await revoke(seconds(2)))?.revokedAt).toEqual(seconds(1));
    expect(await revokeApiKey(scope, { workspaceId, keyId: 'key_none', at: noon })).toBeUndefined();
  });

  it('can expire earlier after a rotation, but never later', async () => {
    const { id } = await insert();
    const expire = (expiresAt: Date) => expireApiKey(scope, { workspaceId, keyId: id, expiresAt, at: noon });
    expect((await expire(seconds(60)))?.expiresAt).toEqual(seconds(60));
    expect((await expire(seconds(90)))?.expiresAt).toEqual(seconds(60));
  });

  it('are found by a search for their name', async () => {
    const key = await insert();
    const page = await listApiKeys(scope, { workspaceId, limit: 5, search: key.name });
    expect(page.rows).toEqual([key]);
  });
});
