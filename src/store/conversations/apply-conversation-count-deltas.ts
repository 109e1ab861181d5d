import type { Scope } from '../database.ts';
import { applyDeltas, applyDeltasWithin, type DeltaCounters } from '../apply-deltas.ts';
import type { Statement } from '../queryable.ts';

const keys = 'workspace_id, flow_id, agent_id, channel';

const apply: Statement = {
  name: 'apply_conversation_count_deltas',
  text: `with applied as (
      delete from conversation_count_deltas where ctid = any(array(select ctid from conversation_count_deltas limit $1)) returning *),
    updated as (
      insert into conversation_counts (${keys}, count)
      select ${keys}, sum(delta)::bigint from applied group by ${keys} having sum(delta) <> 0
      on conflict (${keys}) do update set count = conversation_counts.count + excluded.count)
    select count(*)::float8 as deltas from applied`,
};

const conversationCounts: DeltaCounters = { lockId: 7_249_013, apply };

/** Applies the deltas of conversation counts. Returns false if another process is applying them. */
export const applyConversationCountDeltas = (system: Scope): Promise<boolean> =>
  applyDeltas(system, conversationCounts);

/** Lists the flows to recount. Each flow has its own recount statement, so that no statement reaches the timeout. */
const flows: Statement = {
  name: 'list_flows_with_conversations',
  text: `select workspace_id as "workspaceId", id as "flowId" from flows
    union select workspace_id, flow_id from conversation_counts order by 1, 2`,
};

const correct: Statement = {
  name: 'correct_conversation_counts',
  text: `with wrong as (
      select ${keys}, sum(actual)::bigint as count from (
        select workspace_id, flow_id, coalesce(agent_id, '') as agent_id, channel, count(*) as actual, 0 as stored
        from conversations where workspace_id = $1 and flow_id = $2 group by 1, 2, 3, 4
        union all
        select ${keys}, 0, count from conversation_counts where workspace_id = $1 and flow_id = $2) as both_counts
      group by ${keys} having sum(actual) <> sum(stored)),
    written as (
      insert into conversation_counts (${keys}, count) select ${keys}, count from wrong
      on conflict (${keys}) do update set count = excluded.count)
  select count(*)::float8 as wrong from wrong`,
};

/** Recounts all conversations and corrects the counts. Returns the number of wrong counts, which should be 0. Runs nightly. */
export function recountConversations(system: Scope): Promise<number> {
  return system.transaction(async (tx) => {
    if (!(await applyDeltasWithin(tx, conversationCounts))) return 0;
    let wrong = 0;
    for (const { workspaceId, flowId } of await tx.rows<{ workspaceId: string; flowId: string }>(flows))
      wrong += (await tx.row<{ wrong: number }>(correct, [workspaceId, flowId]))!.wrong;
    return wrong;
  });
}
