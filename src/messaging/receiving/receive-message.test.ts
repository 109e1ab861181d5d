import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon } from '../../../test/support/fixtures.ts';
import {
  emailFrom,
  messagesOf,
  ownMailbox,
  ownNumber,
  seedConversation,
  seedMessage,
  seedMessaging,
  smsFrom,
  type MessagingFixture,
} from '../../../test/support/inbound-messages.ts';
import type { InboundMessage } from '../../contracts/message-carrier.ts';
import { idSource, newId } from '../../core/ids.ts';
import { createLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { SecretBox } from '../../core/secret-box.ts';
import { findConversation } from '../../store/conversations/conversations.ts';
import { listConversations } from '../../store/conversations/list-conversations.ts';
import { releaseInboundId } from '../../store/conversations/messages.ts';
import { insertOwnedNumber } from '../../store/phone-numbers.ts';
import { addSuppressions, isSuppressed } from '../../store/suppressions.ts';
import { MailTokens } from '../mail-tokens.ts';
import { MessageRoutes } from '../sending/message-routes.ts';
import { receiveMessage } from './receive-message.ts';

let database: TestDatabase;
let fixture: MessagingFixture;
const random = seededRandom(4);
const clock = new ManualClock();
const ids = idSource(clock, random);
const tokens = new MailTokens(new SecretBox([random.bytes(32)], random));
/** Every workspace may use the senders. */
const routes = new MessageRoutes([
  { carrier: 'test', channel: 'sms', from: ownNumber, fromName: '', carries: 'test' },
  { carrier: 'other', channel: 'sms', from: ownNumber, fromName: '', carries: 'test' },
  { carrier: 'test', channel: 'email', from: ownMailbox, fromName: '', carries: 'test' },
]);
const logged: string[] = [];
const destination = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged.push(chunk.toString());
    done();
  },
});
const logger = createLogger('info', destination);
let lastNumber = 2_025_550_110;

/** Returns a fictional number that no other test uses. */
const newNumber = () => `+1${(lastNumber += 1)}`;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedMessaging(database.db);
});
afterAll(() => database.close());

const receive = (message: InboundMessage, carrier = 'test') =>
  receiveMessage({ database: database.db, clock, logger, ids, tokens, routes }, carrier, message);

const eventsOf = (conversationId: string) =>
  database.db
    .asSystem()
    .rows<{ type: string; data: Record<string, unknown> }>(
      { text: 'select type, data from events where subject_id = $1 order by sequence' },
      [conversationId],
    );

const jobsOf = (conversationId: string) =>
  database.db
    .asSystem()
    .rows<{ kind: string; runAt: Date }>(
      { text: `select kind, run_at as "runAt" from jobs where key = $1 and kind = 'reply-to-conversation'` },
      [conversationId],
    );

const conversationsOf = async (recipient: string, workspaceId = fixture.workspaceId) =>
  (await listConversations(database.db.inWorkspace(workspaceId), { workspaceId, recipient, limit: 10 })).rows;

const end = (conversationId: string) =>
  database.db
    .asSystem()
    .execute({ text: 'update conversations set expires_at = $2 where id = $1' }, [
      conversationId,
      new Date(clock.now() - 1),
    ]);

const suppressed = (address: string, channel: 'sms' | 'email' = 'sms', workspaceId = fixture.workspaceId) =>
  isSuppressed(database.db.inWorkspace(workspaceId), { workspaceId, channel, address });

it('stores an inbound message without the NUL characters of its fields', async () => {
  const recipient = newNumber();
  const conversation = await seedConversation(database.db, fixture, { recipient });
  await receive({ ...smsFrom(recipient, 'Yes\0'), externalId: 'nul-1\0' });
  await receive({ ...smsFrom(`${recipient}\0`, 'No'), to: [`${ownNumber}\0`], externalId: '\0' });
  await receive({
    ...emailFrom(`ada\0@${recipient}.test`, 'Hi'),
    subject: '\0',
    references: ['<\0@example.com>'],
    to: [`\0${ownMailbox}`],
    externalId: '<\0>',
  });
  const stored = await messagesOf(database.db, conversation);
  expect(stored.flatMap(({ direction, content }) => (direction === 'inbound' ? content : []))).toEqual([
    'Yes',
    'No',
  ]);
});

