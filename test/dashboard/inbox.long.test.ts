import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

const hostileName = '<img src=x onerror=alert(1)> \u{202E}gnp.exe';

describe.skipIf(!hasBrowser)('the inbox and the tasks', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;
  let parley: ParleyClient;

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24200-24299' });
    browser = await startBrowser();
    page = await openSignedIn(browser, program.parley.httpAddress!, program.parley.firstStart!);
    parley = new ParleyClient({ baseUrl: program.parley.httpAddress!, ...program.parley.firstStart! });
    const flow = await parley.createFlow({
      body: {
        type: 'message',
        name: 'Reminder',
        status: 'active',
        initiationMessage: 'Hello {{customer.name}}, see you {{visit}}. Reply STOP to opt out.',
        delay: { enabled: false },
      },
    });
    for (const [index, name] of [hostileName, 'Grace', 'Linus'].entries())
      await parley.generateMessage({
        body: {
          flowId: flow.id,
          to: `+1202555010${index}`,
          metadata: { customerDetails: { name } },
          autopilot: false,
          dynamic: { visit: 'tomorrow at ten' },
        },
      });
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  const conversationOf = async (name: string) => {
    const { data } = await parley.listConversations({ query: { limit: 10 } });
    return data.conversations.find(({ customer }) => customer.name === name)!;
  };

  const messageOf = async (name: string) => (await conversationOf(name)).messages[0]!;

  it('approves, edits and rejects drafts by keyboard, one after another', async () => {
    await page.goto('/inbox?view=approval');
    await page.getByRole('link', { name: /Linus/ }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Linus' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.keyboard.press('a');
    await expect
      .poll(async () => (await messageOf('Linus')).status)
      .toMatch(/approved|sending|sent|delivered/);
    await page.getByRole('heading', { name: 'Grace' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('Draft').press('Escape');
    await page.getByLabel('Draft').waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await page.getByLabel('Draft').fill('Hello Grace, see you on Friday.');
    await page.getByLabel('Draft').press('Escape');
    await page.getByLabel('Draft').press('Control+Enter');
    await expect.poll(async () => (await messageOf('Grace')).message).toBe('Hello Grace, see you on Friday.');
    await page.getByRole('button', { name: 'Reject' }).waitFor();
    await page.keyboard.press('r');
    await expect.poll(async () => (await messageOf(hostileName)).status).toBe('rejected');
    await page.getByText('Nothing to do in this view.').waitFor();
  });

  it('shows a hostile name as text', async () => {
    await page.goto('/inbox');
    await page.getByRole('link', { name: /img src=x/ }).click();
    await page.getByRole('log').waitFor();
    const heading = page.getByRole('main').getByRole('heading', { level: 2 });
    expect(await heading.textContent()).toBe(hostileName);
    expect(await page.locator('img').count()).toBe(0);
  });

  it('takes a conversation over, writes to the customer, and gives it back', async () => {
    await page.goto('/inbox?search=Grace');
    await page.getByRole('link', { name: /Grace/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('A person has taken over.').waitFor();
    await page.getByLabel('Reply').fill('This is Ada. Shall we move it to eleven?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('log').getByText('Shall we move it to eleven?').waitFor();
    await page.getByRole('log').getByText('You ·').waitFor();
    for (const key of ['Control+Enter', 'Meta+Enter']) {
      await page.getByLabel('Reply').fill(`Sent by ${key}.`);
      await page.getByLabel('Reply').press(key);
      await page.getByRole('log').getByText(`Sent by ${key}.`).waitFor();
      await expect.poll(() => page.getByLabel('Reply').inputValue()).toBe('');
    }
    await page.getByRole('button', { name: 'Give back to the agent' }).click();
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    const messages = (await conversationOf('Grace')).messages;
    expect(messages.map(({ message }) => message)).toContain('This is Ada. Shall we move it to eleven?');
  });

  it('shows which messages the flow of a conversation could not send', async () => {
    const notify = { flowId: (await conversationOf('Grace')).pathwayId, to: '+12025550189' };
    const flow = await parley.createFlow({
      body: {
        type: 'message',
        name: 'Notice',
        status: 'active',
        initiationMessage: 'Hello {{customer.name}}, are you there?',
        delay: { enabled: false },
        nodes: [
          { id: 'notify', type: 'send_message', config: notify },
          { id: 'done', type: 'end', config: { text: 'Goodbye.' } },
        ],
        edges: [{ id: 'sent', from: 'notify', to: 'done' }],
      },
    });
    await parley.createSuppression({
      body: { address: notify.to, channel: 'sms', reason: 'Asked by letter.' },
    });
    const customerDetails = { name: 'Barbara' };
    await parley.generateMessage({
      body: { flowId: flow.id, to: '+12025550187', metadata: { customerDetails }, autopilot: true },
    });
    await expect.poll(async () => (await messageOf('Barbara')).status).toMatch(/sent|delivered/);
    await parley.answerTestMessage({ body: { from: '+12025550187', message: 'Yes' } });
    await page.goto('/inbox?search=Barbara');
    await page.getByRole('link', { name: /Barbara/ }).click();
    await page.getByText('The flow could not send one message.').click({ timeout: 30_000 });
    await page.getByText(/^Step notify: /).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('shows the message of a stranger as a task, which is taken and finished', async () => {
    await parley.answerTestMessage({
      body: { from: '+12025550188', to: '+12025550150', message: 'Are you open on Sunday?' },
    });
    await page.goto('/tasks');
    const row = page.getByRole('row', { name: /Message of a stranger/ });
    await row.getByRole('button', { name: /^Take/ }).click();
    await row.getByText('Administrator').waitFor();
    await row.getByRole('button', { name: /^Done with/ }).click();
    await row.waitFor({ state: 'hidden' });
    await page.getByLabel('Status').selectOption('done');
    await page.getByRole('link', { name: 'Message of a stranger' }).click();
    await page.getByRole('log').getByText('Are you open on Sunday?').waitFor();
    const { data } = await parley.listTasks({ query: { kind: 'inbound_message' } });
    expect(data.tasks.map(({ status, assignee }) => [status, assignee])).toEqual([['done', 'Administrator']]);
  });

  it.each(['/inbox?view=approval', '/inbox?search=Grace', '/tasks?status=done'])(
    'has no accessibility fault at %s in both themes',
    async (path) => {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const first = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first();
      if (path.includes('Grace')) await first.click();
      await page.waitForLoadState('networkidle');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page)).toEqual([]);
      }
    },
  );
});
