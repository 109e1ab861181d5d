import type { DispositionStatus } from '../../domain/disposition.ts';

export interface DispositionRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly callId: string | null;
  readonly phoneNumber: string;
  readonly disposition: string;
  readonly status: DispositionStatus;
  readonly scheduledAt: Date | null;
  readonly attempt: number;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly batchId: string | null;
  /** The last call that followed the disposition up. */
  readonly followUpCallId: string | null;
  readonly notes: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const dispositionColumns = `id, workspace_id as "workspaceId", call_id as "callId",
  phone_number as "phoneNumber", disposition, status, scheduled_at as "scheduledAt", attempt, agent_id as "agentId",
  agent_name as "agentName", batch_id as "batchId",
  follow_up_call_id as "followUpCallId", notes, created_at as "createdAt", updated_at as "updatedAt"`;
