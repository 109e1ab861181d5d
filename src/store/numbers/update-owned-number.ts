import { json, type Queryable, type Statement } from '../queryable.ts';
import { ownedNumberColumns, type OwnedNumberRow } from './owned-number-row.ts';

export interface OwnedNumberChange {
  readonly workspaceId: string;
  readonly numberId: string;
  readonly friendlyName?: string | undefined;
  /** Null: no agent answers calls to the number. */
  readonly agentId?: string | null | undefined;
  readonly status?: 'active' | 'inactive' | undefined;
  /** Null: the limit of the plan. */
  readonly maxConcurrency?: number | null | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly at: Date;
}

const statement: Statement = {
  name: 'update_owned_number',
  text: `update phone_numbers set friendly_name = coalesce($3, friendly_name),
      agent_id = case when $4 then $5 else agent_id end, status = coalesce($6, status),
      metadata = coalesce($7, metadata), updated_at = $8,
      max_concurrency = case when $9 then $10 else max_concurrency end
    where workspace_id = $1 and id = $2 returning ${ownedNumberColumns}`,
};

/** Updates a number; omitted fields stay unchanged. Returns undefined if it does not exist. */
export function updateOwnedNumber(
  db: Queryable,
  change: OwnedNumberChange,
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(statement, [
    change.workspaceId,
    change.numberId,
    change.friendlyName,
    change.agentId !== undefined,
    change.agentId,
    change.status,
    json(change.metadata),
    change.at,
    change.maxConcurrency !== undefined,
    change.maxConcurrency,
  ]);
}
