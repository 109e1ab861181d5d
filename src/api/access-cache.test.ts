import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { noon } from '../../test/support/fixtures.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { hashApiKey } from '../domain/api-key.ts';
import type { Database } from '../store/database.ts';
import { findApiKeyByHash, revokeApiKey } from '../store/api-keys.ts';
import { AccessCache } from './access-cache.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Wraps a database and drops its notifications. */
const withoutNotifications = (real: Database): Database => ({
  inWorkspace: (workspaceId) => real.inWorkspace(workspaceId),
  asSystem: () => real.asSystem(),
  waiting: 0,
  listen: () => () => {},
  onEventsCommitted: (listener) => real.onEventsCommitted(listener),
  checkHealth: () => real.checkHealth(),
  close: () => real.close(),
});

const newKeyHash = async (): Promise<string> => hashApiKey(await api.createKey());
const db = () => api.database.inWorkspace(api.workspaceId);

/** Revokes the key as another process would. */
async function revokeElsewhere(keyHash: string): Promise<void> {
  const { id: keyId } = (await findApiKeyByHash(api.database.asSystem(), { keyHash }))!;
  await revokeApiKey(db(), { workspaceId: api.workspaceId, keyId, at: noon });
}

describe('a key that another process revokes', () => {
  it('stays cached for at most one second if the notification is lost', async () => {
    const clock = new ManualClock(noon.getTime());
    const cache = new AccessCache(withoutNotifications(api.database), clock);
    const keyHash = await newKeyHash();
    expect((await cache.findKey(keyHash))?.revokedAt).toBeNull();
    await revokeElsewhere(keyHash);
    await clock.advance(999);
    expect((await cache.findKey(keyHash))?.revokedAt).toBeNull();
    await clock.advance(1);
    expect((await cache.findKey(keyHash))?.revokedAt).toEqual(noon);
  });

  it('is read again after the cache was cleared, even while a read is in progress', async () => {
    const cache = new AccessCache(withoutNotifications(api.database), api.clock);
    const keyHash = await newKeyHash();
    const reading = cache.findKey(keyHash);
    cache.clear();
    expect((await reading)?.revokedAt).toBeNull();
    await revokeElsewhere(keyHash);
    expect((await cache.findKey(keyHash))?.revokedAt).toEqual(noon);
  });
});

describe('a request with a key', () => {
  it('is rejected right after another request revoked the key', async () => {
    const key = await api.createKey();
    const list = () => api.send('GET', '/api/v1/agents', { key });
    expect((await list()).status).toBe(200);
    const row = await findApiKeyByHash(api.database.asSystem(), { keyHash: hashApiKey(key) });
    await api.send('DELETE', `/v1/api/keys/${row!.id}`);
    expect((await list()).body).toMatchObject({ code: 'api_key_revoked' });
  });
});
