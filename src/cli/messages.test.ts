import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { seedMessageFlow } from '../../test/support/conversations.ts';
import { noon } from '../../test/support/fixtures.ts';
import type { Clock } from '../core/clock.ts';
import { insertTestMessage } from '../store/test-messages.ts';
import { inbox } from './inbox.ts';
import { sendWith, type SendOptions } from './message/send.ts';
import { addInboxCommand, addMessageCommands } from './messages.ts';
import { createOutput } from './output.ts';
import type { SignalSource } from './signals.ts';

let api: TestApi;
let client: ParleyClient;
beforeAll(async () => {
  api = await createTestApi();
  const fetch = async (request: Request) => {
    const { status, headers, bytes } = await api.send(
      request.method as 'GET',
      request.url.replace('http://parley', ''),
      { headers: Object.fromEntries(request.headers), body: (await request.text()) || undefined },
    );
    return new Response(new Uint8Array(bytes), { status, headers: headers as Record<string, string> });
  };
  client = new ParleyClient({
    baseUrl: 'http://parley',
    apiKey: api.key,
    workspaceId: api.workspaceId,
    fetch,
  });
});
afterAll(() => api.close());

function collectOutput(json = false) {
  const written: string[] = [];
  return {
    output: createOutput(json, { write: (text) => written.push(text) }),
    text: () => written.join(''),
  };
}

/** Runs a command against the API without a socket. Returns what the command writes. */
async function run(...words: readonly string[]): Promise<string> {
  const { output, text } = collectOutput(words.includes('--json'));
  const program = new Command().exitOverride().option('--json');
  addMessageCommands(
    program.command('message'),
    () => output,
    '',
    async () => client,
  );
  addInboxCommand(
    program.command('inbox'),
    () => output,
    async () => client,
  );
  await program.parseAsync(words, { from: 'user' });
  return text();
}

/** Returns a clock whose sleeps run `onSleep` and then end at once. */
function fastClock(onSleep: () => Promise<void> | void = () => {}): Clock {
  let elapsedMs = 0;
  return {
    now: () => noon.getTime(),
    monotonicMs: () => elapsedMs,
    after: () => ({ cancel: () => undefined }),
    async sleep(delayMs) {
      elapsedMs += delayMs;
      await onSleep();
    },
  };
}

async function send(to: string, options: SendOptions, { json = false, clock = fastClock() } = {}) {
  const { output, text } = collectOutput(json);
  await sendWith({ client, startedByThisProcess: false }, to, options, output, clock);
  return text();
}

const lastMessage = async (recipient: string) => {
  const { data } = await client.listConversations({ query: { recipient } });
  return { conversation: data.conversations[0]!, message: data.conversations[0]!.messages.at(-1)! };
};

const setStatusOfApproved = (status: string, failure: string | null = null) =>
  api.database
    .inWorkspace(api.workspaceId)
    .execute({ text: `update messages set status = $1, failure = $2 where status = 'approved'` }, [
      status,
      failure,
    ]);

