import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { AgentPatch } from '../../domain/agent.ts';
import { findAgent } from '../../store/agents.ts';
import { joinFaults } from '../apply-patch.ts';
import { endpoint } from '../endpoint.ts';
import { validate } from '../http/validate.ts';
import { toValidation, validationFields } from '../validation-response.ts';
import { agentParameter } from './agent-response.ts';
import { findAgentWarnings } from './agent-warnings.ts';
import { applyAgentChange } from './update-agent.ts';

export const validateAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents/{agentId}/validate',
  operationId: 'validateAgent',
  tag: 'Agents',
  summary: 'Validate a change of an agent',
  description:
    'Returns the faults and warnings of a change, for editors that show them before the agent is saved. The body is that of `PATCH`, with values of any type. Nothing is stored.',
  scope: 'agents:read',
  isReadOnly: true,
  parameters: agentParameter,
  body: z.looseObject({}).meta({ examples: [{ personality: 'Be brief.', voice: { speed: 5 } }] }),
  reply: z.strictObject(validationFields).meta({ id: 'AgentValidation' }),

  async handle({ caller: { workspaceId }, path: { agentId }, body }, context) {
    const { database, catalog, egressPolicy } = context;
    const db = database.inWorkspace(workspaceId);
    const current = (await findAgent(db, { workspaceId, agentId })) ?? reject('agent_not_found');
    const changed = await applyAgentChange(db, current, body, catalog);
    const faults = joinFaults(validate(AgentPatch, body).faults, changed.faults);
    if (changed.value === undefined || faults.length > 0) return toValidation(faults, []);
    const agent = { ...current, config: changed.value };
    return toValidation([], await findAgentWarnings(db, agent, { catalog, egressPolicy }));
  },
});
