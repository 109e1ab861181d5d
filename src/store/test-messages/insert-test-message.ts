import { withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { testMessageColumns, type TestMessageRow } from './test-message-row.ts';

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
  message: Omit<TestMessageRow, 'id' | 'answers' | 'createdAt'> & { readonly at: Date },
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