describe('parley message send', () => {
  it('sends a text, with a flow that is created once', async () => {
    const text = await send(
      '+12025550104',
      { text: 'Can you come?' },
      { clock: fastClock(async () => void (await setStatusOfApproved('delivered'))) },
    );
    const { conversation, message } = await lastMessage('+12025550104');
    expect(text).toContain(`Direct message to +12025550104\n  ${conversation['_id']}  ${message['_id']}\n`);
    expect(text).toContain('  approved\n  delivered\n');
    expect(text).toContain('npx parley-server inbox +12025550104');
    expect(message).toMatchObject({ message: 'Can you come?', status: 'delivered' });
    await send('ada@example.com', { text: '{{not.a.variable}}', subject: 'Visit' });
    expect((await lastMessage('ada@example.com')).message.message).toBe('{{not.a.variable}}');
    const { data } = await client.listFlows({ query: { type: 'message', search: 'Direct message' } });
    expect(data.total).toBe(1);
  });

  it('sends the only active message flow, with variables', async () => {
    await expect(send('+12025550105', {})).rejects.toThrow(/^No active message flow\. Create one/);
    const flow = await seedMessageFlow(api);
    await send('+12025550105', { name: 'Ada', set: ['visit=ten = 10'] });
    expect((await lastMessage('+12025550105')).message.message).toBe('Hello Ada, your visit is at ten = 10.');
    await seedMessageFlow(api, { name: 'Reminder of a bill', initiationMessage: 'Please pay.' });
    await expect(send('+12025550105', {})).rejects.toThrow(/Several message flows: .*Select one with --flow/);
    await expect(send('+12025550105', { flow: 'rem' })).rejects.toThrow(
      /Several message flows named like rem/,
    );
    await send('+12025550105', { flow: 'bill' });
    await send('+12025550105', { flow: flow.id });
    await send('+12025550105', { flow: 'Reminder' });
  });

  it('replaces the default of a variable that the flow declares with --set', async () => {
    const flow = await seedMessageFlow(api, {
      variables: { time: { default: "eight o'clock" } },
      initiationMessage: 'See you at {{time}}.',
    });
    await send('+12025550115', { flow: flow.id, set: ['time=15:00'] });
    expect((await lastMessage('+12025550115')).message.message).toBe('See you at 15:00.');
  });

  it('waits for approval with --draft', async () => {
    const text = await send('+12025550106', { text: 'A draft', draft: true });
    const { message } = await lastMessage('+12025550106');
    expect(message.status).toBe('pending_approval');
    expect(text).toContain(`npx parley-server message approve ${message['_id']}`);
  });

  it('writes the message as JSON', async () => {
    const result = JSON.parse(await send('+12025550110', { text: 'Hi', draft: true }, { json: true }));
    expect(result).toMatchObject({
      conversationId: expect.any(String),
      message: 'Hi',
      status: 'pending_approval',
    });
  });

  it('fails with the reason of the carrier, and with errors of the API', async () => {
    const clock = fastClock(
      async () => void (await setStatusOfApproved('failed', 'The number does not exist.')),
    );
    await expect(send('+12025550118', { text: 'Hi' }, { clock })).rejects.toThrow(
      'The message was not sent: The number does not exist.',
    );
    await expect(send('ada', { text: 'Hi' })).rejects.toMatchObject({ code: 'invalid_recipient' });
    await expect(send('+12025550100', { text: 'Hi', flow: 'x' })).rejects.toThrow('not both');
    await expect(send('+12025550100', { flow: 'Reminder', set: ['x'] })).rejects.toThrow('name=value');
    await expect(send('+12025550100', { flow: api.flow.id })).rejects.toThrow('is a call flow');
  });
});

describe('parley message list, show, approve and reject', () => {
  it('lists, approves and rejects messages that wait for approval', async () => {
    await send('+12025550111', { text: 'First\ndraft', draft: true });
    const { conversation, message } = await lastMessage('+12025550111');
    const list = await run('message', 'list', '--status', 'pending_approval', '--limit', '50');
    expect(list).toMatch(new RegExp(`${message['_id']} .*\\+12025550111 +pending approval +First draft\n`));
    const approved = await run('message', 'approve', message['_id'], '--text', 'Edited');
    expect(approved).toMatch(/agent {2}Edited {2}\(approved\)\n$/);
    await expect(run('message', 'approve', message['_id'])).rejects.toThrow('does not wait for approval');
    await expect(run('message', 'reject', conversation['_id'])).rejects.toThrow(/^No message of conv_/);
    await send('+12025550111', { text: 'Second', draft: true });
    const rejected = JSON.parse(
      await run('message', 'reject', conversation['_id'], '--reason', 'Too late', '--json'),
    );
    expect(rejected).toMatchObject({ status: 'rejected', decision: { note: 'Too late' } });
    await send('+12025550111', { text: 'Queued' });
    const queued = await lastMessage('+12025550111');
    expect(await run('message', 'reject', queued.message['_id'])).toContain('Queued  (rejected)');
    await send('+12025550111', { text: 'Third', draft: true });
    await send('+12025550111', { text: 'Fourth', draft: true });
    await expect(run('message', 'approve', conversation['_id'])).rejects.toThrow(/^Several messages wait/);
    const shown = await run('message', 'show', conversation['_id']);
    expect(shown).toContain('+12025550111  sms  open\n');
    expect(shown).toMatch(
      /Edited {2}\(approved\)\n.*Second {2}\(rejected\)\n.*Queued {2}\(rejected\)\n.*Third {2}\(pending approval\)/,
    );
    await client.takeOverConversation({ path: { conversationId: conversation['_id'] } });
    expect(await run('message', 'show', conversation['_id'])).toMatch(
      /open\nA person took over: key_.*, 20.*\.\n/,
    );
    expect(await run('message', 'release', conversation['_id'])).toContain('is released');
    expect(await run('message', 'takeover', conversation['_id'])).toContain('is taken over');
    expect(JSON.parse(await run('message', 'release', conversation['_id'], '--json'))).toMatchObject({
      _id: conversation['_id'],
      takenOver: null,
    });
    const all = JSON.parse(await run('message', 'list', '--json'));
    expect(all.messages[0]).toMatchObject({ conversationId: expect.any(String), recipient: '+12025550111' });
    expect(await run('message', 'list', '--search', 'FOURTH')).toContain('1 of 1 conversations');
    await expect(run('message', 'list', '--limit', 'x')).rejects.toThrow('--limit');
  });
});

