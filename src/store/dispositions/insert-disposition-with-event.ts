import { appendEvent } from '../events/append-event.ts';
import type { Queryable } from '../queryable.ts';
import type { DispositionRow } from './disposition-row.ts';
import { insertDisposition, type NewDispositionRow } from './insert-disposition.ts';

/** Inserts a disposition, and publishes `disposition.created` in the same transaction. `finishCall` does so for the disposition of a call. */
export async function insertDispositionWithEvent(
  tx: Queryable,
  created: NewDispositionRow,
): Promise<DispositionRow> {
  const row = await insertDisposition(tx, created);
  const {
    id: dispositionId,
    workspaceId,
    disposition,
    status,
    scheduledAt,
    callId,
    agentId,
    phoneNumber,
  } = row;
  await appendEvent(tx, {
    workspaceId,
    type: 'disposition.created',
    subjectId: dispositionId,
    sequence: 1,
    data: { dispositionId, disposition, status, scheduledAt, callId, agentId, phoneNumber },
    at: created.at,
  });
  return row;
}
