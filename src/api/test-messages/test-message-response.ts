import { z } from 'zod';
import { createdAt } from '../../domain/fields.ts';
import { messageChannels } from '../../domain/conversations/recipient.ts';
import type { TestMessageRow } from '../../store/test-messages.ts';

export const TestMessageResponse = z
  .object({
    id: z.string().meta({ examples: ['4711'], description: 'The id of the message.' }),
    direction: z.enum(['received', 'sent']).meta({
      description: '`received`: it arrived at the simulated person; `sent`: the person wrote it.',
    }),
    channel: z.enum(messageChannels).meta({ description: '`sms` or `email`.' }),
    person: z.string().meta({
      description: 'Number or email address of the simulated person.',
      examples: ['+12025550104'],
    }),
    peer: z.string().meta({
      description: 'The address of this service, to which the person answers.',
      examples: ['+12025550199'],
    }),
    subject: z.string().nullable().meta({ description: 'Null except for an email that arrived.' }),
    message: z.string().meta({ description: 'The text of the message.', examples: ['Your table is ready.'] }),
    createdAt,
  })
  .meta({ id: 'TestMessage' });

const hasArrived = ({ answers, senderWorkspace }: TestMessageRow): boolean =>
  answers === null && senderWorkspace === null;

export const toTestMessageResponse = (row: TestMessageRow): z.input<typeof TestMessageResponse> => ({
  id: String(row.id),
  direction: hasArrived(row) ? 'received' : 'sent',
  channel: row.channel,
  person: row.person,
  peer: row.peer,
  subject: row.channel === 'email' && hasArrived(row) ? row.subject : null,
  message: row.content,
  createdAt: row.createdAt.toISOString(),
});
