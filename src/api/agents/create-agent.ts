import { exampleId } from '../../domain/fields.ts';
import { AgentInput } from '../../domain/agent.ts';
import { insertAgent } from '../../store/agents.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { SavedAgentResponse, toAgentResponse } from './agent-response.ts';
import { agentFaults, assignPhoneNumber } from './agent-faults.ts';
import { findAgentWarnings } from './agent-warnings.ts';
import { publishAgentEvent } from './publish-agent-event.ts';

export const createAgent = endpoint({
  method: 'POST',
  path: '/api/v1/agents',
  operationId: 'createAgent',
  tag: 'Agents',
  summary: 'Create an agent',
  description: 'Creates an agent. Only `name` is required; all other fields have defaults.',
  scope: 'agents:write',
  body: AgentInput.meta({
    id: 'AgentInput',
    examples: [
      {
        name: 'Front desk',
        model: 'openai/gpt-5-mini',
        personality: 'You are the front desk of Bistro Nine. Be brief and friendly.',
        firstMessage: 'Bistro Nine, good evening!',
        voice: { provider: 'builtin', voiceId: 'rms', speed: 1.1 },
        phoneNumber: '+12025550199',
        flowId: exampleId('flow'),
      },
    ],
  }),
  reply: SavedAgentResponse,
  sendsETag: true,
  errorCodes: ['flow_not_found', 'number_not_owned', 'agent_needs_model', 'language_not_supported'],

  async problemOfInvalidBody({ caller: { workspaceId }, input, faults }, { database, catalog }) {
    const more = await agentFaults(database.inWorkspace(workspaceId), workspaceId, input, catalog);
    return problemFromFaults([...faults, ...more]);
  },

  async handle(
    { caller: { workspaceId, timezone, actor }, body, requestRecord },
    { database, ids, clock, catalog, egressPolicy },
  ) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      rejectFaults(await agentFaults(tx, workspaceId, body, catalog));
      const created = { id: ids.newId('agent'), workspaceId, config: body, createdBy: actor.id, at };
      const agent = await insertAgent(tx, created);
      await assignPhoneNumber(tx, agent, at);
      await publishAgentEvent(tx, 'agent.created', agent, at);
      const warnings = await findAgentWarnings(tx, agent, { catalog, egressPolicy });
      return requestRecord.storeResponse(tx, { ...toAgentResponse(agent, timezone), warnings });
    });
  },
});
