import { ParleyClient } from '@parley/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FirstStart } from '../../src/main.ts';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

const viewer = { adminEmail: 'viewer@example.com', adminPassword: 'a horse and another battery' };

describe.skipIf(!hasBrowser)('the pages of agents, flows and settings', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let parley: ParleyClient;
  let agentId: string;
  let flowId: string;

  const open = (user: Pick<FirstStart, 'adminEmail' | 'adminPassword'> = program.parley.firstStart!) =>
    openSignedIn(browser, program.parley.httpAddress!, user);

  /** Ends the session of the page. */
  const signOut = (page: Page) => page.context().clearCookies();

  const signInAgain = async (page: Page) => {
    const { adminEmail, adminPassword } = program.parley.firstStart!;
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Email').fill(adminEmail);
    await dialog.getByLabel('Password').fill(adminPassword);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24700-24799' });
    const { httpAddress, firstStart } = program.parley;
    parley = new ParleyClient({ baseUrl: httpAddress!, apiKey: firstStart!.apiKey });
    const created = await parley.createFromTemplate({ path: { templateId: 'survey' }, body: {} });
    agentId = created.agent.id;
    flowId = created.flow.id;
    const { invitation } = await parley.createUser({ body: { email: viewer.adminEmail, role: 'viewer' } });
    await parley.acceptInvitation({ body: { invitation, password: viewer.adminPassword } });
    browser = await startBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('say to a viewer what their role may not do, and show no error', async () => {
    const page = await open(viewer);
    const pages = [
      ['/', 'place calls'],
      ['/agents', undefined],
      ['/agents/new', 'change agents'],
      ['/agents/AGENT', 'change agents'],
      ['/agents/AGENT?tab=try', 'place calls'],
      ['/agents/AGENT?tab=versions', undefined],
      ['/flows', undefined],
      ['/flows/FLOW', 'change flows'],
      ['/numbers', undefined],
      ['/analytics', undefined],
      ['/settings/keys', 'see API keys'],
      ['/settings/webhooks', undefined],
      ['/settings/members', undefined],
      ['/settings/workspace', 'change the workspace'],
      ['/settings/providers', 'check the providers'],
      ['/settings/audit', undefined],
    ] as const;
    for (const [path, action] of pages) {
      await page.goto(path.replace('AGENT', agentId).replace('FLOW', flowId));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading').waitFor({ state: 'detached' });
      if (action !== undefined) await page.getByText(`Your role may not ${action}`).first().waitFor();
      expect([path, await page.getByText('This could not be loaded').count()]).toEqual([path, 0]);
      expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
    }
    await page.goto(`/agents/${agentId}`);
    expect(await page.getByLabel('Name').first().isDisabled()).toBe(true);
    await page.context().close();
  }, 90_000);

  it('keep a changed agent when the session ends, and save it after the next sign-in', async () => {
    const page = await open();
    await page.goto(`/agents/${agentId}`);
    await page.getByLabel('Personality').fill('Be brief.');
    await signOut(page);
    await page.getByLabel('Description').first().fill('Asks guests');
    await page.getByRole('button', { name: 'Save' }).click();
    await signInAgain(page);
    expect(await page.getByLabel('Personality').inputValue()).toBe('Be brief.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Version 2').waitFor();
    const { personality, description } = await parley.getAgent({ path: { agentId } });
    expect([personality, description]).toEqual(['Be brief.', 'Asks guests']);
    await page.context().close();
  });

  it('keep a changed flow when the session ends, and save it after the next sign-in', async () => {
    const page = await open();
    await page.goto(`/flows/${flowId}`);
    await page.getByRole('tab', { name: 'Flow', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Guests');
    await signOut(page);
    await page.getByLabel('Global prompt').fill('Be kind.');
    await page.getByRole('button', { name: 'Save' }).click();
    await signInAgain(page);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Guests');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Version 2').first().waitFor();
    expect(await parley.getFlow({ path: { flowId } })).toMatchObject({
      name: 'Guests',
      globalPrompt: 'Be kind.',
    });
    await page.context().close();
  });
});
