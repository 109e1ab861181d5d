import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { FirstStart } from '../../src/main.ts';

/** Chromium of Debian. Others set PARLEY_TEST_CHROMIUM to the path of a Chromium. */
const executablePath = process.env['PARLEY_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether the tests in a browser can run. */
export const hasBrowser = existsSync(executablePath);

/** Starts Chromium without a window. Its sandbox cannot start as root. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

export interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** Opens the dashboard in a new profile, signed in as the administrator of the first start. */
export async function openSignedIn(
  browser: Browser,
  baseUrl: string,
  { adminEmail, adminPassword }: Pick<FirstStart, 'adminEmail' | 'adminPassword'>,
  { colorScheme = 'light', width = 1280, height = 800 }: PageOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    colorScheme,
    viewport: { width, height },
    locale: 'en-US',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(adminEmail);
  await page.getByLabel('Password').fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  return page;
}
