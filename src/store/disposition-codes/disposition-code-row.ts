import type { DispositionCode } from '../../domain/disposition.ts';

/** A custom disposition code of the workspace. */
export interface DispositionCodeRow extends DispositionCode {
  readonly id: string;
  readonly workspaceId: string;
  readonly code: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const dispositionCodeColumns = `id, workspace_id as "workspaceId", code, is_terminal as "isTerminal",
  adds_to_dnc as "addsToDnc", retry_delay_seconds as "retryDelaySeconds", created_at as "createdAt", updated_at as "updatedAt"`;
