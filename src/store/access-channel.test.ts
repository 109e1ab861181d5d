import { once } from 'node:events';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertTestKey } from '../../test/support/api.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import { hashApiKey } from '../domain/api-key.ts';
import { connectClient } from './connection.ts';
import type { Scope } from './database.ts';
import { findApiKeyByHash, revokeApiKey, touchApiKey } from './api-keys.ts';
import { accessChannel, updateWorkspace } from './workspaces.ts';

let database: TestDatabase;
let listener: pg.Client;
let scope: Scope;
let key: { readonly workspaceId: string; readonly keyId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  listener = await connectClient(database.connection, 'parley tests');
  await listener.query(`listen ${accessChannel}`);
});
beforeEach(async () => {
  const { workspaceId } = await seedWorkspace(database.db);
  const keyHash = hashApiKey(await insertTestKey(database.db, workspaceId, {}));
  const { id: keyId } = (await findApiKeyByHash(database.db.asSystem(), { keyHash }))!;
  key = { workspaceId, keyId };
  scope = database.db.inWorkspace(workspaceId);
});
afterAll(async () => {
  await listener.end();
  await database.close();
});

/** Returns the payload of the first notification during or after `work`. */
async function firstNotification(work: () => Promise<unknown>): Promise<string | undefined> {
  const notification = once(listener, 'notification') as Promise<[pg.Notification]>;
  await work();
  const [{ payload }] = await notification;
  return payload;
}

describe('access notifications', () => {
  it('are sent when a key is revoked', async () => {
    expect(await firstNotification(() => revokeApiKey(scope, { ...key, at: noon }))).toBe('');
  });

  it('are sent when a workspace changes', async () => {
    expect(await firstNotification(() => updateWorkspace(scope, { ...key, name: 'Changed', at: noon }))).toBe(
      '',
    );
  });

  it('are not sent when a key is used', async () => {
    const payload = await firstNotification(async () => {
      await touchApiKey(scope, { ...key, at: noon });
      await scope.execute({ text: `select pg_notify('${accessChannel}', 'after it')` });
    });
    expect(payload).toBe('after it');
  });
});
