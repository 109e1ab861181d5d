import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import type { Scope } from './database.ts';
import {
  abandonIdempotent,
  beginIdempotent,
  bindIdempotent,
  finishIdempotent,
  purgeIdempotent,
} from './idempotency.ts';

let database: TestDatabase;
let scope: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
});

afterAll(() => database.close());

const begin = (key: string, token: string, changes: object = {}) =>
  beginIdempotent(scope, {
    workspaceId,
    key,
    token,
    fingerprint: 'POST /call {}',
    leaseMs: 60_000,
    retentionMs: 86_400_000,
    ...changes,
  });

const finish = (key: string, token: string) =>
  finishIdempotent(scope, { workspaceId, key, token, status: 200, headers: { a: 'b' }, body: '{"ok":true}' });

const expire = (key: string, column: string) =>
  scope.execute(
    { text: `update idempotency_records set ${column} = now() - interval '1 s' where idempotency_key = $1` },
    [key],
  );

describe('an idempotency key', () => {
  it('admits one of several concurrent requests', async () => {
    const starts = await Promise.all(Array.from({ length: 12 }, (_, index) => begin('race', `t${index}`)));
    const outcomes = starts.map((start) => start.outcome);
    expect(outcomes.filter((outcome) => outcome === 'begun')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'in_progress')).toHaveLength(11);
  });

  it('replays the stored response', async () => {
    await begin('replay', 't1');
    await finish('replay', 't1');
    expect(await begin('replay', 't2')).toEqual({
      outcome: 'finished',
      status: 200,
      headers: { a: 'b' },
      body: '{"ok":true}',
    });
  });

  it('rejects another request, also after the first has finished', async () => {
    await begin('other', 't1');
    expect(await begin('other', 't2', { fingerprint: 'x' })).toEqual({ outcome: 'reused' });
    await finish('other', 't1');
    expect(await begin('other', 't2', { fingerprint: 'x' })).toEqual({ outcome: 'reused' });
  });

  it('can be used again after an abandoned attempt, and after its expiry', async () => {
    await begin('again', 't1');
    await abandonIdempotent(scope, { workspaceId, key: 'again', token: 't1' });
    expect(await begin('again', 't2')).toEqual({ outcome: 'begun' });
    await bindIdempotent(scope, { workspaceId, key: 'again', token: 't2', resourceId: 'call_1' });
    await finish('again', 't2');
    await expire('again', 'expires_at');
    expect(await begin('again', 't3', { fingerprint: 'new' })).toEqual({ outcome: 'begun' });
  });

  it('returns the resource of a crashed attempt', async () => {
    await begin('crash', 't1');
    await bindIdempotent(scope, { workspaceId, key: 'crash', token: 't1', resourceId: 'call_7' });
    expect(await begin('crash', 't2')).toEqual({ outcome: 'in_progress', leaseLeftMs: expect.any(Number) });
    await expire('crash', 'lease_until');
    expect(await begin('crash', 't2')).toEqual({ outcome: 'resumed', resourceId: 'call_7' });
  });

  it('cannot be finished by an attempt that lost its lease', async () => {
    await begin('late', 't1');
    await expire('late', 'lease_until');
    expect(await begin('late', 't2')).toEqual({ outcome: 'begun' });
    const late = { workspaceId, key: 'late', token: 't1' };
    expect(await bindIdempotent(scope, { ...late, resourceId: 'call_8' })).toBe(false);
    await finish('late', 't1');
    await abandonIdempotent(scope, late);
    expect(await begin('late', 't3')).toEqual({ outcome: 'in_progress', leaseLeftMs: expect.any(Number) });
  });

  it('belongs to one workspace', async () => {
    const other = await seedWorkspace(database.db);
    await begin('shared', 't1');
    const start = await beginIdempotent(database.db.inWorkspace(other.workspaceId), {
      workspaceId: other.workspaceId,
      key: 'shared',
      token: 't2',
      fingerprint: 'else',
      leaseMs: 1000,
      retentionMs: 1000,
    });
    expect(start).toEqual({ outcome: 'begun' });
  });

  it('is deleted when it has expired', async () => {
    await begin('old', 't1');
    await expire('old', 'expires_at');
    expect(await purgeIdempotent(database.db.asSystem())).toBe(1);
  });
});
