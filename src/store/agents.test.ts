import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedCall, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import { AgentInput } from '../domain/agent.ts';
import { finishCall } from './calls/finish-call.ts';
import { findCall } from './calls/calls.ts';
import type { Scope } from './database.ts';
import {
  deleteAgent,
  findAgent,
  findAgentVersion,
  insertAgent,
  isAgentInUse,
  listAgents,
  updateAgent,
} from './agents.ts';

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

const insert = (config: object = {}) =>
  insertAgent(scope, {
    id: newId('agent'),
    workspaceId,
    config: AgentInput.parse({ name: 'Bea', ...config }),
    at: noon,
  });

describe('agents', () => {
  it('are found as inserted', async () => {
    const agent = await insert({ metadata: { tier: 'gold' } });
    expect(await findAgent(scope, { workspaceId, agentId: agent.id })).toEqual(agent);
    expect(agent).toMatchObject({ version: 1, createdAt: noon, config: { metadata: { tier: 'gold' } } });
  });

  it('are not found from another workspace', async () => {
    const other = await seedWorkspace(database.db);
    const elsewhere = database.db.inWorkspace(other.workspaceId);
    expect(
      await findAgent(elsewhere, { workspaceId: other.workspaceId, agentId: fixture.agent.id }),
    ).toBeUndefined();
  });

  it('keep all their versions', async () => {
    const agent = await insert();
    const config = { ...agent.config, name: 'Cleo' };
    const changed = await updateAgent(scope, {
      workspaceId,
      agentId: agent.id,
      version: 1,
      config,
      at: new Date(),
    });
    expect(changed).toMatchObject({ version: 2, config: { name: 'Cleo' }, createdAt: noon });
    const old = await findAgentVersion(scope, { workspaceId, agentId: agent.id, version: 1 });
    expect(old?.config.name).toBe('Bea');
  });

  it('accept one of two changes to the same version', async () => {
    const agent = await insert();
    const changes = await Promise.all(
      ['one', 'two'].map((name) =>
        updateAgent(scope, {
          workspaceId,
          agentId: agent.id,
          version: 1,
          config: { ...agent.config, name },
          at: noon,
        }),
      ),
    );
    expect(changes.filter((change) => change !== undefined)).toHaveLength(1);
  });

  it('are listed by type, status, number, flow and name', async () => {
    const agent = await insert({
      name: 'Needle_in',
      type: 'messaging',
      status: 'inactive',
      phoneNumber: '+12025550177',
    });
    const idsOf = async (filters: object) =>
      (await listAgents(scope, { workspaceId, limit: 50, ...filters })).rows.map((row) => row.id);
    expect(await idsOf({ type: 'messaging' })).toEqual([agent.id]);
    expect(await idsOf({ status: 'inactive' })).toEqual([agent.id]);
    expect(await idsOf({ phoneNumber: '+12025550177' })).toEqual([agent.id]);
    expect(await idsOf({ flowId: fixture.flow.id })).toEqual([fixture.agent.id]);
    expect(await idsOf({ search: 'NEEDLE_' })).toEqual([agent.id]);
  });
});

describe('deleteAgent', () => {
  const deleteOne = (agentId: string) => scope.transaction((tx) => deleteAgent(tx, { workspaceId, agentId }));

  it('is rejected while a call is open, and does not delete ended calls', async () => {
    const isolated = { ...fixture, agent: await insert() };
    const call = await seedCall(database.db, isolated);
    expect(await deleteOne(isolated.agent.id)).toBe('in_use');
    expect(await isAgentInUse(scope, { workspaceId, agentId: isolated.agent.id })).toBe(true);
    await finishCall(scope, {
      workspaceId,
      callId: call.id,
      endReason: 'cancelled',
      at: noon,
      disposition: { code: 'cancelled', status: 'completed' },
    });
    expect(await deleteOne(isolated.agent.id)).toEqual({ version: 1 });
    expect(await deleteOne(isolated.agent.id)).toBe('not_found');
    expect((await findCall(scope, { workspaceId, callId: call.id }))?.agent.name).toBe('Bea');
  });

  it('deletes an agent only if no call is inserted concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const isolated = { ...fixture, agent: await insert() };
      const [call, outcome] = await Promise.all([
        seedCall(database.db, isolated),
        deleteOne(isolated.agent.id),
      ]);
      expect(outcome).toEqual((call as unknown) === undefined ? { version: 1 } : 'in_use');
    }
  });
});
