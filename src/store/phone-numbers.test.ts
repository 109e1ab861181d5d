import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { noon, seedWorkspace, type Fixture } from '../../test/support/fixtures.ts';
import { newId } from '../core/ids.ts';
import { findAgent, findAgentVersion, updateAgent } from './agents.ts';
import type { Scope } from './database.ts';
import {
  deleteOwnedNumber,
  findOwnedNumber,
  findOwnedNumberByE164,
  findOwnedNumberOfWorkspace,
  insertOwnedNumber,
  listOwnedNumbers,
  updateOwnedNumber,
} from './phone-numbers.ts';

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

const insert = (e164: string, changes: object = {}) =>
  insertOwnedNumber(scope, { id: newId('number'), workspaceId, e164, at: noon, ...changes });

describe('owned numbers', () => {
  it('are found by id and by phone number, and in the system scope for inbound calls', async () => {
    const number = await insert('+12025550120', { agentId: fixture.agent.id, country: 'US' });
    expect(await findOwnedNumber(scope, { workspaceId, numberId: number!.id })).toEqual(number);
    expect(await findOwnedNumberByE164(database.db.asSystem(), { e164: '+12025550120' })).toEqual(number);
    const ofWorkspace = (id: string) =>
      findOwnedNumberOfWorkspace(database.db.asSystem(), { workspaceId: id, e164: '+12025550120' });
    expect(await ofWorkspace(workspaceId)).toEqual(number);
    expect(await ofWorkspace('ws_other')).toBeUndefined();
  });

  it('belong to one workspace', async () => {
    const other = await seedWorkspace(database.db);
    await insert('+12025550121');
    const duplicate = await insertOwnedNumber(database.db.inWorkspace(other.workspaceId), {
      id: newId('number'),
      workspaceId: other.workspaceId,
      e164: '+12025550121',
      at: noon,
    });
    expect(duplicate).toBeUndefined();
  });

  it('change only in the given fields, and null removes the agent', async () => {
    const number = await insert('+12025550122', { agentId: fixture.agent.id, friendlyName: 'Desk' });
    const change = (changes: object) =>
      updateOwnedNumber(scope, { workspaceId, numberId: number!.id, at: noon, ...changes });
    expect(await change({ friendlyName: 'Shop' })).toMatchObject({
      agentId: fixture.agent.id,
      friendlyName: 'Shop',
    });
    expect(await change({ agentId: null, status: 'inactive' })).toMatchObject({
      agentId: null,
      friendlyName: 'Shop',
      status: 'inactive',
    });
  });

  it('are listed by agent, status and part of the number', async () => {
    const number = await insert('+442079460999', { agentId: fixture.agent.id, country: 'GB' });
    const idsOf = async (filters: object) =>
      (await listOwnedNumbers(scope, { workspaceId, limit: 50, ...filters })).rows.map((row) => row.id);
    expect(await idsOf({ search: '7946' })).toEqual([number!.id]);
    expect(await idsOf({ country: 'GB', agentId: fixture.agent.id, status: 'active' })).toEqual([number!.id]);
  });

  it('are removed from their agents when they are deleted', async () => {
    const number = await insert('+12025550123');
    const { agent } = fixture;
    const config = { ...agent.config, phoneNumber: '+12025550123' };
    await updateAgent(scope, { workspaceId, agentId: agent.id, version: 1, config, at: noon });
    const key = { workspaceId, numberId: number!.id };
    const updatedAgents = await deleteOwnedNumber(scope, { ...key, at: noon });
    expect(updatedAgents).toMatchObject([{ id: fixture.agent.id, config: { phoneNumber: null } }]);
    expect(await deleteOwnedNumber(scope, { ...key, at: noon })).toBeUndefined();
    expect(await findAgent(scope, { workspaceId, agentId: agent.id })).toMatchObject({
      version: 3,
      config: { phoneNumber: null },
    });
    const version3 = await findAgentVersion(scope, { workspaceId, agentId: agent.id, version: 3 });
    expect(version3?.config.phoneNumber).toBeNull();
  });
});
