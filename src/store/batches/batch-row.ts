import type { z } from 'zod';
import type { BatchCounts } from '../../domain/batches/batch-counts.ts';
import type { BatchStatus, WaitingReason } from '../../domain/batches/batch-state.ts';
import type { Retry } from '../../domain/batches/batch.ts';
import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { Purpose } from '../../domain/calling-hours/purpose.ts';

/** Purpose and consent of the calls of a batch. */
export interface BatchTerms {
  /** Null: the agent's purpose. */
  readonly purpose: Purpose | null;
  readonly consent: boolean;
}

export interface BatchRow extends BatchCounts, BatchTerms {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly statusDetail: string | null;
  readonly waitingFor: WaitingReason;
  readonly agentId: string;
  readonly fromNumbers: readonly string[];
  readonly defaultCountry: string | null;
  readonly window: CallingWindow | null;
  readonly maxConcurrency: number | null;
  readonly reservedConcurrency: number | null;
  readonly callsPerSecond: number;
  readonly predialUrl: string | null;
  readonly retry: Retry;
  readonly metadata: Record<string, z.core.util.JSONType>;
  /** Names of the columns that hold variables. */
  readonly variables: readonly string[];
  readonly scheduledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export const batchColumns = `id, workspace_id as "workspaceId", name, status, status_detail as "statusDetail",
  waiting_for as "waitingFor", agent_id as "agentId", from_numbers as "fromNumbers", default_country as "defaultCountry",
  calling_window as "window", max_concurrency as "maxConcurrency", calls_per_second as "callsPerSecond",
  reserved_concurrency as "reservedConcurrency", predial_url as "predialUrl", purpose, consent, retry, metadata, variables,
  total, pending, dialing, in_progress as "inProgress", completed, failed, skipped, cancelled, connected,
  scheduled_at as "scheduledAt", created_at as "createdAt", updated_at as "updatedAt", started_at as "startedAt",
  ended_at as "endedAt"`;

export interface BatchKey {
  readonly workspaceId: string;
  readonly batchId: string;
}