describe('an inbound SMS', () => {
  it('joins the conversation between the two numbers, and its reply is scheduled', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, {
      recipient: from,
      metadata: { order: 4711 },
    });
    await receive(smsFrom(from, 'Yes please'));
    const messages = await messagesOf(database.db, conversation);
    expect(messages.at(-1)).toMatchObject({
      direction: 'inbound',
      status: 'received',
      origin: 'customer',
      content: 'Yes please',
      carrier: 'test',
      sender: null,
    });
    expect((await eventsOf(conversation.id)).at(-1)).toEqual({
      type: 'sms.received',
      data: {
        conversationId: conversation.id,
        messageId: messages.at(-1)!.id,
        flowId: fixture.flow.id,
        agentId: fixture.agent.id,
        channel: 'sms',
        from,
        to: ownNumber,
        status: 'received',
        message: 'Yes please',
        attachments: [],
        metadata: { order: 4711 },
        sequence: messages.at(-1)!.sequence,
      },
    });
    expect(await jobsOf(conversation.id)).toEqual([
      { kind: 'reply-to-conversation', runAt: new Date(clock.now() + 8_000) },
    ]);
  });

  it('names its pictures, also without a text', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    const attachments = [{ name: 'photo\0.jpg', contentType: 'image/jpeg', bytes: null }];
    await receive(smsFrom(from, '', { attachments }));
    const stored = [{ name: 'photo.jpg', contentType: 'image/jpeg', bytes: null }];
    expect((await messagesOf(database.db, conversation)).at(-1)).toMatchObject({ attachments: stored });
    expect((await eventsOf(conversation.id)).at(-1)).toMatchObject({ data: { attachments: stored } });
  });

  it('is stored once, also if the carrier repeats it concurrently', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    const message = smsFrom(from, 'Hello', { externalId: 'SM1' });
    await Promise.all([receive(message), receive(message), receive(message)]);
    await receive(message);
    expect(await messagesOf(database.db, conversation)).toHaveLength(2);
    await receive(message, 'other');
    expect(await messagesOf(database.db, conversation)).toHaveLength(3);
  });

  it('without a carrier id is a repetition of an equal one, unless that was acknowledged or is over an hour old', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    const count = async () => (await messagesOf(database.db, conversation)).length;
    const message = smsFrom(from, 'Yes', { externalId: `content:${from}`, isProvisionalId: true });
    await receive(message);
    await receive(message);
    expect(await count()).toBe(2);
    const released = { carrier: 'test', externalId: `content:${from}` };
    await releaseInboundId(database.db.asSystem(), released);
    await receive(message);
    expect(await count()).toBe(3);
    await clock.advance(3_600_000);
    await receive(message);
    expect(await count()).toBe(3);
    await clock.advance(1);
    await receive(message);
    expect(await count()).toBe(4);
  });

  it('postpones the reply to the messages before it, for at most ten debounces in total', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    const start = clock.now();
    for (let count = 0; count < 20; count += 1) {
      await receive(smsFrom(from, `Message ${count}`));
      const [job] = await jobsOf(conversation.id);
      expect(job!.runAt.getTime()).toBe(Math.min(clock.now() + 8_000, start + 80_000));
      await clock.advance(5_000);
    }
    expect(await jobsOf(conversation.id)).toHaveLength(1);
  });

  it('joins the open conversation if several workspaces share the sender, but none if two are open', async () => {
    const from = newNumber();
    const other = await seedMessaging(database.db);
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    const second = await seedConversation(database.db, other, { recipient: from });
    await receive(smsFrom(from, 'To whom?'));
    await end(second.id);
    await receive(smsFrom(from, 'Yes'));
    const texts = (await messagesOf(database.db, conversation)).map(({ content }) => content);
    expect(texts.slice(1)).toEqual(['Yes']);
    expect(await messagesOf(database.db, second)).toHaveLength(1);
  });

  it('starts the next conversation of a flow after the last one has ended', async () => {
    const from = newNumber();
    const at = new Date(clock.now() - 25 * 3_600_000);
    const ended = await seedConversation(database.db, fixture, {
      recipient: from,
      at,
      dynamic: { visit: 'ten' },
      metadata: { order: 4711 },
    });
    await end(ended.id);
    await receive(smsFrom(from, 'Sorry, I am late'));
    const [next] = await conversationsOf(from);
    expect(next).toMatchObject({
      flowId: fixture.flow.id,
      dynamic: { visit: 'ten' },
      metadata: { order: 4711 },
      ownAddress: ownNumber,
    });
    expect(next!.id).not.toBe(ended.id);
    expect((await messagesOf(database.db, next!)).map(({ content }) => content)).toEqual([
      'Sorry, I am late',
    ]);
    expect(await messagesOf(database.db, ended)).toHaveLength(1);
  });

  it('starts a conversation with the messaging agent that has the number', async () => {
    const number = newNumber();
    const from = newNumber();
    const other = await seedMessaging(database.db, { agent: { phoneNumber: number } });
    const { workspaceId } = other;
    await receive(smsFrom(from, 'Hello?', { to: [number] }));
    expect(await conversationsOf(from, workspaceId)).toEqual([]);
    const scope = database.db.inWorkspace(workspaceId);
    await insertOwnedNumber(scope, { id: newId('number'), workspaceId, e164: number, at: noon });
    await receive(smsFrom(from, 'Hello?', { to: [number] }));
    const [conversation] = await conversationsOf(from, workspaceId);
    expect(conversation).toMatchObject({
      flowId: other.flow.id,
      agentId: other.agent.id,
      ownAddress: number,
    });
    expect(await jobsOf(conversation!.id)).toHaveLength(1);
  });

  it('that belongs to no conversation is logged once, without its text', async () => {
    logged.length = 0;
    await receive(smsFrom(newNumber(), 'private words', { to: ['+12025550199'] }));
    expect(logged).toHaveLength(1);
    expect(logged[0]).not.toContain('private');
    expect(logged[0]).not.toContain('+1202');
  });
});

