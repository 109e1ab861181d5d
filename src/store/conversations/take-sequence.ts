import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'take_conversation_sequence',
  text: `update conversations set sequence = sequence + 1 where workspace_id = $1 and id = $2 returning sequence`,
};

/** Returns the next position among the messages and events of a conversation. */
export async function takeSequence(
  tx: Queryable,
  { workspaceId, conversationId }: { readonly workspaceId: string; readonly conversationId: string },
): Promise<number> {
  const row = await tx.row<{ sequence: number }>(statement, [workspaceId, conversationId]);
  return row!.sequence;
}
