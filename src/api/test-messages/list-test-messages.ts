import { z } from 'zod';
import { readRecipient } from '../../domain/conversations/recipient.ts';
import { listTestMessages as findTestMessages } from '../../store/test-messages.ts';
import { endpoint } from '../endpoint.ts';
import { queryInteger, queryAddress } from '../paging.ts';
import { TestMessageResponse, toTestMessageResponse } from './test-message-response.ts';

const maxLimit = 200;

export const listTestMessages = endpoint({
  method: 'GET',
  path: '/v1/api/test-network/messages',
  operationId: 'listTestMessages',
  tag: 'Test network',
  summary: 'List messages of simulated people',
  description:
    'Messages that arrived at simulated phones and mailboxes of the test network, and the answers of the simulated people, newest first. Only messages of the conversations of this workspace are listed. The test network keeps the last 10,000 messages of all workspaces.',
  scope: 'conversations:read',
  query: z.strictObject({
    address: queryAddress.optional().meta({
      description: 'Number or email address of a simulated person. Default: all.',
    }),
    limit: queryInteger(1, maxLimit)
      .default(50)
      .meta({
        description: `Messages per response, 1 to ${maxLimit}.`,
      }),
  }),
  reply: z.object({
    data: z
      .object({ messages: z.array(TestMessageResponse).meta({ description: 'The messages, newest first.' }) })
      .meta({
        description: 'The messages.',
      }),
  }),

  async handle({ caller: { workspaceId }, query: { address, limit } }, { database }) {
    // Stored addresses are normalised.
    const normalised = address && (readRecipient(address)?.address ?? address);
    const rows = await findTestMessages(database.inWorkspace(workspaceId), {
      workspaceId,
      person: normalised,
      limit,
    });
    return { data: { messages: rows.map(toTestMessageResponse) } };
  },
});
