import { reject } from '../../core/problems.ts';
import { scheduleReply } from '../../messaging/replying/reply-job.ts';
import {
  lockConversation,
  type PersonalAction,
  recordPersonalAction,
} from '../../store/conversations/conversations.ts';
import { endpoint } from '../endpoint.ts';
import { requireReachable } from '../test-key.ts';
import { ConversationResponse, conversationParameter } from './conversation-response.ts';
import { messagesInLists } from './list-conversations.ts';
import { toConversationResponses } from './to-conversation-responses.ts';

export const takeOverConversation = personalAction({
  action: 'take_over',
  path: '/v1/api/conversations/{conversationId}/takeover',
  operationId: 'takeOverConversation',
  summary: 'Take over a conversation',
  description:
    'Pauses automatic replies: from now on they are drafts that wait for approval, until the conversation is released. Writing a message takes over too. A conversation that is taken over is unchanged.',
});

export const releaseConversation = personalAction({
  action: 'release',
  path: '/v1/api/conversations/{conversationId}/release',
  operationId: 'releaseConversation',
  summary: 'Release a conversation',
  description:
    'Lets the agent reply automatically again, if the flow has `autopilotReplies`. Clears `attention` and `automaticMessages`. A customer who wrote in the meantime and has no answer or draft gets a reply. Drafts remain drafts.',
});

/** Creates an endpoint that changes who replies in a conversation. */
function personalAction({
  action,
  ...fields
}: Pick<PersonalAction, 'action'> & {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}) {
  return endpoint({
    ...fields,
    method: 'POST',
    tag: 'Conversations',
    scope: 'conversations:write',
    workspace: 'required',
    parameters: conversationParameter,
    reply: ConversationResponse,
    errorCodes: action === 'release' ? ['test_key'] : [],

    async handle({ caller, path, requestRecord }, { database, clock }) {
      const { workspaceId, actor } = caller;
      const { conversationId } = path;
      const at = new Date(clock.now());
      return database.inWorkspace(workspaceId).transaction(async (tx) => {
        const conversation = await lockConversation(tx, { workspaceId, conversationId });
        // The agent may reply at once.
        if (action === 'release' && conversation !== undefined)
          requireReachable(caller, conversation.recipient);
        const change = { workspaceId, conversationId, action, by: actor.id, at };
        const row = (await recordPersonalAction(tx, change)) ?? reject('conversation_not_found');
        // A customer who wrote meanwhile, and whom no person has answered, gets a reply.
        if (action === 'release') await scheduleReply(tx, { workspaceId, conversationId }, at);
        const window = { workspaceId, maxMessages: messagesInLists, at };
        const [response] = await toConversationResponses(tx, [row], window);
        return requestRecord.storeResponse(tx, response!);
      });
    },
  });
}
