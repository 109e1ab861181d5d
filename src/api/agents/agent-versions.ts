import { reject } from '../../core/problems.ts';
import { Agent, AgentInput, type AgentConfig, StoredAgent } from '../../domain/agent.ts';
import { type AgentRow, findAgent, findAgentVersion } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { retryOnConflict } from '../apply-patch.ts';
import { endpoint } from '../endpoint.ts';
import { requireVersion } from '../http/version-match.ts';
import { validate } from '../http/validate.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';
import { rejectFaults } from '../reject-faults.ts';
import {
  comparisonFields,
  comparisonQuery,
  compareVersion,
  versionList,
  versionListQuery,
  versionListResponse,
  versionParameter,
} from '../versions.ts';
import { agentFaults } from './agent-faults.ts';
import { agentParameter, SavedAgentResponse, toAgentResponse } from './agent-response.ts';
import { findAgentWarnings } from './agent-warnings.ts';
import { saveAgent } from './save-agent.ts';

export const listAgentVersions = endpoint({
  method: 'GET',
  path: '/api/v1/agents/{agentId}/versions',
  operationId: 'listAgentVersions',
  tag: 'Agents',
  summary: 'List versions of an agent',
  description: 'Returns the versions, newest first. Each change of an agent creates one.',
  scope: 'agents:read',
  parameters: agentParameter,
  query: versionListQuery,
  reply: versionListResponse,

  async handle({ caller: { workspaceId }, path: { agentId }, query }, { database }) {
    const db = database.inWorkspace(workspaceId);
    await requireAgent(db, { workspaceId, agentId });
    return versionList(db, { workspaceId, kind: 'agent', id: agentId }, query);
  },
});

export const getAgentVersion = endpoint({
  method: 'GET',
  path: '/api/v1/agents/{agentId}/versions/{version}',
  operationId: 'getAgentVersion',
  tag: 'Agents',
  summary: 'Get a version of an agent',
  description:
    'Returns the agent as it was in a version, and the changes since the version before, or from the version `against`.',
  scope: 'agents:read',
  parameters: { ...agentParameter, ...versionParameter },
  query: comparisonQuery,
  reply: Agent.extend(comparisonFields).meta({ id: 'AgentVersion' }),

  async handle({ caller: { workspaceId, timezone }, path, query }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const { agentId } = path;
    const agent = await requireAgent(db, { workspaceId, agentId });
    const find = (version: number) => findAgentVersion(db, { workspaceId, agentId, version });
    const found = (await find(Number(path.version))) ?? reject('version_not_found');
    const { version, config, createdBy, createdAt: updatedAt } = found;
    const content = { version, createdBy, content: config };
    const comparison = await compareVersion(
      content,
      query.against,
      async (number) => (await find(number))?.config,
    );
    return { ...toAgentResponse({ ...agent, version, config, updatedAt }, timezone), ...comparison };
  },
});

export const restoreAgentVersion = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{agentId}/versions/{version}/restore',
  operationId: 'restoreAgentVersion',
  tag: 'Agents',
  summary: 'Restore a version of an agent',
  description:
    'Creates a new version that equals an old one. It is validated like any change. If the current version equals the old one, no version is created.',
  scope: 'agents:write',
  parameters: { ...agentParameter, ...versionParameter },
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

  async handle({ caller, path, header, requestRecord, addAuditDetails }, context) {
    const { database, clock, catalog, egressPolicy } = context;
    const { workspaceId, timezone, actor } = caller;
    const { agentId } = path;
    const at = new Date(clock.now());
    addAuditDetails({ restoredVersion: Number(path.version) });
    return retryOnConflict(() =>
      database.inWorkspace(workspaceId).transaction(async (tx) => {
        const current = await requireAgent(tx, { workspaceId, agentId });
        requireVersion(header('if-match'), current.version);
        const key = { workspaceId, agentId, version: Number(path.version) };
        const old = (await findAgentVersion(tx, key)) ?? reject('version_not_found');
        const config = await restoredConfig(tx, current, old.config, catalog);
        const saved = await saveAgent(tx, { current, config, changedBy: actor.id, at });
        if (saved === undefined) return undefined;
        const warnings = await findAgentWarnings(tx, saved, { catalog, egressPolicy });
        return requestRecord.storeResponse(tx, { ...toAgentResponse(saved, timezone), warnings });
      }),
    );
  },
});

async function requireAgent(
  db: Queryable,
  key: { readonly workspaceId: string; readonly agentId: string },
): Promise<AgentRow> {
  return (await findAgent(db, key)) ?? reject('agent_not_found');
}

/** Validates an old configuration like a change that sets all its fields. The time zone of an earlier Parley version may be an abbreviation. */
async function restoredConfig(
  tx: Queryable,
  { workspaceId, config: base }: AgentRow,
  old: AgentConfig,
  catalog: ProviderCatalog,
): Promise<AgentConfig> {
  const schema = old.timezone === base.timezone ? StoredAgent : AgentInput;
  const { value, faults } = validate(schema, old);
  rejectFaults([...faults, ...(await agentFaults(tx, workspaceId, old, catalog, base))]);
  return value!;
}
