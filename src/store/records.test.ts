import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { insertAuditEntry, listAuditLog } from './audit-log.ts';
import type { Scope } from './database.ts';
import { insertDialIntent, settleDialIntent } from './dial-intents.ts';
import { appendEvent } from './events.ts';
import { addSuppression, isSuppressed } from './suppressions.ts';
import { findUserByEmail, insertUser } from './users.ts';

let database: TestDatabase;
let fixture: Fixture;
let scope: Scope;
let system: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
  ({ workspaceId } = fixture);
  scope = database.db.inWorkspace(workspaceId);
  system = database.db.asSystem();
});

afterAll(() => database.close());

describe('a dial intent', () => {
  const insert = (callId: string, changes: object = {}) =>
    insertDialIntent(scope, {
      reference: `${callId}-1`,
      workspaceId,
      callId,
      attempt: 1,
      nodeId: 'node-1',
      carrier: 'sip',
      at: noon,
      ...changes,
    });

  it('exists once per attempt under concurrency', async () => {
    const { id } = await seedCall(database.db, fixture);
    const results = await Promise.all(Array.from({ length: 6 }, () => insert(id)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await insert(id, { reference: 'another-reference' })).toBe(false);
    expect(await insert(id, { reference: `${id}-2`, attempt: 2 })).toBe(true);
  });

  it('has one outcome', async () => {
    const { id } = await seedCall(database.db, fixture);
    await insert(id);
    const settle = (outcome: string) =>
      settleDialIntent(scope, { workspaceId, reference: `${id}-1`, outcome, at: noon });
    expect(await settle('answered')).toBe(true);
    expect(await settle('busy')).toBe(false);
  });
});

describe('suppressions', () => {
  it('apply to one channel in one workspace, and are added once', async () => {
    const target = { workspaceId, channel: 'voice', address: '+12025550130' } as const;
    expect(await isSuppressed(scope, target)).toBe(false);
    expect(await addSuppression(scope, { ...target, reason: 'asked', at: noon })).toBe(true);
    expect(await addSuppression(scope, { ...target, reason: 'again', at: noon })).toBe(false);
    expect(await isSuppressed(scope, target)).toBe(true);
    expect(await isSuppressed(scope, { ...target, channel: 'sms' })).toBe(false);
    expect(await isSuppressed(database.db.inWorkspace('ws_x'), { ...target, workspaceId: 'ws_x' })).toBe(
      false,
    );
  });
});

describe('the audit log', () => {
  const insert = (action: string) =>
    insertAuditEntry(scope, {
      workspaceId,
      actorType: 'key',
      actorId: 'key_1',
      action,
      subjectId: 'agent_1',
      details: { name: 'Ada' },
      at: noon,
    });

  it('lists entries, newest first', async () => {
    await insert('agent.created');
    await insert('agent.deleted');
    const page = await listAuditLog(scope, { workspaceId, limit: 10, actorId: 'key_1' });
    expect(page.rows.map((row) => row.action)).toEqual(['agent.deleted', 'agent.created']);
    expect(page.rows[0]).toMatchObject({ subjectId: 'agent_1', details: { name: 'Ada' }, createdAt: noon });
    expect((await listAuditLog(scope, { workspaceId, limit: 10, action: 'agent.created' })).total).toBe(1);
  });

  it('rejects changes and deletions', async () => {
    await insert('key.created');
    for (const text of [`update audit_log set action = 'x'`, 'delete from audit_log']) {
      await expect(system.execute({ text })).rejects.toThrow(/permission denied|append-only/);
    }
  });
});

describe('events', () => {
  it('are in the outbox in commit order, with their sequence number', async () => {
    const append = (type: string, sequence: number) =>
      appendEvent(scope, {
        workspaceId,
        type,
        subjectId: 'agent_9',
        sequence,
        data: { id: 'agent_9' },
        at: noon,
      });
    const ids = [await append('agent.created', 1), await append('agent.updated', 2)];
    const rows = await scope.rows<{ id: string; data: unknown }>({
      text: `select id, data from events where subject_id = 'agent_9' and dispatched_at is null order by position`,
    });
    expect(rows).toEqual(ids.map((id, index) => ({ id, data: { id: 'agent_9', sequence: index + 1 } })));
  });
});

describe('users', () => {
  it('are unique by email address, ignoring case', async () => {
    const user = {
      workspaceId,
      email: 'Grace@Example.org',
      name: 'Grace',
      role: 'viewer',
      passwordHash: 'x',
      at: noon,
    } as const;
    expect(await insertUser(scope, { ...user, id: 'usr_1' })).toMatchObject({ email: 'grace@example.org' });
    expect(await insertUser(scope, { ...user, id: 'usr_2' })).toBeUndefined();
    expect((await findUserByEmail(system, { email: 'GRACE@example.org' }))?.id).toBe('usr_1');
  });
});
