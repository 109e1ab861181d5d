import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('the numbers', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24300-24399' });
    browser = await startBrowser();
    page = await openSignedIn(browser, program.parley.httpAddress!, program.parley.firstStart!);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('adds a number, gives it an agent and releases it', async () => {
    await page.goto('/numbers');
    await page.getByRole('button', { name: 'Add number' }).click();
    const dialog = page.getByRole('dialog');
    const entered = dialog.getByLabel('Phone number');
    await entered.fill('555');
    await dialog.getByRole('button', { name: 'Add number' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await entered.fill('+12025550120');
    await dialog.getByRole('button', { name: 'Add number' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const agentOf = async () => {
      const { data } = await program.api.client.listNumbers({ headers: workspaceHeader(program) });
      return data.numbers.find(({ phoneNumber }) => phoneNumber === '+12025550120')?.agentId;
    };
    expect(await agentOf()).toBeNull();
    const agents = await program.api.client.listAgents();
    await page.getByLabel('Agent of +12025550120').selectOption(agents.data.agents[0]!.id);
    await expect.poll(agentOf).toBe(agents.data.agents[0]!.id);
    await page.getByRole('button', { name: 'Release +12025550120' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await expect.poll(agentOf).toBeUndefined();
  });

  it('has no accessibility fault in both themes, also in its dialog', async () => {
    await page.goto('/numbers');
    await page.getByRole('table').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Add number' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

const workspaceHeader = ({ parley }: ProgramUnderTest) => ({
  'x-workspace-id': parley.firstStart!.workspaceId,
});
