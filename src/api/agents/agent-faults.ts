import type { FieldFault } from '../../core/problems.ts';
import { noModel, type AgentConfig } from '../../domain/agent.ts';
import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { needsModel } from '../../domain/flow/needs-model.ts';
import type { AgentRow } from '../../store/agents.ts';
import { findFlow, lockFlow } from '../../store/flows.ts';
import { findOwnedNumberOfWorkspace, updateOwnedNumber } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';
import { problemFault } from '../reject-faults.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';
import { agentLanguageFaults } from './flow-language-faults.ts';
import { providerFaults } from './provider-faults.ts';
import { speechModelFaults } from './speech-model-faults.ts';
import { toolFaults } from './tool-faults.ts';

/** The flow type of each agent type. */
const flowTypeOf = { voice: 'call', messaging: 'message' } as const;

type AgentType = keyof typeof flowTypeOf;

/**
 * Returns faults for invalid references of an agent: an unknown flow or one of the wrong type, a number that
 * the workspace does not own, unknown providers, tools that calls cannot use.
 * Locks the flow until the end of the transaction. `sent` holds the changed fields in any shape; `base` is the agent before the change.
 */
export async function agentFaults(
  tx: Queryable,
  workspaceId: string,
  sent: unknown,
  catalog: ProviderCatalog,
  base?: AgentConfig,
): Promise<FieldFault[]> {
  const { type, flowId, phoneNumber } = sentFields(sent);
  const reference = {
    type: type === 'voice' || type === 'messaging' ? type : (base?.type ?? 'voice'),
    flowId: flowId === undefined && type !== undefined ? (base?.flowId ?? undefined) : sentText(flowId),
    path: flowId === undefined ? 'type' : 'flowId',
  };
  const flow = await flowAfter(tx, workspaceId, sent, base);
  return [
    ...(await flowFaults(tx, workspaceId, reference)),
    ...(await modelFaults(tx, workspaceId, sent, base)),
    ...speechModelFaults(sent, catalog, base, flow),
    ...agentLanguageFaults(sent, base, flow),
    ...(await numberFaults(tx, workspaceId, sentText(phoneNumber))),
    ...providerFaults(sent, catalog, base),
    ...toolFaults(sent),
  ];
}

async function flowFaults(
  tx: Queryable,
  workspaceId: string,
  reference: { readonly type: AgentType; readonly flowId: string | undefined; readonly path: string },
): Promise<FieldFault[]> {
  const { type, flowId, path } = reference;
  if (flowId === undefined) return [];
  if (!(await lockFlow(tx, { workspaceId, flowId }))) return [problemFault(path, 'flow_not_found')];
  const flow = await findFlow(tx, { workspaceId, flowId });
  if (flow === undefined) return [problemFault(path, 'flow_not_found')];
  const flowType = flowTypeOf[type];
  if (flow.definition.type === flowType) return [];
  const message = `A ${type} agent needs a ${flowType} flow; this is a ${flow.definition.type} flow.`;
  return [{ path, code: 'flow_type_mismatch', message }];
}

/** Returns a fault if the change leaves the agent with a flow that needs a language model, but without one. */
async function modelFaults(
  tx: Queryable,
  workspaceId: string,
  sent: unknown,
  base: AgentConfig | undefined,
): Promise<FieldFault[]> {
  const fields = sentFields(sent);
  const path = ['model', 'modelSettings', 'flowId'].find((field) => field in fields);
  const flowId = sentText(fields.flowId === undefined ? base?.flowId : fields.flowId);
  if (path === undefined || flowId === undefined || namesModel(fields, base)) return [];
  const flow = await findFlow(tx, { workspaceId, flowId });
  return flow === undefined || !needsModel(flow.definition) ? [] : [problemFault(path, 'agent_needs_model')];
}

/** Returns the flow of the agent after the change. */
async function flowAfter(
  tx: Queryable,
  workspaceId: string,
  sent: unknown,
  base: AgentConfig | undefined,
): Promise<FlowDefinition | undefined> {
  const { flowId } = sentFields(sent);
  const id = sentText(flowId === undefined ? base?.flowId : flowId);
  return id === undefined ? undefined : (await findFlow(tx, { workspaceId, flowId: id }))?.definition;
}

/** Returns whether the agent names a language model after the change. */
function namesModel(sent: ReturnType<typeof sentFields>, base: AgentConfig | undefined): boolean {
  const { model = base?.model, modelSettings } = sent;
  const { fallbackModels = base?.modelSettings.fallbackModels } = sentFields(modelSettings);
  return isModel(model) || sentList(fallbackModels).some(isModel);
}

const isModel = (value: unknown): boolean => typeof value === 'string' && value !== noModel;

async function numberFaults(
  tx: Queryable,
  workspaceId: string,
  e164: string | undefined,
): Promise<FieldFault[]> {
  if (e164 === undefined) return [];
  const number = await findOwnedNumberOfWorkspace(tx, { workspaceId, e164 });
  return number === undefined ? [problemFault('phoneNumber', 'number_not_owned')] : [];
}

/** Makes a voice agent answer calls to its `phoneNumber`. Does nothing if another agent answers them. */
export async function assignPhoneNumber(
  tx: Queryable,
  { workspaceId, id, config }: Pick<AgentRow, 'workspaceId' | 'id' | 'config'>,
  at: Date,
): Promise<void> {
  if (config.phoneNumber === null || config.type !== 'voice') return;
  const number = await findOwnedNumberOfWorkspace(tx, { workspaceId, e164: config.phoneNumber });
  if (number === undefined || number.agentId !== null) return;
  await updateOwnedNumber(tx, { workspaceId, numberId: number.id, agentId: id, at });
}
