/*
 * node bench/batch/after-kill.ts --calls 200 --runs 3
 *
 * The whole program is killed (SIGKILL) while so many people talk, and started again: how long until it is ready, until everybody has
 * been told BYE or CANCEL, and until each row tells what became of it. Telephones are a process of their own; embedded PostgreSQL, loopback
 * only. Beside it, how long a start takes after a stop in good order.
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { callSettings, startCallBatch, TelephonesProcess } from './call-batch.ts';
import type { SeenCall } from './telephones.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '200' }, runs: { type: 'string', default: '3' } },
});
const calls = Math.min(Number(values.calls), 400);
const callsPerSecond = 19;
/** Longer than it takes to call them all, so that nobody hangs up before. */
const talkMs = 60_000;
const lookEveryMs = 25;
const patienceMs = 60_000;

interface Progress {
  readonly dialing: number;
  readonly inProgress: number;
}

const isOpen = ({ endedAtMs }: SeenCall): boolean => endedAtMs === undefined;

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const untilMs = performance.now() + patienceMs;
  while (performance.now() < untilMs) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(lookEveryMs);
  }
  throw new Error(`It has not come about within ${patienceMs / 1000} s.`);
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
  const examinedMs = await until(async () => {
    const headers = { 'x-api-key': apiKey, 'x-workspace-id': workspaceId };
    const answer = await fetch(new URL(`/v1/api/batch-calls/${batchId}/status`, address), { headers });
    const { dialing, inProgress } = (await answer.json()) as Progress;
    return dialing + inProgress === 0 ? Date.now() : undefined;
  });
  const told = await until(async () => {
    const seen = await telephones.report();
    return seen.some(isOpen) ? undefined : seen.filter(({ callId }) => open.includes(callId));
  });
  const byUs = told.filter(({ how }) => how !== 'hung up');
  const lastMs = Math.max(...byUs.map(({ endedAtMs }) => endedAtMs!));
  await second.remove();

  const againMs = Date.now();
  const third = new ServingProcess(settings);
  await third.ready();
  const cleanMs = Date.now() - againMs;
  await third.remove();
  telephones.close();
  await folder.remove();
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `${open.length} calls open when it was killed; from the next start to ready ${seconds(readyMs - startedMs)}, ` +
      `every row examined ${seconds(examinedMs - startedMs)}, the last of ${byUs.length} telephones told ${seconds(lastMs - startedMs)}; ` +
      `a start after a stop in good order ${seconds(cleanMs)}; load ${os.loadavg()[0]!.toFixed(1)}`,
  );
}

for (let index = 0; index < Number(values.runs); index += 1) await run();
