/*
 * node bench/batch/after-kill.ts --calls 200 --runs 3
 *
 * Kills the whole program (SIGKILL) during `--calls` answered calls and restarts it. Measures the time until it is ready, until every
 * telephone has received BYE or CANCEL, and until each row has an outcome. The telephones run in a separate process; embedded PostgreSQL,
 * loopback only. For comparison, it measures a start after a graceful stop.
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { callSettings, startCallBatch, TelephonesProcess } from './call-batch.ts';
import type { TelephoneCall } from './telephones.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, runs: { type: 'string', default: '3' } },
});
const calls = Math.min(Number(values.calls), 400);
const callsPerSecond = 19;
/** Longer than it takes to place all calls, so that no telephone hangs up before the kill. */
const talkMs = 60_000;
const pollIntervalMs = 25;
const timeoutMs = 60_000;

interface Progress {
  readonly dialing: number;
  readonly inProgress: number;
}

const isOpen = ({ endedAtMs }: TelephoneCall): boolean => endedAtMs === undefined;

async function until<T>(poll: () => Promise<T | undefined>): Promise<T> {
  const untilMs = performance.now() + timeoutMs;
  while (performance.now() < untilMs) {
    const result = await poll();
    if (result !== undefined) return result;
    await sleep(pollIntervalMs);
  }
  throw new Error(`The condition was not met within ${timeoutMs / 1000} s.`);
}

async function run(): Promise<void> {
  const telephones = await TelephonesProcess.start(talkMs);
  const folder = await temporaryDataFolder();
  const settings = callSettings(folder.dataDir, telephones);
  const first = new ServingProcess(settings);
  const firstAddress = await first.ready();
  const firstStart = await readFirstStart(folder.dataDir);
  const { workspaceId, apiKey } = firstStart;
  const api = new ApiUnderTest(firstAddress, firstStart);
  const batchId = await startCallBatch(api, workspaceId, { calls, callsPerSecond, atOnce: calls });
  await until(async () => ((await telephones.report()).length >= calls ? true : undefined));
  const open = (await telephones.report()).filter(isOpen).map(({ callId }) => callId);
  first.signal('SIGKILL');
  await first.ended;

  const startedMs = Date.now();
  const second = new ServingProcess(settings);
  const address = await second.ready();
  const readyMs = Date.now();
  const resolvedMs = await until(async () => {
    const headers = { 'x-api-key': apiKey, 'x-workspace-id': workspaceId };
    const response = await fetch(new URL(`/v1/api/batch-calls/${batchId}/status`, address), { headers });
    const { dialing, inProgress } = (await response.json()) as Progress;
    return dialing + inProgress === 0 ? Date.now() : undefined;
  });
  const ended = await until(async () => {
    const reported = await telephones.report();
    return reported.some(isOpen) ? undefined : reported.filter(({ callId }) => open.includes(callId));
  });
  const endedByProgram = ended.filter(({ endedBy }) => endedBy !== 'hung up');
  const lastMs = Math.max(...endedByProgram.map(({ endedAtMs }) => endedAtMs!));
  await second.remove();

  const thirdStartMs = Date.now();
  const third = new ServingProcess(settings);
  await third.ready();
  const gracefulMs = Date.now() - thirdStartMs;
  await third.remove();
  telephones.close();
  await folder.remove();
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `${open.length} calls open at the kill; from the next start to ready ${seconds(readyMs - startedMs)}, ` +
      `every row has an outcome ${seconds(resolvedMs - startedMs)}, BYE or CANCEL received by the last of ${endedByProgram.length} telephones ${seconds(lastMs - startedMs)}; ` +
      `a start after a graceful stop ${seconds(gracefulMs)}; load ${os.loadavg()[0]!.toFixed(1)}`,
  );
}

for (let index = 0; index < Number(values.runs); index += 1) await run();
