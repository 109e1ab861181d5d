/**
 * `npm run screenshots [-- FOLDER]`: takes pictures of every page of the dashboard, in both themes, on a desktop and on a phone, of a real
 * service with calls of the test network. Default folder: docs/screenshots, which keeps the pictures of README and docs only.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { ParleyClient } from '../packages/sdk/src/client.ts';
import { openSignedIn, startBrowser } from '../test/dashboard/browser.ts';
import { ProgramUnderTest } from '../test/program/program-under-test.ts';

const people = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Katherine Johnson',
  'Linus Pauling',
  'Mary Jackson',
];
/** Persons of the test network: agree, decline, ask for a callback, are busy, do not answer, have a voicemail. */
const personas = ['00', '01', '02', '03', '04', '05'];
const committed = new Set(['home', 'call', 'batch', 'inbox']);
/** Two agree, one declines, one asks for a callback, one does not answer, one has the wrong number. */
const rowPersonas = ['130', '131', '101', '102', '104', '106'];
const settleMs = 1_500;

/** Makes calls and conversations, and returns the paths of the pages by name. */
async function fill(parley: ParleyClient): Promise<Record<string, string>> {
  await parley.createNumber({ body: { phoneNumber: '+12025550120', friendlyName: 'Front desk' } });
  const reminder = { path: { templateId: 'appointment-reminder' }, body: { phoneNumber: '+12025550120' } };
  const { agent, flow } = await parley.createFromTemplate(reminder);
  const callIds: string[] = [];
  for (const [index, persona] of personas.entries()) {
    const body = { agentId: agent.id, toNumber: `+120255501${persona}`, customer: { name: people[index]! } };
    callIds.push((await parley.sendCall({ body })).callId);
  }
  for (const callId of callIds) await parley.calls.wait(callId);
  const rows = people.map((name, index) => `+12025550${rowPersonas[index]},${name},Tuesday at 10 AM`);
  const csv = ['phone_number,name,appointment', ...rows].join('\n');
  const { batchId } = await parley.startBatch({
    body: { csv, agentId: agent.id, name: 'Reminders of Tuesday', callsPerSecond: 5 },
  });
  while ((await parley.getBatchProgress({ path: { batchId } })).status !== 'completed') await sleep(1_000);
  const messages = await parley.createFlow({
    body: {
      type: 'message',
      name: 'Reminder by SMS',
      status: 'active',
      initiationMessage: 'Hello {{customer.name}}, see you {{visit}}. Reply STOP to opt out.',
      delay: { enabled: false },
    },
  });
  for (const [index, name] of people.entries()) {
    const details = { metadata: { customerDetails: { name } }, dynamic: { visit: 'tomorrow at ten' } };
    await parley.generateMessage({
      body: { flowId: messages.id, to: `+1202555012${index}`, autopilot: index > 3, ...details },
    });
  }
  return {
    home: '/',
    calls: '/calls',
    call: `/calls/${callIds[0]}`,
    live: '/live',
    batches: '/batches',
    'new-batch': '/batches/new',
    batch: `/batches/${batchId}`,
    inbox: '/inbox?view=approval',
    tasks: '/tasks',
    person: '/people/+12025550100',
    agents: '/agents',
    agent: `/agents/${agent.id}`,
    flows: '/flows',
    flow: `/flows/${flow.id}`,
    dispositions: '/dispositions',
    calendar: '/dispositions?view=calendar',
    suppressions: '/suppressions',
    numbers: '/numbers',
    analytics: '/analytics?period=today',
    keys: '/settings/keys',
    webhooks: '/settings/webhooks',
    members: '/settings/members',
    workspace: '/settings/workspace',
    providers: '/settings/providers',
    audit: '/settings/audit',
  };
}

interface Picture {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

async function takePictures(
  browser: Browser,
  { parley }: ProgramUnderTest,
  pages: Readonly<Record<string, string>>,
  folder: string,
  picture: Picture,
): Promise<void> {
  const page = await openSignedIn(browser, parley.httpAddress!, parley.firstStart!, picture);
  const device = picture.width < 600 ? 'phone' : 'desktop';
  for (const [name, url] of Object.entries(pages)) {
    await page.goto(url);
    await page.waitForTimeout(settleMs);
    await page.screenshot({ path: path.join(folder, `${name}-${device}-${picture.colorScheme}.png`) });
  }
  await page.context().close();
}

const [folder] = process.argv.slice(2);
const isForDocs = folder === undefined;
const target = path.resolve(folder ?? 'docs/screenshots');
await mkdir(target, { recursive: true });
const program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24900-24999' });
const browser = await startBrowser();
const client = new ParleyClient({ baseUrl: program.parley.httpAddress!, ...program.parley.firstStart! });
const all = Object.entries(await fill(client));
const pages = Object.fromEntries(isForDocs ? all.filter(([name]) => committed.has(name)) : all);
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };
const pictures: readonly Picture[] = isForDocs
  ? [{ colorScheme: 'light', ...desktop }]
  : (['light', 'dark'] as const).flatMap((colorScheme) => [
      { colorScheme, ...desktop },
      { colorScheme, ...phone },
    ]);
for (const picture of pictures) await takePictures(browser, program, pages, target, picture);
await browser.close();
await program.close();