describe('STOP', () => {
  it('opts the sender out, rejects what is not sent yet, and is confirmed once', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    const key = { workspaceId: fixture.workspaceId, conversationId: conversation.id };
    for (const status of ['pending_approval', 'approved', 'scheduled'] as const)
      await seedMessage(database.db, { ...key, status, dueAt: status === 'pending_approval' ? null : noon });
    await receive(smsFrom(from, ' Stop. '));
    expect(await suppressed(from)).toBe(true);
    const messages = await messagesOf(database.db, conversation);
    expect(messages.map(({ status }) => status)).toEqual([
      'sent',
      'rejected',
      'rejected',
      'rejected',
      'received',
      'approved',
    ]);
    expect(messages[1]).toMatchObject({ decidedBy: 'system', decisionNote: 'The recipient opted out.' });
    expect(messages.at(-1)!.content).toMatch(/^Acme: You are unsubscribed/);
    expect((await eventsOf(conversation.id)).map(({ type }) => type)).toEqual([
      'sms.received',
      'conversation.opted_out',
    ]);
    expect(await jobsOf(conversation.id)).toEqual([]);
    await receive(smsFrom(from, 'STOP'));
    expect(await messagesOf(database.db, conversation)).toHaveLength(7);
  });

  it('applies to every workspace that has a conversation between the two numbers', async () => {
    const from = newNumber();
    const other = await seedMessaging(database.db);
    const third = await seedMessaging(database.db);
    await seedConversation(database.db, fixture, { recipient: from });
    await end((await seedConversation(database.db, other, { recipient: from })).id);
    const elsewhere = await seedConversation(database.db, third, { recipient: from });
    await database.db
      .asSystem()
      .execute({ text: `update conversations set own_address = '+12025550191' where id = $1` }, [
        elsewhere.id,
      ]);
    await receive(smsFrom(from, 'ALTO'));
    expect(await suppressed(from)).toBe(true);
    expect(await suppressed(from, 'sms', other.workspaceId)).toBe(true);
    expect(await suppressed(from, 'sms', third.workspaceId)).toBe(false);
    const answers = await database.db.asSystem().rows(
      {
        text: `select id from messages where keyword = 'stop' and direction = 'outbound'
        and conversation_id in (select id from conversations where recipient = $1)`,
      },
      [from],
    );
    expect(answers).toHaveLength(1);
  });

  it('of a customer without a conversation applies to the workspace that owns the number', async () => {
    const from = newNumber();
    const e164 = newNumber();
    const { workspaceId } = fixture;
    const scope = database.db.inWorkspace(workspaceId);
    await insertOwnedNumber(scope, { id: newId('number'), workspaceId, e164, at: noon });
    await receive(smsFrom(from, 'STOP', { to: [e164] }));
    expect(await suppressed(from)).toBe(true);
  });

  it('is answered in the language of the agent', async () => {
    const from = newNumber();
    const german = await seedMessaging(database.db, { agent: { language: 'de-DE' } });
    const conversation = await seedConversation(database.db, german, { recipient: from });
    await receive(smsFrom(from, 'abmelden'));
    expect((await messagesOf(database.db, conversation)).at(-1)!.content).toMatch(
      /^Acme: Sie sind abgemeldet/,
    );
  });
});

