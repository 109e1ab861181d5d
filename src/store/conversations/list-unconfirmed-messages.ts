import type { Queryable, Statement } from '../queryable.ts';

/** An outbound message whose acceptance by the carrier is not recorded. */
export interface UnconfirmedMessage {
  readonly id: string;
  readonly carrier: string;
}

const statement: Statement = {
  name: 'list_unconfirmed_messages',
  text: `select id, carrier from messages
    where id = any($1) and direction = 'outbound' and status in ('sending', 'unknown') and carrier is not null`,
  isLookup: true,
};

/** Returns those of the messages that are being sent or whose outcome is unknown, in any workspace. `db` must be in the system scope. */
export function listUnconfirmedMessages(
  db: Queryable,
  messageIds: readonly string[],
): Promise<UnconfirmedMessage[]> {
  return db.rows<UnconfirmedMessage>(statement, [messageIds]);
}
