import { newId } from '../../src/core/ids.ts';
import { AgentInput, voiceOf } from '../../src/domain/agent.ts';
import { FlowInput } from '../../src/domain/flow/flow.ts';
import { type AgentRow, insertAgent } from '../../src/store/agents.ts';
import { type CallDetailRow, insertCall, type NewCallRow } from '../../src/store/calls/calls.ts';
import type { Database } from '../../src/store/database.ts';
import { type FlowRow, insertFlow } from '../../src/store/flows.ts';
import { insertWorkspace } from '../../src/store/workspaces.ts';

/** Creation time of every fixture row: 5 January 2026, 12:00 UTC. */
export const noon = new Date('2026-01-05T12:00:00.000Z');

export interface Fixture {
  readonly workspaceId: string;
  readonly agent: AgentRow;
  readonly flow: FlowRow;
}

/** Seeds a workspace with an active flow of one sentence and an agent that uses it. */
export async function seedWorkspace(db: Database): Promise<Fixture> {
  const workspaceId = newId('workspace');
  const scope = db.inWorkspace(workspaceId);
  await insertWorkspace(scope, {
    id: workspaceId,
    name: 'Acme',
    plan: 'unlimited',
    timezone: 'UTC',
    ownNumberPrefixes: ['+'],
    at: noon,
  });
  const definition = FlowInput.parse({
    type: 'call',
    name: 'Greeting',
    status: 'active',
    nodes: [{ id: 'bye', type: 'end', name: 'Bye', config: { text: 'Hello and goodbye.' } }],
  });
  const flow = await insertFlow(scope, { id: newId('flow'), workspaceId, definition, at: noon });
  const config = AgentInput.parse({ name: 'Ada', flowId: flow.id });
  const agent = await insertAgent(scope, { id: newId('agent'), workspaceId, config, at: noon });
  return { workspaceId, agent, flow };
}

/** Seeds a call of the fixture's agent, queued by default. */
export async function seedCall(
  db: Database,
  { workspaceId, agent, flow }: Fixture,
  changes: Partial<NewCallRow> = {},
): Promise<CallDetailRow> {
  const { name, model } = agent.config;
  const row = await insertCall(db.inWorkspace(workspaceId), {
    id: newId('call'),
    workspaceId,
    roomName: newId('room'),
    direction: 'outbound',
    type: 'phone',
    state: 'queued',
    fromNumber: '+12025550100',
    toNumber: '+12025550101',
    agent: { id: agent.id, name, model, voice: voiceOf(agent.config) },
    agentVersion: agent.version,
    flowId: flow.id,
    flowVersion: flow.version,
    record: true,
    at: noon,
    ...changes,
  });
  return row!;
}
