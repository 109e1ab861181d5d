import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallingApi, type TestApi } from '../../../test/support/api.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import { updateWorkspace } from '../../store/workspaces.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createCallingApi();
});
afterAll(() => api.close());

const db = () => api.database.inWorkspace(api.workspaceId);
const place = (changes: object) =>
  api.send('POST', '/api/v1/calls/call', { body: { agentId: api.agent.id, ...changes } });

describe('a single call outside the calling hours', () => {
  /** A number in Washington, where it is 7:00. */
  const inWashington = '+12026000100';
  const warningsOf = async (changes: object) => (await place(changes)).body.warnings;

  it('places the call and returns a warning', async () => {
    const { status, body } = await place({ toNumber: inWashington });
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      '+12026000100 is called outside the calling hours (47 CFR § 64.1200(c)(1); 16 CFR § 310.4(c); 15 U.S.C. § 1692c(a)(1) (collection)). The next allowed time is 2026-01-05T13:00:00.000Z.',
    ]);
  });

  it('uses the time zone of the customer at the time of the call', async () => {
    const customer = { timezone: 'America/Chicago' };
    // The area code is in two zones: 21:30 in the eastern one, 20:30 in the western one.
    const call = { toNumber: '+18506000100', consent: true, purpose: 'service' };
    const scheduledAt = '2026-01-06T02:30:00Z';
    expect(await warningsOf({ ...call, scheduledAt, customer })).toBeUndefined();
    expect(await warningsOf({ ...call, scheduledAt })).toHaveLength(1);
  });

  it('applies the hours of both time zones if the customer is in another country', async () => {
    const customer = { timezone: 'Asia/Tokyo' };
    // 22:30 in Washington, 12:30 in Tokyo.
    const scheduledAt = '2026-01-06T03:30:00Z';
    expect(await warningsOf({ toNumber: inWashington, customer, scheduledAt })).toEqual([
      expect.stringContaining('is called outside the calling hours'),
      'customer.timezone (Asia/Tokyo) is not a time zone of +12026000100. The calling hours of both apply.',
    ]);
  });

  it('applies the hours of both time zones if the customer is elsewhere in the same country', async () => {
    const customer = { timezone: 'America/Los_Angeles' };
    // 22:30 in Washington, 19:30 in Los Angeles.
    const late = { toNumber: inWashington, consent: true, scheduledAt: '2026-01-06T03:30:00Z' };
    expect(await warningsOf({ ...late, customer })).toEqual([
      expect.stringContaining('is called outside the calling hours'),
      'customer.timezone (America/Los_Angeles) is not a time zone of +12026000100. The calling hours of both apply.',
    ]);
    // 12:30 in Washington, 09:30 in Los Angeles.
    expect(await warningsOf({ ...late, scheduledAt: '2026-01-06T17:30:00Z', customer })).toEqual([
      expect.stringContaining('is not a time zone of'),
    ]);
  });

  it.each(['EST', 'MST', 'HST', 'EST5EDT', 'Etc/GMT+5', 'UTC'])(
    'rejects the customer time zone %s, which names no place',
    async (timezone) => {
      const { status, body } = await place({ toNumber: inWashington, customer: { timezone } });
      expect(status).toBe(400);
      expect(body.fields).toMatchObject([{ path: 'customer.timezone', code: 'invalid_value' }]);
      expect(body.fields[0].message).toMatch(/^Use an IANA time zone such as (America|Pacific)\//);
    },
  );

  it('warns if the time zone is unknown', async () => {
    const [warning] = await warningsOf({ toNumber: '+18886000100' });
    expect(warning).toMatch(/time zone of \+18886000100 is unknown.*Send customer.timezone\.$/);
  });

  it('counts earlier calls if a law limits them', async () => {
    const call = { toNumber: '+13056000100', scheduledAt: '2026-01-05T16:00:00Z', consent: true };
    for (let created = 0; created < 3; created += 1) expect(await warningsOf(call)).toBeUndefined();
    const [warning] = await warningsOf(call);
    expect(warning).toMatch(/called more often than allowed .*Fla\. Stat\./);
  });

  it('counts calls with an artificial voice, unless the person consented', async () => {
    const call = { toNumber: '+14046000100', scheduledAt: '2026-01-05T16:00:00Z', purpose: 'service' };
    for (let created = 0; created < 3; created += 1) expect(await warningsOf(call)).toBeUndefined();
    expect((await warningsOf(call))[0]).toMatch(/called more often .*64\.1200\(a\)\(3\)/);
    expect(await warningsOf({ ...call, consent: true })).toBeUndefined();
  });

  it('applies the rules of the purpose of the call, or of its agent', async () => {
    // A Sunday in Alabama.
    const call = { toNumber: '+12056000100', scheduledAt: '2026-01-11T18:00:00Z', consent: true };
    expect(await warningsOf({ ...call, purpose: 'reminder' })).toBeUndefined();
    expect(await warningsOf({ ...call, purpose: 'sales' })).toHaveLength(1);
    expect(await warningsOf(call)).toHaveLength(1);
    const agent = await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, {
      body: { purpose: 'reminder' },
    });
    expect(agent.body.purpose).toBe('reminder');
    expect(await warningsOf(call)).toBeUndefined();
    await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { purpose: null } });
  });

  it("adds the rules of the customer's region", async () => {
    // 20:30 in New York.
    const call = { toNumber: '+12126000100', scheduledAt: '2026-01-07T01:30:00Z', consent: true };
    expect(await warningsOf(call)).toBeUndefined();
    const [warning] = await warningsOf({ ...call, customer: { region: 'US-OR' } });
    expect(warning).toMatch(/HB 3865/);
  });

  it("warns outside the workspace's own hours, also if the law allows the call", async () => {
    const { workspaceId } = api;
    const callingWindow = CallingWindow.parse({
      timezone: 'UTC',
      windows: [{ start: '15:00', end: '16:00' }],
    });
    await updateWorkspace(db(), { workspaceId, callingHours: 'off', callingWindow, at: noon });
    for (const toNumber of [inWashington, '+12025550100'])
      expect(await warningsOf({ toNumber, consent: true })).toEqual([
        `${toNumber} is called outside the calling hours (the workspace's own hours). The next allowed time is 2026-01-05T15:00:00.000Z.`,
      ]);
    await updateWorkspace(db(), { workspaceId, callingHours: 'law', callingWindow: null, at: noon });
  });

  it('warns only of limits if calling hours are off', async () => {
    const { workspaceId } = api;
    await updateWorkspace(db(), { workspaceId, callingHours: 'off', at: noon });
    const call = { toNumber: '+12076000100', purpose: 'sales', consent: true };
    expect(await warningsOf(call)).toBeUndefined();
    expect((await warningsOf(call))[0]).toMatch(/called more often than allowed .*1498/);
    await updateWorkspace(db(), { workspaceId, callingHours: 'law', at: noon });
  });
});

