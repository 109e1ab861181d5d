import { newId } from '../../core/ids.ts';
import type { Analysis } from '../../domain/analysis.ts';
import type { CallCost } from '../../domain/call.ts';
import { addCosts } from '../../domain/costs/price-usage.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { callEventData } from './calls.ts';

interface CallKey {
  readonly workspaceId: string;
  readonly callId: string;
}

const lockStatement: Statement = {
  name: 'lock_call_costs',
  text: `select costs from calls where workspace_id = $1 and id = $2 and erased_at is null and transcript_purged_at is null for no key update`,
};

/** $3: the costs; $4: the new analysis, null if it is unchanged; $5: now. */
const recordStatement: Statement = {
  name: 'record_call_analysis',
  text: `update calls set costs = $3, analysis = coalesce($4, analysis), sentiment = coalesce($4::jsonb ->> 'sentiment', sentiment),
      updated_at = greatest(updated_at, $5)
    where workspace_id = $1 and id = $2`,
};

/** $3: the id of the event; $4: now. */
const publishStatement: Statement = {
  name: 'publish_call_analysis',
  text: `with call as (
      update calls set event_sequence = event_sequence + 1 where workspace_id = $1 and id = $2 returning *),
    timeline as (
      insert into call_events (workspace_id, call_id, sequence, at, type, detail)
      select workspace_id, id, event_sequence, $4, 'analyzed',
        jsonb_build_object('status', analysis ->> 'status', 'model', analysis ->> 'model') from call)
    insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
    select $3, workspace_id, 'call.analyzed', id, event_sequence,
      ${callEventData} || jsonb_build_object('analysis', analysis), $4 from call`,
  writesEvents: true,
};

/**
 * Stores the analysis of an ended call and publishes `call.analyzed`, and adds the costs of the attempt. Without `analysis`, only adds the costs.
 * A sentiment that the analysis determined replaces that of the live call. Changes nothing if the call does not exist, or its transcript is erased.
 */
export async function recordCallAnalysis(
  tx: Queryable,
  {
    workspaceId,
    callId,
    analysis,
    costs,
    at,
  }: CallKey & {
    readonly analysis?: Analysis | undefined;
    readonly costs: readonly CallCost[];
    readonly at: Date;
  },
): Promise<void> {
  const call = await tx.row<{ costs: CallCost[] }>(lockStatement, [workspaceId, callId]);
  if (call === undefined) return;
  const sum = json(addCosts(call.costs, costs));
  await tx.write(recordStatement, [workspaceId, callId, sum, json(analysis), at]);
  if (analysis !== undefined) await tx.write(publishStatement, [workspaceId, callId, newId('event'), at]);
}

/** An analysis that is repeated keeps its values until the repetition is completed. */
const pendingStatement: Statement = {
  name: 'repeat_call_analysis',
  text: `update calls set analysis = $3::jsonb || coalesce(analysis, '{}') || '{"status": "pending"}', updated_at = greatest(updated_at, $4)
    where workspace_id = $1 and id = $2`,
};

/** Marks the analysis of an ended call as pending. */
export async function repeatCallAnalysis(
  tx: Queryable,
  { workspaceId, callId, pending, at }: CallKey & { readonly pending: Analysis; readonly at: Date },
): Promise<void> {
  await tx.write(pendingStatement, [workspaceId, callId, json(pending), at]);
}
