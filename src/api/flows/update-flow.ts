import { Problem, reject } from '../../core/problems.ts';
import { FlowPatch } from '../../domain/flow/flow.ts';
import { applyMergePatch } from '../../domain/merge-patch.ts';
import { findFlow, type FlowRow } from '../../store/flows.ts';
import type { Queryable } from '../../store/queryable.ts';
import { graphLimits } from '../http/body-limits.ts';
import { endpoint } from '../endpoint.ts';
import { retryOnConflict } from '../apply-patch.ts';
import { sentFields } from '../http/sent-value.ts';
import { requireVersion } from '../http/version-match.ts';
import { findFlowWarnings } from '../agents/agent-warnings.ts';
import { SavedFlowResponse, flowParameter, toFlowResponse } from './flow-response.ts';
import { flowFaults, flowProblem } from './flow-faults.ts';
import { saveFlow } from './save-flow.ts';

export const updateFlow = endpoint({
  method: 'PATCH',
  path: '/api/v1/flows/{flowId}',
  operationId: 'updateFlow',
  tag: 'Flows',
  summary: 'Change a flow',
  description:
    'A merge patch (RFC 7396); `nodes` and `edges` are replaced as a whole. Each change creates a new version; a patch without changes creates none. Calls in progress finish with their version.',
  scope: 'flows:write',
  parameters: flowParameter,
  body: FlowPatch.meta({ examples: [{ status: 'archived' }] }),
  bodyLimits: graphLimits,
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

  async problemOfInvalidBody(
    { caller: { workspaceId }, path: { flowId }, input, faults: schemaFaults },
    { database },
  ) {
    const db = database.inWorkspace(workspaceId);
    const current = (await findFlow(db, { workspaceId, flowId })) ?? reject('flow_not_found');
    const { type: _, ...patch } = sentFields(input);
    const patched = applyMergePatch(current.definition, patch);
    const problem = flowProblem(
      await flowFaults(db, workspaceId, patched, {
        sent: input,
        schemaFaults,
        current: { ...current, flowId },
      }),
    );
    return problem ?? new Problem('invalid_request', { fields: schemaFaults });
  },

  async handle(
    { caller: { workspaceId, actor }, path: { flowId }, body, header, requestRecord },
    { database, clock, catalog, egressPolicy },
  ) {
    const at = new Date(clock.now());
    const complete = async (tx: Queryable, row: FlowRow) => {
      const warnings = await findFlowWarnings(tx, workspaceId, row, { catalog, egressPolicy });
      return requestRecord.storeResponse(tx, { ...toFlowResponse(row), warnings });
    };
    return retryOnConflict(() =>
      database.inWorkspace(workspaceId).transaction(async (tx) => {
        const current = (await findFlow(tx, { workspaceId, flowId })) ?? reject('flow_not_found');
        requireVersion(header('if-match'), current.version);
        const whole = applyMergePatch(current.definition, body);
        const saved = await saveFlow(tx, { current, whole, sent: body, changedBy: actor.id, at });
        return saved && complete(tx, saved);
      }),
    );
  },
});
