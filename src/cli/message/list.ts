import type { Conversation, Message, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';
import { UsageError, type Output } from '../output.ts';
import { table } from '../table.ts';
import { shortened, statusText } from './message-line.ts';

export interface ListMessagesOptions {
  readonly limit: string;
  readonly status?: string;
  readonly search?: string;
}

const textWidth = 60;

/** Lists the last message of each conversation, or all messages with a status. */
export async function listMessages(
  client: Pick<ParleyClient, 'listConversations'>,
  { limit, status, search }: ListMessagesOptions,
  output: Output,
): Promise<void> {
  if (!/^\d{1,4}$/.test(limit))
    throw new UsageError(`Write --limit as a number from 1 to 1000, not ${limit}.`);
  const query = {
    limit: Number(limit),
    ...(status === undefined ? {} : { messageStatus: status as Message['status'] }),
    ...(search === undefined ? {} : { search }),
  };
  const { data } = await client.listConversations({ query });
  const rows = data.conversations.flatMap((conversation) =>
    selectMessages(conversation, status).map((message) => ({ conversation, message })),
  );
  const cells = rows.map(({ conversation, message }) => rowOf(conversation, message));
  const [headings, ...lines] = table(['message', 'conversation', 'created', 'with', 'status', 'text'], cells);
  if (headings !== undefined) output.line(output.paint('dim', headings));
  for (const line of lines) output.line(line);
  output.line(output.paint('dim', `${data.conversations.length} of ${data.total} conversations`));
  output.result({
    messages: rows.map(({ conversation, message }) => ({
      conversationId: conversation['_id'],
      recipient: recipientOf(conversation) ?? null,
      ...message,
    })),
    conversations: data.total,
  });
}

const selectMessages = ({ messages }: Conversation, status: string | undefined): Message[] =>
  status === undefined ? messages.slice(-1) : messages.filter((message) => message.status === status);

const recipientOf = ({ channel, customer }: Conversation): string | undefined =>
  channel === 'sms' ? customer.phone : customer.email;

function rowOf(conversation: Conversation, message: Message): string[] {
  const { _id: messageId, createdAt, status, message: text } = message;
  return [
    messageId,
    conversation['_id'],
    minuteText(createdAt),
    recipientOf(conversation) ?? '—',
    statusText(status),
    shortened(text, textWidth),
  ];
}
