import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import type { FirstStart } from '../../src/main.ts';
import { ApiUnderTest, zone } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const pollEveryMs = 100;

/** The numbers of the patients and the outcome of each call that is not interrupted. */
const patients: Readonly<Record<string, string>> = {
  '+12025550107': 'opted_out',
  '+12025550102': 'answered',
  '+12025550103': 'busy',
  '+12025550100': 'answered',
  '+12025550106': 'answered',
  '+12025550104': 'no_answer',
  '+12025550105': 'voicemail',
  '+12025550101': 'answered',
  '+12025550110': 'answered',
  '+13105550100': 'answered',
  '+12025550118': 'invalid_number',
  '+13105550103': 'busy',
};
const optOutNumber = '+12025550107';
const callbackNumber = '+12025550102';
/** Rows with these outcomes are called twice. */
const retriedOutcomes: ReadonlySet<string> = new Set(['busy', 'no_answer']);

interface Job {
  readonly phoneNumber: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly skipReason: string | null;
  readonly attempt: number;
}

/** Returns a description of a row that does not match the calls to its number; otherwise undefined. */
function mismatchOf(job: Job, calls: readonly CallResource[]): string | undefined {
  const { phoneNumber, outcome, attempt } = job;
  const callsTo = calls.filter(({ toNumber }) => toNumber === phoneNumber);
  const description = `${phoneNumber} is ${outcome} after ${attempt} attempts and ${callsTo.length} calls`;
  const isLost = callsTo.some(({ endReason }) => endReason === 'node_lost');
  if (callsTo.length !== attempt || (outcome === 'unknown' && !isLost)) return description;
  const expected = patients[phoneNumber]!;
  const isAsExpected = outcome === expected && attempt === (retriedOutcomes.has(expected) ? 2 : 1);
  return isLost || isAsExpected ? undefined : description;
}

describe('a batch of a clinic whose server is killed twice', { timeout: 240_000 }, () => {
  let folder: TemporaryFolder;
  let server: ServingProcess;
  let api: ApiUnderTest;
  let clinic: FirstStart;

  async function start(): Promise<void> {
    server = new ServingProcess({
      PARLEY_DATA_DIR: folder.dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_RTP_PORTS: '25000-25199',
      PARLEY_DEFAULT_PLAN: 'unlimited',
    });
    const address = await server.ready();
    clinic = await readFirstStart(folder.dataDir);
    api = new ApiUnderTest(address, clinic);
  }

  async function killAndRestart(): Promise<void> {
    server.signal('SIGKILL');
    await server.ended;
    await start();
  }

  async function send<Body>(method: string, path: string, body?: object): Promise<Body> {
    const headers = { 'x-workspace-id': clinic.workspaceId };
    const response = await api.client.send(method, path, { headers, ...(body && { body }) });
    return (await response.json()) as Body;
  }

  async function startBatch(numbers: readonly string[], options: object): Promise<string> {
    const { data } = await api.client.listAgents();
    const agentId = data.agents[0]!.id;
    await send('PATCH', `/api/v1/agents/${agentId}`, { limits: { ringTimeoutSeconds: 5 } });
    const lines = numbers.map((number) => `${number},Ada,${zone},Tuesday at 10 AM`);
    const csv = ['phone_number,name,timezone,appointment', ...lines, ''].join('\n');
    const body = { agentId, csv, ...options };
    return (await send<{ batchId: string }>('POST', '/v1/api/batch-calls', body)).batchId;
  }

  async function jobsOf(batchId: string): Promise<readonly Job[]> {
    const path = `/v1/api/batch-calls/${batchId}/calls`;
    return (await send<{ data: { calls: readonly Job[] } }>('GET', path)).data.calls;
  }

  /** Resolves when the condition holds. The timeout of the test limits the wait. */
  async function until(
    batchId: string,
    condition: (jobs: readonly Job[]) => boolean,
  ): Promise<readonly Job[]> {
    for (;;) {
      const jobs = await jobsOf(batchId);
      if (condition(jobs)) return jobs;
      await sleep(pollEveryMs);
    }
  }

  beforeAll(async () => {
    folder = await temporaryDataFolder();
    await start();
  }, 60_000);
  afterAll(async () => {
    await server.remove();
    await folder.remove();
  });

  const isEnded = ({ status }: Job): boolean => !['pending', 'dialing', 'in_progress'].includes(status);
  const isTalking = ({ status }: Job): boolean => status === 'in_progress';

  it('calls each number once per attempt, as its rows report', async () => {
    const retry = { maxAttempts: 2, on: [...retriedOutcomes], delays: ['2s'] };
    const batchId = await startBatch(Object.keys(patients), {
      callsPerSecond: 2,
      maxConcurrency: 3,
      retry,
    });
    await until(batchId, (jobs) => jobs.slice(0, 2).every(isEnded) && jobs.some(isTalking));
    await killAndRestart();
    await until(batchId, (jobs) => jobs.filter(isEnded).length >= 7 && jobs.some(isTalking));
    await killAndRestart();
    const jobs = await until(batchId, (all) => all.every(isEnded));
    const calls = await api.calls({ batchId, limit: '100' });
    expect(jobs.map((job) => mismatchOf(job, calls)).filter((mismatch) => mismatch !== undefined)).toEqual(
      [],
    );
    expect(calls.filter(({ endReason }) => endReason === 'node_lost').length).toBeGreaterThan(0);
    expect(await send('GET', `/v1/api/batch-calls/${batchId}/status`)).toMatchObject({
      status: 'completed',
      total: 12,
      pending: 0,
      dialing: 0,
      inProgress: 0,
    });
    expect(await api.slotsInUse()).toBe(0);
  });

  it('schedules a callback tomorrow at ten if the person requests it', async () => {
    const callbacks = await api.dispositions({ phoneNumber: callbackNumber });
    expect(callbacks).toMatchObject([{ disposition: 'callback_scheduled', status: 'pending' }]);
    expect(callbacks[0]!.scheduledAt).toMatch(/T10:00:00/);
  });

  it('does not call a person again after an opt-out', async () => {
    const batchId = await startBatch([optOutNumber, '+12025550133'], {});
    const jobs = await until(batchId, (all) => all.every(isEnded));
    expect(jobs[0]).toMatchObject({ status: 'skipped', skipReason: 'suppressed', attempt: 0 });
    expect(await api.calls({ phoneNumber: optOutNumber })).toHaveLength(1);
    await expect(api.call(optOutNumber)).rejects.toMatchObject({ status: 403 });
  });
});
