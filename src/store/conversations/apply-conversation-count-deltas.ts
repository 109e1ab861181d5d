import type { Scope } from '../database.ts';
import { applyDeltas, recount, type DeltaCounters } from '../apply-deltas.ts';
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

/** Lists the flows, whose conversations are recounted one after the other. */
const flows: Statement = {
  name: 'list_flows_with_conversations',
  text: `select workspace_id as "workspaceId", id from flows
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
export const recountConversations = (system: Scope): Promise<number> =>
  recount(system, conversationCounts, { groups: flows, correct });
