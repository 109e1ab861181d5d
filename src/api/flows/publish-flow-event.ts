import type { FlowRow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishEvent } from '../publish-event.ts';

/** Publishes an event for a new version of a flow. */
export function publishFlowEvent(
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
  return publishEvent(tx, { type, workspaceId, subjectId: id, sequence: version, data, at });
}