describe('a workspace that rejects single calls outside the calling hours', () => {
  const path = () => `/v1/api/workspaces/${api.workspaceId}`;
  const set = (singleCallsOutsideHours: string) =>
    api.send('PATCH', path(), { body: { singleCallsOutsideHours } });
  beforeAll(() => set('refuse'));
  afterAll(() => set('warn'));

  it('rejects such calls and returns the next allowed time', async () => {
    const { status, body } = await place({ toNumber: '+12026000177', consent: true });
    expect([status, body.code]).toEqual([403, 'outside_calling_hours']);
    expect(body.details).toMatch(
      /outside the calling hours .* next allowed time is 2026-01-05T13:00:00\.000Z\.$/,
    );
    const allowedCall = { consent: true, scheduledAt: '2026-01-05T13:00:00Z' };
    expect((await place({ toNumber: '+12026000177', ...allowedCall })).status).toBe(200);
    expect((await place({ toNumber: '+18886000177' })).status).toBe(403);
    expect((await place({ toNumber: '+12025550177' })).status).toBe(200);
  });

  it('rejects calls over a limit, also concurrent ones', async () => {
    const { workspaceId } = api;
    await updateWorkspace(db(), { workspaceId, callingHours: 'off', at: noon });
    const call = { toNumber: '+12076000177', purpose: 'sales', consent: true };
    const responses = await Promise.all([place(call), place(call), place(call)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(2);
    await updateWorkspace(db(), { workspaceId, callingHours: 'law', at: noon });
  });

  it('has an audit entry for this setting', async () => {
    const { body } = await api.send('GET', '/v1/api/audit-log', { workspace: api.workspaceId });
    expect(JSON.stringify(body)).toContain('singleCallsOutsideHours');
  });
});
