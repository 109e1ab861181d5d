import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, giveNumber, handOverAtOnce, type TestApi } from '../../../test/support/api.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { CallingWindow } from '../../domain/batches/batch.ts';
import { updateWorkspace } from '../../store/workspaces/update-workspace.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
  await giveNumber(api);
  handOverAtOnce(api);
});
afterAll(() => api.close());

const scope = () => api.database.inWorkspace(api.workspaceId);
const place = (changes: object) =>
  api.send('POST', '/api/v1/calls/call', { body: { agentId: api.agent.id, ...changes } });

describe('a single call outside the calling hours', () => {
  /** Seven in the morning there. */
  const inWashington = '+12026000100';
  const warningsOf = async (changes: object) => (await place(changes)).body.warnings;

  it('warns whoever places the call, and places it', async () => {
    const { status, body } = await place({ toNumber: inWashington });
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      '+12026000100 is called outside the calling hours (47 CFR § 64.1200(c)(1)). It may be called from 2026-01-05T13:00:00.000Z on.',
    ]);
  });

  it('uses the zone of the customer, at the time of the call', async () => {
    const customer = { timezone: 'America/Los_Angeles' };
    // 22:30 in Washington, 19:30 in Los Angeles.
    const scheduledAt = '2026-01-06T03:30:00Z';
    expect(await warningsOf({ toNumber: inWashington, customer, scheduledAt })).toBeUndefined();
    expect(await warningsOf({ toNumber: inWashington, scheduledAt })).toHaveLength(1);
  });

  it('applies the hours of both zones where that of the customer is in another country', async () => {
    const customer = { timezone: 'Asia/Tokyo' };
    // 22:30 in Washington, 12:30 in Tokyo.
    const scheduledAt = '2026-01-06T03:30:00Z';
    expect(await warningsOf({ toNumber: inWashington, customer, scheduledAt })).toEqual([
      expect.stringContaining('is called outside the calling hours'),
      'customer.timezone (Asia/Tokyo) is not in the country of +12026000100: the calling hours of both apply.',
    ]);
  });

  it.each(['EST', 'MST', 'HST', 'EST5EDT', 'Etc/GMT+5', 'UTC'])(
    'refuses a customer whose zone is %s, which has not the hours of a place',
    async (timezone) => {
      const { status, body } = await place({ toNumber: inWashington, customer: { timezone } });
      expect(status).toBe(400);
      expect(body.fields).toMatchObject([{ path: 'customer.timezone', code: 'invalid_value' }]);
      expect(body.fields[0].message).toMatch(/^Use an IANA time zone such as (America|Pacific)\//);
    },
  );

  it('warns where nobody knows by which clocks', async () => {
    const [warning] = await warningsOf({ toNumber: '+18886000100' });
    expect(warning).toMatch(/time zone is not: send customer.timezone.$/);
  });

  it('counts earlier calls where a law does', async () => {
    const toNumber = '+13056000100';
    const scheduledAt = '2026-01-05T16:00:00Z';
    for (let call = 0; call < 3; call += 1) {
      expect(await warningsOf({ toNumber, scheduledAt })).toBeUndefined();
      await scope().execute({ text: 'update calls set dialed_at = created_at where to_number = $1' }, [
        toNumber,
      ]);
    }
    const [warning] = await warningsOf({ toNumber, scheduledAt });
    expect(warning).toMatch(/called more often than is allowed .*Fla\. Stat\./);
  });

  it("warns outside the workspace's own hours, whatever the law says", async () => {
    const { workspaceId } = api;
    const callingWindow = CallingWindow.parse({
      timezone: 'UTC',
      windows: [{ start: '15:00', end: '16:00' }],
    });
    await updateWorkspace(scope(), { workspaceId, callingHours: 'off', callingWindow, at: noon });
    for (const toNumber of [inWashington, '+12025550100'])
      expect(await warningsOf({ toNumber })).toEqual([
        `${toNumber} is called outside the calling hours (the workspace's own hours). It may be called from 2026-01-05T15:00:00.000Z on.`,
      ]);
    await updateWorkspace(scope(), { workspaceId, callingHours: 'law', callingWindow: null, at: noon });
  });

  it('says nothing where the owner has switched the hours off', async () => {
    const { workspaceId } = api;
    await updateWorkspace(scope(), { workspaceId, callingHours: 'off', at: noon });
    expect(await warningsOf({ toNumber: inWashington })).toBeUndefined();
    await updateWorkspace(scope(), { workspaceId, callingHours: 'law', at: noon });
  });
});
