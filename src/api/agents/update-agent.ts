import { refuse } from '../../core/problems.ts';
import { AgentPatch, patchAgent } from '../../domain/agent.ts';
import { findAgent } from '../../store/agents/find-agent.ts';
import { updateAgent as changeAgent } from '../../store/agents/update-agent.ts';
import { endpoint } from '../endpoint.ts';
import { checkedPatch, untilUnchanged } from '../merge.ts';
import { AgentAnswer, agentParameter, showAgent } from './agent-answer.ts';
import { announceAgent } from './announce-agent.ts';
import { answerOwnNumber, checkAgent } from './check-agent.ts';

export const updateAgent = endpoint({
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}',
  operationId: 'updateAgent',
  tag: 'Agents',
  summary: 'Change an agent',
  description: 'A merge (RFC 7396): a field left out stays, null clears it. Each change makes a new version.',
  scope: 'agents:write',
  parameters: agentParameter,
  body: AgentPatch,
  reply: AgentAnswer,
  refuses: ['flow_not_found', 'number_not_owned'],

  async handle({ caller: { workspaceId, timezone }, path: { agentId }, body }, { database, clock }) {
    const at = new Date(clock.now());
    const row = await untilUnchanged(() =>
      database.inWorkspace(workspaceId).transaction(async (tx) => {
        const known = (await findAgent(tx, { workspaceId, agentId })) ?? refuse('agent_not_found');
        const config = checkedPatch(() => patchAgent(known.config, body));
        await checkAgent(tx, workspaceId, config);
        const changed = await changeAgent(tx, { workspaceId, agentId, version: known.version, config, at });
        if (changed === undefined) return undefined;
        await answerOwnNumber(tx, changed, at);
        await announceAgent(tx, 'agent.updated', changed, at);
        return changed;
      }),
    );
    return showAgent(row, timezone);
  },
});
