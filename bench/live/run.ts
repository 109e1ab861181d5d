/*
 * node bench/live/run.ts --calls 200 --listeners 50 --seconds 30 [--nodes 2]
 *
 * Measures commands to calls and the feed of active calls: from the request of `say` to its response, from the request to the event `command`
 * at a client, and from a turn of the transcript to its event at every client. With `--nodes 2`, the commands and the clients use a node
 * with the role `api`, and the calls are on another node, on one PostgreSQL. Commands are measured without and with the clients, and so is
 * the lateness of the packets that the telephones receive. The noise floor of each part: `GET /health/live` on the same node, and timers of
 * this process. Telephones and nodes are separate processes, with real SIP, RTP and voice; loopback only. The agents speak every ten
 * seconds; the telephones are silent. Each call streams its audio to Deepgram's protocol, which the server of bench/providers speaks in a
 * separate process, so that this machine recognises no speech.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import type { ActiveCallsEvent } from '../../packages/sdk/src/client.ts';
import { ParleyClient, ParleyError } from '../../packages/sdk/src/client.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ApiUnderTest } from '../../test/program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { connectionUrl } from '../../test/support/connection-url.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { callSettings, numberOf, TelephonesProcess } from '../batch/call-batch.ts';
import type { PacketLateness } from '../batch/telephones.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { turnWord } from '../providers/delays.ts';
import type { VendorsConfig, VendorsMessage } from '../providers/vendors.ts';
import { parseBounded, startProcess } from '../turn/calls.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    listeners: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '30' },
    nodes: { type: 'string', default: '1' },
  },
});
const callCount = parseBounded('calls', values.calls, 1, 300);
/** The maximum is the limit of a workspace. */
const listenerCount = parseBounded('listeners', values.listeners, 1, 60);
const seconds = parseBounded('seconds', values.seconds, 5, 120);
const nodeCount = parseBounded('nodes', values.nodes, 1, 2);
/** The limit of a key. */
const streamsPerKey = 20;
const commandsPerSecond = 5;
const probeIntervalMs = 50;
const waitMs = 10_000;
const maxSetupMs = 120_000;
/** Delay before a call that the overloaded program rejected is requested again. */
const overloadRetryMs = 1_000;
/** Time after the setup before the first measurement. */
const settleMs = 5_000;
/** Pairs of `say` and `wait` in the flow: the calls last for the whole run. */
const pairCount = 200;
const ownNumber = '+14155552670';
/** Calls that are requested at the same time. */
const requestsAtOnce = 8;

const telephones = await TelephonesProcess.start(3_600_000);
const vendors = startProcess(new URL('../providers/vendors.ts', import.meta.url), {
  seed: 1,
  faultShare: 0,
} satisfies VendorsConfig);
const [serving] = (await once(vendors, 'message')) as [Extract<VendorsMessage, { type: 'serving' }>];
const folder = await temporaryDataFolder();
const serverFolder = await chooseServerFolder();
const database = nodeCount === 2 ? await createEmptyDatabase() : undefined;
const settings = {
  ...callSettings(folder.dataDir, telephones),
  PARLEY_DEEPGRAM_API_KEY: 'bench',
  PARLEY_DEEPGRAM_BASE_URL: `http://127.0.0.1:${serving.port}`,
  ...(database !== undefined && { PARLEY_DATABASE_URL: connectionUrl(database.connection) }),
};
const callServer = new ServingProcess(settings, { stopsWithParent: true });
const callAddress = await callServer.ready();
const { apiKey, workspaceId } = await readFirstStart(folder.dataDir);
const apiServer =
  nodeCount === 2
    ? new ServingProcess({ ...settings, PARLEY_ROLES: 'api' }, { stopsWithParent: true })
    : undefined;
/** The address of the node of the commands and the clients. */
const baseUrl = (await apiServer?.ready()) ?? callAddress;
const api = new ApiUnderTest(callAddress, { apiKey, workspaceId });
const client = new ParleyClient({ baseUrl, apiKey, workspaceId });

