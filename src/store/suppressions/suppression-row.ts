import type { SuppressionChannel } from '../../domain/conversations/suppression.ts';

export interface SuppressionRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly channel: SuppressionChannel;
  /** E.164, or an email address in lower case. */
  readonly address: string;
  readonly reason: string;
  readonly callId: string | null;
  /** The user or key that added the suppression; null if a call or a message caused it. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

export const suppressionColumns = `id, workspace_id as "workspaceId", channel, address, reason, call_id as "callId",
  created_by as "createdBy", created_at as "createdAt"`;
