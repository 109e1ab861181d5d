import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import { queryPlanOf } from '../../test/support/query-plan.ts';
import { isId, newId } from '../core/ids.ts';
import { openConversation } from './conversations/conversations.ts';
import type { Scope } from './database.ts';
import { connectClient } from './connection.ts';
import {
  addSuppression,
  addSuppressions,
  countSuppressions,
  findSuppression,
  findSuppressionsOf,
  isSuppressed,
  listSuppressions,
  removeSuppression,
  type SuppressedAddress,
} from './suppressions.ts';

let database: TestDatabase;
let scope: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ workspaceId } = await seedWorkspace(database.db));
  scope = database.db.inWorkspace(workspaceId);
});
afterAll(() => database.close());

const add = (entries: readonly SuppressedAddress[]) =>
  scope.transaction((tx) => addSuppressions(tx, { workspaceId, entries, createdBy: 'key_1', at: noon }));

const entry = (address: string, channel: SuppressedAddress['channel'] = 'sms', reason = 'asked') => ({
  address,
  channel,
  reason,
});

describe('suppressions', () => {
  it('are added once under concurrency', async () => {
    const entries = [entry('+12025550101'), entry('+12025550101'), entry('+12025550101', 'voice')];
    const added = await Promise.all(Array.from({ length: 8 }, () => add(entries)));
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await add([entry('+12025550101', 'sms', 'another')])).toBe(0);
    const query = { workspaceId, channels: ['voice', 'sms'], address: '+12025550101' } as const;
    expect(await findSuppressionsOf(scope, query)).toMatchObject([
      { channel: 'voice', reason: 'asked', createdBy: 'key_1', callId: null },
      { channel: 'sms', reason: 'asked' },
    ]);
  });

  it('have an id that sorts by time', async () => {
    const target = { workspaceId, channel: 'voice', address: '+12025550102' } as const;
    await addSuppression(scope, { ...target, reason: 'opted out', callId: 'call_1', at: noon });
    const [row] = await findSuppressionsOf(scope, { ...target, channels: ['voice'] });
    expect(isId('suppression', row!.id)).toBe(true);
    expect(row).toMatchObject({ callId: 'call_1', createdBy: null });
    expect(newId('suppression').slice(0, 12)).toBe(row!.id.slice(0, 12));
    expect(await findSuppression(scope, { workspaceId, suppressionId: row!.id })).toEqual(row);
  });

  it('have no effect after they are removed', async () => {
    const target = { workspaceId, channel: 'sms', address: '+12025550103' } as const;
    await add([entry(target.address)]);
    const [row] = await findSuppressionsOf(scope, { ...target, channels: ['sms'] });
    const query = { workspaceId, suppressionId: row!.id };
    expect(await removeSuppression(scope, { ...query, workspaceId: 'ws_x' })).toBeUndefined();
    expect(await isSuppressed(scope, target)).toBe(true);
    expect(await removeSuppression(scope, query)).toEqual(row);
    expect(await isSuppressed(scope, target)).toBe(false);
    expect(await removeSuppression(scope, query)).toBeUndefined();
  });

  it('are found by address and by prefix', async () => {
    await add([entry('+447700900123', 'voice'), entry('+447700900124'), entry('ada@example.com', 'email')]);
    const listAddresses = async (filters: object) =>
      (await listSuppressions(scope, { workspaceId, limit: 10, ...filters })).rows.map(
        ({ address }) => address,
      );
    expect(await listAddresses({ search: '+4477' })).toHaveLength(2);
    expect(await listAddresses({ search: '+4477', channel: 'voice' })).toEqual(['+447700900123']);
    expect(await listAddresses({ address: 'ada@example.com' })).toEqual(['ada@example.com']);
    expect(await listAddresses({ channel: 'email' })).toEqual(['ada@example.com']);
    expect(await listAddresses({ search: '%' })).toEqual([]);
  });

  it('are counted exactly under concurrent changes', async () => {
    const { workspaceId: otherWorkspaceId } = await seedWorkspace(database.db);
    const otherScope = database.db.inWorkspace(otherWorkspaceId);
    const addresses = Array.from({ length: 40 }, (_, index) => `+120255501${String(index + 10)}`);
    await Promise.all(
      [0, 10, 20].map((from) =>
        otherScope.transaction((tx) => {
          const entries = addresses.slice(from, from + 20).map((address) => entry(address));
          return addSuppressions(tx, {
            workspaceId: otherWorkspaceId,
            entries,
            createdBy: 'key_1',
            at: noon,
          });
        }),
      ),
    );
    const target = { workspaceId: otherWorkspaceId, channel: 'voice', address: '+12025550110' } as const;
    await addSuppression(otherScope, { ...target, reason: 'opted out', at: noon });
    const { rows } = await listSuppressions(otherScope, {
      workspaceId: otherWorkspaceId,
      limit: 100,
      channel: 'sms',
    });
    await Promise.all(
      rows
        .slice(0, 7)
        .map(({ id }) => removeSuppression(otherScope, { workspaceId: otherWorkspaceId, suppressionId: id })),
    );
    expect(await countSuppressions(otherScope, { workspaceId: otherWorkspaceId })).toBe(34);
    expect(await countSuppressions(otherScope, { workspaceId: otherWorkspaceId, channel: 'sms' })).toBe(33);
    expect(await countSuppressions(otherScope, { workspaceId: otherWorkspaceId, channel: 'email' })).toBe(0);
  });

  it('are looked up and searched by index only', async () => {
    const { workspaceId: otherWorkspaceId } = await seedWorkspace(database.db);
    const otherScope = database.db.inWorkspace(otherWorkspaceId);
    for (let from = 0; from < 20_000; from += 5000) {
      const entries = Array.from({ length: 5000 }, (_, index) => entry(`+1${2_000_000_000 + from + index}`));
      await otherScope.transaction((tx) =>
        addSuppressions(tx, { workspaceId: otherWorkspaceId, entries, createdBy: 'key_1', at: noon }),
      );
    }
    const owner = await connectClient(database.connection, 'parley tests');
    await owner.query('vacuum (analyze) suppressions');
    await owner.end();
    const target = { workspaceId: otherWorkspaceId, channel: 'sms', address: '+12000000042' } as const;
    const lookUp = await queryPlanOf(otherScope, (db) => isSuppressed(db, target));
    expect(new Set(lookUp.nodes)).toEqual(new Set(['Result', 'Index Only Scan']));
    const search = await queryPlanOf(otherScope, (db) =>
      listSuppressions(db, { workspaceId: otherWorkspaceId, limit: 10, search: '+120000000' }),
    );
    expect(search.nodes).toEqual(['Aggregate', 'Index Only Scan']);
  });

  it('publish one event per open conversation', async () => {
    const open = (recipient: string, flowId: string, inactivityHours = 24) =>
      scope.transaction((tx) =>
        openConversation(tx, {
          id: newId('conversation'),
          workspaceId,
          flowId,
          flowVersion: 1,
          agentId: null,
          userId: 'key_1',
          channel: 'sms',
          recipient,
          customer: {},
          dynamic: {},
          inactivityHours,
          at: new Date(noon.getTime() - 2 * 3_600_000),
        }),
      );
    const [first, second] = [await open('+12025550110', 'flow_1'), await open('+12025550110', 'flow_2')];
    await open('+12025550110', 'flow_3', 1);
    await open('+12025550111', 'flow_1');
    await add([entry('+12025550110'), entry('+12025550110', 'voice'), entry('+12025550111', 'voice')]);
    await add([entry('+12025550110')]);
    const events = await scope.rows(
      {
        text: `select subject_id as id, data -> 'address' as address from events
        where type = 'conversation.opted_out' and workspace_id = $1 order by position`,
      },
      [workspaceId],
    );
    expect(events).toHaveLength(2);
    expect(events).toEqual(
      expect.arrayContaining([first, second].map(({ id }) => ({ id, address: '+12025550110' }))),
    );
  });
});
