import type { Queryable, Statement } from '../queryable.ts';

/** An email of a conversation. */
export interface ThreadMail {
  readonly id: string;
  readonly direction: 'outbound' | 'inbound';
  /** `Message-ID` of an inbound email. */
  readonly externalId: string | null;
  /** Our address of an outbound email. */
  readonly fromAddress: string | null;
  readonly subject: string | null;
}

/** Number of emails that the next one refers to. RFC 5322 has no limit; servers limit the length of header fields. */
const threadLength = 20;

const statement: Statement = {
  name: 'list_mail_thread',
  text: `select id, direction, external_id as "externalId", from_address as "fromAddress", subject from (
      select * from messages where workspace_id = $1 and conversation_id = $2
        and status in ('received', 'sent', 'delivered') order by sequence desc limit ${threadLength}) thread
    order by sequence`,
};

/** Returns the last emails of a conversation that were sent or received, oldest first. */
export function listMailThread(
  db: Queryable,
  key: { readonly workspaceId: string; readonly conversationId: string },
): Promise<ThreadMail[]> {
  return db.rows<ThreadMail>(statement, [key.workspaceId, key.conversationId]);
}
