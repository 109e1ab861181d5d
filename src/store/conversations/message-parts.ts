import { type Queryable, type Statement, withoutNul } from '../queryable.ts';

export type PartOutcome = 'sent' | 'delivered' | 'failed';

/** A part of a message with a separate delivery receipt. */
export interface MessagePart {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly carrier: string;
  readonly externalId: string;
  readonly outcome: PartOutcome;
}

const lockIdsStatement: Statement = {
  name: 'lock_external_ids',
  text: `select pg_advisory_xact_lock(hashtextextended($1 || ' ' || external_id, 7249016))
    from unnest($2::text[]) as external_id order by external_id collate "C"`,
};

/** Excludes a concurrent transaction with the same ids of a carrier: the record of a message, and a receipt of it. */
export async function lockExternalIds(
  tx: Queryable,
  { carrier, externalIds }: { readonly carrier: string; readonly externalIds: readonly string[] },
): Promise<void> {
  if (externalIds.length > 0) await tx.write(lockIdsStatement, [carrier, externalIds]);
}

/** Repeats only if the carrier uses an id again for the same message. */
const insertPartsStatement: Statement = {
  name: 'insert_message_parts',
  text: `insert into message_parts (workspace_id, message_id, carrier, external_id, created_at)
    select $1, $2, $3, external_id, $5 from unnest($4::text[]) as external_id
    on conflict (message_id, external_id) do nothing`,
};

export async function insertMessageParts(
  tx: Queryable,
  parts: Pick<MessagePart, 'workspaceId' | 'messageId' | 'carrier'> & {
    readonly externalIds: readonly string[];
    readonly at: Date;
  },
): Promise<void> {
  if (parts.externalIds.length === 0) return;
  const { workspaceId, messageId, carrier, externalIds, at } = parts;
  await tx.write(insertPartsStatement, [workspaceId, messageId, carrier, externalIds, at]);
}

/** A carrier may use ids again after some time. */
const findPartStatement: Statement = {
  name: 'find_message_part',
  text: `select workspace_id as "workspaceId", message_id as "messageId", carrier, external_id as "externalId", outcome
    from message_parts where carrier = $1 and external_id = $2 order by created_at desc limit 1`,
};

/** Returns the newest part with this id of a carrier, of any workspace. `db` must be in the system scope. */
export function findMessagePart(
  db: Queryable,
  { carrier, externalId }: { readonly carrier: string; readonly externalId: string },
): Promise<MessagePart | undefined> {
  return db.row<MessagePart>(findPartStatement, [carrier, externalId]);
}

/** A final outcome is never replaced. */
const record: Statement = {
  name: 'record_part_outcome',
  text: `update message_parts set outcome = $4
    where workspace_id = $1 and message_id = $2 and external_id = $3 and outcome = 'sent'`,
};

const outcomes: Statement = {
  name: 'list_part_outcomes',
  text: `select outcome from message_parts where workspace_id = $1 and message_id = $2`,
};

/** Records the outcome of a part. Returns the outcomes of all parts of the message. */
export async function recordPartOutcome(
  tx: Queryable,
  { workspaceId, messageId, externalId, outcome }: Omit<MessagePart, 'carrier'>,
): Promise<PartOutcome[]> {
  await tx.write(record, [workspaceId, messageId, externalId, outcome]);
  const rows = await tx.rows<{ outcome: PartOutcome }>(outcomes, [workspaceId, messageId]);
  return rows.map((row) => row.outcome);
}

/** A delivery receipt that matched no message. */
export interface StoredReceipt {
  readonly carrier: string;
  readonly externalId: string | null;
  readonly reference: string | null;
  readonly outcome: PartOutcome;
  readonly detail: string;
  readonly suppresses: 'opted_out' | 'complaint' | 'no_such_address' | null;
}

const store: Statement = {
  name: 'store_receipt',
  text: `insert into message_receipts (carrier, external_id, reference, outcome, detail, suppresses, received_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Stores a receipt until its message is recorded. `tx` must be in the system scope. */
export async function storeReceipt(tx: Queryable, receipt: StoredReceipt, at: Date): Promise<void> {
  const { carrier, externalId, reference, outcome, detail, suppresses } = receipt;
  await tx.write(store, [carrier, externalId, reference, outcome, withoutNul(detail), suppresses, at]);
}

const take: Statement = {
  name: 'take_receipts',
  text: `with taken as (
      delete from message_receipts
      where reference = $3 or (carrier = $1 and external_id = any($2))
      returning id, carrier, external_id as "externalId", reference, outcome, detail, suppresses)
    select * from taken order by id`,
};

/** Removes and returns the stored receipts of a message, oldest first. `tx` must be in the system scope. */
export function takeReceipts(
  tx: Queryable,
  message: {
    readonly carrier: string;
    readonly externalIds: readonly string[];
    readonly messageId: string;
  },
): Promise<StoredReceipt[]> {
  return tx.rows<StoredReceipt>(take, [message.carrier, message.externalIds, message.messageId]);
}

/** Retention of receipts that match no message, such as those of another program with the same account. */
const retentionDays = 7;

const purge: Statement = {
  name: 'purge_receipts',
  text: `delete from message_receipts where id in (
    select id from message_receipts where received_at < now() - $1 * interval '1 day' limit 10000)`,
};

/** Deletes unmatched receipts after their retention, at most 10,000 per call. Returns their number. `db` must be in the system scope. */
export function purgeReceipts(db: Queryable): Promise<number> {
  return db.execute(purge, [retentionDays]);
}
