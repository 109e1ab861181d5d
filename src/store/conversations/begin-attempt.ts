import type { Queryable, Statement } from '../queryable.ts';

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
  text: `with started as (
      update messages set status = 'sending', carrier = $3, from_address = $4, segments = $5, attempts = attempts + 1,
        first_attempt_at = coalesce(first_attempt_at, $6), failure = null, updated_at = $6
      where workspace_id = $1 and id = $2 and status in ('approved', 'scheduled')
      returning conversation_id)
    update conversations set own_address = $4, updated_at = greatest(updated_at, $6)
    from started where conversations.id = started.conversation_id`,
};

/** Begins an attempt to send a message that this transaction has locked and that is due. */
export async function beginAttempt(tx: Queryable, attempt: NewAttempt): Promise<void> {
  await tx.write(statement, [
    attempt.workspaceId,
    attempt.messageId,
    attempt.carrier,
    attempt.fromAddress,
    attempt.segments,
    attempt.at,
  ]);
}
