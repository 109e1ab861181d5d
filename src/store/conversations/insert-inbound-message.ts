import type { Keyword } from '../../domain/conversations/keyword.ts';
import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { messageColumns, type MessageRow } from './message-row.ts';

export interface NewInboundMessage extends Pick<
  MessageRow,
  | 'id'
  | 'workspaceId'
  | 'conversationId'
  | 'content'
  | 'subject'
  | 'metadata'
  | 'attachments'
  | 'carrier'
  | 'externalId'
  | 'sender'
> {
  /** Our address that received it. */
  readonly ownAddress: string;
  readonly keyword: Keyword | undefined;
  readonly at: Date;
}

const lock: Statement = {
  name: 'lock_inbound_message',
  text: `select pg_advisory_xact_lock(hashtextextended('inbound ' || $1 || ' ' || $2, 0))`,
};

const find: Statement = {
  name: 'find_inbound_message',
  text: `select exists (select from messages where direction = 'inbound' and carrier = $1 and external_id = $2) as "isKnown"`,
};

/**
 * Returns whether an inbound message is stored already, in any workspace. Other transactions that receive the same message wait for this one. `tx` must be
 * in the system scope.
 */
export async function isReceived(
  tx: Queryable,
  { carrier, externalId }: { readonly carrier: string; readonly externalId: string },
): Promise<boolean> {
  await tx.write(lock, [carrier, externalId]);
  return (await tx.row<{ isKnown: boolean }>(find, [carrier, externalId]))!.isKnown;
}

const release: Statement = {
  name: 'release_inbound_id',
  text: `update messages set external_id = null
    where direction = 'inbound' and carrier = $1 and external_id = $2 and ($3::timestamptz is null or created_at < $3)`,
};

/**
 * Removes a provisional id of a carrier from its message, so that an equal message is stored as another one. `before`: only if the message is older. `db` must
 * be in the system scope.
 */
export async function releaseInboundId(
  db: Queryable,
  {
    carrier,
    externalId,
    before,
  }: { readonly carrier: string; readonly externalId: string; readonly before?: Date },
): Promise<void> {
  await db.write(release, [carrier, externalId, before]);
}

/** Extends the conversation by its inactivity hours. */
const insert: Statement = {
  name: 'insert_inbound_message',
  text: `with conversation as (
      update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $10::timestamptz), own_address = $8,
        expires_at = greatest(expires_at, $10 + make_interval(hours => inactivity_hours))
      where workspace_id = $1 and id = $3 returning sequence),
    messages as (
      insert into messages (workspace_id, id, conversation_id, sequence, direction, origin, status, content, subject, metadata,
        carrier, external_id, from_address, sender, keyword, created_at, updated_at, attachments)
      select $1, $2, $3, sequence, 'inbound', 'customer', 'received', $4, $5, $6, $7, $9, $8, $11, $12, $10, $10, $13 from conversation
      returning *)
    select ${messageColumns} from messages`,
};

/** Stores an inbound message in a conversation that this transaction has locked. */
export async function insertInboundMessage(tx: Queryable, message: NewInboundMessage): Promise<MessageRow> {
  const row = await tx.row<MessageRow>(insert, [
    message.workspaceId,
    message.id,
    message.conversationId,
    withoutNul(message.content),
    message.subject === null ? null : withoutNul(message.subject),
    json(message.metadata),
    message.carrier,
    message.ownAddress,
    message.externalId,
    message.at,
    message.sender,
    message.keyword,
    json(message.attachments),
  ]);
  return row!;
}
