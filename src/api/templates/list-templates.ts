import { z } from 'zod';
import { AgentInput } from '../../domain/agent.ts';
import { CallFlowInput } from '../../domain/flow/flow.ts';
import { templates } from '../../domain/templates/templates.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listResponseSchema } from '../paging.ts';

const TemplateResponse = z
  .object({
    id: z.string().meta({ description: 'The id of the template.', examples: ['front-desk'] }),
    name: z.string().meta({ description: 'The name of the template.', examples: ['Front desk'] }),
    description: z.string().meta({
      description: 'What the agent does.',
      examples: ['Answers calls, notes appointments and their changes, and tells the opening hours.'],
    }),
    direction: z.enum(['inbound', 'outbound']).meta({
      description: 'Whether the agent answers calls (`inbound`) or places them (`outbound`).',
    }),
    agent: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The agent: a body of `POST /api/v1/agents`, without number and flow.' }),
    flow: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The flow: a body of `POST /api/v1/flows`.' }),
  })
  .meta({ id: 'Template', title: 'Template', description: 'An agent with its flow, ready to be created.' });

const rows = templates.map((template): z.input<typeof TemplateResponse> => ({
  ...template,
  agent: AgentInput.parse(template.agent),
  flow: CallFlowInput.parse(template.flow),
}));

export const listTemplates = endpoint({
  method: 'GET',
  path: '/v1/api/templates',
  operationId: 'listTemplates',
  tag: 'Agents',
  summary: 'List templates',
  description:
    'Returns agents with their flows that work without a language model. `POST /v1/api/templates/{templateId}` creates them.',
  scope: 'agents:read',
  reply: listResponseSchema('templates', TemplateResponse),

  async handle() {
    const found = { rows, total: rows.length, next: null };
    return listResponse('templates', { limit: rows.length }, found, (row) => row);
  },
});
