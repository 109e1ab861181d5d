import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

const password = 'a horse and another battery';

describe.skipIf(!hasBrowser)('the settings', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24100-24199' });
    browser = await startBrowser();
    page = await openSignedIn(browser, program.parley.httpAddress!, program.parley.firstStart!);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('creates a key that works until it is revoked', async () => {
    await page.goto('/settings/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reader');
    await dialog.getByLabel('Scopes').selectOption('read-only');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const apiKey = await dialog.getByLabel('Key', { exact: true }).inputValue();
    expect(await dialog.getByLabel('Command that uses it').inputValue()).toBe(
      `curl -H 'x-api-key: ${apiKey}' ${program.parley.httpAddress}/api/v1/calls`,
    );
    const listCalls = () =>
      fetch(`${program.parley.httpAddress}/api/v1/calls`, { headers: { 'x-api-key': apiKey } });
    expect((await listCalls()).status).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke Reader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked').waitFor();
    expect((await listCalls()).status).toBe(401);
  });

  it('shows the reason of the service beside an invalid address of a webhook, and adds a valid one', async () => {
    await page.goto('/settings/webhooks');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    const address = dialog.getByLabel('Address');
    await address.fill('http://127.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await address.fill('https://hooks.example.com/parley');
    await dialog.getByLabel('call.completed').check();
    await dialog.getByLabel('task.created').check();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    expect(await dialog.getByLabel('Copy the signing secret now').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('call.completed, task.created').waitFor();
    await page.getByRole('link', { name: 'https://hooks.example.com/parley' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('cell', { name: 'webhook.test' }).getByRole('link').click();
    const delivery = page.getByRole('dialog', { name: 'webhook.test' });
    await delivery.getByText('What was sent').first().click();
    await delivery.getByText('"event": "webhook.test"').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.goto('/settings/audit');
    await page.getByRole('link', { name: 'https://hooks.example.com/parley' }).first().waitFor();
    await page
      .getByRole('button', { name: /^Copy the id whk_/ })
      .first()
      .waitFor();
  });

  it('invites a viewer, who sees why a change is not allowed', async () => {
    await page.goto('/settings/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('viewer@example.com');
    await dialog.getByLabel('Role').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = await dialog.getByLabel('Link of the invitation').inputValue();
    const context = await browser.newContext();
    const viewer = await context.newPage();
    await viewer.goto(link);
    await viewer.getByLabel('Password').fill(password);
    await viewer.getByRole('button', { name: 'Set password and sign in' }).click();
    await viewer.getByRole('link', { name: 'Settings' }).click();
    await viewer.getByRole('link', { name: 'Workspace' }).click();
    await viewer.getByText('Your role may not change the workspace').waitFor();
    expect(await viewer.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await context.close();
  });

  it('asks for the password above the page when the session has ended, and keeps what was entered', async () => {
    await page.goto('/settings/workspace');
    await page.getByLabel('Name').fill('Oak Street Dental');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Email').fill(program.parley.firstStart!.adminEmail);
    await dialog.getByLabel('Password').fill(program.parley.firstStart!.adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Oak Street Dental');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });

  it('sets the days of the retention, and shows them again', async () => {
    await page.goto('/settings/workspace');
    await page.getByLabel('Recordings', { exact: true }).fill('90');
    await page.getByLabel('Events', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Set retention' }).click();
    await page.getByText('The retention is set.').waitFor();
    await page.reload();
    expect(await page.getByLabel('Recordings', { exact: true }).inputValue()).toBe('90');
    const { data } = await program.api.client.listWorkspaces();
    expect(data.workspaces[0]!.retention).toMatchObject({
      recordingsDays: 90,
      eventsDays: 7,
      messagesDays: null,
    });
  });

  it('checks the providers and carriers that are set up, after a click', async () => {
    await page.goto('/settings/providers');
    await page.getByText('Set PARLEY_OPENAI_API_KEY and restart the service').first().waitFor();
    await page.getByRole('button', { name: 'Check all' }).click();
    const carrier = page.getByRole('listitem').filter({ hasText: 'Phone calls (SIP)' });
    await carrier.getByText('Responds').waitFor();
    await carrier.getByText(/^Sent OPTIONS to .*: answered in \d+ ms\./).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('keeps the active section in view on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto('/settings/audit');
    const active = page.getByRole('link', { name: 'Audit log' });
    const isInView = async () => {
      const { x, width } = (await active.boundingBox())!;
      return x >= 0 && x + width <= 390;
    };
    await expect.poll(isInView).toBe(true);
    await page.getByRole('row').filter({ hasText: 'Create key' }).first().getByText('You').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it.each(['keys', 'webhooks', 'members', 'workspace', 'providers', 'audit'])(
    'has no accessibility fault in %s in both themes',
    async (section) => {
      await page.goto(`/settings/${section}`);
      await page
        .getByRole('table')
        .or(page.getByRole('heading', { level: 2 }))
        .first()
        .waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
      }
    },
  );
});
