/*
 * node bench/api/run.ts --rounds 7 --seconds 3
 *
 * Compares the API of the whole program with a bare Fastify on the same PostgreSQL: an agent by its id with a bare select of the same row,
 * and an agent created, with its version, event and audit entry, with a bare insert of the same body. Each server runs in a separate process
 * and receives requests from autocannon in this process. The rounds alternate, so that other work on the machine affects all servers.
 * Then measures three times the peak rate of the program during a call. `--profile FOLDER` writes a CPU profile of the program.
 * Loopback only.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import {
  startBareServer,
  startDatabase,
  startProgram,
  type Program,
  type RunningProcess,
} from './servers.ts';
import { measureOverload } from './overload.ts';
import { sendLoad, type LoadRequest } from './load.ts';
import { measureCost, type Cost } from './processor-time.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    'overload-connections': { type: 'string', default: '256' },
    port: { type: 'string', default: '43111' },
    profile: { type: 'string' },
    part: { type: 'string', default: 'all' },
  },
});
const rounds = Math.min(Math.max(Number(values.rounds), 1), 50);
const seconds = Math.min(Math.max(Number(values.seconds), 1), 60);
const connections = Math.min(Math.max(Number(values.connections), 1), 500);
const overloadConnections = Math.min(Math.max(Number(values['overload-connections']), 1), 2000);
const poolSize = 10;
const agentBody = JSON.stringify({ name: 'Bench', personality: 'Brief and kind.', firstMessage: 'Hello!' });
const json = { 'content-type': 'application/json' };

async function firstAgentOf({ address, headers }: Program): Promise<string> {
  const response = await fetch(`${address}/api/v1/agents`, { headers });
  const listed = (await response.json()) as { data: { agents: { id: string }[] } };
  return listed.data.agents[0]!.id;
}

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)]!;
const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** A request and the server that receives it. */
interface RoundRequest {
  readonly request: LoadRequest;
  readonly server: RunningProcess;
}

interface RoundResults {
  readonly perSecond: number[];
  readonly costs: Cost[];
}

/** Runs rounds in which the requests alternate. */
async function runRounds(
  requests: Readonly<Record<string, RoundRequest>>,
): Promise<Map<string, RoundResults>> {
  const results = new Map<string, RoundResults>(
    Object.keys(requests).map((name) => [name, { perSecond: [], costs: [] }]),
  );
  for (let round = -1; round < rounds; round += 1)
    for (const [name, { request, server }] of Object.entries(requests)) {
      const costOf = measureCost(server.pid, database.pid);
      const result = await sendLoad(request, { connections, seconds });
      const otherStatuses = [...result.responseMs.keys()].filter((status) => status !== 200);
      if (otherStatuses.length > 0) throw new Error(`${name} returned ${otherStatuses.join(', ')}`);
      // The first round warms up.
      if (round < 0) continue;
      results.get(name)!.perSecond.push(result.perSecond(200));
      results.get(name)!.costs.push(costOf(result.responseMs.get(200)!.length));
    }
  return results;
}

/** Prints the rates and the median of the ratios per round. */
function printRates(results: ReadonlyMap<string, RoundResults>, name: string, reference: string): void {
  const rates = results.get(name)!.perSecond;
  const bare = results.get(reference)!.perSecond;
  const ratios = ascending(rates.map((rate, round) => (100 * rate) / bare[round]!));
  const spread = (rates: readonly number[]) => {
    const sorted = ascending(rates);
    return `${median(sorted).toFixed(0)} (${sorted[0]!.toFixed(0)} to ${sorted.at(-1)!.toFixed(0)})`;
  };
  console.log(`| ${name} | ${spread(rates)} | ${spread(bare)} | ${spread(ratios)} % |`);
}

const sumUs = ({ clientUs, serverUs, databaseUs }: Cost): number => clientUs + serverUs + databaseUs;

/** Prints CPU times, and the CPU time of a reference response relative to that of the program. */
function printCosts(results: ReadonlyMap<string, RoundResults>, name: string, reference: string): void {
  const { costs } = results.get(name)!;
  const bare = results.get(reference)!.costs.map(sumUs);
  const medianOf = (part: (cost: Cost) => number) => median(ascending(costs.map(part))).toFixed(0);
  const ratios = ascending(costs.map((cost, round) => (100 * bare[round]!) / sumUs(cost)));
  const parts = `${medianOf(({ serverUs }) => serverUs)} | ${medianOf(({ databaseUs }) => databaseUs)} | ${medianOf(({ clientUs }) => clientUs)}`;
  const spread = `${median(ratios).toFixed(0)} (${ratios[0]!.toFixed(0)} to ${ratios.at(-1)!.toFixed(0)})`;
  console.log(
    `| ${name} | ${parts} | ${medianOf(sumUs)} | ${median(ascending(bare)).toFixed(0)} | ${spread} % |`,
  );
}

const database = await startDatabase();
const program = await startProgram(database, Number(values.port), values.profile);
const agentId = await firstAgentOf(program);
const bare = await startBareServer({
  connection: database.connection,
  workspaceId: program.workspaceId,
  agentId,
  poolSize,
});
const get = (url: string, headers = {}): LoadRequest => ({ url, method: 'GET', headers });
const post = (url: string, headers = {}): LoadRequest => ({
  url,
  method: 'POST',
  headers: { ...json, ...headers },
  body: agentBody,
});
const create = post(`${program.address}/api/v1/agents`, program.headers);
try {
  const load = () => os.loadavg()[0]!.toFixed(1);
  console.log(
    `${rounds} rounds of ${seconds} s, ${connections} connections, load ${load()} on ${os.availableParallelism()} cores`,
  );
  console.log(
    '| responses per second: median (minimum to maximum) | Parley | bare | ratio |\n|---|---|---|---|',
  );
  if (values.part !== 'overload') {
    const byId = get(`${program.address}/api/v1/agents/${agentId}`, program.headers);
    const results = await runRounds({
      'bare route': { request: get(`${bare.address}/bare`), server: bare },
      'bare select': { request: get(`${bare.address}/select/${agentId}`), server: bare },
      'agent by id': { request: byId, server: program },
      'bare insert': { request: post(`${bare.address}/insert`), server: bare },
      'agent created': { request: create, server: program },
    });
    printRates(results, 'bare select', 'bare route');
    printRates(results, 'agent by id', 'bare select');
    printRates(results, 'agent created', 'bare insert');
    console.log(
      '\n| CPU time per response, µs | program | database | client | total | bare, total | ratio |\n|---|---|---|---|---|---|---|',
    );
    printCosts(results, 'agent by id', 'bare select');
    printCosts(results, 'agent created', 'bare insert');
  }
  if (values.part !== 'ratios')
    await measureOverload(program, {
      rounds,
      seconds,
      connections,
      overloadConnections,
      agentId,
      create,
      bare: get(`${bare.address}/bare`),
    });
  console.log(`load ${load()}`);
} finally {
  await bare.stop();
  await program.stop();
  await database.stop();
}
