import type { BatchStatus, WaitingReason } from '../../domain/batches/batch-state.ts';
import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { RatePlan } from '../../domain/rate-plan.ts';
import type { WorkspaceHours } from '../../domain/calling-hours/workspace-hours.ts';
import type { BatchTerms, BatchKey } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** A batch and the current configuration of its calls. */
export interface LockedBatch extends WorkspaceHours, BatchTerms {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: BatchStatus;
  readonly waitingFor: WaitingReason;
  readonly scheduledAt: Date | null;
  /** Calling window of the batch, in addition to `callingWindow` of the workspace; null if it has none. */
  readonly batchWindow: CallingWindow | null;
  readonly fromNumbers: readonly string[];
  readonly maxConcurrency: number | null;
  readonly callsPerSecond: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** URL of the predial check; null if there is none. */
  readonly predialUrl: string | null;
  /** Signs the predial checks. Encrypted; null if they are not signed. */
  readonly predialSecret: string | null;
  /** Number of the plan's concurrent calls that the batch leaves free; null: the default of all batches. */
  readonly reservedConcurrency: number | null;
  /** Id of the API key or the user that created the batch. */
  readonly createdBy: string | null;
  readonly pending: number;
  /** Number of calls that are dialing or in progress. */
  readonly active: number;
  /** Number of jobs that have been dialed and do not wait for a retry. */
  readonly dialedJobs: number;
  readonly plan: RatePlan;
  readonly timezone: string;
  /** Incremented with each change of the workspace's calling hours. */
  readonly hoursVersion: number;
  readonly agentId: string;
  /** Null: the agent was deleted or is not active. */
  readonly agentVersion: number | null;
  readonly flowId: string | null;
  /** Null: the agent has no flow, or the flow is not active. */
  readonly flowVersion: number | null;
  readonly agentNumber: string | null;
  /** Active numbers of the batch and of the agent. */
  readonly activeNumbers: readonly string[];
  /** Whether any number of the workspace has a concurrency limit. */
  readonly hasNumberLimits: boolean;
}

const statement: Statement = {
  name: 'lock_batch_to_dial',
  text: `select batch.id, batch.workspace_id as "workspaceId", batch.status, waiting_for as "waitingFor",
      scheduled_at as "scheduledAt", calling_window as "batchWindow", from_numbers as "fromNumbers",
      max_concurrency as "maxConcurrency", calls_per_second as "callsPerSecond", metadata, api_key_id as "createdBy",
      predial_url as "predialUrl", predial_secret as "predialSecret", reserved_concurrency as "reservedConcurrency", batch.purpose, batch.consent,
      pending, dialing + in_progress as active, total - pending - skipped - cancelled as "dialedJobs",
      workspace.plan, workspace.timezone, workspace.calling_hours as "callingHours", own_window as "callingWindow", hours_version as "hoursVersion",
      batch.agent_id as "agentId", agent.version as "agentVersion", flow.id as "flowId", flow.version as "flowVersion",
      agent.phone_number as "agentNumber",
      array(select e164 from phone_numbers where workspace_id = $1 and status = 'active'
        and (e164 = any(from_numbers) or e164 = agent.phone_number)) as "activeNumbers",
      exists (select from phone_numbers where workspace_id = $1 and max_concurrency is not null) as "hasNumberLimits"
    from batches batch
      join workspaces workspace on workspace.id = batch.workspace_id
      left join agents agent on agent.workspace_id = $1 and agent.id = batch.agent_id
        and agent.status = 'active' and agent.type = 'voice'
      left join flows flow on flow.workspace_id = $1 and flow.id = agent.flow_id and flow.status = 'active'
    where batch.workspace_id = $1 and batch.id = $2
    for no key update of batch`,
};

/** Locks a batch before its jobs and calls. A concurrent request that pauses or cancels the batch waits for the transaction. */
export function lockBatchToDial(
  tx: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<LockedBatch | undefined> {
  return tx.row<LockedBatch>(statement, [workspaceId, batchId]);
}
