import { setImmediate as nextTick } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { bodyLimitsOf } from '../../src/api/http/body-limits.ts';
import { components, documentedOperation } from '../../test/api-properties/documented-operations.ts';
import type { JsonSchema } from '../../test/api-properties/valid-values.ts';
import { operations, type Operation } from '../../test/isolation/operations.ts';
import { allIdsFrom, prepareRequest } from '../../test/isolation/requests.ts';
import { signIn } from '../../test/isolation/sessions.ts';
import type { Tenant } from '../../test/isolation/tenant.ts';
import { createWorld, type World } from '../../test/isolation/world.ts';
import { chooseServerFolder, removeServer, testServer } from '../../test/support/test-server.ts';
import { hostileBodies, largestValue } from './expensive-bodies.ts';
import { expensiveFlows } from './expensive-flows.ts';

/**
 * Measures the main-thread CPU time of the most expensive requests to each operation, valid and invalid.
 * node bench/api/expensive-requests.ts [operationId ...]
 */
const targetMs = 20;
const runs = 3;
const maxShown = 40;

interface RequestCase {
  readonly description: string;
  readonly request: InjectOptions;
}

interface Measurement {
  readonly operation: string;
  readonly description: string;
  readonly bytes: number;
  readonly status: number;
  readonly totalMs: number;
  /** Longest CPU time between two turns of the event loop. */
  readonly blockMs: number;
}

const threadMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
};

/** Measures cheap requests once and expensive ones `runs` times. Results are medians. */
async function measure(
  world: World,
  operation: string,
  { description, request }: RequestCase,
): Promise<Measurement> {
  const totals: number[] = [];
  const blocks: number[] = [];
  let status = 0;
  do {
    const before = process.threadCpuUsage();
    ({ statusCode: status } = await world.api.app.inject(request));
    totals.push(threadMs(before));
    if (totals[0]! < targetMs / 2) break;
    blocks.push(await longestBlock(() => world.api.app.inject(request)));
  } while (totals.length < runs);
  const bytes = Buffer.byteLength((request.payload ?? '') as string) + (request.url as string).length;
  const totalMs = median(totals);
  return {
    operation,
    description,
    bytes,
    status,
    totalMs,
    blockMs: blocks.length === 0 ? totalMs : median(blocks),
  };
}

