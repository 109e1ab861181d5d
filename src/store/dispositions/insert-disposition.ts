import type { Customer } from '../../domain/call.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';

export interface NewDispositionRow extends Omit<
  DispositionRow,
  'followUpCallId' | 'createdAt' | 'updatedAt'
> {
  /** Customer data for the call that follows the disposition up. */
  readonly customer?: Customer | undefined;
  readonly dynamic?: Readonly<Record<string, VariableValue>> | undefined;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_disposition',
  text: `insert into dispositions (id, workspace_id, call_id, phone_number, disposition, status, scheduled_at, attempt,
      agent_id, agent_name, batch_id, notes, created_at, updated_at, customer, dynamic)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $15) returning ${dispositionColumns}`,
};

/** Inserts a disposition that a user or API client creates. `finishCall` writes the disposition of a call. */
export async function insertDisposition(
  db: Queryable,
  disposition: NewDispositionRow,
): Promise<DispositionRow> {
  const row = await db.row<DispositionRow>(statement, [
    disposition.id,
    disposition.workspaceId,
    disposition.callId,
    disposition.phoneNumber,
    disposition.disposition,
    disposition.status,
    disposition.scheduledAt,
    disposition.attempt,
    disposition.agentId,
    disposition.agentName,
    disposition.batchId,
    withoutNul(disposition.notes),
    disposition.at,
    json(disposition.customer),
    json(disposition.dynamic),
  ]);
  return row!;
}
