import { json, type Queryable, type Statement } from '../queryable.ts';
import { ownedNumberColumns, type OwnedNumberRow } from './owned-number-row.ts';

export interface NewOwnedNumberRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly e164: string;
  readonly friendlyName?: string | undefined;
  readonly country?: string | null | undefined;
  readonly locality?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly type?: string | null | undefined;
  readonly source?: string | undefined;
  readonly agentId?: string | null | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_owned_number',
  text: `insert into phone_numbers (id, workspace_id, e164, friendly_name, country, locality, region, type, source,
      agent_id, metadata, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
    on conflict (e164) do nothing returning ${ownedNumberColumns}`,
};

/** Inserts a number. Returns undefined if a workspace already owns it. */
export function insertOwnedNumber(
  db: Queryable,
  number: NewOwnedNumberRow,
): Promise<OwnedNumberRow | undefined> {
  return db.row<OwnedNumberRow>(statement, [
    number.id,
    number.workspaceId,
    number.e164,
    number.friendlyName ?? '',
    number.country,
    number.locality,
    number.region,
    number.type,
    number.source ?? 'inventory',
    number.agentId,
    json(number.metadata ?? {}),
    number.at,
  ]);
}
