import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace } from '../../test/support/fixtures.ts';
import { findWorkspace, listWorkspaces, updateWorkspace } from './workspaces.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

describe('workspaces', () => {
  it('are all listed in the system scope; the scope of a workspace lists only that workspace', async () => {
    const [first, second] = [await seedWorkspace(database.db), await seedWorkspace(database.db)];
    const system = database.db.asSystem();
    const idsOf = async (scope = system, filters: object = {}) =>
      (await listWorkspaces(scope, { limit: 10, ...filters })).rows.map((row) => row.id);
    expect(await idsOf()).toEqual([second.workspaceId, first.workspaceId]);
    expect(await idsOf(system, { ids: [first.workspaceId] })).toEqual([first.workspaceId]);
    expect(await idsOf(database.db.inWorkspace(second.workspaceId))).toEqual([second.workspaceId]);
  });

  it('change only in the given fields', async () => {
    const { workspaceId } = await seedWorkspace(database.db);
    const scope = database.db.inWorkspace(workspaceId);
    const at = new Date(noon.getTime() + 1000);
    const singleCallsOutsideHours = 'refuse';
    const change = { plan: 'developer', callingHours: 'off', singleCallsOutsideHours, at } as const;
    await updateWorkspace(scope, { workspaceId, ...change });
    expect(await findWorkspace(scope, { workspaceId })).toEqual({
      id: workspaceId,
      name: 'Acme',
      plan: 'developer',
      timezone: 'UTC',
      callingHours: 'off',
      callingWindow: null,
      singleCallsOutsideHours,
      ownNumberPrefixes: ['+'],
      sharedSender: false,
      retention: {
        recordingsDays: null,
        transcriptsDays: null,
        messagesDays: null,
        eventsDays: null,
        dispositionsDays: null,
      },
      isOperator: false,
      settings: {},
      createdAt: noon,
      updatedAt: at,
    });
  });
});
