import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { FlowInput, FlowPatch } from '../../domain/flow/flow.ts';
import { applyMergePatch } from '../../domain/merge-patch.ts';
import { findFlow } from '../../store/flows.ts';
import { findFlowWarnings } from '../agents/agent-warnings.ts';
import { endpoint } from '../endpoint.ts';
import { graphLimits } from '../http/body-limits.ts';
import { sentFields } from '../http/sent-value.ts';
import { validate } from '../http/validate.ts';
import { toValidation, validationFields } from '../validation-response.ts';
import { flowFaults } from './flow-faults.ts';
import { flowParameter } from './flow-response.ts';
import { MessagePreview, messagePreviews } from './message-previews.ts';

const FlowValidation = z
  .strictObject({
    ...validationFields,
    messages: z.array(MessagePreview).meta({
      description: 'The messages of a message flow as their recipients receive them. Empty for call flows.',
    }),
  })
  .meta({ id: 'FlowValidation' });

export const validateFlow = endpoint({
  method: 'POST',
  path: '/api/v1/flows/{flowId}/validate',
  operationId: 'validateFlow',
  tag: 'Flows',
  summary: 'Validate a change of a flow',
  description:
    'Returns the faults and warnings of a change, and the messages of a message flow with their number of SMS parts, for editors that show them before the flow is saved. The body is that of `PATCH`, with values of any type. Nothing is stored.',
  scope: 'flows:read',
  isReadOnly: true,
  parameters: flowParameter,
  body: z.looseObject({}).meta({ examples: [{ startNodeId: 'nowhere' }] }),
  bodyLimits: graphLimits,
  reply: FlowValidation,

  async handle({ caller: { workspaceId }, path: { flowId }, body }, { database, catalog, egressPolicy }) {
    const db = database.inWorkspace(workspaceId);
    const current = (await findFlow(db, { workspaceId, flowId })) ?? reject('flow_not_found');
    const { type: _, ...patch } = sentFields(body);
    const whole = applyMergePatch(current.definition, patch);
    const { fields, graph, references } = await flowFaults(db, workspaceId, whole, {
      sent: body,
      schemaFaults: validate(FlowPatch, body).faults,
      current: { ...current, flowId },
    });
    const faults = [...fields, ...graph, ...references];
    const definition = faults.length === 0 ? FlowInput.parse(whole) : undefined;
    const warnings =
      definition === undefined
        ? []
        : await findFlowWarnings(db, workspaceId, { id: flowId, definition }, { catalog, egressPolicy });
    const messages = await messagePreviews(db, { workspaceId, flowId, flow: whole });
    return { ...toValidation(faults, warnings), messages };
  },
});