/** Stores a message that arrived at a simulated person. */
async function arrive(content: string, externalId: string) {
  await send('+12025550199', { text: content });
  const { message } = await lastMessage('+12025550199');
  const { workspaceId } = api;
  await api.database.inWorkspace(workspaceId).execute(
    {
      text: `insert into message_parts (workspace_id, message_id, carrier, external_id, created_at) values ($1, $2, 'test-phones', $3, $4)`,
    },
    [workspaceId, message['_id'], externalId, noon],
  );
  return insertTestMessage(api.database.asSystem(), {
    channel: 'sms',
    person: '+12025550199',
    peer: '+12025550188',
    subject: '',
    content,
    carrier: 'test-phones',
    externalIds: [externalId],
    at: noon,
  });
}

describe('parley inbox', () => {
  it('shows the messages that arrived at simulated people, and answers in their place', async () => {
    expect(await run('inbox', '+12025550199')).toContain('Nothing has arrived at +12025550199.');
    expect(await run('inbox', '+14155552671')).toMatch(
      /^\+14155552671 is not an address of the test network\./,
    );
    await expect(run('inbox', 'reply', '+12025550199', 'Yes')).rejects.toMatchObject({
      code: 'test_message_not_found',
    });
    await arrive('Hello Ada.', 'part-1');
    expect(await run('inbox', 'reply', '+12025550199', 'Yes, I come.')).toMatch(
      /\+12025550199 -> Yes, I come\.\n$/,
    );
    expect(await run('inbox')).toMatch(/\+12025550199 <- Hello Ada\.\n.*\+12025550199 -> Yes, I come\.\n$/);
    expect(JSON.parse(await run('inbox', '--json'))).toMatchObject({
      messages: [{ direction: 'received' }, { direction: 'sent' }],
    });
    await expect(run('inbox', '--limit', '0')).rejects.toThrow('--limit');
  });

  it('shows new messages with --follow until a signal', async () => {
    const listeners = new Set<() => void>();
    const source = {
      on: (_signal: string, listener: () => void) => void listeners.add(listener),
      off: (_signal: string, listener: () => void) => void listeners.delete(listener),
    } as unknown as SignalSource;
    let round = 0;
    const clock = fastClock();
    const sleep: Clock['sleep'] = async (_delayMs, signal) => {
      round += 1;
      if (round === 1) await arrive('Hello again.', 'part-2');
      else for (const listener of listeners) listener();
      signal?.throwIfAborted();
    };
    const { output, text } = collectOutput();
    await inbox(client, undefined, { limit: '1', follow: true }, output, {
      clock: { ...clock, sleep },
      source,
    });
    expect(text().match(/<-|->/g)).toHaveLength(2);
    expect(text()).toContain('<- Hello again.');
  });
});
