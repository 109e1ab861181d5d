import { isDeepStrictEqual } from 'node:util';
import { reject } from '../../core/problems.ts';
import { AgentPatch, patchedAgentSchema, type AgentConfig } from '../../domain/agent.ts';
import { type AgentRow, findAgent, updateAgent as updateAgentRow } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { endpoint } from '../endpoint.ts';
import type { ValidationResult } from '../http/validate.ts';
import { joinFaults, validatePatched, retryOnConflict } from '../apply-patch.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { SavedAgentResponse, agentParameter, toAgentResponse } from './agent-response.ts';
import { agentFaults, assignPhoneNumber } from './agent-faults.ts';
import { findAgentWarnings } from './agent-warnings.ts';
import { publishAgentEvent } from './publish-agent-event.ts';

export const updateAgent = endpoint({
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}',
  operationId: 'updateAgent',
  tag: 'Agents',
  summary: 'Change an agent',
  description:
    'A merge patch (RFC 7396): omitted fields keep their value, null resets a field. Each change creates a new version; a patch without changes creates none.',
  scope: 'agents:write',
  parameters: agentParameter,
  body: AgentPatch.meta({
    examples: [{ personality: 'Be brief.', voice: { speed: 1.2 }, firstMessage: null }],
  }),
  reply: SavedAgentResponse,
  errorCodes: ['flow_not_found', 'number_not_owned', 'agent_needs_model', 'language_not_supported'],

  async problemOfInvalidBody(
    { caller: { workspaceId }, path: { agentId }, input, faults },
    { database, catalog },
  ) {
    const db = database.inWorkspace(workspaceId);
    const current = (await findAgent(db, { workspaceId, agentId })) ?? reject('agent_not_found');
    return problemFromFaults(joinFaults(faults, (await applyChange(db, current, input, catalog)).faults));
  },

  async handle(request, { database, clock, catalog, egressPolicy }) {
    const { caller, path, body, requestRecord } = request;
    const { workspaceId, timezone } = caller;
    const { agentId } = path;
    const at = new Date(clock.now());
    const complete = async (tx: Queryable, row: AgentRow) => {
      const warnings = await findAgentWarnings(tx, row, { catalog, egressPolicy });
      return requestRecord.storeResponse(tx, { ...toAgentResponse(row, timezone), warnings });
    };
    return retryOnConflict(() =>
      database.inWorkspace(workspaceId).transaction(async (tx) => {
        const current = (await findAgent(tx, { workspaceId, agentId })) ?? reject('agent_not_found');
        const { value: config, faults } = await applyChange(tx, current, body, catalog);
        if (config === undefined) throw problemFromFaults(faults);
        if (isDeepStrictEqual(config, current.config)) return complete(tx, current);
        const changed = await updateAgentRow(tx, {
          workspaceId,
          agentId,
          version: current.version,
          config,
          at,
        });
        if (changed === undefined) return undefined;
        await assignPhoneNumber(tx, changed, at);
        await publishAgentEvent(tx, 'agent.updated', changed, at);
        return complete(tx, changed);
      }),
    );
  },
});

/** Returns the agent after a patch of any shape, or all faults. */
async function applyChange(
  db: Queryable,
  { workspaceId, config }: AgentRow,
  sent: unknown,
  catalog: ProviderCatalog,
): Promise<ValidationResult<AgentConfig>> {
  const patched = validatePatched(patchedAgentSchema(sent), config, sent);
  const faults = [...patched.faults, ...(await agentFaults(db, workspaceId, sent, catalog, config))];
  return faults.length === 0 ? patched : { value: undefined, faults };
}
