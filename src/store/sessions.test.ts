import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import type { Scope } from './database.ts';
import { insertUser, setUserPassword, updateUser } from './users.ts';
import {
  endSession,
  endSessionsOfUser,
  findSession,
  insertSession,
  purgeSessions,
  rotateSession,
  touchSession,
} from './sessions.ts';

let database: TestDatabase;
let scope: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
});
afterAll(() => database.close());

const after = (ms: number) => new Date(noon.getTime() + ms);

async function addUser(): Promise<string> {
  const id = newId('user');
  const user = { id, workspaceId, email: `${id}@example.org`, name: '', role: 'viewer', at: noon } as const;
  await insertUser(scope, { ...user, passwordHash: 'hash' });
  return id;
}

async function openSession(userId: string, changes: object = {}) {
  const id = newId('session');
  const isCreated = await insertSession(scope, {
    id,
    workspaceId,
    userId,
    seriesHash: `series of ${id}`,
    tokenHash: 'first',
    passwordHash: 'hash',
    expiresAt: after(86_400_000 * 365 * 50),
    ip: '127.0.0.1',
    userAgent: undefined,
    at: noon,
    ...changes,
  });
  return {
    id,
    isCreated,
    find: () => findSession(database.db.asSystem(), { seriesHash: `series of ${id}` }),
  };
}

describe('a session', () => {
  it('is found with the role and status of its user', async () => {
    const userId = await addUser();
    const { id, find } = await openSession(userId);
    expect(await find()).toMatchObject({ id, workspaceId, userId, role: 'viewer', status: 'active' });
    await updateUser(scope, { workspaceId, userId, role: 'admin', status: 'disabled', at: noon });
    expect(await find()).toMatchObject({ role: 'admin', status: 'disabled' });
  });

  it('is not created with a changed password or for a disabled user', async () => {
    const userId = await addUser();
    await setUserPassword(scope, { workspaceId, userId, passwordHash: 'other', at: noon });
    expect((await openSession(userId)).isCreated).toBe(false);
    await updateUser(scope, { workspaceId, userId, status: 'disabled', at: noon });
    expect((await openSession(userId, { passwordHash: 'other' })).isCreated).toBe(false);
  });

  it('rotates its token for one of several requests, and stores the previous token', async () => {
    const { id, find } = await openSession(await addUser());
    const change = (nextTokenHash: string) =>
      rotateSession(scope, { workspaceId, sessionId: id, tokenHash: 'first', nextTokenHash, at: after(1) });
    const changed = await Promise.all(['a', 'b', 'c'].map(change));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await find()).toMatchObject({ previousTokenHash: 'first', rotatedAt: after(1) });
  });

  it('records its use at most once a minute', async () => {
    const { id, find } = await openSession(await addUser());
    const touch = async (ms: number) => {
      await touchSession(scope, { workspaceId, sessionId: id, at: after(ms) });
      return (await find())!.lastUsedAt;
    };
    expect(await touch(59_000)).toEqual(noon);
    expect(await touch(61_000)).toEqual(after(61_000));
  });

  it('is ended alone or with the other sessions of its user, and is deleted after its expiry', async () => {
    const userId = await addUser();
    const [one, two, three] = [
      await openSession(userId),
      await openSession(userId),
      await openSession(userId),
    ];
    await endSession(scope, { workspaceId, sessionId: one.id });
    expect(await one.find()).toBeUndefined();
    expect(await endSessionsOfUser(scope, { workspaceId, userId, exceptId: two.id })).toBe(1);
    expect([await two.find(), await three.find()].map((row) => row?.id)).toEqual([two.id, undefined]);
    const old = await openSession(userId, { expiresAt: new Date(Date.now() - 1000) });
    expect(await purgeSessions(database.db.asSystem())).toBe(1);
    expect(await old.find()).toBeUndefined();
  });

  it('cannot be ended by another workspace', async () => {
    const { id, find } = await openSession(await addUser());
    const other = await seedWorkspace(database.db);
    const { workspaceId: otherWorkspaceId } = other;
    await endSession(database.db.inWorkspace(otherWorkspaceId), { workspaceId, sessionId: id });
    await endSession(database.db.asSystem(), { workspaceId: otherWorkspaceId, sessionId: id });
    expect((await find())?.id).toBe(id);
  });
});
