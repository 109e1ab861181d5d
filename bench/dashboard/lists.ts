/*
 * node bench/dashboard/lists.ts --rows 10000 --samples 20
 *
 * Measures the lists of calls and of the rows of a batch in Chromium with many rows: from an input event to the end of the frame that shows its
 * effect. `server`: the part in which the page waits for responses of the service. `page`: the rest, of which each interaction may take
 * 100 ms. First with one page of rows, then with all rows read. The lists have no sorting. The noise floor is the interval of frames of
 * an empty page, and the reference is a key pressed in an empty page.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openSignedIn, startBrowser } from '../../test/dashboard/browser.ts';
import { readFirstStart, temporaryDataFolder } from '../../test/program/program-under-test.ts';
import { ServingProcess } from '../../test/program/serving-process.ts';
import { connectionUrl } from '../../test/support/connection-url.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { parseBounded } from '../turn/calls.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, samples: { type: 'string', default: '20' } },
});
const rowCount = parseBounded('rows', values.rows, 1_000, 50_000);
const sampleCount = parseBounded('samples', values.samples, 2, 200);
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
    PARLEY_RTP_PORTS: '43100-43199',
  },
  { stopsWithParent: true },
);
const baseUrl = await server.ready();
const first = await readFirstStart(folder.dataDir);
const { workspaceId } = first;
const database = await openDatabase(empty.connection, { clock: systemClock, logger: silentLogger });

/** Stores a cancelled batch, of whose rows a third was not reached, and as many ended calls. Returns the id of the batch. */
async function storeRows(): Promise<string> {
  const client = new ParleyClient({ baseUrl, ...first });
  await client.createNumber({ body: { phoneNumber: ownNumber } });
  const { agent } = await client.createFromTemplate({
    path: { templateId: 'appointment-reminder' },
    body: { phoneNumber: ownNumber },
  });
  const lines = Array.from(
    { length: rowCount },
    (_, index) => `+1202555${String(index + 10_000).slice(1)},Person ${index},2026-12-01T10:30`,
  );
  const query = new URLSearchParams({
    agentId: agent.id,
    scheduledAt: new Date(systemClock.now() + 30 * 86_400_000).toISOString(),
    allowDuplicates: 'true',
  });
  const file = new Blob([['phone_number,name,appointment', ...lines].join('\n')], { type: 'text/csv' });
  const response = await client.send('POST', `/v1/api/batch-calls?${query.toString()}`, {
    file,
    timeoutMs: 120_000,
  });
  const { batchId } = (await response.json()) as { batchId: string };
  await client.cancelBatch({ path: { batchId } });
  const system = database.asSystem();
  await system.execute(
    { text: `update batch_jobs set outcome = 'no_answer' where batch_id = $1 and row_number % 3 = 0` },
    [batchId],
  );
  await system.execute(
    {
      text: `insert into calls (id, workspace_id, room_name, direction, type, state, end_reason, fault, from_number, to_number, agent_id,
          agent_version, agent, customer, record, created_at, ended_at, updated_at)
        select 'call_0' || lpad(place::text, 25, '0'), $1, 'room-' || place, case place % 3 when 0 then 'inbound' else 'outbound' end,
          'phone', 'ended', 'customer_hangup', 'none', '+1202555' || lpad((place % 10000)::text, 4, '0'), '+1202555' || lpad((place % 10000)::text, 4, '0'),
          $2, 1, jsonb_build_object('id', $2::text, 'name', 'Ada', 'model', 'none', 'voice', jsonb_build_object('provider', 'builtin', 'voiceId', 'awb')),
          jsonb_build_object('name', 'Customer ' || place), false, now() - place * interval '1 minute', now() - place * interval '1 minute', now()
        from generate_series(1, $3::int) as place`,
    },
    [workspaceId, agent.id, rowCount],
  );
  await system.execute({ text: 'analyze' });
  return batchId;
}

/**
 * Runs in the page. `measure` starts with the next input event of a type, and ends after the frame in which the condition holds. Values
 * of fields, the focus and the scroll position are no mutations, so their events check the condition too.
 */
