import { ParleyClient } from '@parley/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('the pages of agents', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;
  let parley: ParleyClient;
  let agentId: string;

  const save = () => page.getByRole('button', { name: 'Save' }).click();
  const shown = (text: string) => page.getByText(text).first().waitFor();

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24100-24199' });
    const { httpAddress, firstStart } = program.parley;
    parley = new ParleyClient({ baseUrl: httpAddress!, apiKey: firstStart!.apiKey });
    browser = await startBrowser();
    page = await openSignedIn(browser, httpAddress!, firstStart!);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('creates an agent from a template, and lists it', async () => {
    await page.goto('/agents/new');
    await page.getByLabel('Survey').check();
    await page.getByLabel('Name').last().fill('Guest survey');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Guest survey' }).waitFor();
    agentId = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByRole('link', { name: 'Agents' }).first().click();
    await page.getByRole('link', { name: 'Guest survey' }).click();
    await page.getByRole('heading', { name: 'Guest survey' }).waitFor();
    expect(page.url()).toContain(agentId);
  });

  it('shows the message of the service beside the field before a save, and saves the corrected value', async () => {
    await page.getByLabel('Speed').fill('5');
    const message = page.locator('[data-path="voice.speed"]').getByText('Enter 2 or less.');
    await message.waitFor();
    expect(await page.getByLabel('Speed').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: '1 fault' }).first().click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Voice › Speed' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1.2');
    await message.waitFor({ state: 'detached' });
    await save();
    await shown('Version 2');
    expect((await parley.getAgent({ path: { agentId } })).voice.speed).toBe(1.2);
  });

  it('plays each voice with a sentence in its language', async () => {
    const spoken = page.waitForResponse('**/v1/api/voices/preview');
    await page.getByRole('button', { name: 'Play slt en-US' }).click();
    const response = await spoken;
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'audio/wav']);
    await page.getByRole('button', { name: 'Stop slt en-US' }).click();
    await page.getByRole('button', { name: 'Play slt en-US' }).waitFor();
  });

  it('keeps the input when someone else saved meanwhile, and says what they changed', async () => {
    await page.getByLabel('Description').first().fill('Mine');
    await parley.updateAgent({ path: { agentId }, body: { limits: { ringTimeoutSeconds: 20 } } });
    await save();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ring timeout').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep my changes on top' }).click();
    await save();
    await shown('Version 4');
    const agent = await parley.getAgent({ path: { agentId } });
    expect([agent.description, agent.limits.ringTimeoutSeconds]).toEqual(['Mine', 20]);
  });

  it('asks before it loses changes', async () => {
    await page.getByLabel('Description').first().fill('Unsaved');
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Description').first().inputValue()).toBe('Unsaved');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Description').first().inputValue()).toBe('Mine');
  });

  it('tries the agent by text', async () => {
    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByLabel('Name of the customer').fill('Grace');
    await page.getByRole('button', { name: 'Start' }).click();
    await shown('Hello Grace');
    await page.getByLabel('What the customer says').fill('yes');
    await page.getByRole('button', { name: 'Send' }).click();
    const reply = page.getByRole('listitem').filter({ hasText: 'Customer yes' });
    await reply.getByText('Agent').first().waitFor();
    expect(await reply.textContent()).toContain('?');
  });

  it('shows what a version changed, and restores it', async () => {
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Version 3' }).click();
    await shown('Ring timeout');
    const first = page.getByRole('listitem').filter({ hasText: 'Version 1' });
    await first.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await shown('Version 5');
    expect((await parley.getAgent({ path: { agentId } })).voice.speed).toBe(1);
  });

  it('calls a simulated person with a number of the fictional range', async () => {
    await page.goto(`/agents/${agentId}?tab=try`);
    await page.getByLabel('Name of the person').fill('Grace');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.waitForURL(/\/calls\/call_/);
    expect((await parley.getAgent({ path: { agentId } })).phoneNumber).toMatch(/^\+12025550/);
  });

  it('leads from an empty agent to a flow, to its publication and to a call from the home page', async () => {
    await page.goto('/agents/new');
    await page.getByLabel('Empty agent for calls').check();
    await page.getByLabel('Name').last().fill('Table desk');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await shown('This agent cannot call yet, because it has no flow.');
    await page.getByRole('button', { name: 'Choose a flow' }).click();
    expect(await page.locator('[data-path="flowId"] select:focus').count()).toBe(1);
    await page.getByRole('button', { name: 'Create a flow' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create flow' }).click();
    await shown('This flow is a draft.');
    await page.goto('/');
    await shown('because its flow "Table desk" is not published');
    expect(await page.getByRole('button', { name: 'Call', exact: true }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open flow' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('This flow is a draft.').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByLabel('Table desk').check();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.waitForURL(/\/calls\/call_/);
    await shown('Hello, this is Table desk.');
  }, 60_000);

  it.each(['/agents', '/agents/new', '/agents/AGENT', '/agents/AGENT?tab=try', '/agents/AGENT?tab=versions'])(
    'has no accessibility fault at %s in both themes',
    async (path) => {
      await page.goto(path.replace('AGENT', agentId));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading').waitFor({ state: 'detached' });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
      }
    },
  );
});
