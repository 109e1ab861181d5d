import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, civilTimeAt, instantOf } from '../../src/domain/understanding/zoned-time.ts';
import { ProgramUnderTest } from './program-under-test.ts';
import { BusyTrunk } from './busy-trunk.ts';

const ownNumber = '+14155552670';
const pollEveryMs = 200;

let trunk: BusyTrunk;
let program: ProgramUnderTest;

beforeAll(async () => {
  trunk = await BusyTrunk.open();
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '28000-28999',
    PARLEY_TRUNK_URL: trunk.url,
  });
  await program.api.assignNumber(ownNumber);
  const { workspaceId } = program.parley.firstStart!;
  // Calling hours are off, because the test runs at any time.
  await send('PATCH', `/v1/api/workspaces/${workspaceId}`, { callingHours: 'off' });
});
afterAll(async () => {
  await program.close();
  trunk.close();
});

interface BatchStatus {
  readonly batchId: string;
  readonly status: string;
  readonly [figure: string]: unknown;
}

interface Job {
  readonly phoneNumber: string;
  readonly status: string;
  readonly outcome: string;
  readonly attempt: number;
  readonly callId: string;
}

async function send<Body = unknown>(method: string, path: string, body?: object): Promise<Body> {
  const headers = { 'x-workspace-id': program.parley.firstStart!.workspaceId };
  const response = await program.api.client.send(method, path, { headers, ...(body && { body }) });
  return (await response.json()) as Body;
}

async function start(rows: readonly object[], options: object): Promise<string> {
  const { data } = await program.api.client.listAgents();
  const body = { agentId: data.agents[0]!.id, rows, ...options };
  return (await send<BatchStatus>('POST', '/v1/api/batch-calls', body)).batchId;
}

const progress = (batchId: string): Promise<BatchStatus> =>
  send('GET', `/v1/api/batch-calls/${batchId}/status`);

/** Returns the final counts of a batch, and checks that all intermediate counts add up. */
async function untilEnded(batchId: string): Promise<BatchStatus> {
  for (;;) {
    const now = await progress(batchId);
    const states = ['pending', 'dialing', 'inProgress', 'completed', 'failed', 'skipped', 'cancelled'];
    expect(states.reduce((sum, state) => sum + Number(now[state]), 0)).toBe(now.total);
    if (!['scheduled', 'running'].includes(now.status)) return now;
    await sleep(pollEveryMs);
  }
}

async function jobsOf(batchId: string): Promise<readonly Job[]> {
  const path = `/v1/api/batch-calls/${batchId}/calls?limit=1000`;
  return (await send<{ data: { calls: readonly Job[] } }>('GET', path)).data.calls;
}

const rowsTo = (prefix: string, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    phone_number: `${prefix}${String(index).padStart(2, '0')}`,
    from_number: ownNumber,
  }));

describe('a batch to twelve simulated callees', { timeout: 120_000 }, () => {
  /** Callees who answer. conversations.test.ts covers what they say. */
  const answering = ['00', '01', '02', '06', '07', '08', '10', '11'];
  const outcomes = { '03': 'busy', '05': 'voicemail', '17': 'failed', '18': 'invalid_number' };

  it('calls each callee once and stores the result in each row', async () => {
    const rows = [...answering, ...Object.keys(outcomes)].map((digits) => ({
      phone_number: `+120255501${digits}`,
      name: 'Ada',
      timezone: 'America/New_York',
      appointment: 'Tuesday at 10 AM',
    }));
    const batchId = await start(rows, { callsPerSecond: 4, maxConcurrency: 8 });
    expect(await untilEnded(batchId)).toMatchObject({ status: 'completed', total: 12, pending: 0 });
    const jobs = new Map((await jobsOf(batchId)).map((job) => [job.phoneNumber.slice(-2), job]));
    expect(answering.map((digits) => jobs.get(digits)!.status)).toEqual(answering.map(() => 'completed'));
    for (const [digits, outcome] of Object.entries(outcomes))
      expect(jobs.get(digits)).toMatchObject({ outcome });
    expect([...jobs.values()].map(({ attempt }) => attempt)).toEqual(rows.map(() => 1));
    expect(await program.api.calls({ batchId })).toHaveLength(12);
    expect(await program.api.slotsInUse()).toBe(0);
  });
});

/** Returns 10:00 tomorrow in the time zone as an ISO time. */
function tomorrowAtTen(zone: string): string {
  const tomorrow = addDays(civilTimeAt(Date.now(), zone), 1);
  return new Date(instantOf({ ...tomorrow, hour: 10, minute: 0 }, zone)).toISOString();
}

