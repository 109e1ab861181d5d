import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SipMessagesFile, sipMessagesPath } from '../../contracts/sip-messages.ts';
import { reject } from '../../core/problems.ts';
import { exampleId } from '../../domain/fields.ts';
import { findCall } from '../../store/calls/calls.ts';
import { endpoint } from '../endpoint.ts';
import { callParameter } from './call-response.ts';

const SipMessage = z
  .object({
    at: z.iso.datetime().meta({ description: 'When Parley sent or received it.' }),
    direction: z.enum(['sent', 'received']).meta({ description: 'From the point of view of Parley.' }),
    transport: z.enum(['udp', 'tcp', 'tls']).meta({ description: 'The transport protocol.' }),
    peer: z.string().meta({
      description: 'The address and port of the other side.',
      examples: ['203.0.113.7:5060'],
    }),
    method: z.string().meta({
      description: 'The method of a request, or of the request that a response is for.',
      examples: ['INVITE'],
    }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The status of a response; null for a request.', examples: [180] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'The reason phrase of a response; null for a request.', examples: ['Ringing'] }),
    text: z.string().meta({
      description:
        'The message, at most 8 KiB. Credentials, keys of media, and bodies of INFO requests are replaced by `[removed]`.',
      examples: ['SIP/2.0 180 Ringing\r\nCall-ID: 7f3c\r\nContent-Length: 0\r\n\r\n'],
    }),
  })
  .meta({ id: 'SipMessage' });

const SipMessagesResponse = z
  .object({
    callId: z.string().meta({ description: 'The call.', examples: [exampleId('call')] }),
    messages: z.array(SipMessage).meta({ description: 'The messages in order, retransmissions included.' }),
    omitted: z.int().meta({
      description:
        'The number of messages that are missing after the first ones, because a call keeps at most 100.',
      examples: [0],
    }),
  })
  .meta({ id: 'SipMessages' });

export const getSipMessages = endpoint({
  method: 'GET',
  path: '/api/v1/calls/{callId}/sip',
  operationId: 'getSipMessages',
  tag: 'Calls',
  summary: 'Get the SIP messages of a call',
  description:
    'Returns the messages that Parley sent and received for the call. Available a few seconds after the end of the call.',
  scope: 'calls:read',
  sendsConcurrencyHeaders: true,
  parameters: callParameter,
  reply: SipMessagesResponse,
  errorCodes: ['sip_messages_not_found'],

  async handle({ caller: { workspaceId }, path: { callId } }, { database, settings }) {
    const call = await findCall(database.inWorkspace(workspaceId), { workspaceId, callId });
    if (call === undefined) reject('call_not_found');
    const { dataDir, sipTraceDays } = settings;
    if (sipTraceDays === 0)
      reject('sip_messages_not_found', {
        details: 'SIP messages are not kept. Set PARLEY_SIP_TRACE_DAYS to keep those of further calls.',
      });
    const content = await readFile(sipMessagesPath(dataDir, callId), 'utf8').catch((cause: unknown) =>
      reject('sip_messages_not_found', { cause }),
    );
    return { callId, ...SipMessagesFile.parse(JSON.parse(content)) };
  },
});
