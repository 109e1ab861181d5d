import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { insertDispositionCode } from '../disposition-codes.ts';
import type { Queryable } from '../queryable.ts';
import { isSuppressed } from '../suppressions.ts';
import { findCall } from './calls.ts';
import { finishCall, finishCallWithin, type CallEnd } from './finish-call.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Ends a call with `dispositionCode`, in a workspace with a custom code. Returns whether its number is then suppressed. */
async function isSuppressedAfter(code: { addsToDnc: boolean }, dispositionCode: string): Promise<boolean> {
  const fixture = await seedWorkspace(database.db);
  const { workspaceId } = fixture;
  const scope = database.db.inWorkspace(workspaceId);
  const codeSettings = { code: 'sued_us', isTerminal: true, retryDelaySeconds: null, ...code };
  await insertDispositionCode(scope, {
    id: newId('dispositionCode'),
    workspaceId,
    ...codeSettings,
    at: noon,
  });
  const call = await seedCall(database.db, fixture, { toNumber: '+12025550101' });
  await finishCall(scope, {
    workspaceId,
    callId: call.id,
    endReason: 'agent_hangup',
    at: noon,
    disposition: { code: dispositionCode, status: 'completed' },
  });
  return isSuppressed(scope, { workspaceId, channel: 'voice', address: '+12025550101' });
}

/** SQL that counts the rows that the end of a call writes. */
const effectsOfCall = `select (select count(*) from dispositions where call_id = $1) as dispositions,
  (select count(*) from events where subject_id = $1) as events,
  (select count(*) from call_events where call_id = $1) as timeline,
  (select count(*) from suppressions where call_id = $1) as suppressions`;

/** Returns a transaction in which the statement with this name fails. `names` receives the names of all statements. */
function transactionFailingAt(tx: Queryable, failing: string, names: string[]): Queryable {
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
  it('is atomic if any of its statements fails', async () => {
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
        await finishCallWithin(transactionFailingAt(tx, failing, names), end);
        throw new Error('The whole transaction fails.');
      });
    const effects = { text: effectsOfCall };
    const before = await scope.row(effects, [call.id]);
    await expect(failAt('')).rejects.toThrow('The whole transaction fails.');
    const statements = new Set(names);
    expect(statements.size).toBeGreaterThan(12);
    for (const name of statements) {
      await expect(failAt(name)).rejects.toThrow('This statement fails.');
      expect(await findCall(scope, { workspaceId, callId: call.id })).toMatchObject({ state: call.state });
      expect(await scope.row(effects, [call.id])).toEqual(before);
    }
    expect(await finishCall(scope, end)).toMatchObject({ state: 'ended' });
  });

  it('adds the number to the do-not-call list if the custom code requires it', async () => {
    expect(await isSuppressedAfter({ addsToDnc: true }, 'sued_us')).toBe(true);
  });

  it('adds no suppression for other codes', async () => {
    expect(await isSuppressedAfter({ addsToDnc: false }, 'sued_us')).toBe(false);
    expect(await isSuppressedAfter({ addsToDnc: true }, 'answered')).toBe(false);
  });
});
