import { z } from 'zod';
import { messageChannels } from '../../domain/conversations/recipient.ts';
import type { TestMessageRow } from '../../store/test-messages.ts';

export const TestMessageResponse = z
  .object({
    id: z.string().meta({ examples: ['4711'] }),
    direction: z
      .enum(['received', 'sent'])
      .meta({ description: '`received`: it arrived at the simulated person; `sent`: the person wrote it.' }),
    channel: z.enum(messageChannels),
    person: z.string().meta({ description: 'Number or email address of the simulated person.' }),
    peer: z.string().meta({ description: 'The address of this service, to which the person answers.' }),
    subject: z.string().nullable().meta({ description: 'Null except for an email that arrived.' }),
    message: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'TestMessage' });

export const toTestMessageResponse = (row: TestMessageRow): z.input<typeof TestMessageResponse> => ({
  id: String(row.id),
  direction: row.answers === null ? 'received' : 'sent',
  channel: row.channel,
  person: row.person,
  peer: row.peer,
  subject: row.channel === 'email' && row.answers === null ? row.subject : null,
  message: row.content,
  createdAt: row.createdAt.toISOString(),
});
