import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { seedCall } from '../../../test/support/fixtures.ts';
import { seedCallback } from '../../../test/support/callbacks.ts';
import { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import { updateWorkspace } from '../../store/workspaces.ts';

const path = '/v1/api/call-dispositions';
const inWashington = '+12026000100';
/** A number without a known location. */
const tollFree = '+18886000100';
/** Local time in Washington. */
const atSeven = '2026-01-06T07:00:00-05:00';
const atNine = '2026-01-06T09:00:00-05:00';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (changes: object) => {
  const body = { phoneNumber: inWashington, agentId: api.agent.id, scheduledAt: atNine, ...changes };
  return api.send('POST', path, { workspace: api.workspaceId, body });
};
const reschedule = async (id: string, scheduledAt: string) =>
  (await api.send('PATCH', `${path}/${id}`, { workspace: api.workspaceId, body: { scheduledAt } })).body;

const delayWarning =
  '+12026000100 may not be called at that time (47 CFR § 64.1200(c)(1); 16 CFR § 310.4(c); 15 U.S.C. § 1692c(a)(1) (collection)). The callback waits until 2026-01-06T13:00:00.000Z.';

describe('a manual callback', () => {
  it('warns how long the calling hours delay it, and keeps the sent time', async () => {
    const { status, body } = await create({ scheduledAt: atSeven });
    expect(status).toBe(200);
    expect(body).toMatchObject({ scheduledAt: '2026-01-06T12:00:00.000Z', warnings: [delayWarning] });
  });

  it('warns that it is not placed if the time zone is unknown', async () => {
    const { body } = await create({ phoneNumber: tollFree });
    expect(body.warnings).toEqual([
      '+18886000100 will not be called back because its time zone is unknown. Send customer.timezone.',
    ]);
  });

  it('has no warning inside the hours of the customer, or without a follow-up', async () => {
    const responses = [
      await create({}),
      await create({ phoneNumber: tollFree, customer: { timezone: 'America/New_York' } }),
      await create({ disposition: 'interested', scheduledAt: undefined }),
      await create({ phoneNumber: '+12025550100', scheduledAt: '2026-01-06T03:00:00-05:00' }),
    ];
    expect(responses.map(({ status, body }) => [status, body.warnings])).toEqual(
      responses.map(() => [200, undefined]),
    );
  });
});

describe("a callback outside the workspace's own hours", () => {
  const setHours = (callingWindow: CallingWindow | null) => {
    const { workspaceId, clock } = api;
    const change = { workspaceId, callingWindow, at: new Date(clock.now()) };
    return updateWorkspace(api.database.inWorkspace(workspaceId), change);
  };
  afterEach(() => setHours(null));

  it('warns that these hours delay the callback', async () => {
    await setHours(CallingWindow.parse({ timezone: 'UTC', windows: [{ start: '15:00', end: '16:00' }] }));
    expect((await create({})).body.warnings).toEqual([
      "+12026000100 may not be called at that time (the workspace's own hours). The callback waits until 2026-01-06T15:00:00.000Z.",
    ]);
  });
});

describe('a rescheduled callback', () => {
  it('warns about its new time, and not if only its notes change', async () => {
    const { _id: id } = (await create({})).body;
    expect((await reschedule(id, atSeven)).warnings).toEqual([delayWarning]);
    expect((await reschedule(id, atNine)).warnings).toBeUndefined();
    await reschedule(id, atSeven);
    const body = { notes: 'After lunch.' };
    const patched = await api.send('PATCH', `${path}/${id}`, { workspace: api.workspaceId, body });
    expect(patched.body.warnings).toBeUndefined();
  });

  it('uses the time zone that it was scheduled with', async () => {
    const customer = { timezone: 'Europe/Paris' };
    const { _id: id } = (await create({ customer })).body;
    expect((await reschedule(id, '2026-01-06T21:30:00+01:00')).warnings).toHaveLength(1);
  });

  it('uses the customer time zone of the call from which it results', async () => {
    const customer = { timezone: 'America/Los_Angeles' };
    const call = await seedCall(api.database, api, { toNumber: inWashington, customer });
    const id = await seedCallback(api.database, api, { callId: call.id, phoneNumber: inWashington });
    expect((await reschedule(id, '2026-01-06T07:30:00-08:00')).warnings).toHaveLength(1);
    expect((await reschedule(id, '2026-01-06T09:30:00-08:00')).warnings).toBeUndefined();
  });
});
