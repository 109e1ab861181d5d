import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('the first run', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24000-24099' });
    browser = await startBrowser();
    page = await openSignedIn(browser, program.parley.httpAddress!, program.parley.firstStart!);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('makes a first call from a template, shows its words as they are spoken, and plays its recording', async () => {
    await page.getByLabel('Survey').check();
    await page.getByLabel('Name of the person').fill('Grace');
    await page.getByRole('button', { name: 'Create agent and call' }).click();
    await page.getByRole('heading', { name: 'Grace' }).waitFor();
    await page.getByRole('button', { name: 'End call' }).waitFor();
    await page.getByText('Hello Grace').waitFor({ timeout: 20_000 });
    await page.getByText('Completed').first().waitFor({ timeout: 60_000 });
    await page.getByRole('slider', { name: 'Position in the recording' }).waitFor();
    const seconds = await page
      .locator('audio')
      .evaluate(async (audio: { duration: number; load(): void }) => {
        while (Number.isNaN(audio.duration)) await new Promise((resolve) => setTimeout(resolve, 50));
        return audio.duration;
      });
    expect(seconds).toBeGreaterThan(3);
  }, 120_000);

  it.each(['/', '/calls', '/sign-in', '/no-such-page'])(
    'has no accessibility fault at %s in both themes',
    async (path) => {
      await page.goto(path);
      await page
        .getByRole('heading', { level: 1 })
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
