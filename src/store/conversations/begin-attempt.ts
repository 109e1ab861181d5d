import type { Queryable, Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

export interface NewAttempt {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly carrier: string;
  readonly fromAddress: string;
  /** Parts of an SMS; null for email. */
  readonly segments: number | null;
  readonly at: Date;
}

const statement: Statement = {
  name: 'begin_attempt',
  text: `with messages as (
      update messages set status = 'sending', carrier = $3, from_address = $4, segments = $5, attempts = attempts + 1,
        first_attempt_at = coalesce(first_attempt_at, $6), failure = null, updated_at = $6
      where workspace_id = $1 and id = $2 and status in ('approved', 'scheduled')
      returning *),
    conversation as (
      update conversations set own_address = $4, updated_at = greatest(conversations.updated_at, $6)
      from messages where conversations.id = messages.conversation_id)
    select ${messageColumns} from messages`,
};

/** Commits to an attempt to send a message, before the carrier receives it. Undefined if its status has changed. */
export function beginAttempt(tx: Queryable, attempt: NewAttempt): Promise<MessageRow | undefined> {
  return tx.row<MessageRow>(statement, [
    attempt.workspaceId,
    attempt.messageId,
    attempt.carrier,
    attempt.fromAddress,
    attempt.segments,
    attempt.at,
  ]);
}
