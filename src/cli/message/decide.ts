import type { Message, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandError, UsageError, type Output } from '../output.ts';
import { messageLine } from './message-line.ts';

type DecidingClient = Pick<ParleyClient, 'approveMessage' | 'rejectMessage' | 'getConversation' | 'iterate'>;

/** Approves a message that waits for approval, with another text if one is given. */
export async function approve(
  client: DecidingClient,
  id: string,
  { text }: { readonly text?: string },
  output: Output,
): Promise<void> {
  const path = await findPending(client, id);
  const body = text === undefined ? {} : { message: text };
  report(await client.approveMessage({ path, body }), output);
}

/** Rejects a message that waits for approval, or an approved or scheduled message that is not being sent yet. */
export async function reject(
  client: DecidingClient,
  id: string,
  { reason }: { readonly reason?: string },
  output: Output,
): Promise<void> {
  const path = await findPending(client, id, ['pending_approval', 'scheduled', 'approved']);
  const body = reason === undefined ? {} : { reason };
  report(await client.rejectMessage({ path, body }), output);
}

function report(message: Message, output: Output): void {
  output.line(messageLine(message, output));
  output.result(message);
}

interface MessagePath {
  readonly conversationId: string;
  readonly messageId: string;
}

/**
 * Finds a message. `id` is the id of a message with one of the statuses, or of a conversation in which one message waits for approval.
 * @throws {UsageError} if several messages of the conversation wait for approval
 * @throws {CommandError} if no message is found
 */
async function findPending(
  client: DecidingClient,
  id: string,
  statuses: readonly Message['status'][] = ['pending_approval'],
): Promise<MessagePath> {
  if (id.startsWith('conv_')) return findInConversation(client, id);
  for (const messageStatus of statuses) {
    const found = await findMessage(client, id, messageStatus);
    if (found !== undefined) return found;
  }
  throw new CommandError(
    `${id} does not wait for approval. List the messages that do: npx parley-server message list --status pending_approval`,
  );
}

const isPending = ({ status }: Message): boolean => status === 'pending_approval';

async function findInConversation(client: DecidingClient, conversationId: string): Promise<MessagePath> {
  const { messages } = await client.getConversation({ path: { conversationId } });
  const [message, ...others] = messages.filter(isPending);
  if (message === undefined) throw new CommandError(`No message of ${conversationId} waits for approval.`);
  const { _id: messageId } = message;
  if (others.length === 0) return { conversationId, messageId };
  const ids = [message, ...others].map(({ _id }) => _id).join(', ');
  throw new UsageError(`Several messages wait for approval. Name one of them: ${ids}`);
}

async function findMessage(
  client: DecidingClient,
  messageId: string,
  messageStatus: Message['status'],
): Promise<MessagePath | undefined> {
  const query = { messageStatus };
  for await (const { _id: conversationId, messages } of client.iterate('listConversations', { query }))
    if (messages.some(({ _id, status }) => _id === messageId && status === messageStatus))
      return { conversationId, messageId };
  return undefined;
}
