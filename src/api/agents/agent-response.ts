import { z } from 'zod';
import { Agent, type AgentConfig } from '../../domain/agent.ts';
import { purposeOf } from '../../domain/calling-hours/purpose.ts';
import { noOwnPhrases } from '../../domain/service-phrases.ts';
import { warningsField } from '../../domain/warning.ts';
import type { AgentRow } from '../../store/agents.ts';
import type { PathParameter } from '../endpoint.ts';

export const AgentResponse = Agent.meta({ id: 'Agent' });

/** Response of a create or an update. */
export const SavedAgentResponse = Agent.extend(warningsField).meta({ id: 'SavedAgent' });

export const agentParameter = {
  agentId: { kind: 'agent', notFoundCode: 'agent_not_found', description: 'The agent.' },
} as const satisfies Record<string, PathParameter>;

const noFallback = { fallback: [] };

/** Returns the agent as the API shows it. `timezone` is that of the workspace, for agents without one. */
export function toAgentResponse(row: AgentRow, timezone: string): z.input<typeof AgentResponse> {
  return {
    ...row.config,
    purpose: purposeOf(row.config),
    // Agents that were stored by earlier versions have no fallback recognisers and no phrases.
    transcriber: { ...noFallback, ...row.config.transcriber },
    phrases: { ...noOwnPhrases, ...(row.config.phrases as AgentConfig['phrases'] | undefined) },
    id: row.id,
    timezone: row.config.timezone ?? timezone,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
