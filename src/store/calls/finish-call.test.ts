import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { insertDispositionCode } from '../disposition-codes/insert-disposition-code.ts';
import type { Queryable } from '../queryable.ts';
import { isSuppressed } from '../suppressions/is-suppressed.ts';
import { findCall } from './find-call.ts';
import { finishCall, finishCallWithin, type CallEnd } from './finish-call.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Ends a call with a code of the workspace's own; whether its number may not be called afterwards. */
async function suppressedAfter(code: { addsToDnc: boolean }, recorded: string): Promise<boolean> {
  const fixture = await seedWorkspace(database.db);
  const { workspaceId } = fixture;
  const scope = database.db.inWorkspace(workspaceId);
  const meaning = { code: 'sued_us', isTerminal: true, retryDelaySeconds: null, ...code };
  await insertDispositionCode(scope, { id: newId('dispositionCode'), workspaceId, ...meaning, at: noon });
  const call = await seedCall(database.db, fixture, { toNumber: '+12025550101' });
  await finishCall(scope, {
    workspaceId,
    callId: call.id,
    endReason: 'agent_hangup',
    at: noon,
    disposition: { code: recorded, status: 'completed' },
  });
  return isSuppressed(scope, { workspaceId, channel: 'voice', address: '+12025550101' });
}

/** Rows that the end of a call writes or removes. */
const tracesOfCall = `select (select count(*) from dispositions where call_id = $1) as dispositions,
  (select count(*) from events where subject_id = $1) as events,
  (select count(*) from call_events where call_id = $1) as timeline,
  (select count(*) from suppressions where call_id = $1) as suppressions`;

/** A transaction whose statement of this name fails; `names` receives the names of all statements. */
function failingAt(tx: Queryable, failing: string, names: string[]): Queryable {
  const check = (name = '') => {
    names.push(name);
    if (name === failing) throw new Error('This statement fails.');
  };
  return {
    rows: async (statement, values) => (check(statement.name), tx.rows(statement, values)),
    row: async (statement, values) => (check(statement.name), tx.row(statement, values)),
    execute: async (statement, values) => (check(statement.name), tx.execute(statement, values)),
    write: async (statement, values) => (check(statement.name), tx.write(statement, values)),
  };
}

describe('the end of a call', () => {
  it('is atomic, whichever statement fails', async () => {
    const fixture = await seedWorkspace(database.db);
    const { workspaceId } = fixture;
    const scope = database.db.inWorkspace(workspaceId);
    const call = await seedCall(database.db, fixture, { toNumber: '+12025550102' });
    const end: CallEnd = {
      workspaceId,
      callId: call.id,
      endReason: 'agent_hangup',
      at: noon,
      disposition: { code: 'do_not_call', status: 'completed' },
      optOut: { reason: 'Asked not to be called.' },
    };
    const names: string[] = [];
    const failAt = (failing: string) =>
      scope.transaction(async (tx) => {
        await finishCallWithin(failingAt(tx, failing, names), end);
        throw new Error('The whole transaction fails.');
      });
    const traces = { text: tracesOfCall };
    const before = await scope.row(traces, [call.id]);
    await expect(failAt('')).rejects.toThrow('The whole transaction fails.');
    const statements = new Set(names);
    expect(statements.size).toBeGreaterThan(12);
    for (const name of statements) {
      await expect(failAt(name)).rejects.toThrow('This statement fails.');
      expect(await findCall(scope, { workspaceId, callId: call.id })).toMatchObject({ state: call.state });
      expect(await scope.row(traces, [call.id])).toEqual(before);
    }
    expect(await finishCall(scope, end)).toMatchObject({ state: 'ended' });
  });

  it('adds the number to the do-not-call list if the code of the workspace says so', async () => {
    expect(await suppressedAfter({ addsToDnc: true }, 'sued_us')).toBe(true);
  });

  it('adds no suppression otherwise', async () => {
    expect(await suppressedAfter({ addsToDnc: false }, 'sued_us')).toBe(false);
    expect(await suppressedAfter({ addsToDnc: true }, 'answered')).toBe(false);
  });
});
