import { isDeepStrictEqual } from 'node:util';
import type { AgentConfig } from '../../domain/agent.ts';
import { type AgentRow, updateAgent } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { assignPhoneNumber } from './agent-faults.ts';
import { publishAgentEvent } from './publish-agent-event.ts';

/** A validated configuration that replaces that of `current`. */
export interface AgentSave {
  readonly current: AgentRow;
  readonly config: AgentConfig;
  /** The key or user. */
  readonly changedBy: string;
  readonly at: Date;
}

/**
 * Stores a new version of an agent and publishes its event. Returns the current row if nothing changes, and undefined if another request changed
 * the agent since `current`.
 */
export async function saveAgent(
  tx: Queryable,
  { current, config, changedBy, at }: AgentSave,
): Promise<AgentRow | undefined> {
  if (isDeepStrictEqual(config, current.config)) return current;
  const { workspaceId, id: agentId, version } = current;
  const changed = await updateAgent(tx, { workspaceId, agentId, version, config, changedBy, at });
  if (changed === undefined) return undefined;
  await assignPhoneNumber(tx, changed, at);
  await publishAgentEvent(tx, 'agent.updated', changed, at);
  return changed;
}
