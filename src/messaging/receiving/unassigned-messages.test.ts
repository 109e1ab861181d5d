import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { noon } from '../../../test/support/fixtures.ts';
import {
  emailFrom,
  messagesOf,
  ownNumber,
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
import { listConversations } from '../../store/conversations/list-conversations.ts';
import { insertOwnedNumber } from '../../store/phone-numbers.ts';
import { isSuppressed } from '../../store/suppressions.ts';
import { MailTokens } from '../mail-tokens.ts';
import { MessageRoutes } from '../sending/message-routes.ts';
import { receiveMessage } from './receive-message.ts';

let database: TestDatabase;
let fixture: MessagingFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await seedMessaging(database.db);
});
afterAll(() => database.close());

const random = seededRandom(4);
const clock = new ManualClock();
const ids = idSource(clock, random);
const tokens = new MailTokens(new SecretBox([random.bytes(32)], random));
const routes = new MessageRoutes([
  { carrier: 'test', channel: 'sms', from: ownNumber, fromName: '', carries: 'test' },
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

const receive = (message: InboundMessage) =>
  receiveMessage({ database: database.db, clock, logger, ids, tokens, routes }, 'test', message);

const rowsOf = <Row extends object>(text: string, id: string): Promise<Row[]> =>
  database.db.asSystem().rows<Row>({ text }, [id]);

const eventsOf = (conversationId: string) =>
  rowsOf<{ type: string }>(`select type from events where subject_id = $1 order by sequence`, conversationId);

const jobsOf = (conversationId: string) =>
  rowsOf(`select kind from jobs where key = $1 and kind = 'reply-to-conversation'`, conversationId);

const conversationsOf = async (recipient: string, workspaceId = fixture.workspaceId) =>
  (await listConversations(database.db.inWorkspace(workspaceId), { workspaceId, recipient, limit: 10 })).rows;

const suppressed = (address: string) => {
  const { workspaceId } = fixture;
  return isSuppressed(database.db.inWorkspace(workspaceId), { workspaceId, channel: 'sms', address });
};

describe('a message of a stranger', () => {
  const own = async (workspaceId: string): Promise<string> => {
    const e164 = newNumber();
    const scope = database.db.inWorkspace(workspaceId);
    await insertOwnedNumber(scope, { id: newId('number'), workspaceId, e164, at: noon });
    return e164;
  };
  const tasksOf = (conversationId: string) =>
    database.db
      .asSystem()
      .rows<{ kind: string; status: string }>(
        { text: 'select kind, status from tasks where conversation_id = $1' },
        [conversationId],
      );

  it('is stored in a conversation without a flow, with one task, in the workspace that owns the number', async () => {
    const { workspaceId } = fixture;
    const from = newNumber();
    const number = await own(workspaceId);
    await receive(smsFrom(from, 'Are you open today?', { to: [number] }));
    await receive(smsFrom(from, 'Hello?', { to: [number] }));
    const conversations = await conversationsOf(from);
    expect(conversations).toMatchObject([
      { flowId: '', agentId: null, ownAddress: number, attention: 'unassigned', recipient: from },
    ]);
    const [conversation] = conversations;
    const messages = await messagesOf(database.db, conversation!);
    expect(messages.map(({ content }) => content)).toEqual(['Are you open today?', 'Hello?']);
    expect(await tasksOf(conversation!.id)).toEqual([{ kind: 'inbound_message', status: 'open' }]);
    expect((await eventsOf(conversation!.id)).map(({ type }) => type)).toEqual([
      'sms.received',
      'sms.received',
    ]);
    expect(await jobsOf(conversation!.id)).toEqual([]);
  });

  it('by email is stored in the workspace of the operator; an automatic one has no task', async () => {
    const { workspaceId } = await seedMessaging(database.db);
    const text = 'update workspaces set is_operator = $2 where id = $1';
    await database.db.asSystem().execute({ text }, [workspaceId, true]);
    await receive(emailFrom('ada@people.org', 'A question', { to: ['office@clinic.org'] }));
    await receive(
      emailFrom('robot@people.org', 'Out of office', { to: ['office@clinic.org'], kind: 'automatic' }),
    );
    await database.db.asSystem().execute({ text }, [workspaceId, false]);
    const [ofPerson] = await conversationsOf('ada@people.org', workspaceId);
    expect(await tasksOf(ofPerson!.id)).toHaveLength(1);
    const [ofRobot] = await conversationsOf('robot@people.org', workspaceId);
    expect(ofRobot).toMatchObject({ attention: null });
    expect(await tasksOf(ofRobot!.id)).toEqual([]);
  });

  it('is not stored after 30 messages of one sender within an hour, and again later', async () => {
    const from = newNumber();
    const number = await own(fixture.workspaceId);
    for (let count = 0; count < 32; count += 1)
      await receive(smsFrom(from, `Message ${count}`, { to: [number] }));
    const [conversation] = await conversationsOf(from);
    expect(await messagesOf(database.db, conversation!)).toHaveLength(30);
    expect(logged.at(-1)).toContain('exceeds the limits');
    await clock.advance(3_600_000);
    await receive(smsFrom(from, 'An hour later', { to: [number] }));
    expect(await messagesOf(database.db, conversation!)).toHaveLength(31);
  });

  it('is not stored after 100 strangers have written to one number within an hour', async () => {
    const number = await own(fixture.workspaceId);
    const senders = Array.from({ length: 101 }, newNumber);
    for (const from of senders) await receive(smsFrom(from, 'Spam', { to: [number] }));
    expect(await conversationsOf(senders[99]!)).toHaveLength(1);
    expect(await conversationsOf(senders[100]!)).toEqual([]);
    await receive(smsFrom(senders[0]!, 'A known one', { to: [number] }));
    const [known] = await conversationsOf(senders[0]!);
    expect(await messagesOf(database.db, known!)).toHaveLength(2);
  });

  it('with STOP only opts out', async () => {
    const from = newNumber();
    await receive(smsFrom(from, 'STOP', { to: [await own(fixture.workspaceId)] }));
    expect(await conversationsOf(from)).toEqual([]);
    expect(await suppressed(from)).toBe(true);
  });
});
