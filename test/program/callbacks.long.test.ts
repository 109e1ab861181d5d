import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, civilTimeAt, instantOf } from '../../src/domain/understanding/zoned-time.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const pollEveryMs = 100;
const dayMs = 86_400_000;

let program: ProgramUnderTest;
let agentId: string;

beforeAll(async () => {
  program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '29000-29199' });
  agentId = (await program.api.client.listAgents()).data.agents[0]!.id;
});
afterAll(() => program.close());

interface Callback {
  readonly _id: string;
  readonly disposition: string;
  readonly status: string;
  readonly scheduledAt: string | null;
  readonly attempt: number;
  readonly notes: string;
}

const path = '/v1/api/call-dispositions';

async function send<Body>(method: string, url: string, body?: object): Promise<Body> {
  const headers = { 'x-workspace-id': program.parley.firstStart!.workspaceId };
  const response = await program.api.client.send(method, url, { headers, ...(body && { body }) });
  return (await response.json()) as Body;
}

const get = (id: string): Promise<Callback> => send('GET', `${path}/${id}`);

/** Returns the id of a new callback. */
async function schedule(phoneNumber: string, inMs: number): Promise<string> {
  const scheduledAt = new Date(Date.now() + inMs).toISOString();
  const { _id: id } = await send<Callback>('POST', path, { phoneNumber, agentId, scheduledAt });
  return id;
}

/** Resolves with the callback when the condition holds. The timeout of the test limits the wait. */
async function until(id: string, condition: (callback: Callback) => boolean): Promise<Callback> {
  for (;;) {
    const callback = await get(id);
    if (condition(callback)) return callback;
    await sleep(pollEveryMs);
  }
}

async function callbacksOf(phoneNumber: string): Promise<readonly Callback[]> {
  const query = new URLSearchParams({ phoneNumber, disposition: 'callback_scheduled' });
  const page = await send<{ data: { dispositions: readonly Callback[] } }>(
    'GET',
    `${path}?${query.toString()}`,
  );
  return page.data.dispositions;
}

describe.concurrent('a customer who says "call me back tomorrow at ten"', { timeout: 120_000 }, () => {
  it('is called back at the agreed time by the same agent and can request another callback', async () => {
    const phoneNumber = '+12025550102';
    const first = await program.api.untilEnded(await program.api.call(phoneNumber));
    const [agreed] = await callbacksOf(phoneNumber);
    expect(agreed).toMatchObject({ status: 'pending', attempt: 1 });
    const { _id: id } = agreed!;
    // Moves the callback to the present.
    await send('PATCH', `${path}/${id}`, { scheduledAt: new Date().toISOString() });
    await until(id, ({ status }) => status === 'in_progress');
    expect(await until(id, ({ status }) => status !== 'in_progress')).toMatchObject({
      status: 'completed',
      attempt: 2,
    });
    const calls = await program.api.calls({ phoneNumber });
    expect(calls).toHaveLength(2);
    expect(calls[0]).toMatchObject({
      attempt: 2,
      fromNumber: first.fromNumber,
      agent: { id: first.agent.id },
      customer: first.customer,
      disposition: 'callback_scheduled',
    });
    const [next] = await callbacksOf(phoneNumber);
    expect(next).toMatchObject({ status: 'pending', attempt: 2 });
    expect(next!.scheduledAt).toBe(agreed!.scheduledAt);
    expect(await program.api.slotsInUse()).toBe(0);
  });
});

/** Returns 10:00 tomorrow in the time zone as an ISO time. */
function tomorrowAtTen(zone: string): string {
  const tomorrow = addDays(civilTimeAt(Date.now(), zone), 1);
  return new Date(instantOf({ ...tomorrow, hour: 10, minute: 0 }, zone)).toISOString();
}

describe.concurrent('a callback created through the API', { timeout: 60_000 }, () => {
  it('is called when it is due and retried if the line is busy', async () => {
    const id = await schedule('+12025550103', 1_000);
    const tried = await until(id, ({ attempt }) => attempt === 2);
    expect(tried.status).toBe('pending');
    const waitMs = Date.parse(tried.scheduledAt!) - Date.now();
    expect(waitMs).toBeGreaterThan(13 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(15 * 60_000);
    expect(await program.api.calls({ phoneNumber: '+12025550103' })).toHaveLength(1);
  });
});

describe.concurrent('a person who has opted out', { timeout: 60_000 }, () => {
  it('is not called back', async () => {
    const phoneNumber = '+12025550107';
    const id = await schedule(phoneNumber, dayMs);
    await program.api.untilEnded(await program.api.call(phoneNumber));
    expect(await get(id)).toMatchObject({
      status: 'cancelled',
      notes: 'Cancelled: this number is not to be called.',
    });
    expect(await program.api.calls({ phoneNumber })).toHaveLength(1);
  });

  it('is skipped by a batch that was scheduled before', async () => {
    const phoneNumber = '+12025550157';
    const { batchId } = await send<{ batchId: string }>('POST', '/v1/api/batch-calls', {
      agentId,
      rows: [{ phone_number: phoneNumber }],
      scheduledAt: new Date(Date.now() + 2_000).toISOString(),
    });
    await send('POST', '/v1/api/suppressions', {
      channel: 'voice',
      address: phoneNumber,
      reason: 'Asked for it.',
    });
    const isRunning = async () => {
      const { status } = await send<{ status: string }>('GET', `/v1/api/batch-calls/${batchId}`);
      return status !== 'completed';
    };
    while (await isRunning()) await sleep(pollEveryMs);
    const jobs = await send<{ data: { calls: object[] } }>('GET', `/v1/api/batch-calls/${batchId}/calls`);
    expect(jobs.data.calls).toMatchObject([
      { status: 'skipped', skipReason: 'suppressed', outcome: 'dnc', attempt: 0 },
    ]);
    expect(await program.api.calls({ phoneNumber })).toEqual([]);
  });
});

describe('the time zone of "tomorrow at ten"', { timeout: 120_000 }, () => {
  it.each([
    ['02', 'that of the customer', '+447700900102', 'Asia/Kolkata', { timezone: 'Asia/Kolkata' }],
    ['02', 'that of the number, if the customer has none', '+13105550102', 'America/Los_Angeles', {}],
    ['12', 'that of the number, if the customer requests a human', '+13105550112', 'America/Los_Angeles', {}],
  ])('persona %s: %s', async (digits, _zoneSource, phoneNumber, zone, customer) => {
    const expected = tomorrowAtTen(zone);
    const call = await program.api.untilEnded(await program.api.call(phoneNumber, { customer }));
    const [agreed] = await callbacksOf(phoneNumber);
    // A person makes the call that a customer who asked for a person agreed on.
    const status = digits === '12' ? 'completed' : 'pending';
    expect(agreed).toMatchObject({ status, disposition: 'callback_scheduled' });
    expect(new Date(agreed!.scheduledAt!).toISOString()).toBe(expected);
    const spoken = call.transcript.filter(({ role }) => role === 'agent').map(({ content }) => content);
    const isZoneSpoken = spoken.some((text) => text?.includes('10 AM, Pacific time'));
    expect(isZoneSpoken).toBe(!('timezone' in customer));
  });
});
