import { newId } from '../../core/ids.ts';
import type { SuppressionChannel } from '../../domain/conversations/suppression.ts';
import { optOutConversations } from '../conversations/opt-out-conversations.ts';
import { withoutNul, type Queryable, type Statement } from '../queryable.ts';

export interface SuppressedAddress {
  readonly channel: SuppressionChannel;
  /** E.164, or an email address in lower case. */
  readonly address: string;
  readonly reason: string;
}

export interface NewSuppressions {
  readonly workspaceId: string;
  /** Any number of addresses, possibly with duplicates. */
  readonly entries: readonly SuppressedAddress[];
  /** The user or key that adds them; null for a message or a carrier. */
  readonly createdBy: string | null;
  readonly at: Date;
}

/**
 * Inserts in the order of the index, so that concurrent statements with the same addresses do not deadlock.
 */
const statement: Statement = {
  name: 'add_suppressions',
  text: `insert into suppressions (workspace_id, id, channel, address, reason, created_by, created_at)
    select $1, id, channel, address, reason, $6, $7 from unnest($2::text[], $3::text[], $4::text[], $5::text[])
      as entry (id, channel, address, reason)
    order by channel collate "C", address collate "C"
    on conflict (workspace_id, channel, address) do nothing
    returning channel, address`,
};

/**
 * Adds suppressions and publishes events for the conversations that they opt out. Returns the number of new suppressions;
 * existing ones are unchanged.
 */
export async function addSuppressions(
  tx: Queryable,
  { workspaceId, entries, createdBy, at }: NewSuppressions,
): Promise<number> {
  const added = await tx.rows<{ channel: SuppressionChannel; address: string }>(statement, [
    workspaceId,
    entries.map(() => newId('suppression')),
    entries.map(({ channel }) => channel),
    entries.map(({ address }) => address),
    entries.map(({ reason }) => withoutNul(reason)),
    createdBy,
    at,
  ]);
  const suppressed = added.filter(({ channel }) => channel !== 'voice');
  if (suppressed.length > 0) await optOutConversations(tx, { workspaceId, suppressed, at });
  return added.length;
}
