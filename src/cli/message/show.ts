import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';
import { followConversation } from './follow.ts';
import { messageLine } from './message-line.ts';

/** Shows the messages of a conversation. */
export async function showConversation(
  client: Pick<ParleyClient, 'getConversation' | 'follow'>,
  conversationId: string,
  { follow = false }: { readonly follow?: boolean },
  output: Output,
): Promise<void> {
  const conversation = await client.getConversation({ path: { conversationId } });
  const { channel, status, customer, messages } = conversation;
  const address = channel === 'sms' ? customer.phone : customer.email;
  output.line(`${output.paint('bold', address ?? conversationId)}  ${channel}  ${status}`);
  if (follow) await followConversation(client, conversationId, output);
  else for (const message of messages) output.line(messageLine(message, output));
  output.result(conversation);
}
