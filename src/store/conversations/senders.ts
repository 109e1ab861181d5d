import type { Queryable, Statement } from '../queryable.ts';

/** What a workspace may send from to a person. */
export interface SenderRights {
  /** The number of the agent, else the number to which the customer wrote, if the workspace owns it. */
  readonly ownNumber: string | null;
  /** Whether the workspace may send from the shared sender. */
  readonly mayShare: boolean;
  /** Whether another workspace has an open conversation by SMS with the person from the shared sender. */
  readonly isInUse: boolean;
}

export interface SenderQuery {
  readonly workspaceId: string;
  readonly agentId: string | null;
  /** The number to which the customer wrote, for a conversation without a flow. */
  readonly receivingNumber?: string | null | undefined;
  readonly sharedSender: string;
  /** Whether every workspace may use the shared sender. */
  readonly forAll: boolean;
  readonly recipient: string;
  readonly at: Date;
}

const find: Statement = {
  name: 'find_sender_rights',
  text: `select coalesce((select e164 from phone_numbers join agents on phone_number = e164 and agents.workspace_id = $1
        where phone_numbers.workspace_id = $1 and agents.id = $2),
        (select e164 from phone_numbers where phone_numbers.workspace_id = $1 and e164 = $7)) as "ownNumber",
      parley_may_share_sender($1, $3, $4) as "mayShare", parley_is_sender_in_use($1, $3, $4, $5, $6) as "isInUse"`,
};

export async function findSenderRights(db: Queryable, query: SenderQuery): Promise<SenderRights> {
  const { workspaceId, agentId, receivingNumber, sharedSender, forAll, recipient, at } = query;
  const values = [workspaceId, agentId, sharedSender, forAll, recipient, at, receivingNumber];
  return (await db.row<SenderRights>(find, values))!;
}

const lock: Statement = {
  name: 'lock_recipient',
  text: `select pg_advisory_xact_lock(hashtextextended('recipient ' || $1, 0))`,
};

/**
 * Locks a person until the transaction ends, so that of two workspaces that share a sender only one opens a conversation with the person. Call it
 * before a conversation is locked.
 */
export async function lockRecipient(tx: Queryable, recipient: string): Promise<void> {
  await tx.write(lock, [recipient]);
}
