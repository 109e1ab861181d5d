import { type Queryable, type Statement, withoutNul } from './queryable.ts';

/** A message that arrived at a simulated phone or mailbox, or one of the simulated person: an answer, or the first message to a number. */
export interface TestMessageRow {
  readonly id: number;
  /** The message that this one answers; null for a message that arrived, and for a first message. */
  readonly answers: number | null;
  /** The workspace whose user wrote this first message in place of the person; else null. */
  readonly senderWorkspace: string | null;
  readonly channel: 'sms' | 'email';
  /** Number (E.164) or email address of the simulated person. */
  readonly person: string;
  /** The service's address, to which the person answers. */
  readonly peer: string;
  /** Empty for an SMS and for answers. */
  readonly subject: string;
  readonly content: string;
  readonly carrier: string;
  /** The ids that the carrier assigned; empty for messages of the person. */
  readonly externalIds: readonly string[];
  readonly createdAt: Date;
}

/** Columns of the table `test_messages`. */
export const testMessageColumns = `test_messages.id::float8 as id, test_messages.answers::float8 as answers,
  test_messages.channel, test_messages.person, test_messages.peer, test_messages.subject, test_messages.content,
  test_messages.carrier, test_messages.external_ids as "externalIds", test_messages.sender_workspace as "senderWorkspace",
  test_messages.created_at as "createdAt"`;

/** The first part of a message that arrived belongs to the workspace. Answers belong to the workspace of the message that they answer. */
const ofWorkspace = `exists (select from message_parts
    where message_parts.workspace_id = $1 and message_parts.carrier = arrived.carrier
      and message_parts.external_id = arrived.external_ids[1])`;

const listStatement: Statement = {
  name: 'list_test_messages',
  text: `select ${testMessageColumns}
    from test_messages join test_messages arrived on arrived.id = coalesce(test_messages.answers, test_messages.id)
    where ($2::text is null or test_messages.person = $2) and (arrived.sender_workspace = $1 or ${ofWorkspace})
      and ($4::bigint is null or test_messages.id < $4)
    order by test_messages.id desc limit $3`,
};

/** Lists messages of simulated people to and from a workspace, newest first. A message is listed when its acceptance by the carrier is recorded. */
export function listTestMessages(
  db: Queryable,
  query: {
    readonly workspaceId: string;
    /** E.164, or an email address in lower case. */
    readonly person?: string | undefined;
    readonly limit: number;
    /** The id of the message after which the list begins. */
    readonly before?: number | undefined;
  },
): Promise<TestMessageRow[]> {
  const { workspaceId, person = null, limit, before = null } = query;
  return db.rows<TestMessageRow>(listStatement, [workspaceId, person, limit, before]);
}

const answerLast: Statement = {
  name: 'answer_last_test_message',
  text: `insert into test_messages (answers, channel, person, peer, subject, content, carrier, external_ids, created_at)
    select arrived.id, channel, person, peer, '', $3, carrier, '{}', $4 from test_messages arrived
    where arrived.person = $2 and arrived.answers is null and arrived.sender_workspace is null and ${ofWorkspace}
      and (channel <> 'sms' or not exists (select from test_messages later where later.person = $2 and later.answers is null
        and later.sender_workspace is null and later.peer = arrived.peer and later.id > arrived.id))
    order by arrived.id desc limit 1
    returning ${testMessageColumns}`,
};

/**
 * Stores the answer to the last message from a workspace that arrived at a simulated person. Returns undefined if there is none, or if a later SMS
 * arrived from the same number: it can be of another workspace, whose conversation the answer would join.
 */
export function answerLastTestMessage(
  db: Queryable,
  answer: {
    readonly workspaceId: string;
    readonly person: string;
    readonly content: string;
    readonly at: Date;
  },
): Promise<TestMessageRow | undefined> {
  return db.row<TestMessageRow>(answerLast, [
    answer.workspaceId,
    answer.person,
    withoutNul(answer.content),
    answer.at,
  ]);
}

const writeFirst: Statement = {
  name: 'write_first_test_message',
  text: `insert into test_messages (channel, person, peer, subject, content, carrier, external_ids, sender_workspace, created_at)
    values ('sms', $2, $3, '', $4, $5, '{}', $1, $6) returning ${testMessageColumns}`,
};

/** Stores an SMS that a user writes in place of a simulated person, to a number of the workspace. */
export async function insertFirstTestMessage(
  db: Queryable,
  message: Pick<TestMessageRow, 'person' | 'peer' | 'content' | 'carrier'> & {
    readonly workspaceId: string;
    readonly at: Date;
  },
): Promise<TestMessageRow> {
  const { workspaceId, person, peer, content, carrier, at } = message;
  const values = [workspaceId, person, peer, withoutNul(content), carrier, at];
  return (await db.row<TestMessageRow>(writeFirst, values))!;
}

const findStatement: Statement = {
  name: 'find_test_message',
  text: `select ${testMessageColumns} from test_messages where id = $1`,
};

/** Returns a message of any workspace. */
export function findTestMessage(
  db: Queryable,
  { id }: { readonly id: number },
): Promise<TestMessageRow | undefined> {
  return db.row<TestMessageRow>(findStatement, [id]);
}

/** Number of messages that are kept. */
const keptMessages = 10_000;

const arrived: Statement = {
  name: 'insert_test_message',
  text: `insert into test_messages (channel, person, peer, subject, content, carrier, external_ids, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${testMessageColumns}`,
};

const purge: Statement = { name: 'purge_test_messages', text: 'delete from test_messages where id <= $1' };

/** Stores a message that arrived, and deletes messages beyond the newest 10,000. */
export async function insertTestMessage(
  db: Queryable,
  message: Omit<TestMessageRow, 'id' | 'answers' | 'senderWorkspace' | 'createdAt'> & { readonly at: Date },
): Promise<TestMessageRow> {
  const row = await db.row<TestMessageRow>(arrived, [
    message.channel,
    message.person,
    message.peer,
    withoutNul(message.subject),
    withoutNul(message.content),
    message.carrier,
    message.externalIds,
    message.at,
  ]);
  await db.execute(purge, [row!.id - keptMessages]);
  return row!;
}

const answer: Statement = {
  name: 'insert_test_answer',
  text: `insert into test_messages (answers, channel, person, peer, subject, content, carrier, external_ids, created_at)
    select id, channel, person, peer, '', $2, carrier, '{}', $3 from test_messages where id = $1
    returning ${testMessageColumns}`,
};

/** Stores the answer to a message. Returns undefined if the message was deleted. */
export function insertTestAnswer(
  db: Queryable,
  { answers, content, at }: { readonly answers: number; readonly content: string; readonly at: Date },
): Promise<TestMessageRow | undefined> {
  return db.row<TestMessageRow>(answer, [answers, withoutNul(content), at]);
}