const measuring = `
  window.measure = (type, condition) => {
    let startedAt;
    const isDone = new Function('return ' + condition);
    window.measured = new Promise((resolve) => {
      addEventListener(type, ({ timeStamp }) => { startedAt = timeStamp; }, { capture: true, once: true });
      const events = ['scroll', 'focusin', 'input'];
      const check = () => {
        if (startedAt === undefined || !isDone()) return;
        observer.disconnect();
        for (const event of events) document.removeEventListener(event, check, true);
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            const totalMs = performance.now() - startedAt;
            const requests = performance.getEntriesByType('resource').filter(({ name, startTime }) => startTime >= startedAt && /\\/(?:api|v1|v2)\\//.test(name));
            const serverMs = requests.length === 0 ? 0 : Math.max(...requests.map(({ responseEnd }) => responseEnd)) - Math.min(...requests.map(({ startTime }) => startTime));
            performance.clearResourceTimings();
            resolve({ totalMs, serverMs });
          };
          channel.port2.postMessage(0);
        });
      };
      const observer = new MutationObserver(check);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      for (const event of events) document.addEventListener(event, check, true);
    });
  };
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

interface Sample {
  readonly totalMs: number;
  readonly serverMs: number;
}

interface Interaction {
  readonly event: 'keydown' | 'wheel' | 'change' | 'click';
  /** JavaScript: whether the page shows the effect. */
  readonly condition: string;
  readonly act: (index: number) => Promise<unknown>;
  /** Undoes it, unmeasured. */
  readonly undo?: () => Promise<unknown>;
}

async function measure(
  page: Page,
  label: string,
  interactionOf: (index: number) => Interaction,
): Promise<void> {
  const samples: Sample[] = [];
  for (let index = 0; index < sampleCount; index += 1) {
    const { event, condition, act, undo } = interactionOf(index);
    await page.evaluate(`measure(${JSON.stringify(event)}, ${JSON.stringify(condition)})`);
    await act(index);
    samples.push(await page.evaluate<Sample>('measured'));
    await undo?.();
  }
  const pageMs = percentilesOf(samples.map(({ totalMs, serverMs }) => totalMs - serverMs));
  const serverMs = percentilesOf(samples.map((sample) => sample.serverMs));
  console.log(`  ${label.padEnd(34)} ${formatPercentiles(pageMs).padEnd(36)} ${formatPercentiles(serverMs)}`);
}

const scroller = `document.querySelector('[role=table]').parentElement`;
const firstRow = `document.querySelector('[data-row]')?.dataset.row`;
const middleHasRow = `(() => { const box = ${scroller}.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[role=row]') != null; })()`;

/** Measures one list, with the rows that are read so far. */
async function measureList(page: Page, label: string): Promise<void> {
  const table = page.getByRole('table');
  await table.hover();
  await measure(page, `${label}: scroll`, (index) => ({
    event: 'wheel',
    condition: `${scroller}.scrollTop !== window.scrolledTo && ${middleHasRow}`,
    act: async () => {
      await page.evaluate(`window.scrolledTo = ${scroller}.scrollTop`);
      await page.mouse.wheel(0, index % 2 === 0 ? 1_500 : -1_500);
    },
  }));
  await page.locator('[data-row]').first().focus();
  await measure(page, `${label}: arrow key`, () => ({
    event: 'keydown',
    condition: `document.activeElement !== window.focused`,
    act: async () => {
      await page.evaluate('window.focused = document.activeElement');
      await page.keyboard.press('ArrowDown');
    },
  }));
}

const batchId = await storeRows();
const browser = await startBrowser();
const noise = await browser.newPage();
const intervals = await noise.evaluate<number[]>(frameIntervals);
await noise.setContent('<input autofocus>');
await noise.evaluate(measuring);
const page = await openSignedIn(browser, baseUrl, first, { height: 900 });
await page.addInitScript(measuring);

console.log(
  `${rowCount} rows, ${sampleCount} samples; load ${os.loadavg()[0]!.toFixed(1)}; ms p50 / p99 / p99.9 / max`,
);
console.log(`  frames of an empty page            ${formatPercentiles(percentilesOf(intervals))}`);
console.log(`  ${''.padEnd(34)} ${'page'.padEnd(36)} server`);
await noise.locator('input').focus();
await measure(noise, 'a key in an empty page', (index) => ({
  event: 'keydown',
  condition: `document.querySelector('input').value.length === ${index + 1}`,
  act: () => noise.keyboard.press('a'),
}));
await noise.close();

const lists = [
  { label: 'rows of a batch', path: `/batches/${batchId}`, select: 'Result', option: 'not_reached' },
  { label: 'calls', path: '/calls', select: 'Direction', option: 'inbound' },
] as const;
for (const { label, path, select, option } of lists) {
  await page.goto(path);
  await page.locator('[data-row]').first().waitFor();
  await measure(page, `${label}: filter`, (index) => ({
    event: 'change',
    condition: `![undefined, window.firstRow].includes(${firstRow})`,
    act: async () => {
      await page.evaluate(`window.firstRow = ${firstRow}`);
      await page.getByLabel(select, { exact: true }).selectOption(index % 2 === 0 ? option : '');
    },
  }));
  if (sampleCount % 2 === 1) await page.getByLabel(select, { exact: true }).selectOption('');
  await measure(page, `${label}: type`, (index) => ({
    event: 'keydown',
    condition: `document.activeElement.value?.length === ${(index % 2) + 1}`,
    act: async () => {
      const search = page.getByRole('searchbox');
      if (index % 2 === 0) await search.fill('');
      await search.press('5');
    },
  }));
  await page.goto(path);
  await page.locator('[data-row]').first().waitFor();
  await measureList(page, label);
  for (let rows = 0; rows !== rowCount + 1;) {
    await page.evaluate(`${scroller}.scrollTop = ${scroller}.scrollHeight`);
    await systemClock.sleep(20);
    rows = Number(await page.getByRole('table').getAttribute('aria-rowcount'));
  }
  await measureList(page, `${label}, all read`);
  await measure(page, `${label}, all read: open`, () => ({
    event: 'keydown',
    condition:
      label === 'calls'
        ? `location.pathname.startsWith('/calls/') && document.querySelector('h1')?.textContent.startsWith('Customer')`
        : `/Person \\d+/.test(document.querySelector('[role=dialog]')?.textContent ?? '') && document.querySelector('[role=dialog] dl') !== null`,
    act: async () => {
      await page.locator('[data-row]').nth(5).focus();
      await page.keyboard.press('Enter');
    },
    undo: async () => {
      await page.goBack();
      await page.locator('[data-row]').nth(5).waitFor();
    },
  }));
}

await browser.close();
await database.close();
await server.remove();
await empty.drop();
await removeServer(serverFolder);
await folder.remove();
