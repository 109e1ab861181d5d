import { z } from 'zod';
import type { FieldFault } from '../../core/problems.ts';
import { reject } from '../../core/problems.ts';
import { AgentInput } from '../../domain/agent.ts';
import { e164, variableValues } from '../../domain/fields.ts';
import { CallFlowInput, type CallFlow } from '../../domain/flow/flow.ts';
import { type Template, templates } from '../../domain/templates/templates.ts';
import { insertAgent } from '../../store/agents.ts';
import { insertFlow } from '../../store/flows.ts';
import { agentFaults, assignPhoneNumber } from '../agents/agent-faults.ts';
import { SavedAgentResponse, toAgentResponse } from '../agents/agent-response.ts';
import { findAgentWarnings, findFlowWarnings } from '../agents/agent-warnings.ts';
import { publishAgentEvent } from '../agents/publish-agent-event.ts';
import { endpoint } from '../endpoint.ts';
import { SavedFlowResponse, toFlowResponse } from '../flows/flow-response.ts';
import { publishFlowEvent } from '../flows/publish-flow-event.ts';
import { rejectFaults } from '../reject-faults.ts';

const TemplateInput = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .optional()
      .meta({
        description: 'The name of the agent and the flow. Default: that of the template.',
        examples: ['Front desk'],
      }),
    phoneNumber: e164
      .nullable()
      .default(null)
      .meta({ description: 'An owned number, E.164. Null: none.', examples: ['+12025550199'] }),
    variables: variableValues.default({}).meta({
      description: 'Defaults of variables of the flow, such as the name of your company.',
      examples: [{ company: 'Bistro Nine' }],
    }),
  })
  .prefault({})
  .meta({
    id: 'TemplateInput',
    examples: [{ name: 'Front desk', phoneNumber: '+12025550199', variables: { company: 'Bistro Nine' } }],
  });

export const createFromTemplate = endpoint({
  method: 'POST',
  path: '/v1/api/templates/{templateId}',
  operationId: 'createFromTemplate',
  tag: 'Agents',
  summary: 'Create an agent from a template',
  description: 'Creates the flow and the agent of a template. Also requires the scope `flows:write`.',
  scope: 'agents:write',
  parameters: {
    templateId: {
      kind: 'template',
      notFoundCode: 'template_not_found',
      description: 'The id of the template.',
    },
  },
  body: TemplateInput,
  reply: z
    .object({
      agent: SavedAgentResponse.meta({ description: 'The agent.' }),
      flow: SavedFlowResponse,
    })
    .meta({
      id: 'CreatedFromTemplate',
      title: 'Created from template',
      description: 'The agent and its flow.',
    }),
  errorCodes: ['number_not_owned'],

  async handle({ caller, path: { templateId }, body, requestRecord, addAuditDetails }, context) {
    const { workspaceId, timezone, actor } = caller;
    if (!caller.scopes.includes('flows:write'))
      reject('insufficient_scope', { details: 'The operation also requires the scope flows:write.' });
    const template = templates.find(({ id }) => id === templateId) ?? reject('template_not_found');
    rejectFaults(variableFaults(template, body.variables));
    const { database, ids, clock, catalog, egressPolicy } = context;
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const created = { workspaceId, createdBy: actor.id, at };
      const definition = definitionOf(template, body);
      const flow = await insertFlow(tx, { ...created, id: ids.newId('flow'), definition });
      await publishFlowEvent(tx, 'flow.created', flow, at);
      const config = agentOf(template, body, flow.id);
      rejectFaults(await agentFaults(tx, workspaceId, config, catalog));
      const agent = await insertAgent(tx, { ...created, id: ids.newId('agent'), config });
      await assignPhoneNumber(tx, agent, at);
      await publishAgentEvent(tx, 'agent.created', agent, at);
      addAuditDetails({ agentId: agent.id, flowId: flow.id });
      const providers = { catalog, egressPolicy };
      const warnings = await findAgentWarnings(tx, agent, providers);
      const flowWarnings = await findFlowWarnings(tx, workspaceId, flow, providers);
      return requestRecord.storeResponse(tx, {
        agent: { ...toAgentResponse(agent, timezone), warnings },
        flow: { ...toFlowResponse(flow), warnings: flowWarnings },
      });
    });
  },
});

type TemplateInput = z.output<typeof TemplateInput>;

function variableFaults({ flow }: Template, variables: TemplateInput['variables']): FieldFault[] {
  const known = Object.keys(flow.variables ?? {});
  const message = `The template has only these variables: ${known.join(', ')}.`;
  return Object.keys(variables).flatMap((name) =>
    known.includes(name) ? [] : [{ path: `variables.${name}`, code: 'unknown_field', message }],
  );
}

function definitionOf({ flow }: Template, { name = flow.name, variables }: TemplateInput): CallFlow {
  const parsed = CallFlowInput.parse({ ...flow, name });
  const defaults = Object.entries(variables).map(([key, value]) => [
    key,
    { ...parsed.variables[key]!, default: value },
  ]);
  return { ...parsed, variables: { ...parsed.variables, ...Object.fromEntries(defaults) } };
}

const agentOf = ({ agent }: Template, { name = agent.name, phoneNumber }: TemplateInput, flowId: string) =>
  AgentInput.parse({ ...agent, name, phoneNumber, flowId });