/** Returns the longest CPU time between two turns of the event loop. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const progress = { isDone: false, longestMs: 0 };
  const finished = work().then(() => (progress.isDone = true));
  while (!progress.isDone) {
    const before = process.threadCpuUsage();
    await nextTick();
    progress.longestMs = Math.max(progress.longestMs, threadMs(before));
  }
  await finished;
  return progress.longestMs;
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;

async function headersFor(world: World, { endpoint }: Operation, { key, refs }: Tenant) {
  if (endpoint.scope === 'public') return {};
  if (endpoint.scope !== 'signed-in') return { 'x-api-key': key, 'x-workspace-id': refs.workspace };
  const at = new Date(world.api.clock.now());
  return signIn(world.api.database, { workspaceId: refs.workspace, role: 'owner', at });
}

/** Generates the requests to one operation. Each has a different client address, so that no rate limit per address applies. */
async function* requestCasesOf(world: World, operation: Operation): AsyncGenerator<RequestCase> {
  const { endpoint, example } = operation;
  const tenant = await world.seed('202', 'Expensive');
  const prepared = prepareRequest(endpoint, example, allIdsFrom(tenant.refs));
  const headers = await headersFor(world, operation, tenant);
  let sentCount = 0;
  const requestCase = (
    description: string,
    url: string,
    payload?: string,
    type = 'application/json',
  ): RequestCase => {
    sentCount += 1;
    const remoteAddress = `2001:db8:${sentCount.toString(16)}::1`;
    const content = payload === undefined ? {} : { 'content-type': type };
    return {
      description,
      request: {
        method: endpoint.method,
        url,
        remoteAddress,
        headers: { ...headers, ...content },
        ...(payload === undefined ? {} : { payload }),
      },
    };
  };
  const exampleBody = prepared.body === undefined ? undefined : JSON.stringify(prepared.body);
  yield requestCase('the example', prepared.url, exampleBody);
  for (const [description, url] of hostileQueries(operation, prepared.url))
    yield requestCase(description, url, exampleBody);
  const { maxBytes: bytes, maxValues: values } = bodyLimitsOf(endpoint);
  if (endpoint.method === 'GET') return;
  const schema = documentedOperation(endpoint).requestBody?.content['application/json']?.schema ?? {};
  const fields = fieldsOf(schema);
  for (const [description, body] of hostileBodies(fields, { bytes, values }))
    yield requestCase(description, prepared.url, body);
  for (const size of [bytes / 2, bytes / 8, bytes / 64]) {
    const largest = {
      ...(largestValue(schema, components.schemas, size) as object),
      ...(prepared.body as object),
    };
    yield requestCase(`largest of ${size}`, prepared.url, JSON.stringify(largest));
    yield requestCase(
      `largest of ${size} with an unknown field`,
      prepared.url,
      JSON.stringify({ ...largest, unknownField: 1 }),
    );
  }
  for (const [description, body] of specialBodies(operation, prepared.body)) {
    yield requestCase(description, prepared.url, JSON.stringify(body));
  }
  if (endpoint.upload === undefined) return;
  for (const [description, csv] of files()) {
    const query = new URLSearchParams(
      Object.entries((prepared.body ?? {}) as Record<string, unknown>)
        .filter(([name]) => !['rows', 'csv'].includes(name))
        .map(([name, value]): [string, string] => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
    );
    yield requestCase(`file: ${description}`, `${prepared.url}?${query.toString()}`, csv, 'text/csv');
  }
}

function fieldsOf({ $ref: reference, properties }: JsonSchema): string[] {
  if (reference === undefined) return Object.keys(properties ?? {});
  return Object.keys(components.schemas[reference.replace('#/components/schemas/', '')]?.properties ?? {});
}

const queryBytes = 14_000;

function* hostileQueries({ endpoint }: Operation, url: string): Generator<[string, string]> {
  const bare = url.split('?', 1)[0]!;
  const join = url.includes('?') ? '&' : '?';
  const names = documentedOperation(endpoint).parameters.filter((parameter) => parameter.in === 'query');
  for (const { name } of names) {
    for (const text of ['a', '9', '*', '%25', '{{a}}', '+1', '_'])
      yield [`query ${name}=${text}…`, `${bare}?${name}=${text.repeat(queryBytes / text.length)}`];
  }
  yield [
    'query with many names',
    `${url}${join}${Array.from({ length: 1800 }, (_, index) => `k${index}=1`).join('&')}`,
  ];
  yield ['query with one repeated name', `${url}${join}${'a=1&'.repeat(queryBytes / 4)}`];
  yield ['path of the same length', `${bare}/${'x'.repeat(queryBytes)}`];
}

function* specialBodies({ name, endpoint }: Operation, body: unknown): Generator<[string, unknown]> {
  if (name === 'createFlow' || name === 'updateFlow') {
    for (const [description, flow] of expensiveFlows()) {
      const { type: _type, ...rest } = flow as { type: string };
      yield [description, name === 'createFlow' ? flow : rest];
    }
  }
  if (endpoint.upload === undefined) return;
  const options = (body ?? {}) as Record<string, unknown>;
  const { rows: _rows, csv: _csv, ...others } = options;
  for (const [description, csv] of files())
    yield [`csv: ${description}`, { ...others, csv: csv.slice(0, 900_000) }];
  const cells = ['name', 'email', 'city', 'day', 'note'];
  const row = (index: number) => ({
    phone_number: `+1202555${String(index % 10_000).padStart(4, '0')}`,
    ...Object.fromEntries(cells.map((cell) => [cell, `x${index}`])),
  });
  yield [
    'rows: up to the size limit',
    { ...others, rows: Array.from({ length: 3300 }, (_, index) => row(index)) },
  ];
  const distinct = Array.from({ length: 180 }, (_, index) =>
    Object.fromEntries(Array.from({ length: 100 }, (_cell, at) => [`k${index}_${at}`, 1])),
  );
  const sparse = Array.from({ length: 9000 }, (_, index) => ({ [`k${index % 99}`]: 1 }));
  yield ['rows: a wide table', { ...others, rows: sparse }];
  const lists = Array.from({ length: 24_000 }, () => ({ a: [] }));
  yield ['rows: invalid cells up to the size limit', { ...others, rows: lists }];
  const table = Array.from({ length: 1900 }, (_, index) => ({ [`k${index % 99}`]: 1 }));
  yield ['rows: 188,000 cells', { ...others, rows: table }];
  yield ['rows: different names in each row', { ...others, rows: distinct }];
  yield ['rows: without a cell', { ...others, rows: Array.from({ length: 9900 }, () => ({})) }];
}

/** Generates files of 4 MB with expensive cells. */
function* files(): Generator<[string, string]> {
  const rows = (header: string, line: (index: number) => string, count = 50_000) =>
    `${header}\n${Array.from({ length: count }, (_, index) => line(index)).join('\n')}\n`;
  yield [
    'numbers and addresses',
    rows(
      'phone_number,address,name',
      (index) => `+1202${String(5_000_000 + index)},+1202${String(5_000_000 + index)},Ada ${index}`,
    ),
  ];
  yield ['wrong numbers', rows('phone_number,address', (index) => `x${index},x${index}`)];
  yield [
    'times and zones',
    rows(
      'phone_number,timezone,scheduled_at',
      (index) => `+1202${5_000_000 + index},America/New_York,2026-03-0${(index % 9) + 1} 10:00`,
    ),
  ];
  yield ['quotes', rows('phone_number,name', (index) => `+1202${5_000_000 + index},"${'""'.repeat(20)}"`)];
  yield [
    'long cells',
    rows('phone_number,name', (index) => `+1202${5_000_000 + index},${'é'.repeat(2000)}`, 1000),
  ];
  yield ['one line', `phone_number,${'x'.repeat(3_000_000)}\n`];
}

function print(measurements: readonly Measurement[], reference: Measurement): void {
  const sorted = measurements.toSorted((left, right) => right.totalMs - left.totalMs);
  console.log(
    `noise floor (${reference.operation}): total ${reference.totalMs.toFixed(1)} ms, block ${reference.blockMs.toFixed(1)} ms`,
  );
  console.log(`${measurements.length} requests; target ${targetMs} ms`);
  console.log(
    '| operation | request | KB | status | main thread ms | longest block ms |\n|---|---|---|---|---|---|',
  );
  for (const { operation, description, bytes, status, totalMs, blockMs } of sorted.slice(0, maxShown))
    console.log(
      `| ${operation} | ${description} | ${Math.round(bytes / 1000)} | ${status} | ${totalMs.toFixed(1)} | ${blockMs.toFixed(1)} |`,
    );
  const above = sorted.filter(({ totalMs }) => totalMs > targetMs);
  console.log(
    `above ${targetMs} ms in total: ${above.length}; in one block: ${above.filter(({ blockMs }) => blockMs > targetMs).length}`,
  );
  const mostExpensive = new Map(
    sorted.toReversed().map((measurement) => [measurement.operation, measurement]),
  );
  console.log('\nMost expensive request per operation:');
  for (const { operation, description, totalMs, blockMs } of [...mostExpensive.values()].toSorted(
    (left, right) => right.totalMs - left.totalMs,
  ))
    console.log(`  ${operation}: ${totalMs.toFixed(1)} ms, block ${blockMs.toFixed(1)} ms (${description})`);
}

async function main(names: readonly string[]): Promise<void> {
  const folder = await chooseServerFolder();
  await testServer();
  const world = await createWorld();
  try {
    const chosen = operations.filter(({ name }) => names.length === 0 || names.includes(name));
    const measurements: Measurement[] = [];
    for (const operation of chosen) {
      for await (const requestCase of requestCasesOf(world, operation))
        measurements.push(await measure(world, operation.name, requestCase));
    }
    const health: RequestCase = { description: 'health', request: { method: 'GET', url: '/health/live' } };
    print(measurements, await measure(world, 'GET /health/live', health));
  } finally {
    await world.close();
    await removeServer(folder);
  }
}

await main(process.argv.slice(2));
