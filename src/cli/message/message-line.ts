import type { Message } from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';
import type { Output } from '../output.ts';

const authors = {
  flow: 'agent',
  agent: 'agent',
  person: 'person',
  customer: 'customer',
} as const satisfies Record<Message['origin'], string>;

/** Formats one message of a conversation as a line with its time, author, status and the reason of a failure. */
export function messageLine(
  message: Pick<Message, 'origin' | 'createdAt' | 'message' | 'attachments' | 'status' | 'failure'>,
  { paint }: Pick<Output, 'paint'>,
): string {
  const author = authors[message.origin].padStart(8);
  const name = message.origin === 'customer' ? paint('yellow', author) : paint('cyan', author);
  const reason = message.failure === null ? '' : `: ${message.failure}`;
  const status =
    message.status === 'received' ? '' : paint('dim', `  (${statusText(message.status)}${reason})`);
  const text = [message.message, ...message.attachments.map(attachmentText)].filter((part) => part !== '');
  return `${paint('dim', minuteText(message.createdAt))}  ${name}  ${text.join(' ')}${status}`;
}

const attachmentText = ({ name, contentType }: Message['attachments'][number]): string =>
  `[${name ?? contentType}]`;

/** Returns for example `pending approval`. */
export const statusText = (status: Message['status']): string => status.replaceAll('_', ' ');

/** Returns the text on one line, shortened to `maxLength` characters. */
export function shortened(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}
