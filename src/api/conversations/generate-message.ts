import { z } from 'zod';
import { exampleId, idOf } from '../../domain/fields.ts';
import { countSegments } from '../../core/sms-segments.ts';
import { GenerateInput } from '../../domain/conversations/conversation.ts';
import {
  type PreparedMessage,
  validateMessage,
  writeFlowMessage,
} from '../../messaging/sending/flow-message.ts';
import type { MessageRow } from '../../store/conversations/messages.ts';
import { lockFlow } from '../../store/flows.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { unreachableCodes } from './reject-unreachable.ts';
import { sentFields, sentText } from '../http/sent-value.ts';

const GenerateMessageResponse = z
  .object({
    status: z.literal('success').meta({ description: 'Always `success`.' }),
    conversation_id: z.string().meta({
      description: 'The open conversation with the recipient, or a new one.',
      examples: [exampleId('conversation')],
    }),
    message_id: idOf('message').meta({ description: 'The id of the new message.' }),
    message: z.string().meta({
      description: 'The `initiationMessage` of the flow, with unfilled variables.',
      examples: ['Your table is ready.'],
    }),
    missingVariables: z.array(z.string()).meta({
      description: 'Variables without a value, which are omitted from the message.',
    }),
    warnings: z.array(z.string()).optional().meta({
      description: 'What to check, such as a variable without a value.',
    }),
  })
  .meta({ id: 'GeneratedMessage' });

export const generateMessage = endpoint({
  method: 'POST',
  path: '/v1/api/conversations/message/generate',
  operationId: 'generateMessage',
  tag: 'Conversations',
  summary: 'Generate a message',
  description:
    'Generates the message of a flow for a recipient: an SMS for a phone number, an email for an email address. With `autopilot` the message is sent at once, or after the delay of the flow. Without it, the message waits for approval by a person. `success` means that the message is stored; the conversation has its status.',
  scope: 'messages:send',
  workspace: 'required',
  body: GenerateInput.meta({ id: 'GenerateMessageInput' }),
  reply: GenerateMessageResponse,
  errorCodes: [
    'flow_not_found',
    'flow_not_active',
    'invalid_recipient',
    'recipient_channel_mismatch',
    'message_empty',
    'message_too_long',
    ...unreachableCodes,
  ],

  async problemOfInvalidBody(
    { caller: { workspaceId, isTestKey: testOnly }, input, faults },
    { database, clock, messageRoutes: routes },
  ) {
    const at = new Date(clock.now());
    const db = database.inWorkspace(workspaceId);
    const sent = sentFields(input);
    const message = { flowId: sentText(sent['flowId']), to: sentText(sent['to']) };
    const validated = await validateMessage({ db, workspaceId, routes, testOnly, at }, message);
    return problemFromFaults([...faults, ...validated.faults]);
  },

  async handle({ caller, body, requestRecord }, { database, clock, ids, zones, messageRoutes: routes }) {
    const { workspaceId, actor, timezone: workspaceZone, isTestKey: testOnly } = caller;
    const { flowId, metadata, dynamic, autopilot } = body;
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      await lockFlow(tx, { workspaceId, flowId });
      const checkContext = { db: tx, workspaceId, routes, testOnly, at };
      const { prepared, faults } = await validateMessage(checkContext, body);
      if (prepared === undefined) throw problemFromFaults(faults);
      const customer = metadata.customerDetails ?? {};
      const request = {
        workspaceId,
        workspaceZone,
        actorId: actor.id,
        testOnly,
        customer,
        dynamic,
        metadata,
        autopilot,
        at,
      };
      const { message } = await writeFlowMessage(tx, prepared, request, { ids, zones });
      return requestRecord.storeResponse(tx, toGenerateMessageResponse(message, prepared));
    });
  },
});

function toGenerateMessageResponse(
  { id, conversationId, missingVariables, content, subject, template }: MessageRow,
  { recipient }: PreparedMessage,
): z.input<typeof GenerateMessageResponse> {
  const warnings = [
    ...missingVariables.map((name) => `The variable ${name} has no value and is omitted.`),
    ...segmentWarnings(content, recipient.channel),
    ...subjectWarnings(subject, recipient.channel),
  ];
  return {
    status: 'success',
    conversation_id: conversationId,
    message_id: id,
    message: template ?? '',
    missingVariables: [...missingVariables],
    ...(warnings.length > 0 && { warnings }),
  };
}

const subjectWarnings = (subject: string | null, channel: 'sms' | 'email'): string[] =>
  channel === 'email' && (subject ?? '').trim() === ''
    ? ['The email has no subject. Set subject of the flow.']
    : [];

/** Number of parts of an SMS above which carriers often reject it. */
const maxUsualSegments = 10;

function segmentWarnings(content: string, channel: 'sms' | 'email'): string[] {
  if (channel !== 'sms') return [];
  const { segments, encoding } = countSegments(content);
  if (segments <= maxUsualSegments) return [];
  const reason =
    encoding === 'ucs2' ? ' It has characters outside the GSM alphabet, which need more parts.' : '';
  return [
    `The SMS has ${segments} parts, each of which is billed. Many carriers accept at most ${maxUsualSegments}.${reason}`,
  ];
}
