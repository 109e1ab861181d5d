import { reject } from '../../core/problems.ts';
import { ResolutionInput } from '../../domain/conversations/conversation.ts';
import { publishMessageStatus } from '../../messaging/message-events.ts';
import { enqueueSend } from '../../messaging/sending/send-jobs.ts';
import { changeMessageStatus } from '../../store/conversations/sending.ts';
import {
  type ConversationRow,
  findConversation,
  lockConversation,
} from '../../store/conversations/conversations.ts';
import { findMessage, type MessageRow } from '../../store/conversations/messages.ts';
import type { Queryable } from '../../store/queryable.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { MessageResponse, messageParameters, toMessageResponse } from './conversation-response.ts';
import { rejectUnreachable, type SendingRequest, unreachableCodes } from './reject-unreachable.ts';

export const resolveMessage = endpoint({
  method: 'POST',
  path: '/v1/api/conversations/{conversationId}/messages/{messageId}/resolve',
  operationId: 'resolveMessage',
  tag: 'Conversations',
  summary: 'Resolve an unknown outcome',
  description:
    'Resolves a message with the status `unknown`: `sent` if the carrier has it, `failed` if it was not sent, `resend` to send it again. With `resend`, the recipient can receive the message twice.',
  scope: 'messages:send',
  workspace: 'required',
  parameters: messageParameters,
  body: ResolutionInput,
  reply: MessageResponse,
  errorCodes: ['message_settled', ...unreachableCodes],

  async problemOfInvalidBody({ caller: { workspaceId }, path: { conversationId }, faults }, { database }) {
    const db = database.inWorkspace(workspaceId);
    if (!(await findConversation(db, { workspaceId, conversationId }))) reject('conversation_not_found');
    return problemFromFaults(faults);
  },

  async handle(
    { caller, path, body, requestRecord, addAuditDetails },
    { database, clock, messageRoutes: routes },
  ) {
    const { workspaceId, actor } = caller;
    const { conversationId, messageId } = path;
    addAuditDetails({ messageId, outcome: body.outcome });
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const conversation =
        (await lockConversation(tx, { workspaceId, conversationId })) ?? reject('conversation_not_found');
      const message = await findMessage(tx, { workspaceId, messageId });
      if (message?.conversationId !== conversationId) return reject('message_not_found');
      if (message.status !== 'unknown')
        return reject('message_settled', {
          details: `The outcome of the message is known: it is ${message.status}.`,
        });
      const resolution = { ...body, by: actor.id, caller, routes, at: new Date(clock.now()) };
      const resolved = await resolve(tx, { conversation, message }, resolution);
      return requestRecord.storeResponse(tx, toMessageResponse(resolved, conversation));
    });
  },
});

type Resolution = ResolutionInput & SendingRequest & { readonly by: string };

async function resolve(
  tx: Queryable,
  { conversation, message }: { readonly conversation: ConversationRow; readonly message: MessageRow },
  { outcome, note, by, ...request }: Resolution,
): Promise<MessageRow> {
  const { at } = request;
  const change = { workspaceId: message.workspaceId, messageId: message.id, by, note, at };
  if (outcome === 'resend') {
    await rejectUnreachable(tx, conversation, request);
    const approved = await changeMessageStatus(tx, { ...change, status: 'approved', dueAt: at });
    await enqueueSend(tx, conversation, approved!);
    return approved!;
  }
  const failure = outcome === 'failed' ? 'A user resolved the unknown outcome: it was not sent.' : undefined;
  const resolved = await changeMessageStatus(tx, { ...change, status: outcome, failure });
  await publishMessageStatus(tx, conversation, resolved!, outcome);
  return resolved!;
}
