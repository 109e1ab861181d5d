import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

/** An image that runs a script, a mark that turns the text around, and a word without spaces up to the limit of the field. */
const hostile = (maxLength: number): string =>
  `<img src=x onerror=alert(1)> \u{202E}gnp.exe ${'Ω'.repeat(maxLength)}`.slice(0, maxLength);

const person = '+12025550100';

describe.skipIf(!hasBrowser)('hostile texts in the dashboard', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;
  let paths: readonly string[];
  let dialogs = 0;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '25500-25599' });
    const { firstStart, httpAddress } = program.parley;
    const { apiKey, workspaceId } = firstStart!;
    paths = await fill(new ParleyClient({ baseUrl: httpAddress!, apiKey, workspaceId }));
    browser = await startBrowser();
    page = await openSignedIn(browser, httpAddress!, firstStart!);
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
  }, 90_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it.each([1280, 390])(
    'are text on every page %i pixels wide, and never make it wider',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      const faults: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
        // A phone omits some columns.
        if (width > 1000 && (await page.getByText('<img src=x').count()) === 0)
          faults.push(`${path} does not show the text`);
        if ((await page.locator('img').count()) > 0) faults.push(`${path} has an image`);
        const overflow = await page.evaluate<number>(overflowPixels);
        if (overflow > 0) faults.push(`${path} is ${overflow} pixels too wide`);
      }
      expect(faults).toEqual([]);
      expect(dialogs).toBe(0);
    },
    120_000,
  );

  it('leave every page accessible on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of [...paths, ...pagesWithoutTexts]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
    }
  }, 120_000);
});

/** Pages that show no text of a stranger or a file. */
const pagesWithoutTexts = [
  '/',
  '/live',
  '/agents/new',
  '/batches/new',
  '/batches/messages',
  '/batches/messages/new',
  '/settings/webhooks',
  '/settings/members',
  '/settings/workspace',
  '/settings/providers',
  '/settings/audit',
];

/** How much wider the page, its content or its table is than the window. */
const overflowPixels = `(() => {
  const scrollers = [document.documentElement, document.querySelector('main')];
  for (const table of document.querySelectorAll('[role="table"]')) scrollers.push(table.parentElement);
  return Math.max(...scrollers.map((element) => element.scrollWidth - element.clientWidth));
})()`;

/** Stores hostile texts in all fields that a stranger or a file can fill, and returns the pages that show them. */
async function fill(parley: ParleyClient): Promise<readonly string[]> {
  const phoneNumber = '+12025550120';
  await parley.createNumber({ body: { phoneNumber, friendlyName: hostile(100) } });
  const { agent, flow } = await parley.createFromTemplate({
    path: { templateId: 'appointment-reminder' },
    body: { phoneNumber },
  });
  await parley.updateAgent({ path: { agentId: agent.id }, body: { name: hostile(80) } });
  await parley.updateFlow({ path: { flowId: flow.id }, body: { name: hostile(80) } });
  const customer = { name: hostile(200) };
  const { callId } = await parley.sendCall({ body: { agentId: agent.id, toNumber: person, customer } });
  await parley.calls.wait(callId);
  const csv = `phone_number,name,appointment\n${person},"${hostile(200)}",Tuesday`;
  const batch = await parley.startBatch({ body: { csv, agentId: agent.id, name: hostile(80) } });
  await parley.answerTestMessage({ body: { from: person, to: '+12025550150', message: hostile(10_000) } });
  const task = await vi.waitFor(
    async () => {
      const { data } = await parley.listTasks({ query: { kind: 'inbound_message' } });
      return data.tasks[0] ?? Promise.reject(new Error('The message has no task.'));
    },
    { timeout: 10_000 },
  );
  await parley.updateTask({
    path: { taskId: task.id },
    body: { note: hostile(2_000), assignee: hostile(200) },
  });
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  await parley.createDisposition({
    body: { phoneNumber: person, agentId: agent.id, scheduledAt, notes: hostile(2_000) },
  });
  await parley.createSuppression({ body: { address: '+12025550199', reason: hostile(500) } });
  await parley.createKey({ body: { name: hostile(80), scopes: ['calls:read'] } });
  const conversation = (await parley.listConversations({})).data.conversations[0]!;
  return [
    '/calls',
    `/calls/${callId}`,
    '/batches',
    `/batches/${batch.batchId}`,
    '/inbox',
    `/inbox?conversation=${conversation._id}`,
    '/tasks',
    '/agents',
    `/agents/${agent.id}`,
    '/flows',
    `/flows/${flow.id}`,
    '/dispositions',
    '/dispositions?view=callbacks',
    `/people/${person}`,
    '/people/+12025550199',
    '/suppressions',
    '/numbers',
    '/analytics?period=today&group=agent',
    '/settings/keys',
  ];
}
