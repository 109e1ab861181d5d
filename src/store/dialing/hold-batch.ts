import type { BatchStatus, WaitingReason } from '../../domain/batches/batch-state.ts';
import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { RatePlan } from '../../domain/rate-plan.ts';
import type { WorkspaceHours } from '../../domain/calling-hours/workspace-hours.ts';
import type { BatchTerms, WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** A batch, and what its calls would be made with now. */
export interface HeldBatch extends WorkspaceHours, BatchTerms {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: BatchStatus;
  readonly waitingFor: WaitingReason;
  readonly scheduledAt: Date | null;
  readonly window: CallingWindow | null;
  readonly fromNumbers: readonly string[];
  readonly maxConcurrency: number | null;
  readonly callsPerSecond: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Asked before each call whether it may be made; null: nobody is. */
  readonly predialUrl: string | null;
  /** Of the plan's calls at once, how many it leaves to others; null: as many as all batches do. */
  readonly reservedConcurrency: number | null;
  readonly apiKeyId: string | null;
  readonly pending: number;
  /** Its calls that are being dialed or under way. */
  readonly active: number;
  /** Calls begun so far, those to be repeated not counted. */
  readonly begun: number;
  readonly plan: RatePlan;
  readonly timezone: string;
  /** Goes up with each change of the workspace's hours. */
  readonly hoursVersion: number;
  readonly agentId: string;
  /** Null: the agent is gone. */
  readonly agentVersion: number | null;
  readonly flowId: string | null;
  /** Null: the agent has no flow, or it is not active. */
  readonly flowVersion: number | null;
  readonly agentNumber: string | null;
  /** Those of the batch's and the agent's numbers that are active. */
  readonly activeNumbers: readonly string[];
  /** Whether any number of the workspace has a limit of calls at once. */
  readonly limitsNumbers: boolean;
}

const statement: Statement = {
  name: 'hold_batch_to_dial',
  text: `select batch.id, batch.workspace_id as "workspaceId", batch.status, waiting_for as "waitingFor",
      scheduled_at as "scheduledAt", calling_window as "window", from_numbers as "fromNumbers",
      max_concurrency as "maxConcurrency", calls_per_second as "callsPerSecond", metadata, api_key_id as "apiKeyId",
      predial_url as "predialUrl", reserved_concurrency as "reservedConcurrency", batch.purpose, batch.consent,
      pending, dialing + in_progress as active, total - pending - skipped - cancelled as begun,
      workspace.plan, workspace.timezone, workspace.calling_hours as "callingHours", own_window as "callingWindow", hours_version as "hoursVersion",
      batch.agent_id as "agentId", agent.version as "agentVersion", flow.id as "flowId", flow.version as "flowVersion",
      agent.phone_number as "agentNumber",
      array(select e164 from phone_numbers where workspace_id = $1 and status = 'active'
        and (e164 = any(from_numbers) or e164 = agent.phone_number)) as "activeNumbers",
      exists (select from phone_numbers where workspace_id = $1 and max_concurrency is not null) as "limitsNumbers"
    from batches batch
      join workspaces workspace on workspace.id = batch.workspace_id
      left join agents agent on agent.workspace_id = $1 and agent.id = batch.agent_id
        and agent.status = 'active' and agent.type = 'voice'
      left join flows flow on flow.workspace_id = $1 and flow.id = agent.flow_id and flow.status = 'active'
    where batch.workspace_id = $1 and batch.id = $2
    for no key update of batch`,
};

/** The batch, locked before anything else of it is: whoever cancels or pauses it has done so before, or waits. */
export function holdBatchToDial(
  tx: Queryable,
  { workspaceId, batchId }: WhichBatch,
): Promise<HeldBatch | undefined> {
  return tx.row<HeldBatch>(statement, [workspaceId, batchId]);
}
