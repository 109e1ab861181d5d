/*
 * node bench/recogniser/load.ts --calls 3000 --at-once 150 --per-second 40 --after 10
 *
 * Measures speech recognition during and after a batch of short calls to simulated callees who agree. Prints the number
 * of calls with recognised speech, the state of /health/ready and the memory of the program. `--memory-calls 10000`
 * adds calls to telephones that send 0.4 s of noise and hang up after 2 s, and compares the memory with that after the
 * first 1,000 of them. The program runs in a separate process on an embedded PostgreSQL; loopback only. Calls and time
 * are limited.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { TelephonesProcess } from '../batch/call-batch.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { systemClock } from '../../src/core/clock.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '300' },
    'at-once': { type: 'string', default: '150' },
    'per-second': { type: 'string', default: '40' },
    after: { type: 'string', default: '10' },
    'memory-calls': { type: 'string', default: '0' },
    'max-minutes': { type: 'string', default: '45' },
  },
});
const numberOf = (name: keyof typeof values, max: number): number => Math.min(Number(values[name]), max);
const calls = numberOf('calls', 3_000);
const atOnce = numberOf('at-once', 500);
const perSecond = numberOf('per-second', 100);
const callsAfter = numberOf('after', 50);
const memoryCalls = numberOf('memory-calls', 20_000);
const deadlineMs = systemClock.monotonicMs() + numberOf('max-minutes', 240) * 60_000;
/** Calls per batch, one per number. */
const maxBatchCalls = 3_000;
const noiseMs = 400;
const talkMs = 2_000;
const firstCalls = 1_000;
const ownNumber = '+12025550150';
/** Caller number of the calls to the telephones behind the trunk. */
const telephoneCaller = '+14155552670';
const maxCallSeconds = 120;
const pollIntervalMs = 1_000;

const telephones = await TelephonesProcess.start(talkMs, noiseMs);
const folder = await temporaryDataFolder();
const server = new ServingProcess({
  PARLEY_DATA_DIR: folder.dataDir,
  PARLEY_HTTP_PORT: '0',
  PARLEY_SIP_PORT: '0',
  PARLEY_RTP_PORTS: '43000-43999',
  PARLEY_DEFAULT_PLAN: 'unlimited',
  PARLEY_TEST_NETWORK: 'on',
  PARLEY_TRUNK_URL: telephones.trunkUrl,
});
process.once('SIGINT', () => server.signal('SIGKILL'));
const address = await server.ready();
const firstStart = await readFirstStart(folder.dataDir);
const api = new ApiUnderTest(address, firstStart);
const headers = { 'x-workspace-id': firstStart.workspaceId };

async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await api.client.send(method, path, { headers, ...(body && { body }) });
  return (await response.json()) as Answer;
}

/** Returns the resident memory of the process in MB (proc(5)). */
function residentMb(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
}

async function readHealth(): Promise<string> {
  const response = await fetch(new URL('/health/ready', address), {
    headers: { 'x-api-key': firstStart.apiKey },
  });
  const { status, checks } = (await response.json()) as {
    status: string;
    checks: { name: string; detail?: string }[];
  };
  return `${status}; ${checks.find(({ name }) => name === 'speech-to-text')?.detail}`;
}

/** Creates an agent that asks one question and says goodbye, in about five seconds. Returns its id. */
async function createShortAgent(): Promise<string> {
  const { id: flowId } = await send<{ id: string }>('POST', '/api/v1/flows', {
    name: 'Short question',
    status: 'active',
    startNodeId: 'question',
    nodes: [
      {
        id: 'question',
        type: 'ask',
        config: { prompt: 'Hello {{customer.name}}. Can you come?', variable: 'coming', expect: 'yes_no' },
      },
      { id: 'goodbye', type: 'end', config: { text: 'Goodbye.', disposition: 'answered' } },
      { id: 'unheard', type: 'end', config: { text: 'Goodbye.', disposition: 'failed' } },
    ],
    edges: [
      { id: 'yes', from: 'question', to: 'goodbye', condition: { type: 'result', ok: true } },
      { id: 'else', from: 'question', to: 'unheard', condition: { type: 'else' } },
    ],
  });
  const voicemail = { detection: 'off' };
  const agent = { name: 'Short', flowId, voicemail, phoneNumber: ownNumber };
  return (await send<{ id: string }>('POST', '/api/v1/agents', agent)).id;
}

/** Generates fictional numbers of callees who agree: 80 per area code. */
function* agreeingNumbers(): Generator<string> {
  for (let area = 201; area < 990; area++) {
    if (area % 100 === 11 || !isAreaCode(area)) continue;
    for (let suffix = 20; suffix < 100; suffix++) yield `+1${area}55501${suffix}`;
  }
}
const isAreaCode = (area: number): boolean => Math.floor((area % 100) / 10) !== 9 && area % 100 !== 11;

