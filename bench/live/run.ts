/*
 * node bench/live/run.ts --calls 20 --listeners 50 --seconds 60
 *
 * Measures commands to calls and the feed of active calls on one node: from the request of `say` to its response, from the request to the
 * event `command` at a client, and from a turn of the transcript to its event at every client. Real SIP, RTP and voice in a separate
 * process; loopback only. The callees of the test network say nothing; the turns are the texts of `say`.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import type { ActiveCallsEvent } from '../../packages/sdk/src/client.ts';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20' },
    listeners: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '60' },
  },
});
const callCount = Math.min(Math.max(Number(values.calls), 1), 200);
const listenerCount = Math.min(Math.max(Number(values.listeners), 1), 60);
const seconds = Math.max(Number(values.seconds), 5);
/** The most streams of one key. */
const streamsPerKey = 20;
const commandsPerSecond = 5;
const maxWaitMs = 120_000;

const folder = await temporaryDataFolder();
const server = new ServingProcess({
  PARLEY_DATA_DIR: folder.dataDir,
  PARLEY_HTTP_PORT: '0',
  PARLEY_SIP_PORT: '0',
  PARLEY_RTP_PORTS: '42000-42999',
});
const baseUrl = await server.ready();
const { apiKey, workspaceId } = await readFirstStart(folder.dataDir);
const api = new ApiUnderTest(baseUrl, { apiKey, workspaceId });
const client = new ParleyClient({ baseUrl, apiKey, workspaceId });

const commandDelays: number[] = [];
const turnDelays: number[] = [];
const started = new Set<string>();
/** When each `say` was requested, by room; the next event `command` of the room answers it. */
const requestedAtMs = new Map<string, number>();

/** Measures the events of one client. `isFirst`: the client that measures commands. */
function onEvent(event: ActiveCallsEvent, isFirst: boolean): void {
  if (event.type === 'snapshot') for (const { roomName } of event.calls) started.add(roomName);
  else if (event.type === 'started') started.add(event.roomName);
  else if (event.type === 'turn') turnDelays.push(Date.now() - Date.parse(event.at));
  else if (event.type === 'command' && isFirst) {
    const atMs = requestedAtMs.get(event.roomName);
    if (atMs !== undefined) commandDelays.push(performance.now() - atMs);
    requestedAtMs.delete(event.roomName);
  }
}

const closing = new AbortController();

async function listen(key: string, isFirst: boolean): Promise<void> {
  const listener = new ParleyClient({ baseUrl, apiKey: key, workspaceId });
  try {
    for await (const event of listener.follow('followActiveCalls', { signal: closing.signal }))
      onEvent(event, isFirst);
  } catch (error) {
    if (!closing.signal.aborted) throw error;
  }
}

async function createKey(index: number): Promise<string> {
  const key = await client.createKey({ body: { name: `Listener ${index}`, preset: 'read-only' } });
  return key.apiKey;
}

/** Starts an agent that greets and then waits, so that its calls last for the whole run. */
async function createAgent(): Promise<string> {
  const waits = Array.from({ length: 20 }, (_, index) => `wait${index}`);
  const flow = await api.create<{ id: string }>('/api/v1/flows', {
    type: 'call',
    name: 'Live bench',
    status: 'active',
    startNodeId: 'hello',
    nodes: [
      { id: 'hello', type: 'say', config: { text: 'Hello.' } },
      ...waits.map((id) => ({ id, type: 'wait', config: { ms: 30_000 } })),
      { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
    ],
    edges: ['hello', ...waits].map((from, index) => ({ id: `e${index}`, from, to: waits[index] ?? 'bye' })),
  });
  const agent = await api.create<{ id: string }>('/api/v1/agents', {
    name: 'Live bench',
    flowId: flow.id,
    voicemail: { detection: 'off' },
  });
  await api.create('/v1/api/telephony/numbers', { phoneNumber: '+12025550199', agentId: agent.id });
  return agent.id;
}

/** Persona 09 of the test network says nothing. */
const calleeOf = (index: number): string => `+1${201 + index}5550109`;

async function placeCalls(agentId: string): Promise<string[]> {
  const rooms: string[] = [];
  for (let index = 0; rooms.length < callCount && index < 3 * callCount; index += 1) {
    const body = { agentId, toNumber: calleeOf(index) };
    // Some area codes do not exist.
    const call = await client.sendCall({ body }).catch(() => undefined);
    if (call !== undefined) rooms.push(call.roomName);
  }
  return rooms;
}

const responseDelays: number[] = [];
let rejected = 0;

async function say(roomName: string): Promise<void> {
  const startedAtMs = performance.now();
  requestedAtMs.set(roomName, startedAtMs);
  const body = { text: 'One moment, please.', interrupt: false };
  try {
    await client.sayInCall({ path: { roomName }, body });
    responseDelays.push(performance.now() - startedAtMs);
  } catch {
    rejected += 1;
    requestedAtMs.delete(roomName);
  }
}

console.log(
  `load ${os.loadavg()[0]!.toFixed(1)}; ${callCount} calls, ${listenerCount} listeners, ${seconds} s`,
);
const keys = await Promise.all(
  Array.from({ length: Math.ceil(listenerCount / streamsPerKey) }, (_, index) => createKey(index)),
);
const listeners = Array.from({ length: listenerCount }, (_, index) =>
  listen(keys[Math.floor(index / streamsPerKey)]!, index === 0),
);
const rooms = await placeCalls(await createAgent());
const deadlineMs = Date.now() + maxWaitMs;
while (!rooms.every((room) => started.has(room)) && Date.now() < deadlineMs) await systemClock.sleep(100);
console.log(`${rooms.filter((room) => started.has(room)).length} calls are active`);
const pending: Promise<void>[] = [];
for (let count = 0; count < seconds * commandsPerSecond; count += 1) {
  const room = rooms[count % rooms.length]!;
  if (!requestedAtMs.has(room)) pending.push(say(room));
  await systemClock.sleep(1000 / commandsPerSecond);
}
await Promise.all(pending);
// The last texts are spoken.
await systemClock.sleep(3_000);
closing.abort();
await Promise.all(listeners);
console.log('ms p50 / p99 / p99.9 / max');
console.log(
  `say to response: ${formatPercentiles(percentilesOf(responseDelays))}, ${responseDelays.length} commands, ${rejected} rejected`,
);
console.log(`say to event at a client: ${formatPercentiles(percentilesOf(commandDelays))}`);
console.log(
  `turn to event at a client: ${formatPercentiles(percentilesOf(turnDelays))}, ${turnDelays.length} events`,
);
await server.remove();
await folder.remove();
