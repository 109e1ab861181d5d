import { withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { testMessageColumns, type TestMessageRow } from './test-message-row.ts';

/** The first part of a message belongs to the workspace. Answers belong to the workspace of the message that they answer. */
const ofWorkspace = `exists (select from message_parts
    where message_parts.workspace_id = $1 and message_parts.carrier = arrived.carrier
      and message_parts.external_id = arrived.external_ids[1])`;

const list: Statement = {
  name: 'list_test_messages',
  text: `select ${testMessageColumns}
    from test_messages join test_messages arrived on arrived.id = coalesce(test_messages.answers, test_messages.id)
    where ($2::text is null or test_messages.person = $2) and ${ofWorkspace}
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
  },
): Promise<TestMessageRow[]> {
  return db.rows<TestMessageRow>(list, [query.workspaceId, query.person ?? null, query.limit]);
}

const answerLast: Statement = {
  name: 'answer_last_test_message',
  text: `insert into test_messages (answers, channel, person, peer, subject, content, carrier, external_ids, created_at)
    select arrived.id, channel, person, peer, '', $3, carrier, '{}', $4 from test_messages arrived
    where arrived.person = $2 and arrived.answers is null and ${ofWorkspace}
      and (channel <> 'sms' or not exists (select from test_messages later where later.person = $2 and later.answers is null
        and later.peer = arrived.peer and later.id > arrived.id))
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

const find: Statement = {
  name: 'find_test_message',
  text: `select ${testMessageColumns} from test_messages where id = $1`,
};

/** Returns a message of any workspace. */
export function findTestMessage(
  db: Queryable,
  { id }: { readonly id: number },
): Promise<TestMessageRow | undefined> {
  return db.row<TestMessageRow>(find, [id]);
}
