/** Properties that the owned number gets after the purchase. */
export interface WantedNumber {
  readonly friendlyName: string;
  readonly country: string | null;
  readonly locality: string | null;
  readonly region: string | null;
  readonly type: string | null;
  readonly agentId: string | null;
  readonly metadata: Record<string, unknown>;
}

/**
 * `buying` → `bought` or `failed`; `bought` → `releasing` → `released`. Also `buying` → `releasing`, if another workspace
 * owns the bought number.
 */
export type NumberOrderState = 'buying' | 'bought' | 'failed' | 'releasing' | 'released';

export interface NumberOrderRow {
  /** Id of the owned number, also used as the reference at the vendor. */
  readonly id: string;
  readonly workspaceId: string;
  /** The vendor. */
  readonly source: string;
  readonly e164: string;
  readonly state: NumberOrderState;
  readonly wanted: WantedNumber;
  /** The vendor's id of the number; null until it is bought. */
  readonly vendorId: string | null;
  readonly updatedAt: Date;
}

export const numberOrderColumns = `id, workspace_id as "workspaceId", source, e164, state, wanted,
  vendor_id as "vendorId", updated_at as "updatedAt"`;