describe('START and HELP', () => {
  it('START ends an opt-out of the customer, not a suppression by a user', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    await receive(smsFrom(from, 'STOP'));
    await receive(smsFrom(from, 'START'));
    expect(await suppressed(from)).toBe(false);
    expect((await messagesOf(database.db, conversation)).at(-1)!.content).toMatch(
      /will receive messages again/,
    );
    const { workspaceId } = fixture;
    await database.db.inWorkspace(workspaceId).transaction((tx) =>
      addSuppressions(tx, {
        workspaceId,
        entries: [{ channel: 'sms', address: from, reason: 'Letter' }],
        createdBy: 'usr_1',
        at: noon,
      }),
    );
    await receive(smsFrom(from, 'START'));
    expect(await suppressed(from)).toBe(true);
    expect((await messagesOf(database.db, conversation)).at(-1)).toMatchObject({ direction: 'inbound' });
  });

  it('HELP names the workspace, and is answered a bounded number of times', async () => {
    const from = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient: from });
    for (let count = 0; count < 6; count += 1) await receive(smsFrom(from, 'help'));
    const answers = (await messagesOf(database.db, conversation))
      .slice(1)
      .filter(({ direction }) => direction === 'outbound');
    expect(answers).toHaveLength(3);
    expect(answers[0]!.content).toBe('These are messages of Acme. Reply STOP to unsubscribe.');
    expect(await jobsOf(conversation.id)).toEqual([]);
  });
});

describe('a request for no more messages', () => {
  it.each([
    'Please stop texting me',
    'Bitte keine SMS mehr',
    'No me escriban más, por favor',
    'Merci de ne plus me contacter',
    'Não me mandem mais mensagens',
    'Non scrivetemi più',
    'Stuur mij geen berichten meer',
    'STOP\nSent from my iPhone',
  ])('opts out with %j and is confirmed, without a reply of the agent', async (text) => {
    const recipient = newNumber();
    const conversation = await seedConversation(database.db, fixture, { recipient });
    await receive(smsFrom(recipient, text));
    expect(await suppressed(recipient)).toBe(true);
    const stored = await messagesOf(database.db, conversation);
    expect(stored.map(({ keyword }) => keyword)).toContain('stop');
    expect(await jobsOf(conversation.id)).toEqual([]);
  });

  it.each(['Please stop by at ten', 'Termin absagen', 'Bitte heute keine SMS mehr'])(
    'is not %j, which is answered',
    async (text) => {
      const recipient = newNumber();
      const conversation = await seedConversation(database.db, fixture, { recipient });
      await receive(smsFrom(recipient, text));
      expect(await suppressed(recipient)).toBe(false);
      expect(await jobsOf(conversation.id)).toHaveLength(1);
    },
  );

  it.each([
    ['unsubscribe', 'Hello, I am no longer interested.', true],
    ['Unsubscribe', '', true],
    ['STOP', '\n-- \nAda', true],
    ['Cancel', 'My visit on Monday, please.', false],
    ['Cancel', '', true],
    ['Re: Your visit', 'Please remove me from your list. Thanks!', true],
  ])('is the subject %j with the text %j: %s', async (subject, text, expected) => {
    const from = `${newNumber().slice(1)}@example.com`;
    await seedConversation(database.db, fixture, { recipient: from });
    await receive(emailFrom(from, text, { subject }));
    expect(await suppressed(from, 'email')).toBe(expected);
  });
});

