import type { Conversation, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';
import type { Output } from '../output.ts';
import { followConversation } from './follow.ts';
import { messageLine } from './message-line.ts';

/** Returns why the agent does not reply automatically. */
function notesOf({ takenOver, attention }: Pick<Conversation, 'takenOver' | 'attention'>): string[] {
  return [
    ...(takenOver === null ? [] : [`A person took over: ${takenOver.by}, ${minuteText(takenOver.at)}.`]),
    ...(attention === null ? [] : [`A person must look at this conversation: ${attention}.`]),
  ];
}

/** Shows the messages of a conversation, and why a person must look at it. */
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
  for (const note of notesOf(conversation)) output.line(output.paint('yellow', note));
  if (follow) await followConversation(client, conversationId, output);
  else for (const message of messages) output.line(messageLine(message, output));
  output.result(conversation);
}
