import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

const people = ['Ada', 'Grace', 'Linus'];
const file = [
  'Phone;Name;Visit',
  ...people.map((name, index) => `+1 202 555 010${index};${name};tomorrow at ten`),
].join('\r\n');

describe.skipIf(!hasBrowser)('a batch of messages', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;
  let parley: ParleyClient;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24600-24699' });
    browser = await startBrowser();
    page = await openSignedIn(browser, program.parley.httpAddress!, program.parley.firstStart!);
    parley = new ParleyClient({ baseUrl: program.parley.httpAddress!, ...program.parley.firstStart! });
    await parley.createFlow({
      body: {
        type: 'message',
        name: 'Reminder',
        status: 'active',
        initiationMessage: 'Hello {{customer.name}}, see you {{visit}}. Reply STOP to opt out.',
        delay: { enabled: false },
      },
    });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  const sentMessages = async () => (await parley.listTestMessages()).data.messages;

  it('sends a list of reminders with one approval, and shows who received one', async () => {
    await page.goto('/batches');
    await page.getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('link', { name: 'New message batch' }).first().click();
    await page.getByLabel('Message', { exact: true }).selectOption({ label: 'Reminder' });
    const buffer = Buffer.from(file);
    await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
    await page.getByText('1 SMS part').waitFor();
    await page.getByLabel('Person').selectOption({ index: 1 });
    await page.getByText(`Hello ${people[1]}, see you tomorrow at ten.`).waitFor();
    await page.getByRole('button', { name: 'Prepare 3 messages' }).click();
    await page.getByText('Hello Grace, see you tomorrow at ten.').first().waitFor();
    expect(await sentMessages()).toEqual([]);
    await page.getByRole('button', { name: 'Send 3 messages' }).click();
    await page.getByText('Completed').waitFor({ timeout: 30_000 });
    await page.getByText('3 delivered').waitFor();
    const received = (await sentMessages()).map(({ message }) => message);
    for (const name of people)
      expect(received.filter((message) => message.startsWith(`Hello ${name},`))).toHaveLength(1);
  }, 60_000);

  it('exports who received a message, in the form of Excel', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const exported = readFileSync(await (await download).path(), 'utf8');
    expect(exported).toMatch(/^\uFEFFrow,to,name,/);
    for (const name of people) expect(exported).toContain(`,${name},`);
  });

  it('asks before the same people receive a message again', async () => {
    await page.goto('/batches/messages/new');
    await page.getByLabel('Message', { exact: true }).selectOption({ label: 'Reminder' });
    const buffer = Buffer.from(file);
    await page.locator('input[type=file]').setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('link', { name: 'Open that batch' }).waitFor();
    await page.getByText('Can be written to').waitFor();
    await page.getByRole('link', { name: 'Open that batch' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByRole('button', { name: 'Prepare 3 messages' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('starts a batch at a time', async () => {
    await page.getByLabel('Approval').selectOption('none');
    await page.getByLabel('At a time').check();
    await page.getByLabel('Start at').fill('2099-01-05T10:00');
    await page.getByRole('checkbox', { name: /again/ }).check();
    await page.getByRole('button', { name: 'Send 3 messages' }).click();
    await page.getByText('Scheduled').waitFor();
    const sent = (await sentMessages()).filter(({ message }) => message.startsWith('Hello'));
    expect(sent).toHaveLength(people.length);
  });

  it('sends the failed messages of a batch again', async () => {
    const flowId = (await parley.listFlows({ query: { type: 'message' } })).data.flows[0]!.id;
    const rows = [{ phone_number: '+12025550117', name: 'Dora', visit: 'tomorrow' }];
    await parley.startMessageBatch({ body: { flowId, name: 'Refused', approval: 'none', rows } });
    await page.goto('/batches/messages');
    await page.getByRole('link', { name: 'Refused', exact: true }).click();
    const refused = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByText('Completed').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Retry failed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry failed' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(refused));
    const batchId = new URL(page.url()).pathname.split('/').at(-1)!;
    const created = await parley.getMessageBatch({ path: { batchId } });
    expect(created.againOf).toBe(refused);
  }, 60_000);

  it('has no accessibility fault in both themes', async () => {
    for (const open of [
      () => page.goto('/batches/messages'),
      () => page.getByRole('link', { name: 'list', exact: true }).click(),
    ]) {
      await open();
      await page.getByRole('table').waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
      }
    }
  });
});