const firstNames = [
  'Ada',
  'Grace',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Margaret',
  'Linus',
  'Radia',
  'Tim',
];
const lastNames = ['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Hamilton', 'Perlman'];
const nameOf = (index: number): string =>
  `${firstNames[index % 10]} ${lastNames[Math.floor(index / 10) % 8]} ${Math.floor(index / 80)}`;

interface EndedCall {
  readonly endReason: string | null;
  readonly disposition: string | null;
}

interface Progress {
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly waitingFor?: string | null;
}

async function runBatch(
  agentId: string,
  from: string,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const rows = numbers.map((number, index) => `${number},${nameOf(index)}`);
  const { batchId } = await send<{ batchId: string }>('POST', '/v1/api/batch-calls', {
    agentId,
    csv: ['phone_number,name', ...rows, ''].join('\n'),
    fromNumbers: [from],
    callsPerSecond: perSecond,
    maxConcurrency: atOnce,
  });
  let progress: Progress;
  let reportedAtMs = -Infinity;
  do {
    await systemClock.sleep(pollIntervalMs);
    progress = await send<Progress>('GET', `/v1/api/batch-calls/${batchId}/status`);
    if (systemClock.monotonicMs() - reportedAtMs < 10_000) continue;
    reportedAtMs = systemClock.monotonicMs();
    console.log(
      `  ${new Date().toISOString()} ${JSON.stringify(progress)} ${residentMb()} MB; ${await readHealth()}`,
    );
  } while (['scheduled', 'running'].includes(progress.status) && reportedAtMs < deadlineMs);
  return countEnds(batchId);
}

async function countEnds(batchId: string): Promise<Map<string, number>> {
  const endReasons = new Map<string, number>();
  for (let page = 1; ; page++) {
    const { data } = await send<{ data: { calls: EndedCall[] } }>(
      'GET',
      `/api/v1/calls?batchId=${batchId}&limit=100&page=${page}`,
    );
    for (const { endReason, disposition } of data.calls) {
      const end = `${endReason}/${disposition}`;
      endReasons.set(end, (endReasons.get(end) ?? 0) + 1);
    }
    if (data.calls.length < 100) return endReasons;
  }
}

const formatEnds = (endReasons: ReadonlyMap<string, number>): string =>
  JSON.stringify(Object.fromEntries(endReasons));

/** Places a call with the demo's flow. Returns whether speech of the callee was recognised. */
async function placeCallAfter(agentId: string, index: number): Promise<boolean> {
  const number = `+1202555012${index % 10}`;
  const callId = await api.call(number, { agentId, maxDurationSeconds: maxCallSeconds });
  const call = await api.untilEnded(callId);
  const isRecognised = call.transcript.some(({ role }) => role === 'customer');
  if (!isRecognised || call.disposition !== 'answered')
    console.log(`  after: ${call.endReason}/${call.disposition}, ${JSON.stringify(call.transcript)}`);
  return isRecognised;
}

try {
  await send('PATCH', `/v1/api/workspaces/${firstStart.workspaceId}`, { callingHours: 'off' });
  const demoAgentId = (await api.client.listAgents()).data.agents[0]!.id;
  const agentId = await createShortAgent();
  console.log(`start: ${residentMb()} MB; ${await readHealth()}`);
  const startedMs = systemClock.monotonicMs();
  const endReasons = await runBatch(agentId, ownNumber, [...agreeingNumbers()].slice(0, calls));
  const seconds = Math.round((systemClock.monotonicMs() - startedMs) / 1000);
  console.log(`the batch: ${calls} calls in ${seconds} s: ${formatEnds(endReasons)}; ${residentMb()} MB`);
  let recognised = 0;
  for (let index = 0; index < callsAfter; index++)
    recognised += Number(await placeCallAfter(demoAgentId, index));
  console.log(`after it: ${recognised} of ${callsAfter} calls with recognised speech; ${await readHealth()}`);
  if (memoryCalls > 0) await api.assignNumber(telephoneCaller);
  for (
    let placedCalls = 0, afterFirst = 0;
    placedCalls < memoryCalls && systemClock.monotonicMs() < deadlineMs;
  ) {
    const count = Math.min(placedCalls === 0 ? firstCalls : maxBatchCalls, memoryCalls - placedCalls);
    const numbers = Array.from({ length: count }, (_, index) => `+1415${6_000_000 + placedCalls + index}`);
    const endReasons = await runBatch(agentId, telephoneCaller, numbers);
    placedCalls += count;
    await systemClock.sleep(10_000);
    const mb = residentMb();
    afterFirst ||= mb;
    console.log(
      `memory: ${placedCalls} calls, ${mb} MB, ${Math.round((100 * mb) / afterFirst)} %: ${formatEnds(endReasons)}`,
    );
  }
} finally {
  if (server.stderr !== '') console.log(`log:\n${server.stderr.slice(0, 8000)}`);
  await server.remove();
  telephones.close();
  await folder.remove();
}
