import { reject } from '../../core/problems.ts';
import { AgentPatch, patchedAgentSchema, type AgentConfig } from '../../domain/agent.ts';
import { type AgentRow, findAgent } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { endpoint } from '../endpoint.ts';
import type { ValidationResult } from '../http/validate.ts';
import { requireVersion } from '../http/version-match.ts';
import { joinFaults, validatePatched, retryOnConflict } from '../apply-patch.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { SavedAgentResponse, agentParameter, toAgentResponse } from './agent-response.ts';
import { agentFaults } from './agent-faults.ts';
import { findAgentWarnings } from './agent-warnings.ts';
import { saveAgent } from './save-agent.ts';

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
  sendsETag: true,
  acceptsIfMatch: true,
  errorCodes: [
    'flow_not_found',
    'number_not_owned',
    'agent_needs_model',
    'language_not_supported',
    'version_conflict',
  ],

  async problemOfInvalidBody(
    { caller: { workspaceId }, path: { agentId }, input, faults },
    { database, catalog },
  ) {
    const db = database.inWorkspace(workspaceId);
    const current = (await findAgent(db, { workspaceId, agentId })) ?? reject('agent_not_found');
    return problemFromFaults(
      joinFaults(faults, (await applyAgentChange(db, current, input, catalog)).faults),
    );
  },

  async handle(request, { database, clock, catalog, egressPolicy }) {
    const { caller, path, body, header, requestRecord } = request;
    const { workspaceId, timezone, actor } = caller;
    const { agentId } = path;
    const at = new Date(clock.now());
    const complete = async (tx: Queryable, row: AgentRow) => {
      const warnings = await findAgentWarnings(tx, row, { catalog, egressPolicy });
      return requestRecord.storeResponse(tx, { ...toAgentResponse(row, timezone), warnings });
    };
    return retryOnConflict(() =>
      database.inWorkspace(workspaceId).transaction(async (tx) => {
        const current = (await findAgent(tx, { workspaceId, agentId })) ?? reject('agent_not_found');
        requireVersion(header('if-match'), current.version);
        const { value: config, faults } = await applyAgentChange(tx, current, body, catalog);
        if (config === undefined) throw problemFromFaults(faults);
        const saved = await saveAgent(tx, { current, config, changedBy: actor.id, at });
        return saved && complete(tx, saved);
      }),
    );
  },
});

/** Returns the agent after a patch of any shape, or all faults. */
export async function applyAgentChange(
  db: Queryable,
  { workspaceId, config }: AgentRow,
  sent: unknown,
  catalog: ProviderCatalog,
): Promise<ValidationResult<AgentConfig>> {
  const patched = validatePatched(patchedAgentSchema(sent), config, sent);
  const faults = [...patched.faults, ...(await agentFaults(db, workspaceId, sent, catalog, config))];
  return faults.length === 0 ? patched : { value: undefined, faults };
}
