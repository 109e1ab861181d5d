/*
 * node bench/dashboard/run.ts --calls 200 --turns 40 --seconds 30
 *
 * Measures the live page of the dashboard: from a turn of a transcript to the frame that shows it, with many active calls. This process is
 * another node on the same PostgreSQL: it stores active calls and publishes their turns on the bus, so that the turns take the way of
 * real ones: NOTIFY, the feed, the event stream, the page in Chromium. The calls have no audio. `--turns` is the number of turns per second
 * of all calls together; the page draws the calls at the top of the list. The noise floor is the interval of frames of an empty page.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { CallFeedPublisher } from '../../src/contracts/call-feed.ts';
import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { upsertActiveCall } from '../../src/store/active-calls.ts';
import { findAgent } from '../../src/store/agents.ts';
import { recordCallChange } from '../../src/store/calls/calls.ts';
import { openDatabase } from '../../src/store/database.ts';
import { findFlow } from '../../src/store/flows.ts';
import { heartbeatNode } from '../../src/store/nodes.ts';
import { PostgresBus } from '../../src/store/postgres-bus.ts';
import { openSignedIn, startBrowser } from '../../test/dashboard/browser.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { connectionUrl } from '../../test/support/connection-url.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { seedCall } from '../../test/support/fixtures.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { parseBounded } from '../turn/calls.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '200' },
    turns: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '30' },
  },
});
const callCount = parseBounded('calls', values.calls, 1, 1_000);
const turnsPerSecond = parseBounded('turns', values.turns, 1, 1_000);
const seconds = parseBounded('seconds', values.seconds, 5, 120);
const settleMs = 3_000;
const ownNumber = '+12025550120';

const folder = await temporaryDataFolder();
const serverFolder = await chooseServerFolder();
const empty = await createEmptyDatabase();
const server = new ServingProcess(
  {
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_DATABASE_URL: connectionUrl(empty.connection),
    PARLEY_HTTP_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '43000-43099',
  },
  { stopsWithParent: true },
);
const baseUrl = await server.ready();
const first = await readFirstStart(folder.dataDir);
const { workspaceId } = first;
const database = await openDatabase(empty.connection, { clock: systemClock, logger: silentLogger });
const db = database.inWorkspace(workspaceId);
const bus = new PostgresBus(database, silentLogger);
const feed = new CallFeedPublisher({ bus, clock: systemClock });
const nodeId = newId('request');

/** Stores active calls of this process, as a node with calls does. */
async function storeCalls(): Promise<{ readonly callId: string; readonly roomName: string }[]> {
  const client = new ParleyClient({ baseUrl, ...first });
  await client.createNumber({ body: { phoneNumber: ownNumber } });
  const created = await client.createFromTemplate({
    path: { templateId: 'appointment-reminder' },
    body: { phoneNumber: ownNumber },
  });
  const agent = (await findAgent(db, { workspaceId, agentId: created.agent.id }))!;
  const flow = (await findFlow(db, { workspaceId, flowId: created.flow.id }))!;
  const beat = { nodeId, roles: ['media'], startedAt: new Date(), leaseMs: 3_600_000 };
  await heartbeatNode(database.asSystem(), beat);
  const calls = [];
  for (let index = 0; index < callCount; index += 1) {
    const at = new Date(systemClock.now());
    const customer = { name: `Customer ${index}` };
    const row = await seedCall(
      database,
      { workspaceId, agent, flow },
      { state: 'ringing', customer, nodeId, at },
    );
    const { id: callId, roomName } = row;
    await recordCallChange(db, { workspaceId, callId, from: ['ringing'], to: 'in_progress', at });
    await upsertActiveCall(db, {
      callId,
      workspaceId,
      nodeId,
      agentId: agent.id,
      agentName: agent.config.name,
      customerPhone: '+12025550100',
      customerName: customer.name,
      type: 'phone',
      sentiment: null,
      lastMessage: '',
      transferRequested: false,
      held: false,
      muted: false,
      participants: [],
      startedAt: at,
      at,
    });
    calls.push({ callId, roomName });
  }
  return calls;
}

/** Runs in the page: stores the delay of each turn in the frame after the change of the document. The text of a turn ends with its time. */
const observeTurns = `
  window.delaysMs = [];
  const seen = new Set();
  new MutationObserver((changes) => {
    const added = changes.map(({ target }) => target.textContent.match(/ at (\\d+-(\\d{13}))$/)).filter((match) => match !== null && !seen.has(match[1]));
    for (const [, id] of added) seen.add(id);
    requestAnimationFrame(() => setTimeout(() => {
      for (const [, , sentAtMs] of added) window.delaysMs.push(Date.now() - Number(sentAtMs));
    }, 0));
  }).observe(document.querySelector('[role=table]'), { subtree: true, childList: true, characterData: true });
  0`;

/** Runs in an empty page: the intervals of 300 frames. */
const frameIntervals = `new Promise((resolve) => {
  const intervals = [];
  let last;
  requestAnimationFrame(function frame(nowMs) {
    if (last !== undefined) intervals.push(nowMs - last);
    last = nowMs;
    if (intervals.length < 300) requestAnimationFrame(frame);
    else resolve(intervals);
  });
})`;

async function publishTurns(calls: Awaited<ReturnType<typeof storeCalls>>): Promise<void> {
  const startedAtMs = systemClock.monotonicMs();
  for (let sequence = 1; sequence <= turnsPerSecond * seconds; sequence += 1) {
    const dueAtMs = startedAtMs + (sequence * 1000) / turnsPerSecond;
    await systemClock.sleep(Math.max(0, dueAtMs - systemClock.monotonicMs()));
    // The newest calls are at the top.
    const { callId, roomName } = calls[calls.length - 1 - (sequence % calls.length)]!;
    const atMs = systemClock.now();
    const content = `These are some words of the customer at ${sequence}-${atMs}`;
    const turn = {
      role: 'customer',
      content,
      startMs: sequence,
      endMs: sequence,
      interrupted: false,
    } as const;
    feed.publish(workspaceId, { callId, roomName, atMs, change: { type: 'turn', sequence, ...turn } });
  }
}

const calls = await storeCalls();
const browser = await startBrowser();
const page = await openSignedIn(browser, baseUrl, first, { height: 1_400 });
const noise = await browser.newPage();
const intervals = await noise.evaluate<number[]>(frameIntervals);
await noise.close();
await page.goto('/live');
await page.getByText(`${callCount} active calls`).waitFor();
await page.evaluate(observeTurns);
await systemClock.sleep(settleMs);
await publishTurns(calls);
await systemClock.sleep(settleMs);
const delaysMs = await page.evaluate<number[]>('window.delaysMs');
console.log(
  `${callCount} calls, ${turnsPerSecond} turns per second; load ${os.loadavg()[0]!.toFixed(1)}; ms p50 / p99 / p99.9 / max`,
);
console.log(
  `  turn to the screen      ${formatPercentiles(percentilesOf(delaysMs))} (${delaysMs.length} samples)`,
);
console.log(`  frames of an empty page ${formatPercentiles(percentilesOf(intervals))}`);

await browser.close();
feed.close();
await bus.close();
await database.close();
await server.remove();
await empty.drop();
await removeServer(serverFolder);
await folder.remove();
