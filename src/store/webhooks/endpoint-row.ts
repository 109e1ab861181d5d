import type { WebhookEndpointStatus } from '../../domain/webhooks/endpoint.ts';

/** A secret that also signs until the end of its overlap. */
export interface PreviousSecret {
  /** Encrypted. */
  readonly secret: string;
  /** ISO 8601. */
  readonly until: string;
}

/** A webhook endpoint as stored. */
export interface WebhookEndpointRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly url: string;
  /** Event types, or only `*`. */
  readonly events: string[];
  readonly description: string;
  readonly status: WebhookEndpointStatus;
  /** Why the endpoint was disabled automatically. */
  readonly statusDetail: string | null;
  /** Encrypted. */
  readonly secret: string;
  /** Newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** Time of the first failed attempt since the last successful one, or since the endpoint was enabled again. */
  readonly failingSince: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const endpointColumns = `id, workspace_id as "workspaceId", url, events, description, status,
  status_detail as "statusDetail", secret, previous_secrets as "previousSecrets",
  failing_since as "failingSince", last_success_at as "lastSuccessAt",
  created_at as "createdAt", updated_at as "updatedAt"`;
