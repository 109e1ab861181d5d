import { Problem } from '../../core/problems.ts';
import { FlowInput } from '../../domain/flow/flow.ts';
import { insertFlow } from '../../store/flows.ts';
import { graphLimits } from '../http/body-limits.ts';
import { endpoint } from '../endpoint.ts';
import { findFlowWarnings } from '../agents/agent-warnings.ts';
import { publishFlowEvent } from './publish-flow-event.ts';
import { SavedFlowResponse, toFlowResponse } from './flow-response.ts';
import { flowFaults, flowProblem } from './flow-faults.ts';

const expression = (left: string, right: boolean) => ({
  type: 'expression',
  all: [{ left, op: '==', right }],
});

const exampleFlow = {
  type: 'call',
  name: 'Table reminder',
  status: 'active',
  startNodeId: 'coming',
  variables: { time: { default: "eight o'clock" } },
  nodes: [
    {
      id: 'coming',
      type: 'ask',
      config: {
        prompt: 'Hello {{customer.name}}, will you come tonight at {{time}}?',
        variable: 'coming',
        expect: 'yes_no',
      },
    },
    { id: 'kept', type: 'end', config: { text: 'See you tonight.', disposition: 'interested' } },
    {
      id: 'freed',
      type: 'end',
      config: { text: 'Thank you for telling us.', disposition: 'not_interested' },
    },
    { id: 'unclear', type: 'end', config: { text: 'We will keep the table. Goodbye.' } },
  ],
  edges: [
    { id: 'yes', from: 'coming', to: 'kept', condition: expression('coming', true) },
    { id: 'no', from: 'coming', to: 'freed', condition: expression('coming', false) },
    { id: 'no_answer', from: 'coming', to: 'unclear', condition: { type: 'else' } },
  ],
};

export const createFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows',
  operationId: 'createFlow',
  tag: 'Flows',
  summary: 'Create a flow',
  description:
    'Creates a call flow, or a message flow with `type: "message"`. The whole flow is validated, and each fault names its node.',
  scope: 'flows:write',
  body: FlowInput.meta({ id: 'FlowInput', examples: [exampleFlow] }),
  bodyLimits: graphLimits,
  reply: SavedFlowResponse,
  sendsETag: true,
  errorCodes: ['flow_invalid', 'agent_not_found', 'language_not_supported'],

  async problemOfInvalidBody({ caller: { workspaceId }, input, faults: schemaFaults }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const problem = flowProblem(await flowFaults(db, workspaceId, input, { schemaFaults }));
    return problem ?? new Problem('invalid_request', { fields: schemaFaults });
  },

  async handle(
    { caller: { workspaceId, actor }, body, requestRecord },
    { database, ids, clock, catalog, egressPolicy },
  ) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const problem = flowProblem(await flowFaults(tx, workspaceId, body));
      if (problem !== undefined) throw problem;
      const created = { id: ids.newId('flow'), workspaceId, definition: body, createdBy: actor.id, at };
      const flow = await insertFlow(tx, created);
      await publishFlowEvent(tx, 'flow.created', flow, at);
      const warnings = await findFlowWarnings(tx, workspaceId, flow, { catalog, egressPolicy });
      return requestRecord.storeResponse(tx, { ...toFlowResponse(flow), warnings });
    });
  },
});
