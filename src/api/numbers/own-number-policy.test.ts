import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { noon, type Fixture } from '../../../test/support/fixtures.ts';
import { newId } from '../../core/ids.ts';
import { presets } from '../../domain/scopes.ts';
import { importInventoryNumbers } from '../../store/inventory.ts';

let api: TestApi;
/** A workspace without allowed prefixes. */
let tenant: Fixture & { readonly key: string };
beforeAll(async () => {
  api = await createTestApi();
  tenant = await seedOtherWorkspace(api);
  const { workspaceId } = api;
  const system = api.database.asSystem();
  await system.execute({ text: `update workspaces set own_number_prefixes = '{}'` });
  await system.execute({ text: 'update workspaces set is_operator = (id = $1)' }, [workspaceId]);
});
afterAll(() => api.close());

const numbers = '/v1/api/telephony/numbers';
const inventory = '/v1/api/telephony/inventory';
const acquire = (phoneNumber: string, key = tenant.key, more: object = {}) =>
  api.send('POST', numbers, { body: { phoneNumber, ...more }, key });
const allowPrefixes = (ownNumberPrefixes: readonly string[], key = api.key) =>
  api.send('PATCH', `/v1/api/workspaces/${tenant.workspaceId}`, { body: { ownNumberPrefixes }, key });
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  `${status} ${body.error?.code ?? ''}`.trim();

describe('a number that is not allowed for the workspace', () => {
  it('is rejected in each request that could add it', async () => {
    const rejected = '403 number_not_assigned';
    expect(outcome(await acquire('+12125552301'))).toBe(rejected);
    const rows = { numbers: [{ phoneNumber: '+12125552301' }] };
    expect(outcome(await api.send('POST', inventory, { body: rows, key: tenant.key }))).toBe(rejected);
    const csv = 'phone_number\n+12125552301';
    for (const body of [{ csv }, { csv: `${csv}\n+12125552302` }])
      expect(outcome(await api.send('POST', `${inventory}/import`, { body, key: tenant.key }))).toBe(
        rejected,
      );
    const skipped = { csv, onInvalidRows: 'skip' };
    const response = await api.send('POST', `${inventory}/import`, { body: skipped, key: tenant.key });
    expect(response.body).toMatchObject({ added: 0, errors: [{ code: 'number_not_assigned' }] });
    expect(outcome(await acquire('+12125552301', tenant.key, { source: 'inventory' }))).toBe(
      '400 number_not_available',
    );
  });

  it('is accepted if it is a test network number', async () => {
    expect((await acquire('+12025550151')).status).toBe(200);
  });

  it("is accepted from the operator, who acts in the operator's workspace only", async () => {
    expect((await acquire('+12125552303', api.key)).status).toBe(200);
    const key = await api.createKey({
      scopes: [...presets.full, 'operator'],
      workspaceIds: [api.workspaceId, tenant.workspaceId],
    });
    const body = { phoneNumber: '+12125552304' };
    const sent = { body, key, workspace: tenant.workspaceId };
    expect(outcome(await api.send('POST', numbers, sent))).toBe('403 number_not_assigned');
  });

  it('is accepted for the inventory of a tenant from the operator', async () => {
    const { workspaceId } = tenant;
    const stock = { numbers: [{ phoneNumber: '+12125552305' }], workspaceId };
    expect(outcome(await api.send('POST', inventory, { body: stock }))).toBe('200');
    expect((await acquire('+12125552305')).body).toMatchObject({ source: 'inventory' });
    const body = { csv: 'phone_number\n+12125552309', workspaceId };
    expect(outcome(await api.send('POST', `${inventory}/import`, { body }))).toBe('200');
    expect((await acquire('+12125552309')).body).toMatchObject({ source: 'inventory' });
    const own = await api.send('GET', inventory);
    expect(JSON.stringify(own.body)).not.toContain('+12125552309');
    const log = await api.send('GET', '/v1/api/audit-log?action=addInventoryNumbers');
    expect(log.body.data.entries[0].details).toEqual({ workspaceId });
  });

  it.each([
    ['/v1/api/telephony/inventory', { numbers: [{ phoneNumber: '+12025550154' }] }],
    ['/v1/api/telephony/inventory/import', { csv: 'phone_number\n+12025550154' }],
  ])('is added to the inventory of another workspace only by the operator (%s)', async (path, numbersOf) => {
    const { workspaceId } = api;
    const body = { ...numbersOf, workspaceId };
    expect(outcome(await api.send('POST', path, { body, key: tenant.key }))).toBe('403 operator_only');
    const unknown = { ...numbersOf, workspaceId: newId('workspace') };
    expect(outcome(await api.send('POST', path, { body: unknown }))).toBe('404 workspace_not_found');
  });
});

