import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { Flow } from '../../domain/flow/flow.ts';
import { type FlowRow, findFlow, findFlowVersion } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { findFlowWarnings } from '../agents/agent-warnings.ts';
import { retryOnConflict } from '../apply-patch.ts';
import { endpoint } from '../endpoint.ts';
import { requireVersion } from '../http/version-match.ts';
import {
  comparisonFields,
  comparisonQuery,
  compareVersion,
  versionList,
  versionListQuery,
  versionListResponse,
  versionParameter,
} from '../versions.ts';
import { flowParameter, SavedFlowResponse, toFlowResponse } from './flow-response.ts';
import { saveFlow } from './save-flow.ts';

export const listFlowVersions = endpoint({
  method: 'GET',
  path: '/api/v1/flows/{flowId}/versions',
  operationId: 'listFlowVersions',
  tag: 'Flows',
  summary: 'List versions of a flow',
  description: 'Returns the versions, newest first. Each change of a flow creates one.',
  scope: 'flows:read',
  parameters: flowParameter,
  query: versionListQuery,
  reply: versionListResponse,

  async handle({ caller: { workspaceId }, path: { flowId }, query }, { database }) {
    const db = database.inWorkspace(workspaceId);
    await requireFlow(db, { workspaceId, flowId });
    return versionList(db, { workspaceId, kind: 'flow', id: flowId }, query);
  },
});

const [call, message] = Flow.options;

const FlowVersionResponse = z
  .discriminatedUnion('type', [
    call.extend(comparisonFields).meta({
      id: 'CallFlowVersion',
      title: 'Call flow version',
      description: 'A version of a call flow, with its changes.',
    }),
    message.extend(comparisonFields).meta({
      id: 'MessageFlowVersion',
      title: 'Message flow version',
      description: 'A version of a message flow, with its changes.',
    }),
  ])
  .meta({
    id: 'FlowVersion',
    title: 'Flow version',
    description: 'A flow as it was in a version, with the changes from another version.',
  });

export const getFlowVersion = endpoint({
  method: 'GET',
  path: '/api/v1/flows/{flowId}/versions/{version}',
  operationId: 'getFlowVersion',
  tag: 'Flows',
  summary: 'Get a version of a flow',
  description:
    'Returns the flow as it was in a version, and the changes since the version before, or from the version `against`.',
  scope: 'flows:read',
  parameters: { ...flowParameter, ...versionParameter },
  query: comparisonQuery,
  reply: FlowVersionResponse,

  async handle({ caller: { workspaceId }, path, query }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const { flowId } = path;
    const flow = await requireFlow(db, { workspaceId, flowId });
    const find = (version: number) => findFlowVersion(db, { workspaceId, flowId, version });
    const found = (await find(Number(path.version))) ?? reject('version_not_found');
    const { version, definition, createdBy, createdAt: updatedAt } = found;
    const content = { version, createdBy, content: definition };
    const comparison = await compareVersion(
      content,
      query.against,
      async (number) => (await find(number))?.definition,
    );
    return { ...toFlowResponse({ ...flow, version, definition, updatedAt }), ...comparison };
  },
});

export const restoreFlowVersion = endpoint({
  method: 'POST',
  path: '/api/v1/flows/{flowId}/versions/{version}/restore',
  operationId: 'restoreFlowVersion',
  tag: 'Flows',
  summary: 'Restore a version of a flow',
  description:
    'Creates a new version that equals an old one. It is validated like any change. If the current version equals the old one, no version is created.',
  scope: 'flows:write',
  parameters: { ...flowParameter, ...versionParameter },
  reply: SavedFlowResponse,
  sendsETag: true,
  acceptsIfMatch: true,
  errorCodes: [
    'flow_invalid',
    'agent_not_found',
    'agent_needs_model',
    'language_not_supported',
    'version_conflict',
  ],

  async handle({ caller, path, header, requestRecord, addAuditDetails }, context) {
    const { database, clock, catalog, egressPolicy } = context;
    const { workspaceId, actor } = caller;
    const { flowId } = path;
    const at = new Date(clock.now());
    addAuditDetails({ restoredVersion: Number(path.version) });
    return retryOnConflict(() =>
      database.inWorkspace(workspaceId).transaction(async (tx) => {
        const current = await requireFlow(tx, { workspaceId, flowId });
        requireVersion(header('if-match'), current.version);
        const key = { workspaceId, flowId, version: Number(path.version) };
        const old = (await findFlowVersion(tx, key)) ?? reject('version_not_found');
        const { definition: whole } = old;
        const saved = await saveFlow(tx, { current, whole, sent: whole, changedBy: actor.id, at });
        if (saved === undefined) return undefined;
        const warnings = await findFlowWarnings(tx, workspaceId, saved, { catalog, egressPolicy });
        return requestRecord.storeResponse(tx, { ...toFlowResponse(saved), warnings });
      }),
    );
  },
});

async function requireFlow(
  db: Queryable,
  key: { readonly workspaceId: string; readonly flowId: string },
): Promise<FlowRow> {
  return (await findFlow(db, key)) ?? reject('flow_not_found');
}
