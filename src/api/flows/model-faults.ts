import { problems, type FieldFault } from '../../core/problems.ts';
import { AgentInput } from '../../domain/agent.ts';
import { modelNodeTypes } from '../../domain/flow/needs-model.ts';
import { findAgent, findAgentLanguages, findAgentsWithoutModel } from '../../store/agents.ts';
import type { Queryable } from '../../store/queryable.ts';
import { flowLanguageFaults } from '../agents/flow-language-faults.ts';
import { problemFault } from '../reject-faults.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';

/** Returns a fault if the sent nodes, of any shape, need a language model and an agent of the flow names none. */
export async function modelFaults(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string },
  type: 'call' | 'message',
  sent: unknown,
): Promise<FieldFault[]> {
  const fields = sentFields(sent);
  if (type !== 'call' || !('nodes' in fields)) return [];
  const nodes = sentList(fields.nodes);
  const types = nodes.map((node) => sentText(sentFields(node).type) ?? '');
  if (nodes.length > 0 && !types.some((nodeType) => modelNodeTypes.has(nodeType))) return [];
  const agents = await findAgentsWithoutModel(db, { workspaceId, flowId });
  if (agents.length === 0) return [];
  const names = agents.map(({ id, name }) => `${name} (${id})`).join(', ');
  const message = `${problems.agent_needs_model.text} Agents of this flow without one: ${names}.`;
  return [problemFault('nodes', 'agent_needs_model', message)];
}

const languageFields = ['nodes', 'initiationMessage', 'subject', 'edges', 'agentId', 'language'];

/**
 * Returns a fault for each agent of the flow in whose language the flow lacks texts, or in whose language nothing understands the answers, and those of the language of a message flow without an agent. `sent`: the
 * change; `whole`: the flow after it, both of any shape.
 */
export async function languageFaults(
  db: Queryable,
  { workspaceId, flowId }: { readonly workspaceId: string; readonly flowId: string | undefined },
  sent: unknown,
  whole: unknown,
): Promise<FieldFault[]> {
  const fields = sentFields(sent);
  const path = languageFields.find((field) => field in fields);
  if (path === undefined) return [];
  const writerId = sentText(sentFields(whole).agentId);
  const writer = writerId === undefined ? undefined : await findAgent(db, { workspaceId, agentId: writerId });
  const agents = flowId === undefined ? [] : await findAgentLanguages(db, { workspaceId, flowId });
  const { type, language } = sentFields(whole);
  const own = type === 'message' && writerId === undefined ? sentText(language) : undefined;
  const ownFaults =
    own === undefined ? [] : flowLanguageFaults({ ...withoutModel, language: own }, whole, 'language');
  const faults = [...agents, ...(writer === undefined ? [] : [writer])].flatMap(({ id, config }) =>
    flowLanguageFaults(config, whole, path).map((fault) => ({
      ...fault,
      message: `${fault.message} An agent of this flow in ${config.language} is ${config.name} (${id}).`,
    })),
  );
  return [...ownFaults, ...faults];
}

const withoutModel = AgentInput.pick({ model: true, modelSettings: true }).parse({});
