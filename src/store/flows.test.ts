import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import { FlowInput } from '../domain/flow/flow.ts';
import { updateAgent } from './agents.ts';
import type { Scope } from './database.ts';
import { deleteFlow, findFlow, findFlowVersion, insertFlow, listFlows, updateFlow } from './flows.ts';

let database: TestDatabase;
let fixture: Fixture;
let scope: Scope;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedWorkspace(database.db);
  ({ workspaceId } = fixture);
  scope = database.db.inWorkspace(workspaceId);
});

afterAll(() => database.close());

const insert = (definition: object = {}) =>
  insertFlow(scope, {
    id: newId('flow'),
    workspaceId,
    definition: FlowInput.parse({ type: 'call', name: 'Reminder', ...definition }),
    at: noon,
  });

describe('flows', () => {
  it('are found as inserted', async () => {
    const flow = await insert();
    expect(await findFlow(scope, { workspaceId, flowId: flow.id })).toEqual(flow);
  });

  it('have a version per change', async () => {
    const flow = await insert();
    const change = (version: number, name: string) =>
      updateFlow(scope, {
        workspaceId,
        flowId: flow.id,
        version,
        definition: { ...flow.definition, name, status: 'active' },
        at: noon,
      });
    const changed = await change(1, 'Second');
    expect(changed).toMatchObject({ version: 2, definition: { name: 'Second', status: 'active' } });
    expect(await findFlow(scope, { workspaceId, flowId: flow.id })).toEqual(changed);
    expect(await change(1, 'Too late')).toBeUndefined();
    const old = await findFlowVersion(scope, { workspaceId, flowId: flow.id, version: 1 });
    expect(old?.definition.name).toBe('Reminder');
  });

  it('are listed by type, status and name with their definitions', async () => {
    const message = await insert({ type: 'message', name: 'Needle', initiationMessage: 'Hello' });
    const list = (filters: object) => listFlows(scope, { workspaceId, limit: 50, ...filters });
    expect((await list({ type: 'message' })).rows).toEqual([message]);
    expect((await list({ search: 'eedl' })).rows).toEqual([message]);
    expect((await list({ status: 'archived' })).total).toBe(0);
    expect((await list({ type: 'call' })).rows.map((row) => row.id)).not.toContain(message.id);
  });
});

describe('deleteFlow', () => {
  const remove = (flowId: string) => scope.transaction((tx) => deleteFlow(tx, { workspaceId, flowId }));

  it('is rejected while an agent or an open call uses the flow', async () => {
    expect(await remove(fixture.flow.id)).toBe('in_use');
    await seedCall(database.db, fixture);
    const { agent } = fixture;
    await updateAgent(scope, {
      workspaceId,
      agentId: agent.id,
      version: agent.version,
      config: { ...agent.config, flowId: null },
      at: noon,
    });
    expect(await remove(fixture.flow.id)).toBe('in_use');
  });

  it('deletes an unused flow once', async () => {
    const flow = await insert();
    expect(await remove(flow.id)).toEqual({ version: 1 });
    expect(await remove(flow.id)).toBe('not_found');
    expect(await findFlowVersion(scope, { workspaceId, flowId: flow.id, version: 1 })).toBeUndefined();
  });
});
