/*
 * node bench/demo/run.ts --runs 20 --at-once 2
 *
 * Runs demo conversations with the clear voices (awb, kal16) on the whole program, and counts those with the correct disposition and, if a
 * callback was agreed, its correct time. Real SIP, RTP, recogniser and voice; loopback only.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../src/core/config.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { demoCallDetails, startParley } from '../../src/main.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, 'at-once': { type: 'string', default: '2' } },
});
const runs = Math.min(Math.max(Number(values.runs), 1), 200);
const atOnce = Math.min(Math.max(Number(values['at-once']), 1), 10);
const zone = 'Europe/London';
const maxCallMs = 120_000;

interface Scenario {
  readonly persona: string;
  readonly disposition: string;
  /** Days from today and hour of the day of an agreed callback. */
  readonly callback?: { readonly days: number; readonly hour: number };
}

const tomorrowAtTen = { days: 1, hour: 10 };
const scenarios: readonly Scenario[] = [
  { persona: '00', disposition: 'answered' },
  { persona: '02', disposition: 'callback_scheduled', callback: tomorrowAtTen },
  { persona: '01', disposition: 'not_interested' },
  { persona: '06', disposition: 'wrong_number' },
  { persona: '12', disposition: 'callback_scheduled', callback: tomorrowAtTen },
  { persona: '07', disposition: 'do_not_call' },
  { persona: '11', disposition: 'answered' },
];

/** Returns an instant in the callee's time zone, as "2026-11-22 10:00". */
function localTime(instantMs: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(instantMs);
}

function expectedTime({ days, hour }: NonNullable<Scenario['callback']>): string {
  return `${localTime(Date.now() + days * 86_400_000).slice(0, 10)} ${String(hour).padStart(2, '0')}:00`;
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-demo-'));
const env = {
  PARLEY_DATA_DIR: dataDir,
  PARLEY_HTTP_PORT: '0',
  PARLEY_SIP_PORT: '0',
  PARLEY_RTP_PORTS: '41000-41999',
};
const parley = await startParley(readConfig(env), {
  clock: systemClock,
  random: systemRandom,
  logger: silentLogger,
});
const headers = { 'x-api-key': parley.firstStart!.apiKey, 'x-workspace-id': parley.firstStart!.workspaceId };

async function sendRequest<Body>(url: string, body?: unknown): Promise<Body> {
  const json = { ...headers, 'content-type': 'application/json' };
  const response = await fetch(parley.httpAddress + url, {
    headers: body === undefined ? headers : json,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} returned ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}

interface CallResponse {
  readonly status: string;
  readonly disposition: string | null;
  readonly latency: readonly { readonly totalMs: number }[];
  readonly transcript: readonly { readonly role: string; readonly content: string }[];
}

const agents = await sendRequest<{ data: { agents: { id: string }[] } }>('/api/v1/agents');
const agentId = agents.data.agents[0]!.id;
const latencyMs: number[] = [];
let correct = 0;

async function runConversation(index: number): Promise<void> {
  const scenario = scenarios[index % scenarios.length]!;
  // The third-last digit determines the callee's voice.
  const toNumber = `+447700900${index % 10}${scenario.persona}`;
  const details = demoCallDetails(Date.now(), zone);
  const customer = { ...details.customer, timezone: zone };
  const { callId } = await sendRequest<{ callId: string }>('/api/v1/calls/call', {
    agentId,
    toNumber,
    ...details,
    customer,
  });
  const call = await untilEnded(callId);
  const mismatch = mismatchOf(scenario, call, await callbackOf(toNumber));
  latencyMs.push(...call.latency.map(({ totalMs }) => totalMs));
  if (mismatch === undefined) correct += 1;
  else
    console.log(
      `run ${index}, ${toNumber}: ${mismatch}\n${call.transcript.map(({ role, content }) => `    ${role}: ${content}`).join('\n')}`,
    );
}

async function untilEnded(callId: string): Promise<CallResponse> {
  const endMs = performance.now() + maxCallMs;
  for (;;) {
    const call = await sendRequest<CallResponse>(`/api/v1/calls/${callId}`);
    if (call.status === 'ended' || performance.now() > endMs) return call;
    await systemClock.sleep(200);
  }
}

async function callbackOf(toNumber: string): Promise<string | undefined> {
  const query = new URLSearchParams({ phoneNumber: toNumber, disposition: 'callback_scheduled' });
  const found = await sendRequest<{ data: { dispositions: { scheduledAt: string }[] } }>(
    `/v1/api/call-dispositions?${query.toString()}`,
  );
  const scheduledAt = found.data.dispositions[0]?.scheduledAt;
  return scheduledAt === undefined ? undefined : localTime(Date.parse(scheduledAt));
}

function mismatchOf(
  scenario: Scenario,
  call: CallResponse,
  callback: string | undefined,
): string | undefined {
  if (call.status !== 'ended') return 'did not end in time';
  if (call.disposition !== scenario.disposition)
    return `disposition ${call.disposition} instead of ${scenario.disposition}`;
  const expected = scenario.callback === undefined ? undefined : expectedTime(scenario.callback);
  return callback === expected ? undefined : `callback at ${callback} instead of ${expected}`;
}

let next = 0;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (next < runs) await runConversation(next++);
  }),
);
console.log(`${correct} of ${runs} conversations were correct, ${atOnce} concurrent`);
console.log(
  `response latency as reported, ms p50 / p99 / p99.9 / max   ${formatPercentiles(percentilesOf(latencyMs))}`,
);
console.log(`load ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} cores`);
await parley.close();
await rm(dataDir, { recursive: true, force: true });
process.exit(correct === runs ? 0 : 1);
