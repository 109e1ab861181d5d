import { appendEvent } from '../events.ts';
import type { Queryable, Statement } from '../queryable.ts';

interface SuppressedAddresses {
  readonly workspaceId: string;
  readonly suppressed: readonly { readonly channel: string; readonly address: string }[];
  readonly at: Date;
}

interface OptedOutConversation {
  readonly conversationId: string;
  readonly flowId: string;
  readonly agentId: string | null;
  readonly channel: string;
  readonly address: string;
  readonly sequence: number;
}

/** Uses the index on recipients, so that addresses without conversations cost little. */
const statement: Statement = {
  name: 'opt_out_conversations',
  text: `update conversations set sequence = sequence + 1, updated_at = greatest(updated_at, $4::timestamptz)
    from unnest($2::text[], $3::text[]) as suppressed (channel, address)
    where workspace_id = $1 and recipient = suppressed.address and conversations.channel = suppressed.channel
      and closed_at is null and expires_at > $4
    returning id as "conversationId", flow_id as "flowId", agent_id as "agentId", conversations.channel, recipient as address, sequence`,
};

/** Publishes `conversation.opted_out` for every open conversation whose customer must no longer be contacted. */
export async function optOutConversations(
  tx: Queryable,
  { workspaceId, suppressed, at }: SuppressedAddresses,
): Promise<void> {
  const channels = suppressed.map(({ channel }) => channel);
  const addresses = suppressed.map(({ address }) => address);
  const conversations = await tx.rows<OptedOutConversation>(statement, [
    workspaceId,
    channels,
    addresses,
    at,
  ]);
  for (const { sequence, ...data } of conversations) {
    const subjectId = data.conversationId;
    await appendEvent(tx, { workspaceId, type: 'conversation.opted_out', subjectId, sequence, data, at });
  }
}