describe('an inbound email', () => {
  it('joins the conversation of the signed reply address, whatever its sender', async () => {
    const conversation = await seedConversation(database.db, fixture, { recipient: 'ada@example.com' });
    const to = [tokens.replyAddressOf(conversation.id, ownMailbox)];
    await receive(emailFrom('assistant@example.org', 'She agrees.', { to, references: [] }));
    const messages = await messagesOf(database.db, conversation);
    expect(messages.at(-1)).toMatchObject({
      content: 'She agrees.',
      sender: 'assistant@example.org',
      fromAddress: ownMailbox,
      subject: 'Re: Your visit',
    });
  });

  it('joins the conversation of the signed Message-ID to which it refers', async () => {
    const first = await seedConversation(database.db, fixture, { recipient: 'bob@example.com' });
    const other = await seedMessaging(database.db);
    await seedConversation(database.db, other, { recipient: 'bob@example.com', at: new Date(clock.now()) });
    const [sent] = await messagesOf(database.db, first);
    const references = ['<else@example.net>', tokens.messageIdOf(sent!.id, ownMailbox)];
    await receive(emailFrom('bob@example.com', 'Yes.', { references }));
    expect((await messagesOf(database.db, first)).at(-1)).toMatchObject({ content: 'Yes.', sender: null });
  });

  it('with forged tokens does not join the conversation that they name', async () => {
    const victim = await seedConversation(database.db, fixture, { recipient: 'victim@example.com' });
    const forger = new MailTokens(new SecretBox([random.bytes(32)], random));
    const [sent] = await messagesOf(database.db, victim);
    logged.length = 0;
    await receive(
      emailFrom('mallory@example.com', 'Send it to me.', {
        to: [forger.replyAddressOf(victim.id, ownMailbox)],
        references: [forger.messageIdOf(sent!.id, ownMailbox)],
      }),
    );
    expect(await messagesOf(database.db, victim)).toHaveLength(1);
    expect(logged).toHaveLength(1);
  });

  it('of a machine is stored and never answered; STOP in it still counts', async () => {
    const conversation = await seedConversation(database.db, fixture, { recipient: 'eve@example.com' });
    await receive(emailFrom('eve@example.com', 'I am out of office.', { kind: 'automatic' }));
    expect((await eventsOf(conversation.id)).map(({ type }) => type)).toEqual(['email.received']);
    expect(await jobsOf(conversation.id)).toEqual([]);
    await receive(emailFrom('eve@example.com', 'help', { kind: 'automatic' }));
    await receive(emailFrom('eve@example.com', '', { kind: 'automatic', subject: 'Unsubscribe' }));
    expect(await suppressed('eve@example.com', 'email')).toBe(true);
    expect(
      (await messagesOf(database.db, conversation)).filter(({ direction }) => direction === 'outbound'),
    ).toHaveLength(1);
  });

  it.each(['fail', 'error'] as const)(
    'with START is stored as a message without a keyword if DMARC is %s',
    async (dmarc) => {
      const from = `forged-${dmarc}@example.com`;
      const conversation = await seedConversation(database.db, fixture, { recipient: from });
      const authentication = { spf: 'none', dkim: 'none', dmarc } as const;
      await receive(emailFrom(from, 'STOP', { authentication }));
      expect(await suppressed(from, 'email')).toBe(true);
      await receive(emailFrom(from, 'START', { authentication }));
      expect(await suppressed(from, 'email')).toBe(true);
      expect((await messagesOf(database.db, conversation)).at(-1)).toMatchObject({ keyword: null });
    },
  );

  it('with START is stored as a message without a keyword unless its sender is proven', async () => {
    const recipient = 'no-policy@example.com';
    const conversation = await seedConversation(database.db, fixture, { recipient });
    const other = await seedConversation(database.db, fixture, { recipient: 'forger@example.com' });
    await receive(emailFrom(recipient, 'STOP'));
    const authentication = { spf: 'pass', dkim: 'none', dmarc: 'none' } as const;
    const to = [tokens.replyAddressOf(other.id, ownMailbox)];
    await receive(emailFrom(recipient, 'START'));
    await receive(emailFrom(recipient, 'START', { authentication }));
    await receive(emailFrom(recipient, 'START', { to }));
    expect(await suppressed(recipient, 'email')).toBe(true);
    expect((await messagesOf(database.db, conversation)).at(-1)).toMatchObject({ keyword: null });
  });

  it.each(['DMARC', 'reply address', 'Message-ID'])('with START has a proven sender by %s', async (proof) => {
    const recipient = `${proof.toLowerCase().replace(' ', '-')}@example.com`;
    const conversation = await seedConversation(database.db, fixture, { recipient });
    const [sent] = await messagesOf(database.db, conversation);
    await receive(emailFrom(recipient, 'STOP'));
    await receive(
      emailFrom(recipient, 'START', {
        ...(proof === 'DMARC' && { authentication: { spf: 'none', dkim: 'pass', dmarc: 'pass' } }),
        ...(proof === 'reply address' && { to: [tokens.replyAddressOf(conversation.id, ownMailbox)] }),
        ...(proof === 'Message-ID' && { references: [tokens.messageIdOf(sent!.id, ownMailbox)] }),
      }),
    );
    expect(await suppressed(recipient, 'email')).toBe(false);
  });

  it.each([
    ['unknown', 'sent', ['email.sent', 'email.received']],
    ['sending', 'sending', ['email.received']],
  ] as const)('proves that a message with the status %s was sent', async (status, resolved, types) => {
    const recipient = `${status}@example.com`;
    const conversation = await seedConversation(database.db, fixture, { recipient });
    const { workspaceId, id: conversationId } = conversation;
    const { id } = await seedMessage(database.db, { workspaceId, conversationId });
    await database.db
      .asSystem()
      .execute({ text: `update messages set status = $2, carrier = 'smtp' where id = $1` }, [id, status]);
    const references = [tokens.messageIdOf(id, ownMailbox)];
    await receive(emailFrom(recipient, 'Yes.', { references }), 'other-carrier');
    const messages = await messagesOf(database.db, conversation);
    expect(messages.find((message) => message.id === id)).toMatchObject({ status: resolved });
    expect((await eventsOf(conversation.id)).map(({ type }) => type)).toEqual(types);
    const receipts = await database.db
      .asSystem()
      .rows({ text: 'select carrier, outcome from message_receipts where reference = $1' }, [id]);
    expect(receipts).toEqual(status === 'sending' ? [{ carrier: 'smtp', outcome: 'sent' }] : []);
  });

  it('with START or HELP from another sender is not answered', async () => {
    const conversation = await seedConversation(database.db, fixture, { recipient: 'dan@example.com' });
    await receive(emailFrom('dan@example.com', 'STOP'));
    const to = [tokens.replyAddressOf(conversation.id, ownMailbox)];
    for (const text of ['START', 'HELP']) await receive(emailFrom('mallory@example.org', text, { to }));
    expect(await suppressed('dan@example.com', 'email')).toBe(true);
    const messages = await messagesOf(database.db, conversation);
    expect(messages.slice(-2).map(({ direction }) => direction)).toEqual(['inbound', 'inbound']);
  });

  it('of a person is answered after the debounce, also if it follows one of a machine', async () => {
    const conversation = await seedConversation(database.db, fixture, { recipient: 'mia@example.com' });
    await receive(emailFrom('mia@example.com', 'I am out of office.', { kind: 'automatic' }));
    await clock.advance(600_000);
    await receive(emailFrom('mia@example.com', 'I am back.'));
    const [job] = await jobsOf(conversation.id);
    expect(job!.runAt).toEqual(new Date(clock.now() + 8_000));
  });

  it('from our own address is not stored', async () => {
    logged.length = 0;
    await receive(emailFrom(ownMailbox, 'Hello'));
    expect(logged).toHaveLength(1);
  });

  it('postpones the expiry of its conversation', async () => {
    const conversation = await seedConversation(database.db, fixture, { recipient: 'lin@example.com' });
    await receive(emailFrom('lin@example.com', 'Hello'));
    const { workspaceId } = fixture;
    const row = await findConversation(database.db.inWorkspace(workspaceId), {
      workspaceId,
      conversationId: conversation.id,
    });
    expect(row!.expiresAt).toEqual(new Date(clock.now() + 24 * 3_600_000));
  });
});
