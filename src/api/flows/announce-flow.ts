import type { FlowRow } from '../../store/flows/flow-row.ts';
import type { Queryable } from '../../store/queryable.ts';
import { announce } from '../announce.ts';

/** Tells the outside of a flow's new version. */
export function announceFlow(
  tx: Queryable,
  type: 'flow.created' | 'flow.updated',
  { id, workspaceId, version, definition }: FlowRow,
  at: Date,
): Promise<void> {
  const data = {
    flowId: id,
    name: definition.name,
    type: definition.type,
    status: definition.status,
    version,
  };
  return announce(tx, { type, workspaceId, subjectId: id, version, data, at });
}
