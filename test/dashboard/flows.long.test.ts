import { ParleyClient } from '@parley/sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramUnderTest } from '../program/program-under-test.ts';
import { accessibilityFaults } from './accessibility.ts';
import { hasBrowser, openSignedIn, startBrowser } from './browser.ts';

describe.skipIf(!hasBrowser)('the pages of flows', () => {
  let program: ProgramUnderTest;
  let browser: Browser;
  let page: Page;
  let parley: ParleyClient;
  let flowId: string;

  const read = () => parley.getFlow({ path: { flowId } });
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  const version = (number: number) => page.getByText(`Version ${number}`).first().waitFor();
  const add = (type: string) => page.getByLabel('Add step').selectOption({ label: type });
  const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);

  /** Selects a step, and waits until the panel shows it. */
  const select = async (id: string) => {
    await node(id).click();
    await expect.poll(() => page.getByLabel('Id', { exact: true }).inputValue()).toBe(id);
  };

  beforeAll(async () => {
    program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24200-24299' });
    const { httpAddress, firstStart } = program.parley;
    parley = new ParleyClient({ baseUrl: httpAddress!, apiKey: firstStart!.apiKey });
    browser = await startBrowser();
    page = await openSignedIn(browser, httpAddress!, firstStart!);
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await program.close();
  });

  it('builds a flow from nothing: steps, an edge with a condition, and a run by text with the step lit', async () => {
    await page.goto('/flows');
    await page.getByRole('button', { name: 'New flow' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Table reminder');
    await page.getByRole('button', { name: 'Create flow' }).click();
    await page.getByRole('heading', { name: 'Table reminder' }).waitFor();
    flowId = new URL(page.url()).pathname.split('/').at(-1)!;
    await add('Ask');
    await page.getByLabel('Prompt', { exact: true }).fill('Will you come tonight?');
    await page.getByLabel('Variable', { exact: true }).fill('coming');
    await page.getByLabel('Expect', { exact: true }).selectOption({ label: 'Yes or no' });
    await add('End');
    await page.getByLabel('Text', { exact: true }).fill('See you tonight.');
    await select('ask_1');
    await add('End');
    await page.getByLabel('Text', { exact: true }).fill('Goodbye.');
    await select('ask_1');
    await page.getByRole('button', { name: 'coming equals no → end_2' }).click();
    expect(await page.getByLabel('Answer of a question').inputValue()).toBe('1');
    await save();
    await page.getByText('The flow is not complete').waitFor();
    await select('ask_1');
    await page.getByRole('button', { name: 'Add what follows otherwise' }).click();
    await save();
    await version(2);
    const flow = await read();
    expect(flow.nodes.map(({ id }) => id)).toEqual(['ask_1', 'end_1', 'end_2', 'end_3']);
    expect(flow.edges[2]!.condition).toEqual({ type: 'else' });
    expect(flow.edges[1]!.condition).toEqual({
      type: 'expression',
      all: [{ left: 'coming', op: '==', right: false }],
    });
    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByLabel('What the customer says').fill('no');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The conversation has ended.').waitFor();
    await node('end_2').locator('.ring-4').waitFor();
  }, 60_000);

  it('shows the faults of the service on the step and beside the field, before a save', async () => {
    await page.getByRole('tab', { name: 'Step' }).click();
    await select('ask_1');
    await page.getByLabel('Variable', { exact: true }).fill('');
    await node('ask_1').getByText('Fault').waitFor();
    expect(await page.getByLabel('Variable', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: '1 fault' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Step "ask_1"' }).click();
    expect(await page.evaluate('document.activeElement.value')).toBe('');
    await page.getByLabel('Variable', { exact: true }).fill('coming');
    await node('ask_1').getByText('Fault').waitFor({ state: 'detached' });
    await page.getByLabel('Variable', { exact: true }).fill('');
  });

  it('stays a draft after a refused publication', async () => {
    await page.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('tab', { name: 'Flow' }).click();
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('draft');
    expect((await read()).status).toBe('draft');
    await page.getByRole('tab', { name: 'Step' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Variable', { exact: true }).inputValue()).toBe('coming');
    await page.getByLabel('Variable', { exact: true }).fill('');
  });

  it('keeps a new step without faults until another one is selected, and keeps it in view', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await add('Say');
    await add('Ask');
    await node('say_1').getByText('Fault').waitFor();
    expect(await node('ask_2').getByText('Fault').count()).toBe(0);
    const isInView = async (id: string) => {
      const graph = (await page.locator('.react-flow').boundingBox())!;
      const box = (await node(id).boundingBox())!;
      return box.y >= graph.y && box.y + box.height <= graph.y + graph.height;
    };
    await expect.poll(() => isInView('ask_2')).toBe(true);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await expect.poll(() => isInView('ask_1')).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
    await node('ask_2').waitFor({ state: 'detached' });
    await select('ask_1');
    await page.getByLabel('Variable', { exact: true }).fill('');
  });

  it('undoes and redoes, moves a step by keyboard, and deletes it', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Variable', { exact: true }).inputValue()).toBe('coming');
    await select('end_1');
    await node('end_1').press('ArrowRight');
    await save();
    await version(3);
    const { position } = (await read()).nodes[1]!;
    await select('end_1');
    await node('end_1').press('Delete');
    await node('end_1').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await node('end_1').waitFor();
    expect((await read()).nodes[1]!.position).toEqual(position);
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  });

  it('exports a flow, and imports it with changes', async () => {
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await downloaded).createReadStream()) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks).toString();
    expect(JSON.parse(content)).toMatchObject({ type: 'call', name: 'Table reminder' });
    const imported = Buffer.from(content.replace('See you tonight.', 'Welcome.'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'flow.json', mimeType: 'application/json', buffer: imported });
    await save();
    await version(4);
    expect(JSON.stringify(await read())).toContain('Welcome.');
  });

  it('keeps the input when someone else saved meanwhile', async () => {
    await select('end_2');
    await page.getByLabel('Text', { exact: true }).fill('Good night.');
    await parley.updateFlow({ path: { flowId }, body: { globalPrompt: 'Be brief.' } });
    await save();
    await page.getByRole('dialog').getByText('Be brief.').waitFor();
    await page.getByRole('button', { name: 'Keep my changes on top' }).click();
    await save();
    await version(6);
    expect(JSON.stringify(await read())).toMatch(/Be brief.*Good night/);
  });

  it('warns of a variable that the flow does not have', async () => {
    await select('end_2');
    await page.getByLabel('Text', { exact: true }).fill('Until {{vist_date}}.');
    const warning = page.locator('[data-path="config.text"]').getByText('{{vist_date}} is not declared');
    await warning.waitFor();
    expect(await page.getByRole('button', { name: '1 warning' }).count()).toBe(1);
    await page.getByLabel('Text', { exact: true }).fill('Noted: {{coming}}.');
    await warning.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('counts the parts of an SMS while it is written, and shows the message and the email', async () => {
    const { id } = await parley.createFlow({
      body: { type: 'message', name: 'By text', initiationMessage: 'Hello.', subject: 'Your {{visit}}' },
    });
    await page.goto(`/flows/${id}`);
    await page.getByText('6 characters · GSM-7 · 1 SMS').waitFor();
    await page
      .getByLabel('First message', { exact: true })
      .fill(`Hello {{customer.name}} ${'👋'.repeat(36)}`);
    await page.getByText('43 characters + 1 variable · UCS-2 · at least 2 SMS parts').waitFor();
    const email = page.getByRole('figure').filter({ hasText: 'Email' });
    expect(await email.textContent()).toMatch(/Your visit.*Hello customer.name/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it.each(['/flows', '/flows/FLOW'])('has no accessibility fault at %s in both themes', async (path) => {
    await page.goto(path.replace('FLOW', flowId));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading').waitFor({ state: 'detached' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });
});