/** The delays of one part of the run, in ms. */
class Measurement {
  readonly responses: number[] = [];
  readonly commands: number[] = [];
  readonly turns: number[] = [];
  readonly health: number[] = [];
  readonly timers: number[] = [];
  rejected = 0;
  /** Processor cores that the node of the calls used. */
  cores = 0;
  packets: PacketLateness | undefined;
}

let measured = new Measurement();
/** When each `say` was requested, by room; the next event `command` of the room answers it. */
const requestedAtMs = new Map<string, number>();

/** Measures the events of one client. `isFirst`: the client that measures commands. */
function onEvent(event: ActiveCallsEvent, isFirst: boolean): void {
  if (event.type === 'turn') measured.turns.push(Date.now() - Date.parse(event.at));
  else if (event.type === 'command' && isFirst) {
    const atMs = requestedAtMs.get(event.roomName);
    if (atMs !== undefined) measured.commands.push(performance.now() - atMs);
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

/** Opens the streams of all clients, with as many keys as their limit requires. */
async function openListeners(): Promise<Promise<void>[]> {
  const keys: string[] = [];
  for (let index = 0; index * streamsPerKey < listenerCount; index += 1) {
    const key = await client.createKey({ body: { name: `Listener ${index}`, preset: 'read-only' } });
    keys.push(key.apiKey);
  }
  return Array.from({ length: listenerCount }, (_, index) =>
    listen(keys[Math.floor(index / streamsPerKey)]!, index === 0),
  );
}

/** Starts an agent that speaks every ten seconds. */
async function createAgent(): Promise<string> {
  const ids = Array.from({ length: pairCount }, (_, index) => [`say${index}`, `wait${index}`]).flat();
  const flow = await api.create<{ id: string }>('/api/v1/flows', {
    type: 'call',
    name: 'Live bench',
    status: 'active',
    startNodeId: ids[0],
    nodes: [
      ...ids.map((id) =>
        id.startsWith('say')
          ? { id, type: 'say', config: { text: 'One moment, please.' } }
          : { id, type: 'wait', config: { ms: waitMs } },
      ),
      { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
    ],
    edges: ids.map((from, index) => ({ id: `e${index}`, from, to: ids[index + 1] ?? 'bye' })),
  });
  const agent = await api.create<{ id: string }>('/api/v1/agents', {
    name: 'Live bench',
    flowId: flow.id,
    transcriber: { provider: 'deepgram', model: 'nova-3', keyterms: [turnWord(0, 0)] },
    voicemail: { detection: 'off' },
  });
  await api.create('/v1/api/telephony/numbers', { phoneNumber: ownNumber, agentId: agent.id });
  return agent.id;
}

/** Places a call, again while the program is overloaded. Returns undefined after the deadline. */
async function placeCall(
  body: Parameters<typeof client.sendCall>[0]['body'],
  deadlineMs: number,
): Promise<{ readonly roomName: string } | undefined> {
  while (systemClock.monotonicMs() < deadlineMs) {
    try {
      return await client.sendCall({ body });
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'overloaded') throw error;
      await systemClock.sleep(overloadRetryMs);
    }
  }
  return undefined;
}

async function placeCalls(agentId: string): Promise<string[]> {
  const rooms: string[] = [];
  const deadlineMs = systemClock.monotonicMs() + maxSetupMs;
  const indexes = Array.from({ length: callCount }, (_, index) => index).values();
  const placeNext = async () => {
    for (const index of indexes) {
      const body = { agentId, toNumber: numberOf(index), fromNumber: ownNumber };
      const call = await placeCall(body, deadlineMs);
      if (call !== undefined) rooms.push(call.roomName);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, placeNext));
  return rooms;
}

async function untilActive(count: number): Promise<void> {
  const deadlineMs = systemClock.monotonicMs() + maxSetupMs;
  while ((await api.activeCalls()) < count && systemClock.monotonicMs() < deadlineMs)
    await systemClock.sleep(100);
  console.log(`${await api.activeCalls()} calls are active; load ${os.loadavg()[0]!.toFixed(1)}`);
}

async function say(roomName: string): Promise<void> {
  const startedAtMs = performance.now();
  requestedAtMs.set(roomName, startedAtMs);
  try {
    await client.sayInCall({ path: { roomName }, body: { text: 'Thank you.', interrupt: false } });
    measured.responses.push(performance.now() - startedAtMs);
  } catch {
    measured.rejected += 1;
    requestedAtMs.delete(roomName);
  }
}

async function sayRepeatedly(rooms: readonly string[]): Promise<void> {
  const pending: Promise<void>[] = [];
  for (let count = 0; count < seconds * commandsPerSecond; count += 1) {
    pending.push(say(rooms[count % rooms.length]!));
    await systemClock.sleep(1000 / commandsPerSecond);
  }
  await Promise.all(pending);
}

/** Measures the noise floor until `isOver`. */
async function probe(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const startedAtMs = performance.now();
    await (await fetch(new URL('/health/live', baseUrl))).arrayBuffer();
    measured.health.push(performance.now() - startedAtMs);
    const dueAtMs = performance.now() + probeIntervalMs;
    await systemClock.sleep(probeIntervalMs);
    measured.timers.push(Math.max(0, performance.now() - dueAtMs));
  }
}

/** Returns the processor time of the node of the calls, all its threads included, in seconds. Linux counts a hundred ticks per second. */
function processorSeconds(): number {
  const fields = readFileSync(`/proc/${callServer.pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Measures one part of the run. */
async function measure(rooms: readonly string[], title: string): Promise<void> {
  measured = new Measurement();
  requestedAtMs.clear();
  await telephones.lateness();
  let isOver = false;
  const probing = probe(() => isOver);
  const [startedAtMs, startSeconds] = [performance.now(), processorSeconds()];
  await sayRepeatedly(rooms);
  measured.cores = ((processorSeconds() - startSeconds) * 1000) / (performance.now() - startedAtMs);
  isOver = true;
  await probing;
  measured.packets = await telephones.lateness();
  print(title, measured);
}

function print(title: string, part: Measurement): void {
  const row = (name: string, delaysMs: readonly number[]) =>
    console.log(
      `  ${name.padEnd(34)} ${formatPercentiles(percentilesOf(delaysMs))} (${delaysMs.length} samples)`,
    );
  console.log(`${title}; load ${os.loadavg()[0]!.toFixed(1)}; ms p50 / p99 / p99.9 / max`);
  row('say to response', part.responses);
  if (part.commands.length > 0) row('say to event at a client', part.commands);
  if (part.turns.length > 0) row('turn to event at a client', part.turns);
  row('GET /health/live', part.health);
  row('lateness of timers', part.timers);
  console.log(`  ${'lateness of packets'.padEnd(34)} ${formatPercentiles(part.packets!.packetsMs)}`);
  console.log(`  ${'lateness of the telephones'.padEnd(34)} ${formatPercentiles(part.packets!.loopMs)}`);
  console.log(`  ${'cores of the node of the calls'.padEnd(34)} ${part.cores.toFixed(2)}`);
  if (part.rejected > 0) console.log(`  ${part.rejected} commands were rejected`);
}

console.log(
  `${callCount} calls, ${listenerCount} clients, ${nodeCount} nodes; load ${os.loadavg()[0]!.toFixed(1)}`,
);
const rooms = await placeCalls(await createAgent());
await untilActive(rooms.length);
await systemClock.sleep(settleMs);
await measure(rooms, 'without clients');
const listeners = await openListeners();
await systemClock.sleep(settleMs);
await measure(rooms, `with ${listenerCount} clients`);
closing.abort();
await Promise.all(listeners);
await apiServer?.remove();
await callServer.remove();
telephones.close();
vendors.disconnect();
await database?.drop();
await removeServer(serverFolder);
await folder.remove();