describe('the prefixes that the operator allows a workspace', () => {
  it('are set only by the operator, and recorded in the audit log', async () => {
    expect(outcome(await allowPrefixes(['+1212'], tenant.key))).toBe('403 operator_only');
    expect((await allowPrefixes(['+1212'])).body.ownNumberPrefixes).toEqual(['+1212']);
    const log = await api.send('GET', '/v1/api/audit-log?action=updateWorkspace', { key: tenant.key });
    expect(log.body.data.entries).toMatchObject([
      { details: { before: { ownNumberPrefixes: [] }, after: { ownNumberPrefixes: ['+1212'] } } },
    ]);
    expect(outcome(await allowPrefixes(['1212']))).toBe('400 invalid_request');
  });

  it('allow the workspace to add matching numbers only', async () => {
    await allowPrefixes(['+1212']);
    expect((await acquire('+12125552306')).status).toBe(200);
    expect(outcome(await acquire('+13125552306'))).toBe('403 number_not_assigned');
    await allowPrefixes([]);
    expect(outcome(await acquire('+12125552307'))).toBe('403 number_not_assigned');
  });

  it('give a number to one of two concurrent workspaces', async () => {
    await allowPrefixes(['+']);
    const responses = await Promise.all([acquire('+12125552308'), acquire('+12125552308', api.key)]);
    expect(responses.map(outcome).sort()).toEqual(['200', '400 number_taken']);
  });
});

describe('a number in the inventory', () => {
  const stock = (phoneNumber: string) =>
    api.send('POST', inventory, { body: { numbers: [{ phoneNumber }] }, key: tenant.key });
  const fromInventory = { source: 'inventory' };

  it('that the workspace added cannot be acquired after its prefix was removed', async () => {
    await allowPrefixes(['+1212']);
    expect((await stock('+12125552310')).status).toBe(200);
    await allowPrefixes([]);
    for (const more of [{}, fromInventory])
      expect(outcome(await acquire('+12125552310', tenant.key, more))).toBe('403 number_not_assigned');
    await allowPrefixes(['+1212']);
    expect((await acquire('+12125552310', tenant.key, fromInventory)).body).toMatchObject({
      source: 'inventory',
    });
    await allowPrefixes([]);
  });

  it('of unknown origin cannot be acquired either', async () => {
    const { workspaceId } = tenant;
    const row = { e164: '+12125552311', country: 'US', type: 'local', locality: '', region: '' } as const;
    const numbers = [{ id: 'num_before', friendlyName: 'Before', ...row }];
    await importInventoryNumbers(api.database.inWorkspace(workspaceId), { workspaceId, numbers, at: noon });
    expect(outcome(await acquire('+12125552311', tenant.key, fromInventory))).toBe('403 number_not_assigned');
    // The number stays in the inventory.
    await allowPrefixes(['+12125552311']);
    expect((await acquire('+12125552311', tenant.key, fromInventory)).status).toBe(200);
    await allowPrefixes([]);
  });

  it('of the test network can always be acquired', async () => {
    expect((await stock('+12025550153')).status).toBe(200);
    expect((await acquire('+12025550153', tenant.key, fromInventory)).status).toBe(200);
  });

  it('that the operator added keeps its origin after an update by the workspace and after a release', async () => {
    const body = { numbers: [{ phoneNumber: '+12125552312' }], workspaceId: tenant.workspaceId };
    expect((await api.send('POST', inventory, { body })).status).toBe(200);
    await allowPrefixes(['+1212']);
    expect((await stock('+12125552312')).body).toMatchObject({ updated: 1 });
    await allowPrefixes([]);
    const { body: number } = await acquire('+12125552312', tenant.key, fromInventory);
    const released = await api.send('DELETE', `${numbers}/${number.id}`, { key: tenant.key });
    expect(released.status).toBe(200);
    expect((await acquire('+12125552312', tenant.key, fromInventory)).status).toBe(200);
  });
});

describe('the caller ID', () => {
  it('cannot be a number of another workspace in any request', async () => {
    const foreign = '+12125552319';
    await acquire(foreign, api.key);
    const { key } = tenant;
    const agentId = tenant.agent.id;
    await acquire('+12025550152', key, { agentId });
    const agent = await api.send('PATCH', `/api/v1/agents/${agentId}`, {
      body: { phoneNumber: foreign },
      key,
    });
    expect([agent.status, agent.body.code]).toEqual([400, 'number_not_owned']);
    const call = { agentId, toNumber: '+12025550100', fromNumber: foreign };
    const sent = await api.send('POST', '/api/v1/calls/call', { body: call, key });
    expect([sent.status, sent.body.code]).toEqual([400, 'number_not_owned']);
    const batch = { agentId, fromNumbers: [foreign], rows: [{ phone_number: '+12025550100' }] };
    expect((await api.send('POST', '/v1/api/batch-calls', { body: batch, key })).status).toBe(400);
    const rows = [{ phone_number: '+12025550100', from_number: foreign }];
    const validated = { agentId, rows };
    const checked = await api.send('POST', '/v1/api/batch-calls/validate', { body: validated, key });
    expect(checked.body).toMatchObject({ validRows: 0, errors: [{ column: 'from_number' }] });
  });
});
