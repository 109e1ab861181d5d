import { rm, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTenantTables } from '../../test/isolation/tenant-tables.ts';
import { seedTenant, type Tenant } from '../../test/isolation/tenant.ts';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { silentLogger } from '../core/logger.ts';
import { presets } from '../domain/scopes.ts';
import { personTables } from '../store/person-tables.ts';
import { erasePersonHandler } from './erase-person.ts';

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-person-'));
  api = await createTestApi({ dataDir });
  await api.clock.advance(60_000);
  api.database.setAddressKeys([{ id: '0123abcd', bytes: new Uint8Array(32).fill(7) }]);
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

type Row = Record<string, unknown>;
type Address = { readonly phoneNumber: string } | { readonly email: string };

const exportOf = ({ key, refs }: Tenant, body: Address) =>
  api.send('POST', '/v1/api/person-exports', { key, workspace: refs.workspace, body });

async function erase(tenant: Tenant, body: Address): Promise<void> {
  const workspaceId = tenant.refs.workspace;
  const options = { key: tenant.key, workspace: workspaceId, body };
  const { id: erasureId } = (await api.send('POST', '/v1/api/erasures', options)).body;
  const handler = erasePersonHandler({ ...api, logger: silentLogger, dataDir });
  const job = { id: 1, kind: '', workspaceId, key: erasureId, payload: { erasureId }, attempt: 1 };
  await handler.run(job, { signal: new AbortController().signal, complete: async () => {} });
  const erasure = await api.send('GET', `/v1/api/erasures/${erasureId}`, options);
  expect(erasure.body.status).toBe('completed');
}

/** Seeds a workspace with a row in every table, of which none is active. */
async function seedPerson(kind: 'phoneNumber' | 'email'): Promise<Tenant> {
  const tenant = await seedTenant(api.database, '415', 'Zebra');
  const { workspace, customerNumber, customerEmail, batch, call, endedCall } = tenant.refs;
  const db = api.database.inWorkspace(workspace);
  const changes = [
    `update calls set state = 'ended', end_reason = 'agent_hangup', fault = 'none', ended_at = created_at where state <> 'ended'`,
    `update batch_jobs set status = 'completed', outcome = 'answered', ended_at = updated_at where status = 'in_progress'`,
    `update messages set status = 'failed' where status = 'unknown'`,
    ...['calls', 'conversations', 'batch_jobs', 'batch_messages'].map(
      (table) => `update ${table} set customer = customer || '{"email": "${customerEmail.toUpperCase()}"}'`,
    ),
    `update batches set metadata = '{"spouse": "${customerNumber} ${customerEmail}"}' where id = '${batch}'`,
    `update idempotency_records set resource_id = '${call}', response_body = '{"toNumber": "${customerNumber}"}'`,
    // A disposition without a call has no email address.
    ...(kind === 'email' ? [`update dispositions set call_id = '${endedCall}'`] : []),
  ];
  for (const change of changes) {
    const joint = change.includes(' where ') ? 'and' : 'where';
    await db.execute({ text: `${change} ${joint} workspace_id = $1` }, [workspace]);
  }
  const body = { address: customerNumber, channel: 'voice', reason: 'No calls.' };
  await api.send('POST', '/v1/api/suppressions', { key: tenant.key, workspace, body });
  return tenant;
}

/** Counts, work that is only cancelled, repetitions of events, and the record of the erasure itself. */
const notExported = new Set([
  'analytics_changes',
  'api_keys',
  'batch_changes',
  'call_changes',
  'conversation_count_deltas',
  'conversation_counts',
  'disposition_count_deltas',
  'disposition_counts',
  'erasures',
  'jobs',
  'rate_limits',
  'suppression_counts',
  'webhook_attempts',
  'webhook_deliveries',
]);

