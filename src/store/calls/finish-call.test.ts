import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon, seedCall, seedWorkspace } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { insertDispositionCode } from '../disposition-codes/insert-disposition-code.ts';
import { isSuppressed } from '../suppressions/is-suppressed.ts';
import { finishCall } from './finish-call.ts';

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

describe('the end of a call', () => {
  it('puts the number on the do-not-call list where the code of the workspace says so', async () => {
    expect(await suppressedAfter({ addsToDnc: true }, 'sued_us')).toBe(true);
  });

  it('leaves it alone otherwise', async () => {
    expect(await suppressedAfter({ addsToDnc: false }, 'sued_us')).toBe(false);
    expect(await suppressedAfter({ addsToDnc: true }, 'answered')).toBe(false);
  });
});
