import { readFileSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

/** As a German Excel saves a list: semicolons, Windows-1252, national numbers, dd.mm.yyyy. */
const germanList = Buffer.from(
  [
    'Name;Vorname;Rückruf;Tag;Uhrzeit',
    'Müller;Jürgen;(202) 555-0100;01.12.2026;10:30',
    'Weiß;Zoë;202 5550101;01.12.2026;11:00',
    'Ross;Bob;202 5550103;01.12.2026;11:30',
    'Hill;Jill;12;01.12.2026;12:00',
    '',
  ].join('\r\n'),
  'latin1',
);

describe.skipIf(!hasBrowser)('a day with batches', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;
  let batchUrl: string;
  let agent: { id: string };

  const send = async (path: string, body: object) => {
    const { apiKey, workspaceId } = program.parley.firstStart!;
    const response = await fetch(program.parley.httpAddress! + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-workspace-id': workspaceId },
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as { agent: { id: string } };
  };

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '26000-26099' });
    browser = await startBrowser();
    page = await openSignedIn(browser, program.parley.httpAddress!, program.parley.firstStart!);
    const phoneNumber = '+12025550120';
    await send('/v1/api/telephony/numbers', { phoneNumber });
    ({ agent } = await send('/v1/api/templates/appointment-reminder', { phoneNumber }));
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('calls the people of a German list after its columns were chosen, and shows who comes', async () => {
    await page.goto('/batches/new');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'Termine.csv', mimeType: 'text/csv', buffer: germanList });
    await page.getByText('Choose below which column has the phone numbers.').waitFor();
    await page.getByLabel('Meaning: Rückruf').selectOption('phone_number');
    for (const column of ['Name', 'Vorname'])
      expect(await page.getByLabel(`Meaning: ${column}`, { exact: true }).inputValue()).toBe('name');
    await page.getByText('Proposed, because the file has 01.12.2026.').waitFor();
    await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Appointment reminder' });
    await page.getByLabel('Country of national numbers').selectOption('US');
    await page.getByLabel('Meaning: Tag').selectOption('appointment');
    await page.getByLabel('Meaning: Uhrzeit').selectOption('appointment');
    await page.getByRole('cell', { name: '01.12.2026 10:30' }).last().waitFor();
    expect(await page.getByRole('cell', { name: '+1 202 555 0100' }).count()).toBe(1);
    expect(await page.getByRole('cell', { name: 'Jürgen Müller' }).count()).toBeGreaterThan(0);
    await page.getByText(/^Hello Jürgen Müller, .* Tuesday, December 1st at 10:30 AM/).waitFor();
    const speech = page.waitForResponse((response) => response.url().endsWith('/v1/api/voices/preview'));
    await page.getByRole('button', { name: 'Listen' }).click();
    expect((await speech).headers()['content-type']).toBe('audio/wav');
    const start = page.getByRole('button', { name: 'Call 3 people' });
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download these rows' }).click();
    expect((await download).suggestedFilename()).toBe('Termine-errors.csv');
    expect(readFileSync(await (await download).path(), 'utf8')).toMatch(
      /^\uFEFFparley_row;parley_error;Name;Vorname;Rückruf;Tag;Uhrzeit\r\n5;"phone_number: .*";Hill;Jill;12;01\.12\.2026;12:00\r\n$/,
    );
    await page.getByLabel(/Call the others/).check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await start.click();
    await page.getByRole('heading', { name: 'Termine' }).waitFor();
    batchUrl = page.url();
    await page.getByText('Completed').first().waitFor({ timeout: 90_000 });
    for (const bar of ['Declined 1', 'Not reached 1', 'Not called 1'])
      await page.getByRole('button', { name: bar }).waitFor();
    await page.getByRole('button', { name: 'Confirmed 1' }).click();
    await page.getByText('1 person').waitFor();
    expect(page.url()).toContain('result=confirmed');
    expect(await page.getByRole('table').innerText()).toContain('Jürgen Müller');
    expect(await page.getByRole('table').innerText()).not.toContain('Zoë');
  }, 120_000);

  it('reads dates in the chosen order, keeps the columns of a corrected file, and asks before it is lost', async () => {
    const choose = (name: string, ...rows: string[]) =>
      page.getByLabel('File', { exact: true }).setInputFiles({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(['Kontakt,Termin', ...rows].join('\n')),
      });
    await page.goto('/batches/new');
    await choose('faulty.csv', '+12025550160,03.12.2026 10:30', '+12025550161,32.13.2026');
    await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Appointment reminder' });
    await page.getByLabel('Meaning: Kontakt').selectOption('phone_number');
    await page.getByLabel('Meaning: Termin').selectOption('appointment');
    const preview = page.getByRole('region', { name: 'First rows' });
    await preview.getByText('= Thu, Dec 3, 2026, 10:30 AM').waitFor();
    await preview.getByText('Not read as a date').waitFor();
    await page.getByLabel('Order of dates').selectOption('mdy');
    await preview.getByText('= Thu, Mar 12, 2026, 10:30 AM').waitFor();
    await page.getByLabel('Order of dates').selectOption('dmy');
    await preview.getByText('= Thu, Dec 3, 2026, 10:30 AM').waitFor();
    const errors = page.getByRole('region', { name: 'Rows with errors' });
    expect(await errors.getByRole('row').last().innerText()).toMatch(
      /^3\s+appointment\s+32\.13\.2026\s+The date does not exist in this order\./,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Name of the batch').fill('December');
    await choose('corrected.csv', '+12025550160,03.12.2026 10:30', '+12025550161,04.12.2026');
    await page.getByRole('button', { name: 'Call 2 people' }).waitFor();
    expect(await page.getByLabel('Meaning: Termin').inputValue()).toBe('appointment');
    expect(await page.getByLabel('Name of the batch').inputValue()).toBe('December');
    await page.getByRole('link', { name: 'Calls' }).first().click();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Name of the batch').inputValue()).toBe('December');
    await page.getByRole('link', { name: 'Calls' }).first().click();
    await page.getByRole('dialog', { name: 'Leave without starting?' }).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
  }, 60_000);

  it('exports the rows of a filter, and calls those who were not reached', async () => {
    await page.goto(`${batchUrl}?result=declined`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    expect(file).toContain('Zoë Weiß,,,Declined,');
    expect(file).toContain(',ended_at (time_zone),');
    expect(file).not.toContain('Jürgen');
    await page.getByRole('button', { name: 'Call the rest' }).click();
    await page.getByRole('button', { name: 'Call 1 person' }).click();
    await page.getByText('Calls the rest of an earlier batch').waitFor();
    await page.getByRole('heading', { name: 'Termine (2)' }).waitFor();
    await page.getByRole('heading', { name: 'Who comes' }).waitFor();
    expect(await page.getByText('the flow has no yes-or-no question').count()).toBe(0);
    expect(page.url()).not.toContain(batchUrl);
  }, 60_000);

  it('shows the values of each row, with a call or without', async () => {
    await page.goto(`${batchUrl}?status=skipped`);
    await page.getByRole('table').getByText('Error in the file').waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toContain('Values');
    await page.getByRole('link', { name: 'Jill' }).click();
    const row = page.getByRole('dialog', { name: 'Jill' });
    expect(await row.innerText()).toMatch(/Row of the file\s+5[^]*appointment\s+2026-12-01T12:00/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await row.waitFor({ state: 'hidden' });
    await page.goto(`${batchUrl}?result=confirmed`);
    await page.getByRole('cell', { name: 'appointment: 2026-12-01T10:30' }).waitFor();
    await page.getByRole('link', { name: 'Jürgen Müller' }).click();
    const customer = page.locator('section', { has: page.getByRole('heading', { name: 'Customer' }) });
    expect(await customer.innerText()).toMatch(/Name\s+Jürgen Müller\s+appointment\s+2026-12-01T10:30/);
  }, 60_000);

  it('texts the people whose call had the chosen results', async () => {
    await send('/api/v1/flows', {
      type: 'message',
      name: 'Missed you',
      status: 'active',
      channel: 'sms',
      initiationMessage: 'Hello {{customer.name}}, we could not reach you. Your visit is on {{appointment}}.',
    });
    await page.goto(batchUrl);
    await page.getByRole('button', { name: 'Text the rest' }).click();
    await page.getByLabel('Answered', { exact: true }).check();
    await page.getByLabel('Message', { exact: true }).selectOption({ label: 'Missed you' });
    await page.getByText('Receive an SMS').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /^Prepare \d/ }).click();
    await page.getByText(/^Hello Jürgen Müller, we could not reach you\. Your visit is on .*10:30/).waitFor();
    await page.getByRole('cell', { name: 'appointment: 2026-12-01T10:30' }).waitFor();
  }, 60_000);

  it('skips the people of the batches of a day, unless the user wants to call them again', async () => {
    await page.goto('/batches/new');
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'more.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('phone_number,name\n+12025550100,Jürgen\n+12025550171,Ada\n'),
    });
    await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Appointment reminder' });
    await page.getByRole('button', { name: 'Call 1 person' }).waitFor();
    await page.getByText(/^Row 2 has a number of another batch that .* It is skipped\.$/).waitFor();
    const preview = page.getByRole('region', { name: 'First rows' });
    await preview.getByRole('row', { name: 'Jürgen' }).getByText('Not called').waitFor();
    await page.getByText(/^Hello Ada, /).waitFor();
    const skipRecent = page.getByLabel('Skip the person who is in another batch');
    expect(await skipRecent.isChecked()).toBe(true);
    await skipRecent.uncheck();
    await page.getByRole('button', { name: 'Call 2 people' }).waitFor();
    await preview.getByText('Not called').waitFor({ state: 'hidden' });
    await page.goto('about:blank');
  }, 30_000);

  it('gives columns one meaning without changing the others, and names the batch after its file once', async () => {
    const choose = (name: string, content: Buffer | string) =>
      page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.goto('/batches/new');
    await choose('photo.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    await page.getByText('The file is not a table.').waitFor();
    await choose('Termine.csv', 'Titel;Name;Telefon\nDr.;Ada;+12025550170\n');
    const meaningOf = (column: string) => page.getByLabel(`Meaning: ${column}`, { exact: true });
    await expect.poll(() => meaningOf('Telefon').inputValue()).toBe('phone_number');
    await meaningOf('Titel').selectOption('name');
    await page.getByRole('cell', { name: 'Dr. Ada' }).waitFor();
    expect(await meaningOf('Name').inputValue()).toBe('name');
    await meaningOf('Titel').selectOption('phone_number');
    await page.getByText('(Invalid number)').waitFor();
    expect(await meaningOf('Telefon').inputValue()).toBe('phone_number_2');
    expect(await page.getByLabel('Name of the batch').inputValue()).toBe('Termine (3)');
    await meaningOf('Titel').selectOption('');
    await page.goto('about:blank');
  }, 60_000);

  it('says at once that a file of 300 MB is too large', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-large-'));
    const file = path.join(folder, 'large.csv');
    await writeFile(file, 'phone_number\n+12025550100\n');
    await truncate(file, 300 * 1024 * 1024);
    await page.goto('/batches/new');
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    const message = await page.getByRole('alert').innerText();
    expect(message).toBe(
      'The file has 315 MB, and the limit is 268 MB. Split it into several files, and choose one after the other.',
    );
    await rm(folder, { recursive: true });
  }, 30_000);

  it('reads a workbook, and suppresses its numbers', async () => {
    const workbook = path.join(import.meta.dirname, 'numbers.xlsx');
    await page.goto('/suppressions');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('input[type=file]').setInputFiles(workbook);
    await page.getByText('numbers.xlsx').waitFor();
    await page.getByRole('button', { name: 'Import' }).last().click();
    await page.getByText('2 of 2 rows are on the list now.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Delete +1 202 555 0181' }).first().click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('3 entries').waitFor();
    expect(await page.getByRole('row').count()).toBe(1 + 3);
  }, 60_000);

  it('moves and cancels a callback', async () => {
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    const callback = { phoneNumber: '+12025550140', agentId: agent.id, scheduledAt };
    await send('/v1/api/call-dispositions', callback);
    await page.goto('/dispositions?view=callbacks');
    await page.getByRole('button', { name: 'Move the callback of +1 202 555 0140' }).click();
    await page.getByLabel('New time').fill('2020-01-01T10:00');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('alert').waitFor();
    const moved = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel('New time').fill(moved);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Cancel the callback of +1 202 555 0140' }).click();
    await page.getByRole('button', { name: 'Cancel callback' }).click();
    await page.getByText('No callbacks').waitFor();
    const found = await page.getByRole('button', { name: /Move the callback/ }).count();
    expect(found).toBe(0);
  }, 60_000);

  it.each(['/batches', '/batches/new', '', '/suppressions', '/dispositions', '/dispositions?view=callbacks'])(
    'has no accessibility fault at %s in both themes',
    async (address) => {
      await page.goto(address === '' ? batchUrl : address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const loading of await page.getByText('Loading').all()) await loading.waitFor({ state: 'hidden' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
      }
    },
  );
});
