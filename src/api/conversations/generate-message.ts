import { z } from 'zod';
import { Problem } from '../../core/problems.ts';
import { GenerateInput } from '../../domain/conversations/conversation.ts';
import { initialStatus } from '../../domain/conversations/message-status.ts';
import { fillMessage } from '../../domain/conversations/message-text.ts';
import { publishApprovalRequired } from '../../messaging/message-event.ts';
import { enqueueSend } from '../../messaging/send-jobs.ts';
import type { ConversationRow } from '../../store/conversations/conversation-row.ts';
import { insertMessage } from '../../store/conversations/insert-message.ts';
import type { MessageRow } from '../../store/conversations/message-row.ts';
import { openConversation } from '../../store/conversations/open-conversation.ts';
import { lockFlow } from '../../store/flows/lock-flow.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { endpoint, type EndpointRequest } from '../endpoint.ts';
import { problemFromFaults } from '../refuse-faults.ts';
import { validateMessage, prepareMessage, type PreparedMessage } from './prepare-message.ts';

const GenerateMessageResponse = z
  .object({
    status: z.literal('success'),
    conversation_id: z
      .string()
      .meta({ description: 'The open conversation with the recipient, or a new one.' }),
    message_id: z.string(),
    message: z
      .string()
      .meta({ description: 'The `initiationMessage` of the flow, with unfilled variables.' }),
    missingVariables: z
      .array(z.string())
      .meta({ description: 'Variables without a value, which are omitted from the message.' }),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: 'What to check, such as a variable without a value.' }),
  })
  .meta({ id: 'GeneratedMessage' });

type GenerateMessageRequest = EndpointRequest<unknown, undefined, GenerateInput>;

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
    'no_message_carrier',
    'message_empty',
    'opted_out',
  ],

  async problemOfInvalidBody(
    { caller: { workspaceId }, input, faults },
    { database, messageRoutes: routes },
  ) {
    const db = database.inWorkspace(workspaceId);
    const validated = await validateMessage({ db, workspaceId, routes }, input);
    return problemFromFaults([...faults, ...validated.faults]);
  },

  async handle(request, context) {
    const { workspaceId } = request.caller;
    return context.database.inWorkspace(workspaceId).transaction(async (tx) => {
      await lockFlow(tx, { workspaceId, flowId: request.body.flowId });
      const prepared = await prepareMessage(
        { db: tx, workspaceId, routes: context.messageRoutes },
        request.body,
      );
      const message = await writeMessage(tx, request, context, prepared);
      return request.requestRecord.storeResponse(tx, toGenerateMessageResponse(message, prepared));
    });
  },
});

function toGenerateMessageResponse(
  { id, conversationId, missingVariables }: MessageRow,
  { flow }: PreparedMessage,
): z.input<typeof GenerateMessageResponse> {
  const warnings = missingVariables.map((name) => `The variable ${name} has no value and is omitted.`);
  return {
    status: 'success',
    conversation_id: conversationId,
    message_id: id,
    message: flow.definition.initiationMessage,
    missingVariables: [...missingVariables],
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Stores the message in its conversation, and enqueues its sending or publishes `message.approval_required`. */
async function writeMessage(
  tx: Queryable,
  request: GenerateMessageRequest,
  context: ApiContext,
  prepared: PreparedMessage,
): Promise<MessageRow> {
  const { caller, body } = request;
  const at = new Date(context.clock.now());
  const { definition } = prepared.flow;
  const conversation = await joinOrOpenConversation(tx, request, context, prepared);
  const fill = createFiller(request, prepared, conversation, at);
  const { text, missing } = fill(definition.initiationMessage);
  if (text.trim() === '') throw emptyMessageProblem(missing);
  const message = await insertMessage(tx, {
    id: context.ids.newId('message'),
    workspaceId: caller.workspaceId,
    conversationId: conversation.id,
    direction: 'outbound',
    origin: 'flow',
    ...initialStatus(body.autopilot, definition.delay, at),
    content: text,
    template: definition.initiationMessage,
    subject: conversation.channel === 'email' ? fill(definition.subject).text : null,
    missingVariables: missing,
    metadata: body.metadata,
    createdBy: caller.actor.id,
    at,
  });
  if (message!.status === 'pending_approval') await publishApprovalRequired(tx, conversation, message!);
  else await enqueueSend(tx, message!);
  return message!;
}

function joinOrOpenConversation(
  tx: Queryable,
  { caller, body }: GenerateMessageRequest,
  { ids, clock }: ApiContext,
  { flow, agent, recipient }: PreparedMessage,
): Promise<ConversationRow> {
  return openConversation(tx, {
    id: ids.newId('conversation'),
    workspaceId: caller.workspaceId,
    flowId: flow.id,
    flowVersion: flow.version,
    agentId: agent?.id ?? null,
    userId: caller.actor.id,
    channel: recipient.channel,
    recipient: recipient.address,
    customer: body.metadata.customerDetails ?? {},
    dynamic: body.dynamic,
    inactivityHours: flow.definition.inactivityHours,
    at: new Date(clock.now()),
  });
}

/** Returns a function that fills templates with the customer of the conversation and the `dynamic` values of this message. */
function createFiller(
  { caller, body: { dynamic } }: GenerateMessageRequest,
  { flow, agent, recipient }: PreparedMessage,
  { customer }: ConversationRow,
  at: Date,
) {
  const { variables } = flow.definition;
  const scope = {
    nowMs: at.getTime(),
    timezone: caller.timezone,
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, variable]) => [name, variable.default]),
    ),
    dynamic,
    customer: { ...customer, [recipient.channel === 'sms' ? 'phone' : 'email']: recipient.address },
    agent: agent === undefined ? {} : { id: agent.id, name: agent.config.name },
  };
  return (text: string) => fillMessage(text, scope);
}

function emptyMessageProblem(missing: readonly string[]): Problem {
  const details = `The message is empty without ${missing.join(', ')}. Send a value.`;
  const fields = [{ path: 'dynamic', code: 'message_empty', message: details }];
  return new Problem('message_empty', { details, fields });
}
