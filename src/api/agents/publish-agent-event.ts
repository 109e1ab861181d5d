import type { AgentRow } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishEvent } from '../publish-event.ts';

/** Publishes an event for a new version of an agent. */
export function publishAgentEvent(
  tx: Queryable,
  type: 'agent.created' | 'agent.updated',
  { id, workspaceId, version, config }: AgentRow,
  at: Date,
): Promise<void> {
  const data = { agentId: id, name: config.name, status: config.status, version };
  return publishEvent(tx, { type, workspaceId, subjectId: id, sequence: version, data, at });
}
