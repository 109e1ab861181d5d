import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

const ownNumber = '+12025550120';
/** A simulated person who agrees to everything. */
const person = '+12025550100';
const personPage = `/people/${person}`;
const zone = 'America/New_York';
const hourMs = 3_600_000;

describe.skipIf(!hasBrowser)('a person in the dashboard', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;
  let client: ParleyClient;
  let agentId: string;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '25600-25699' });
    const { firstStart, httpAddress } = program.parley;
    const { apiKey, workspaceId } = firstStart!;
    client = new ParleyClient({ baseUrl: httpAddress!, apiKey, workspaceId });
    await client.updateWorkspace({
      path: { workspaceId },
      body: { timezone: zone, callingHours: 'off' },
    });
    await client.createNumber({ body: { phoneNumber: ownNumber } });
    const { agent } = await client.createFromTemplate({
      path: { templateId: 'appointment-reminder' },
      body: { phoneNumber: ownNumber },
    });
    agentId = agent.id;
    await client.answerTestMessage({
      body: { from: person, to: '+12025550150', message: 'Are you open on Sunday?' },
    });
    browser = await startBrowser();
    page = await openSignedIn(browser, httpAddress!, firstStart!);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('is linked from a call, with calls, messages and tasks, newest first', async () => {
    const { callId } = await client.sendCall({
      body: { agentId, toNumber: person, customer: { name: 'Ada Lovelace' } },
    });
    await client.calls.wait(callId);
    await page.goto(`/calls/${callId}`);
    await page.getByRole('link', { name: '+1 202 555 0100' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(personPage);
    const entries = page.getByRole('main').getByRole('listitem').getByRole('link');
    await expect
      .poll(() => entries.allTextContents())
      .toEqual(['Outbound call', 'Message of a stranger', 'SMS conversation']);
    await page.getByRole('button', { name: 'Messages 1' }).click();
    await expect.poll(() => entries.allTextContents()).toEqual(['SMS conversation']);
    expect(page.url()).toContain('kind=messages');
    await entries.first().click();
    await page.getByRole('log').getByText('Are you open on Sunday?').waitFor();
    await page.getByRole('link', { name: '+1 202 555 0100' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('log').getByText('Are you open on Sunday?').waitFor();
  }, 120_000);

  it('is called with an agent that the user chooses', async () => {
    await page.goto(personPage);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Ada King');
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await page.waitForURL(/\/calls\/call_/);
    const callId = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(await client.getCall({ path: { callId } })).toMatchObject({
      toNumber: person,
      customer: { name: 'Ada King' },
    });
    await client.calls.wait(callId);
  }, 120_000);

  it('is suppressed by channel, which cancels callbacks, and allowed again', async () => {
    await page.goto(personPage);
    await page.getByRole('button', { name: 'Schedule a callback' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Time').fill('2020-01-01T10:00');
    await form.getByRole('button', { name: 'Schedule', exact: true }).click();
    await form.getByText('This time is in the past.').first().waitFor();
    await form.getByLabel('Time').fill(wallTime(Date.now() + 24 * hourMs));
    await form.getByLabel('Notes').fill('After lunch.');
    await form.getByRole('button', { name: 'Schedule', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await page.getByText('After lunch.').first().waitFor();
    await page
      .getByText(/[AP]M E[SD]T$/)
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Suppress +1 202 555 0100: Calls' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Asked by letter.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('Asked by letter.').waitFor();
    await page.getByText('No callback is scheduled.').waitFor();
    const { data } = await client.listSuppressions({ query: { address: person } });
    expect(data.suppressions.map(({ channel, reason }) => [channel, reason])).toEqual([
      ['voice', 'Asked by letter.'],
    ]);
    await page.getByRole('button', { name: 'Delete +1 202 555 0100: Calls' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Suppress +1 202 555 0100: Calls' }).waitFor();
  }, 60_000);

  it('has callbacks in a calendar in the time zone of the workspace, moved by keyboard, mouse and dialog', async () => {
    const scheduledAt = new Date(Date.parse('2027-01-13T15:15:00Z'));
    const { _id: dispositionId } = await client.createDisposition({
      body: {
        phoneNumber: '+12025550141',
        agentId,
        scheduledAt: scheduledAt.toISOString(),
        customer: { name: 'Grace Hopper' },
      },
    });
    const isoOf = async () =>
      new Date((await client.getDisposition({ path: { dispositionId } })).scheduledAt!).toISOString();
    await page.goto('/dispositions?view=calendar&week=2027-01-13');
    const chip = page.locator(`[data-callback="${dispositionId}"]`);
    await page.locator('[data-hour="2027-01-13T10"]').getByText('10:15 AM').waitFor();
    expect(await chip.getAttribute('aria-label')).toBe('10:15 AM, Grace Hopper, +1 202 555 0141, Waiting');

    await chip.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(isoOf).toBe('2027-01-14T15:15:00.000Z');
    await page.getByText('Grace Hopper will be called on Jan 14, 2027').waitFor();
    await expectFocus(chip);

    await chip.dragTo(page.locator('[data-hour="2027-01-15T09"]'));
    await expect.poll(isoOf).toBe('2027-01-15T14:15:00.000Z');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(isoOf).toBe('2027-01-14T15:15:00.000Z');

    await chip.click();
    await page.getByLabel('New time').fill('2027-01-12T16:45');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.locator('[data-hour="2027-01-12T16"]').getByText('4:45 PM').waitFor();
    expect(await isoOf()).toBe('2027-01-12T21:45:00.000Z');
    await expectFocus(chip);

    await page.setViewportSize({ width: 390, height: 780 });
    await page.getByRole('heading', { name: 'Tuesday, January 12' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await chip.click();
    await page.getByRole('button', { name: 'Cancel the callback of Grace Hopper' }).click();
    await page.getByRole('button', { name: 'Cancel callback' }).click();
    await chip.waitFor({ state: 'detached' });
    const { status } = await client.getDisposition({ path: { dispositionId } });
    expect(status).toBe('cancelled');
  }, 60_000);

  it.each([personPage, '/people/ada@example.com', '/dispositions?view=calendar', '/dispositions'])(
    'has no accessibility fault at %s in both themes',
    async (path) => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
      }
    },
  );

  it('is saved as a file with all that is stored', async () => {
    await page.goto(personPage);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download what is stored' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${person}.json`);
    const stored = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, object[]>;
    expect(stored['address']).toBe(person);
    expect(stored['calls']).toContainEqual(
      expect.objectContaining({ toNumber: person, direction: 'outbound' }),
    );
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is erased after the number was typed, with a report', async () => {
    await page.goto(personPage);
    await page.getByRole('button', { name: 'Erase person' }).click();
    const dialog = page.getByRole('dialog');
    const erase = dialog.getByRole('button', { name: 'Erase person' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('Type +1 202 555 0100 to confirm').fill('+1 202 555 0100');
    await erase.click();
    await dialog.getByText('The person is erased.').waitFor({ timeout: 30_000 });
    await dialog.getByRole('heading', { name: 'Person erased' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Nothing yet').waitFor();
    const { data } = await client.listCalls({ query: { phoneNumber: person } });
    expect(data.calls).toEqual([]);
  }, 60_000);
});

async function expectFocus(locator: Locator): Promise<void> {
  const hasFocus = () =>
    locator.evaluate((element: { matches(selector: string): boolean }) => element.matches(':focus'));
  await expect.poll(hasFocus).toBe(true);
}

/** Returns the value of an input for date and time in the time zone of the workspace. */
const wallTime = (ms: number): string =>
  new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T').slice(0, 16);
