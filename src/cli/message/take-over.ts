import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';

/** Takes over a conversation: replies of the agent wait for approval. */
export async function takeOver(
  client: Pick<ParleyClient, 'takeOverConversation'>,
  conversationId: string,
  output: Output,
): Promise<void> {
  const conversation = await client.takeOverConversation({ path: { conversationId } });
  output.line(`${conversationId} is taken over. Replies of the agent wait for approval.`);
  output.result(conversation);
}

/** Ends the takeover of a conversation: the agent replies as its flow says. */
export async function release(
  client: Pick<ParleyClient, 'releaseConversation'>,
  conversationId: string,
  output: Output,
): Promise<void> {
  const conversation = await client.releaseConversation({ path: { conversationId } });
  output.line(`${conversationId} is released. The agent replies again.`);
  output.result(conversation);
}
