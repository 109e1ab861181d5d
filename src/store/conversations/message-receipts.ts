import { withoutNul, type Queryable, type Statement } from '../queryable.ts';
import type { PartOutcome } from './message-parts.ts';

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
