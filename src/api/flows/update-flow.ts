import { refuse } from '../../core/problems.ts';
import { FlowPatch, patchFlow } from '../../domain/flow/flow.ts';
import { findFlow } from '../../store/flows/find-flow.ts';
import { updateFlow as changeFlow } from '../../store/flows/update-flow.ts';
import { endpoint } from '../endpoint.ts';
import { checkedPatch, untilUnchanged } from '../merge.ts';
import { announceFlow } from './announce-flow.ts';
import { checkFlow } from './check-flow.ts';
import { FlowAnswer, flowParameter, showFlow } from './flow-answer.ts';

export const updateFlow = endpoint({
  method: 'PATCH',
  path: '/api/v1/flows/{flowId}',
  operationId: 'updateFlow',
  tag: 'Flows',
  summary: 'Change a flow',
  description:
    'A merge (RFC 7396); `nodes` and `edges` are replaced whole. Each change makes a new version: calls under way finish on theirs.',
  scope: 'flows:write',
  parameters: flowParameter,
  body: FlowPatch,
  reply: FlowAnswer,
  refuses: ['flow_invalid', 'agent_not_found'],

  async handle({ caller: { workspaceId }, path: { flowId }, body }, { database, clock }) {
    const at = new Date(clock.now());
    const row = await untilUnchanged(() =>
      database.inWorkspace(workspaceId).transaction(async (tx) => {
        const known = (await findFlow(tx, { workspaceId, flowId })) ?? refuse('flow_not_found');
        const definition = checkedPatch(() => patchFlow(known.definition, body));
        await checkFlow(tx, workspaceId, definition);
        const changed = await changeFlow(tx, { workspaceId, flowId, version: known.version, definition, at });
        if (changed !== undefined) await announceFlow(tx, 'flow.updated', changed, at);
        return changed;
      }),
    );
    return showFlow(row);
  },
});