/** Returns the rows of the workspace by table. */
async function dump({ refs }: Tenant): Promise<Map<string, Row[]>> {
  const db = api.database.asSystem();
  const rows = new Map<string, Row[]>();
  for (const { name, owner } of await findTenantTables(api.database)) {
    const text = `select to_jsonb(t) as row from ${name} t where ${owner} = $1`;
    const found = await db.rows<{ row: Row }>({ text }, [refs.workspace]);
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

const publicName = (column: string) =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const isId = (value: unknown) => typeof value === 'string' && /^[a-z]+_[0-9A-Z]{26}$/.test(value);

/** Returns a text of a row or of an exported object that is the same for both: its ids and numbers. */
const identityOf = (row: Row): string =>
  Object.entries(row)
    .filter(([column, value]) => column !== 'workspace_id' && (isId(value) || column === 'sequence'))
    .map(([column, value]) => `${publicName(column)}=${String(value)}`)
    .toSorted()
    .join(' ');

/** Returns the identities of all objects of an export. */
function identitiesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(identitiesIn);
  if (typeof value !== 'object' || value === null) return [];
  return [identityOf(value as Row), ...Object.values(value).flatMap(identitiesIn)];
}

async function changedRows(
  tenant: Tenant,
  work: () => Promise<unknown>,
): Promise<(readonly [string, Row])[]> {
  const before = await dump(tenant);
  await work();
  const after = await dump(tenant);
  return [...before].flatMap(([table, rows]) => {
    const kept = new Set(after.get(table)!.map((row) => JSON.stringify(row)));
    return rows.filter((row) => !kept.has(JSON.stringify(row))).map((row) => [table, row] as const);
  });
}

const addressOf = ({ refs }: Tenant, kind: 'phoneNumber' | 'email'): Address =>
  kind === 'email' ? { email: refs.customerEmail } : { phoneNumber: refs.customerNumber };

describe('POST /v1/api/person-exports: 200', () => {
  it.each(['phoneNumber', 'email'] as const)(
    'lists by %s each row that an erasure changes or deletes',
    async (kind) => {
      const tenant = await seedPerson(kind);
      const body = addressOf(tenant, kind);
      const { status, body: exported } = await exportOf(tenant, body);
      expect(status).toBe(200);
      const identities = new Set(identitiesIn(exported));
      const changed = await changedRows(tenant, () => erase(tenant, body));
      const missing = changed
        .filter(([table, row]) => !notExported.has(table) && !identities.has(identityOf(row)))
        .map(([table, row]) => `${table} ${identityOf(row)}`);
      expect(missing).toEqual([]);
      const names = changed.map(([table]) => table);
      expect(Object.keys(personTables).filter((table) => !names.includes(table))).toEqual([]);
      const { body: rest } = await exportOf(tenant, body);
      const lists = Object.entries(rest).filter(([, list]) => Array.isArray(list) && list.length > 0);
      expect(lists.map(([name]) => name)).toEqual(['suppressions', 'auditEntries']);
    },
  );

  it('lists calls with their parts and the paths of their files, and each call once', async () => {
    const tenant = await seedPerson('phoneNumber');
    const { customerNumber, workspace, call, endedCall } = tenant.refs;
    const db = api.database.inWorkspace(workspace);
    const copy = `insert into calls select (jsonb_populate_record(calls, jsonb_build_object(
      'id', id || '-' || n, 'room_name', room_name || '-' || n, 'from_number', case when n % 2 = 0 then to_number else from_number end,
      'to_number', case when n % 3 = 0 then from_number else to_number end, 'recording_path', null))).* from calls, generate_series(1, 120) n where id = $1`;
    await db.execute({ text: copy }, [endedCall]);
    const { headers, body } = await exportOf(tenant, { phoneNumber: customerNumber });
    expect(headers['content-disposition']).toBe('attachment; filename="person.json"');
    expect(body).toMatchObject({
      kind: 'phoneNumber',
      address: customerNumber,
      exportedAt: expect.any(String),
    });
    const ids: string[] = body.calls.map(({ id }: { id: string }) => id);
    // Every sixth copy has neither side of the person.
    expect(ids.length).toBe(new Set(ids).size);
    expect(ids.length).toBe(3 + 120 - 20);
    const found = body.calls.find(({ id }: { id: string }) => id === call);
    expect(found).toMatchObject({
      toNumber: customerNumber,
      variables: { word: tenant.word },
      transcriptEntries: [{ sequence: 1, content: tenant.word }],
      callEvents: [{ type: 'call.answered' }],
      recording: null,
    });
    expect(body.calls.find(({ id }: { id: string }) => id === endedCall)).toMatchObject({
      recording: `/api/v1/calls/${endedCall}/recording`,
    });
    expect(JSON.stringify(body)).not.toMatch(/workspaceId|recordingPath/);
  });

  it('shows rows of others by their ids only, and records who exported', async () => {
    const tenant = await seedPerson('phoneNumber');
    const { customerNumber, batch } = tenant.refs;
    const { body } = await exportOf(tenant, { phoneNumber: customerNumber });
    expect(body.otherRows).toContainEqual({
      table: 'batches',
      ids: expect.objectContaining({ id: batch }),
      columns: ['metadata'],
    });
    const actions = body.auditEntries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['createSuppression', 'exportPerson']);
    expect(body.auditEntries.at(-1)).toMatchObject({
      actorType: 'key',
      actorId: expect.stringMatching(/^key_/),
      details: { address: customerNumber },
    });
  });
});

describe('POST /v1/api/person-exports: 400 and 403', () => {
  it.each([
    [{}, 'invalid_request'],
    [{ phoneNumber: '12' }, 'invalid_recipient'],
  ])('rejects %j', async (body, code) => {
    const response = await api.send('POST', '/v1/api/person-exports', { workspace: api.workspaceId, body });
    expect([response.status, response.body.error.code]).toEqual([400, code]);
  });

  it('requires the scopes of all that the file contains', async () => {
    const scopes = presets.full.filter((scope) => scope !== 'recordings:read');
    const key = await api.createKey({ scopes });
    const options = { key, workspace: api.workspaceId, body: { phoneNumber: '+12025550141' } };
    const { status, body } = await api.send('POST', '/v1/api/person-exports', options);
    expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(JSON.stringify(body.error)).toContain('recordings:read');
  });
});