describe('a row without a time zone', { timeout: 120_000 }, () => {
  it('is called with the appointment at its own UTC offset, and called back at ten in the time zone of its number', async () => {
    const zones = { '+12025550102': 'America/New_York', '+16025550102': 'America/Phoenix' };
    const numbers = Object.keys(zones);
    const rows = numbers.map((number) => ({
      phone_number: number,
      appointment: '2027-01-12T10:00:00-05:00',
    }));
    const callbackTimes = new Map(
      Object.entries(zones).map(([number, zone]) => [number, tomorrowAtTen(zone)]),
    );
    const batchId = await start(rows, { callsPerSecond: 4 });
    expect(await untilEnded(batchId)).toMatchObject({ status: 'completed', total: 2 });
    for (const { phoneNumber, callId } of await jobsOf(batchId)) {
      const call = await program.api.untilEnded(callId);
      const spoken = call.transcript.map(({ content }) => content).join(' ');
      expect(spoken).toMatch(/an appointment on Tuesday, January 12th(, 2027)? at 10 AM\./);
      const query = new URLSearchParams({ phoneNumber, disposition: 'callback_scheduled' }).toString();
      const { data } = await send<{ data: { dispositions: readonly { scheduledAt: string }[] } }>(
        'GET',
        `/v1/api/call-dispositions?${query}`,
      );
      expect(new Date(data.dispositions[0]!.scheduledAt).toISOString()).toBe(callbackTimes.get(phoneNumber));
    }
  });
});

describe('a batch to a trunk where all callees are busy', { timeout: 60_000 }, () => {
  it('calls each row once per attempt, as counted by the trunk', async () => {
    const retry = { maxAttempts: 2, on: ['busy'], delays: ['1s'] };
    const batchId = await start(rowsTo('+141555521', 20), {
      callsPerSecond: 20,
      consent: true,
      retry,
    });
    expect(await untilEnded(batchId)).toMatchObject({ status: 'completed', total: 20, failed: 20 });
    const invites = trunk.invitesTo('+141555521');
    const calls = Map.groupBy(invites, ({ number }) => number);
    expect([...calls.values()].map((ofNumber) => ofNumber.length)).toEqual(Array(20).fill(2));
    expect((await jobsOf(batchId)).map(({ attempt }) => attempt)).toEqual(Array(20).fill(2));
  });

  it('sends INVITEs at its rate', async () => {
    const batchId = await start(rowsTo('+141555524', 60), { callsPerSecond: 20 });
    await untilEnded(batchId);
    const instants = trunk.invitesTo('+141555524').map(({ atMs }) => atMs);
    expect(instants).toHaveLength(60);
    const tookMs = instants.at(-1)! - instants[0]!;
    expect(tookMs).toBeGreaterThan((59 / 20) * 1000 - 100);
    expect(tookMs).toBeLessThan(9_000);
  });

  it('starts no call later than 500 ms after its cancellation', async () => {
    const batchId = await start(rowsTo('+141555522', 60), { callsPerSecond: 20 });
    while (trunk.invitesTo('+141555522').length < 10) await sleep(10);
    await send('DELETE', `/v1/api/batch-calls/${batchId}`);
    const cancelledAtMs = performance.now();
    await sleep(1_500);
    const invites = trunk.invitesTo('+141555522');
    expect(Math.max(...invites.map(({ atMs }) => atMs))).toBeLessThan(cancelledAtMs + 500);
    const jobs = await jobsOf(batchId);
    expect(jobs.filter(({ status }) => status === 'failed')).toHaveLength(invites.length);
    expect(jobs.filter(({ status }) => status === 'cancelled')).toHaveLength(60 - invites.length);
  });

  it('starts no calls while it is paused, and then continues', async () => {
    const batchId = await start(rowsTo('+141555523', 30), { callsPerSecond: 30 });
    while (trunk.invitesTo('+141555523').length < 5) await sleep(10);
    await send('POST', `/v1/api/batch-calls/${batchId}/pause`);
    await sleep(700);
    const before = trunk.invitesTo('+141555523').length;
    await sleep(500);
    expect(trunk.invitesTo('+141555523')).toHaveLength(before);
    await send('POST', `/v1/api/batch-calls/${batchId}/resume`);
    expect(await untilEnded(batchId)).toMatchObject({ status: 'completed', failed: 30 });
    expect(new Set(trunk.invitesTo('+141555523').map(({ number }) => number)).size).toBe(30);
    expect(trunk.invitesTo('+141555523')).toHaveLength(30);
  });
});
