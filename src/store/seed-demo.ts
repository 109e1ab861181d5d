import { newId } from '../core/ids.ts';
import { AgentInput } from '../domain/agent.ts';
import { demoAgent, demoFlow } from '../domain/demo-flow.ts';
import { FlowInput } from '../domain/flow/flow.ts';
import { type AgentRow, insertAgent } from './agents.ts';
import { insertFlow } from './flows.ts';
import { insertOwnedNumber } from './phone-numbers.ts';
import type { Queryable } from './queryable.ts';

/** Caller number of the demo. It is fictional, so it belongs to no subscriber. */
export const demoNumber = '+12025550150';

/**
 * Inserts the agent of the demo, its flow and its number. Requires a transaction of the workspace. The number is not
 * inserted if another workspace owns it.
 */
export async function seedDemo(
  tx: Queryable,
  { workspaceId, at }: { readonly workspaceId: string; readonly at: Date },
): Promise<AgentRow> {
  const definition = FlowInput.parse({ ...demoFlow, status: 'active' });
  const flow = await insertFlow(tx, { id: newId('flow'), workspaceId, definition, at });
  const agentId = newId('agent');
  const config = AgentInput.parse({ ...demoAgent, flowId: flow.id, phoneNumber: demoNumber });
  const agent = await insertAgent(tx, { id: agentId, workspaceId, config, at });
  const number = { id: newId('number'), workspaceId, e164: demoNumber, friendlyName: 'Demo', country: 'US' };
  await insertOwnedNumber(tx, { ...number, agentId, at });
  return agent;
}
