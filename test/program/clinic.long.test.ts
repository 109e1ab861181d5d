import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResource } from '../../packages/sdk/src/client.ts';
import type { FirstStart } from '../../src/main.ts';
import { ApiUnderTest, zone } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';

const pollEveryMs = 100;

/** The callees, and the expected results of calls that no kill interrupts. */
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
const whoWantsNoCalls = '+12025550107';
const whoWantsACallTomorrow = '+12025550102';
/** Retried rows have one additional call. */
const triedAgain: ReadonlySet<string> = new Set(['busy', 'no_answer']);

interface Job {
  readonly phoneNumber: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly skipReason: string | null;
  readonly attempt: number;
}

/** Returns the fault of a row; undefined if it matches the calls to its number. */
function faultOf(job: Job, calls: readonly CallResource[]): string | undefined {
  const { phoneNumber, outcome, attempt } = job;
  const made = calls.filter(({ toNumber }) => toNumber === phoneNumber);
  const told = `${phoneNumber} is ${outcome} after ${attempt} attempts and ${made.length} calls`;
  const isLost = made.some(({ endReason }) => endReason === 'node_lost');
  if (made.length !== attempt || (outcome === 'unknown' && !isLost)) return told;
  const expected = patients[phoneNumber]!;
  const isAsExpected = outcome === expected && attempt === (triedAgain.has(expected) ? 2 : 1);
  return isLost || isAsExpected ? undefined : told;
}

describe(
  'a clinic that calls its patients, on a machine that loses power twice',
  { timeout: 240_000 },
  () => {
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

    async function losePower(): Promise<void> {
      server.signal('SIGKILL');
      await server.ended;
      await start();
    }

    async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
      const headers = { 'x-workspace-id': clinic.workspaceId };
      const response = await api.client.send(method, path, { headers, ...(body && { body }) });
      return (await response.json()) as Answer;
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

    /** The timeout of the test ends the wait. */
    async function until(batchId: string, isSo: (jobs: readonly Job[]) => boolean): Promise<readonly Job[]> {
      for (;;) {
        const jobs = await jobsOf(batchId);
        if (isSo(jobs)) return jobs;
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

    const isOver = ({ status }: Job): boolean => !['pending', 'dialing', 'in_progress'].includes(status);
    const isTalking = ({ status }: Job): boolean => status === 'in_progress';

    it('calls each person once per attempt, and each row matches the calls', async () => {
      const retry = { maxAttempts: 2, on: [...triedAgain], delays: ['2s'] };
      const batchId = await startBatch(Object.keys(patients), {
        callsPerSecond: 2,
        maxConcurrency: 3,
        retry,
      });
      await until(batchId, (jobs) => jobs.slice(0, 2).every(isOver) && jobs.some(isTalking));
      await losePower();
      await until(batchId, (jobs) => jobs.filter(isOver).length >= 7 && jobs.some(isTalking));
      await losePower();
      const jobs = await until(batchId, (all) => all.every(isOver));
      const calls = await api.calls({ batchId, limit: '100' });
      expect(jobs.map((job) => faultOf(job, calls)).filter((fault) => fault !== undefined)).toEqual([]);
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

    it('calls back at ten tomorrow if the person asked for it', async () => {
      const callbacks = await api.dispositions({ phoneNumber: whoWantsACallTomorrow });
      expect(callbacks).toMatchObject([{ disposition: 'callback_scheduled', status: 'pending' }]);
      expect(callbacks[0]!.scheduledAt).toMatch(/T10:00:00/);
    });

    it('does not call people again after an opt-out', async () => {
      const batchId = await startBatch([whoWantsNoCalls, '+12025550133'], {});
      const jobs = await until(batchId, (all) => all.every(isOver));
      expect(jobs[0]).toMatchObject({ status: 'skipped', skipReason: 'suppressed', attempt: 0 });
      expect(await api.calls({ phoneNumber: whoWantsNoCalls })).toHaveLength(1);
      await expect(api.call(whoWantsNoCalls)).rejects.toMatchObject({ status: 403 });
    });
  },
);
