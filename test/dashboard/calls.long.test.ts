import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import type { FirstStart } from '../../src/main.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

const ownNumber = '+12025550120';
/** Simulated people: one agrees to everything, one asks for a person. */
const agreeing = '+12025550100';
const askingForPerson = '+12025550112';

/** Evaluated in the page. */
const isFocused = (element: unknown): boolean =>
  element === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement;

describe.skipIf(!hasBrowser)('calls in the dashboard', () => {
  let program: ProgramUnderTest;
  let firstStart: FirstStart;
  let browser: Browser;
  let page: Page;
  let client: ParleyClient;
  let agentId: string;
  let endedCallId: string;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '25900-25999' });
    const { httpAddress } = program.parley;
    // Known at the first start only, and not after a restart.
    firstStart = program.parley.firstStart!;
    const { apiKey, workspaceId } = firstStart;
    client = new ParleyClient({ baseUrl: httpAddress!, apiKey, workspaceId });
    await client.createNumber({ body: { phoneNumber: ownNumber } });
    const { agent } = await client.createFromTemplate({
      path: { templateId: 'appointment-reminder' },
      body: { phoneNumber: ownNumber },
    });
    agentId = agent.id;
    browser = await startBrowser();
    page = await openSignedIn(browser, httpAddress!, firstStart);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  const call = (toNumber: string, name: string) =>
    client.sendCall({ body: { agentId, toNumber, customer: { name } } });

  it('shows active calls, controls the selected one by keyboard, and keeps it when it ends', async () => {
    await page.goto('/live');
    await page.getByText('No active calls').waitFor();
    const { callId } = await call(askingForPerson, 'Donald');
    endedCallId = callId;
    const row = page.getByRole('row').filter({ hasText: 'Donald' });
    await row.waitFor({ timeout: 20_000 });
    await row.getByRole('link').focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Selected call' });
    await panel.getByText('Hello Donald').waitFor({ timeout: 20_000 });

    await panel.getByRole('textbox', { name: 'Whisper to the agent' }).fill('Offer Friday.');
    await page.keyboard.press('Enter');
    await panel.getByText('The agent uses no language model').waitFor();
    await panel.getByRole('button', { name: 'Hold' }).click();
    await panel.getByText('The call is on hold.').waitFor();
    await row.getByText('On hold').waitFor();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByText('The call continues.').waitFor();
    await row.getByText('Asks for a person').waitFor({ timeout: 30_000 });
    expect(await accessibilityFaults(page)).toEqual([]);

    await panel.getByRole('button', { name: 'End call' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End call' }).click();
    await row.waitFor({ state: 'detached' });
    await panel.getByText('Completed').waitFor();
    await page.keyboard.press('Escape');
  }, 120_000);

  it('becomes the finished call without a reload, with waveform, silences and events', async () => {
    const { callId } = await call(agreeing, 'Ada');
    await page.goto(`/calls/${callId}`);
    await page.getByRole('button', { name: 'End call' }).waitFor({ timeout: 20_000 });
    const position = page.getByRole('slider', { name: 'Position in the recording' });
    await position.waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'End call' }).waitFor({ state: 'detached' });
    await page.waitForFunction(
      `[...document.querySelector('canvas').getContext('2d').getImageData(0, 0, 300, 40).data].some((value) => value > 0)`,
    );

    await position.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^0:05 \//).waitFor();
    await page.getByRole('button', { name: 'Forward 10 seconds' }).click();
    await page.keyboard.press('Tab');
    await position.press('Home');
    await page.getByText(/^0:00 \//).waitFor();

    const silence = page.getByRole('button', { name: /silence$/ }).first();
    const before = await page
      .locator('canvas')
      .evaluate((canvas: { toDataURL(): string }) => canvas.toDataURL());
    await silence.click();
    await page.getByText('End of turn').waitFor();
    await expect
      .poll(() => page.locator('canvas').evaluate((canvas: { toDataURL(): string }) => canvas.toDataURL()))
      .not.toBe(before);
    await page.getByText('Node greeting').waitFor();

    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByRole('heading', { name: 'The agent ended the call.' }).waitFor();

    await page.getByRole('tab', { name: 'SIP' }).click();
    const answer = page.locator('summary').filter({ hasText: '200 OK INVITE' });
    await answer.waitFor();
    await page.locator('summary').filter({ hasText: 'BYE' }).last().waitFor();
    await answer.focus();
    await page.keyboard.press('Enter');
    await page.locator('details[open]').getByText('a=rtpmap:0 PCMU/8000').waitFor();
  }, 120_000);

  it('keeps holds over a reload, the focus when a call ends, and the list when the service restarts', async () => {
    await page.goto('/live');
    await page.getByText('No active calls').waitFor();
    const first = await call(askingForPerson, 'Grace');
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    await rowOf('Grace').waitFor({ timeout: 20_000 });
    await call(askingForPerson, 'Edsger');
    await rowOf('Edsger').waitFor({ timeout: 20_000 });
    const path = { roomName: first.roomName };
    await expect
      .poll(() => client.holdCall({ path, body: { on: true } }).then(({ result }) => result))
      .toBe('held');
    await rowOf('Grace').getByText('On hold').waitFor();
    await page.reload();
    await rowOf('Grace').getByText('On hold').waitFor();

    await rowOf('Grace').getByRole('link').focus();
    await client.endActiveCall({ path });
    await rowOf('Grace').waitFor({ state: 'detached' });
    expect(await rowOf('Edsger').getByRole('link').evaluate(isFocused)).toBe(true);

    await program.restart(async () => {
      await page.getByText('Connecting again …').waitFor();
      await rowOf('Edsger').waitFor();
    });
    await page.getByText('No active calls').waitFor();
    await page.getByRole('status').getByText('Live').waitFor();
    const last = await call(askingForPerson, 'Barbara');
    await rowOf('Barbara').waitFor({ timeout: 20_000 });
    expect(await page.getByRole('row').count()).toBe(2);
    await client.endActiveCall({ path: { roomName: last.roomName } });
    await rowOf('Barbara').waitFor({ state: 'detached' });
  }, 120_000);

  it('finds a call by the last digits of its number', async () => {
    await page.goto('/calls');
    await page.getByText('5 calls').waitFor();
    await page.getByLabel('Phone number').fill('Ada');
    await page.getByText('Calls are found by phone number.').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await page.getByLabel('Phone number').fill('0112');
    await page.getByText('4 calls').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('0112');
    await page.getByRole('row').filter({ hasText: 'Donald' }).waitFor();

    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name of the view').fill('Wants a person');
    await page.keyboard.press('Enter');
    const views = page.getByRole('navigation', { name: 'Saved views' });
    await views.getByRole('link', { name: 'All calls' }).click();
    await page.getByText('5 calls').waitFor();
    await page.reload();
    await views.getByRole('link', { name: 'Wants a person' }).click();
    await page.getByText('4 calls').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('0112');
    expect(await page.getByLabel('Phone number').inputValue()).toBe('0112');
    expect(await accessibilityFaults(page)).toEqual([]);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('calls.csv');
    const [header, ...records] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(header).toMatch(/^call_id,created_at,/);
    expect(records.map((record) => record.split(',')[0])).toContain(endedCallId);
    expect(records).toHaveLength(4);

    await views.getByRole('button', { name: 'Remove the view Wants a person' }).click();
    await page.getByRole('button', { name: 'Save view' }).waitFor();
  }, 60_000);

  it('shows number, result and duration on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await page.goto('/calls');
    const row = page.getByRole('row').filter({ hasText: 'Ada' });
    await row.getByRole('link', { name: '+1 202 555 0100' }).waitFor();
    await row.getByText('Completed').waitFor();
    await row.getByText(/^\d:\d\d · /).waitFor();
    const cells = await row
      .getByRole('cell')
      .evaluateAll((all: readonly { scrollWidth: number; clientWidth: number }[]) =>
        all.map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
      );
    expect(cells).toEqual([true, true]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('shows the day at home, and its results as links to the calls', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Results today' }).waitFor();
    await page.getByText('All parts work').or(page.getByText('Degraded')).waitFor();
    await page.getByRole('link', { name: 'Completed' }).click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    expect(new URL(page.url()).searchParams.get('endReason')).toBe('agent_hangup');
  }, 30_000);

  describe('on a slow network', () => {
    let slow: Page;

    beforeAll(async () => {
      slow = await openSignedIn(browser, program.parley.httpAddress!, firstStart);
      slow.setDefaultTimeout(30_000);
      await emulateSlowNetwork(slow);
      await slow.addInitScript(observePage);
    }, 60_000);

    afterAll(() => slow.context().close());

    it.each([
      '/',
      '/calls',
      '/calls/ENDED',
      '/live',
      '/tasks',
      '/inbox',
      '/analytics',
      '/dispositions',
      `/people/${agreeing}`,
      '/agents',
    ])(
      'shows that %s is loading, without layout jumps',
      async (path) => {
        await slow.goto(path.replace('ENDED', endedCallId), { waitUntil: 'commit' });
        await slow.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => slow.getByText('Loading …').count(), { timeout: 30_000 }).toBe(0);
        expect(await slow.evaluate('window.hasShownLoading')).toBe(true);
        // Above 0.1, users notice the jumps (Core Web Vitals).
        expect(await slow.evaluate('window.layoutShift')).toBeLessThan(0.1);
      },
      60_000,
    );

    it('creates one object of a form that is sent twice by impatience', async () => {
      await slow.goto('/settings/keys');
      await slow.getByRole('button', { name: 'Create key' }).click();
      const dialog = slow.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Impatient');
      await dialog.getByRole('button', { name: 'Create key' }).evaluate((button: { click(): void }) => {
        button.click();
        button.click();
      });
      await dialog.getByLabel('Key', { exact: true }).waitFor();
      const { keys } = await client.listKeys().then(({ data }) => data);
      expect(keys.filter(({ name }) => name === 'Impatient')).toHaveLength(1);
    }, 60_000);

    it('recovers on the live page after a restart of the service', async () => {
      await slow.goto('/live');
      await slow.getByText('No active calls').waitFor();
      await program.restart(() => slow.getByText('Connecting again …').waitFor());
      await slow.getByRole('status').getByText('Live').waitFor();
      const { roomName } = await call(askingForPerson, 'Frances');
      const row = slow.getByRole('row').filter({ hasText: 'Frances' });
      await row.waitFor();
      expect(await slow.getByRole('row').count()).toBe(2);
      await client.endActiveCall({ path: { roomName } });
      await row.waitFor({ state: 'detached' });
    }, 120_000);
  });

  it('has no accessibility fault on any page in both themes', async () => {
    for (const path of [
      '/',
      '/live',
      '/calls',
      `/calls/${endedCallId}`,
      `/calls/${endedCallId}?tab=events`,
      `/calls/${endedCallId}?tab=sip`,
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([path, await accessibilityFaults(page)]).toEqual([path, []]);
      }
    }
  }, 120_000);
});

/** Evaluated in each new page: notes whether it shows that it is loading, and sums up the jumps of elements that no input caused. */
const observePage = `
  window.hasShownLoading = false;
  new MutationObserver(() => {
    window.hasShownLoading ||= document.body?.textContent.includes('Loading …') === true;
  }).observe(document, { subtree: true, childList: true });
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Slows the network of a page down to that of a bad mobile connection: 400 ms and 50 kB/s. */
async function emulateSlowNetwork(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}
