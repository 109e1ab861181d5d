/**
 * `npm run screenshots [-- FOLDER [PAGE …]]`: takes pictures of the pages of the dashboard, all or some, in both themes, on a desktop and on a
 * phone, of a real service with calls of the test network. Default folder: docs/screenshots, which keeps the pictures of README and docs only.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  'Edsger Dijkstra',
];
/** Persons of the test network: agree, decline, ask for a callback, are busy, do not answer, have a voicemail. */
const personas = ['00', '01', '02', '03', '04', '05'];
const committed = new Set(['home', 'call', 'batch', 'inbox']);
/** Two agree, one declines, one asks for a callback, one does not answer, one has the wrong number, one wants no more calls. */
const rowPersonas = ['130', '131', '101', '102', '104', '106', '107'];
const settleMs = 1_500;

interface Contents {
  /** The paths of the pages by name. */
  readonly pages: Readonly<Record<string, string>>;
  readonly agentId: string;
}

/** Makes calls and conversations. */
async function fill(parley: ParleyClient): Promise<Contents> {
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
  const conversationIds: string[] = [];
  for (const [index, name] of people.entries()) {
    const details = { metadata: { customerDetails: { name } }, dynamic: { visit: 'tomorrow at ten' } };
    const { conversation_id } = await parley.generateMessage({
      body: { flowId: messages.id, to: `+1202555012${index}`, autopilot: index > 3, ...details },
    });
    conversationIds.push(conversation_id);
  }
  await parley.createWebhook({
    body: { url: 'https://hooks.example.com/parley', events: ['call.completed', 'batch.completed'] },
  });
  const [callback] = (await parley.listDispositions({ query: { status: 'pending' } })).data.dispositions;
  const week = callback?.scheduledAt?.slice(0, 10);
  const pages = {
    home: '/',
    calls: '/calls',
    call: `/calls/${callIds[0]}`,
    live: '/live',
    batches: '/batches',
    'new-batch': '/batches/new',
    batch: `/batches/${batchId}`,
    inbox: `/inbox?view=approval&conversation=${conversationIds[0]}`,
    tasks: '/tasks',
    person: '/people/+12025550100',
    agents: '/agents',
    agent: `/agents/${agent.id}`,
    flows: '/flows',
    flow: `/flows/${flow.id}`,
    dispositions: '/dispositions',
    calendar: `/dispositions?view=calendar&week=${week}`,
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
  return { pages, agentId: agent.id };
}

const liveCalls = 3;
const firstTurnsMs = 4_000;

/** Places calls that are active while the picture of the live page is taken. */
async function placeCalls(parley: ParleyClient, agentId: string): Promise<void> {
  for (const [index, name] of people.slice(0, liveCalls).entries())
    await parley.sendCall({ body: { agentId, toNumber: `+1202555014${index}`, customer: { name } } });
  await sleep(firstTurnsMs);
}

interface Picture {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

async function takePictures(pages: Readonly<Record<string, string>>, picture: Picture): Promise<void> {
  const { parley } = program;
  const page = await openSignedIn(browser, parley.httpAddress!, parley.firstStart!, picture);
  const device = picture.width < 600 ? 'phone' : 'desktop';
  for (const [name, url] of Object.entries(pages)) {
    if (name === 'live') await placeCalls(client, contents.agentId);
    await page.goto(url);
    await page.waitForTimeout(settleMs);
    await page.screenshot({ path: path.join(target, `${name}-${device}-${picture.colorScheme}.png`) });
  }
  await page.context().close();
}

const [folder, ...names] = process.argv.slice(2);
const isForDocs = folder === undefined;
const target = path.resolve(folder ?? 'docs/screenshots');
await mkdir(target, { recursive: true });
const program = await ProgramUnderTest.start({ PARLEY_RTP_PORTS: '24900-24999' });
const browser = await startBrowser();
const client = new ParleyClient({ baseUrl: program.parley.httpAddress!, ...program.parley.firstStart! });
const contents = await fill(client);
const wanted = new Set(isForDocs ? committed : names);
const pages = Object.fromEntries(
  Object.entries(contents.pages).filter(([name]) => wanted.size === 0 || wanted.has(name)),
);
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };
const pictures: readonly Picture[] = isForDocs
  ? [{ colorScheme: 'light', ...desktop }]
  : (['light', 'dark'] as const).flatMap((colorScheme) => [
      { colorScheme, ...desktop },
      { colorScheme, ...phone },
    ]);
for (const picture of pictures) await takePictures(pages, picture);
await browser.close();
await program.close();
