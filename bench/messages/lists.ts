/*
 * node bench/messages/lists.ts --conversations 100000 --runs 300
 *
 * Measures the lists of conversations and their search through the API, without HTTP, and in the same seconds a `select 1`. Three messages per
 * conversation; embedded PostgreSQL.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/core/random.ts';
import { applyAllDeltas } from '../../src/jobs/maintenance.ts';
import { createTestApi } from '../../test/support/api.ts';
import { seedMessageFlow } from '../../test/support/conversations.ts';
import { seedConversations } from '../../test/support/many-conversations.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';

const { values } = parseArgs({
  options: { conversations: { type: 'string', default: '100000' }, runs: { type: 'string', default: '300' } },
});
const count = Math.min(Math.max(Number(values.conversations), 100), 2_000_000);
const runs = Math.min(Math.max(Number(values.runs), 10), 10_000);
const random = seededRandom(1);

const serverFolder = await chooseServerFolder();
const api = await createTestApi();
const { workspaceId, database } = api;
const flow = await seedMessageFlow(api);
const rareFlow = await seedMessageFlow(api, { name: 'Unpaid bill' });
const rare = Math.floor(count / 20);
await seedConversations(database, { workspaceId, flowId: rareFlow.id, first: 1, count: rare });
await seedConversations(database, { workspaceId, flowId: flow.id, first: rare + 1, count: count - rare });
// As the service does every 5 s.
await applyAllDeltas(database);
await database.asSystem().execute({ text: 'analyze' });
console.log(
  `${count} conversations, ${runs} runs each; load ${loadavg()[0]!.toFixed(1)}; p50 / p99 / p99.9 / max in ms`,
);

const list = (query: string) => async () => {
  const path = `/v1/api/conversations?${query}`;
  const { status, body } = await api.send('GET', path, { workspace: workspaceId, key: api.key });
  if (status !== 200) throw new Error(JSON.stringify(body));
};
const randomNumber = () => 1 + random.below(count);
const rows: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
  ['select 1 (reference)', () => database.asSystem().execute({ text: 'select 1' })],
  ['newest 50', list('limit=50')],
  ['newest 50 of a flow', list(`flowId=${rareFlow.id}&limit=50`)],
  ['page 100 of 50', list('limit=50&page=100')],
  ['messages that wait for approval', list('messageStatus=pending_approval&limit=50')],
  ['one recipient', () => list(`recipient=%2B1202${String(randomNumber()).padStart(7, '0')}`)()],
  ['search: part of a number', () => list(`search=${String(2_000_000 + randomNumber()).slice(-6)}`)()],
  ['search: rare text', () => list(`search=${encodeURIComponent(`visit number ${randomNumber() * 3} `)}`)()],
  ['search: word in each thousandth text', list('search=zebra')],
  ['search: word in half of the texts', list('search=rabbit')],
  ['search: name of a flow', list('search=unpaid')],
  ['search: no match', list('search=giraffe')],
];
for (const [name, run] of rows) {
  await run();
  const took: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const startedMs = performance.now();
    await run();
    took.push(performance.now() - startedMs);
  }
  console.log(`${name.padEnd(40)} ${formatPercentiles(percentilesOf(took))}`);
}
await api.close();
await removeServer(serverFolder);
