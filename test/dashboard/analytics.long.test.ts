import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('the analytics', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24400-24499' });
    browser = await startBrowser();
    page = await openSignedIn(browser, program.parley.httpAddress!, program.parley.firstStart!);
    const calls = await Promise.all(
      ['+12025550103', '+12025550104'].map((number) => program.api.call(number)),
    );
    await Promise.all(calls.map((callId) => program.api.untilEnded(callId)));
  }, 90_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('counts the calls of today, and opens those of a bar', async () => {
    await page.goto('/analytics?period=today&group=agent');
    await page.getByRole('link', { name: /Busy/ }).waitFor();
    await page.getByRole('link', { name: /: 2 calls, 0 connected/ }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page.getByRole('row').nth(2).waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
  });

  it('saves the numbers as CSV', async () => {
    await page.goto('/analytics?period=today&group=agent');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toMatch(/^\uFEFF?[a-z_]+,/);
  });

  it('has no accessibility fault in both themes', async () => {
    await page.goto('/analytics?period=today&group=agent');
    await page.getByRole('table').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });
});
