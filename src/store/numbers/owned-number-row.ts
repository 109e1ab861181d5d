export interface OwnedNumberRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly e164: string;
  readonly friendlyName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly locality: string | null;
  readonly region: string | null;
  readonly type: string | null;
  /** Origin: the inventory, a vendor, or the workspace itself. */
  readonly source: string;
  /** The agent that answers calls to the number. */
  readonly agentId: string | null;
  readonly status: 'active' | 'inactive';
  /** Maximum number of concurrent calls from the number; null: the limit of the plan. */
  readonly maxConcurrency: number | null;
  readonly metadata: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const ownedNumberColumns = `id, workspace_id as "workspaceId", e164, friendly_name as "friendlyName", country,
  locality, region, type, source, agent_id as "agentId", status,
  max_concurrency as "maxConcurrency", metadata, created_at as "createdAt",
  updated_at as "updatedAt"`;
