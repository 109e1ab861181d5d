import { newId } from '../../core/ids.ts';
import type { Analysis } from '../../domain/analysis.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import type { CallCost } from '../../domain/call.ts';
import { addConversationCosts, type ConversationKey } from './conversations.ts';

/** $3: the analysis; $4: the id of the event; $5: now. */
const recordStatement: Statement = {
  name: 'record_conversation_analysis',
  text: `with conversation as (
      update conversations set analysis = $3, sequence = sequence + 1, updated_at = greatest(updated_at, $5)
      where workspace_id = $1 and id = $2 and erased_at is null returning *)
    insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $4, workspace_id, 'conversation.analyzed', id, sequence,
      jsonb_build_object('conversationId', id, 'flowId', nullif(flow_id, ''), 'agentId', agent_id, 'channel', channel,
        'metadata', metadata, 'analysis', analysis, 'sequence', sequence), $5 from conversation`,
  writesEvents: true,
};

/** Stores the analysis of a conversation and publishes `conversation.analyzed`, and adds the costs of the attempt. Without `analysis`, or if the conversation is erased, only adds the costs. */
export async function recordConversationAnalysis(
  tx: Queryable,
  {
    workspaceId,
    conversationId,
    analysis,
    costs,
    at,
  }: ConversationKey & {
    readonly analysis?: Analysis | undefined;
    readonly costs: readonly CallCost[];
    readonly at: Date;
  },
): Promise<void> {
  await addConversationCosts(tx, { workspaceId, conversationId, costs });
  if (analysis === undefined) return;
  await tx.write(recordStatement, [workspaceId, conversationId, json(analysis), newId('event'), at]);
}

/** An analysis that is repeated keeps its values until the repetition is completed. */
const pendingStatement: Statement = {
  name: 'repeat_conversation_analysis',
  text: `update conversations set analysis = $3::jsonb || coalesce(analysis, '{}') || '{"status": "pending"}',
      updated_at = greatest(updated_at, $4)
    where workspace_id = $1 and id = $2`,
};

/** Marks the analysis of a conversation as pending. */
export async function repeatConversationAnalysis(
  tx: Queryable,
  {
    workspaceId,
    conversationId,
    pending,
    at,
  }: ConversationKey & { readonly pending: Analysis; readonly at: Date },
): Promise<void> {
  await tx.write(pendingStatement, [workspaceId, conversationId, json(pending), at]);
}
