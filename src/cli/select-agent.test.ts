import { describe, expect, it } from 'vitest';
import type { ParleyClient } from '../../packages/sdk/src/client.ts';
import { CommandError, UsageError } from './output.ts';
import { selectAgent, selectAgentToValidate } from './select-agent.ts';

/** Returns a client of a workspace with these agents, newest first. An agent with a lower-case name has no number; one with a name in brackets is inactive. */
function workspaceOf(...names: readonly string[]): ParleyClient {
  const agents = names.map((name, index) => ({
    id: `agent_${index + 1}`,
    name,
    status: name.startsWith('(') ? 'inactive' : 'active',
    phoneNumber: /^\(?[A-Z]/.test(name) ? '+12025550199' : null,
    flowId: 'flow_1',
  }));
  return {
    async *iterate(
      _list: string,
      { query: { search = '', status } }: { query: { search?: string; status: string } },
    ) {
      const found = agents.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      yield* found.filter((agent) => agent.status === status);
    },
    getAgent: async ({ path }: { path: { agentId: string } }) =>
      agents.find(({ id }) => id === path.agentId)!,
  } as unknown as ParleyClient;
}

const fiveCallableAgents = workspaceOf(
  'Parcels',
  'Clinic',
  'Clinic at night',
  'Survey',
  'kitchen',
  'Clinics',
);

describe('selectAgent', () => {
  it('selects the only agent that can call by default', async () => {
    expect(await selectAgent(workspaceOf('kitchen', 'Ada'), undefined)).toMatchObject({ name: 'Ada' });
  });

  it('lists names and ids if several agents can call', async () => {
    const selection = selectAgent(fiveCallableAgents, undefined);
    await expect(selection).rejects.toThrow(UsageError);
    await expect(selection).rejects.toThrow(
      'Several agents can call: Parcels (agent_1), Clinic (agent_2), Clinic at night (agent_3) and 2 more. Select one with --agent.',
    );
  });

  it('selects by id, or by words of the name', async () => {
    expect(await selectAgent(fiveCallableAgents, 'agent_4')).toMatchObject({ name: 'Survey' });
    expect(await selectAgent(fiveCallableAgents, 'parc')).toMatchObject({ name: 'Parcels' });
  });

  it('prefers an exact name', async () => {
    expect(await selectAgent(fiveCallableAgents, 'clinic')).toMatchObject({ id: 'agent_2' });
    await expect(selectAgent(fiveCallableAgents, 'clin')).rejects.toThrow(
      'Several agents named like clin can call: Clinic (agent_2), Clinic at night (agent_3), Clinics (agent_6). Select one',
    );
    await expect(selectAgent(workspaceOf('Ada', 'ADA'), 'ada')).rejects.toThrow('Several agents named');
  });

  it('rejects an unknown agent', async () => {
    await expect(selectAgent(workspaceOf('kitchen'), undefined)).rejects.toThrow(CommandError);
    await expect(selectAgent(fiveCallableAgents, 'Eve')).rejects.toThrow('No agent named like Eve');
  });

  it('rejects an inactive agent', async () => {
    const inactive = workspaceOf('(kitchen)', '(Parcels)', 'Clinic');
    const selection = selectAgent(inactive, 'parcel');
    await expect(selection).rejects.toThrow(CommandError);
    await expect(selection).rejects.toThrow(
      '(Parcels) (agent_2) is not active. Activate it: PATCH /api/v1/agents/agent_2 with {"status":"active"}.',
    );
    await expect(selectAgent(inactive, 'kitchen')).rejects.toThrow('has both a number and a flow');
  });
});

describe('selectAgentToValidate', () => {
  it('selects the agent that `parley batch start` would use', async () => {
    expect(await selectAgentToValidate(workspaceOf('Ada'), undefined)).toMatchObject({
      agent: { id: 'agent_1' },
      message: 'Checked for Ada (agent_1).',
    });
    expect(await selectAgentToValidate(fiveCallableAgents, 'clinic')).toMatchObject({
      agent: { id: 'agent_2' },
    });
    await expect(selectAgentToValidate(fiveCallableAgents, 'clin')).rejects.toThrow(UsageError);
  });

  it('selects no agent if no agent or several agents can call, and reports this', async () => {
    expect(await selectAgentToValidate(fiveCallableAgents, undefined)).toEqual({
      message:
        'Only the file was checked. Select an agent with --agent to check its flow: Parcels (agent_1), Clinic (agent_2), Clinic at night (agent_3) and 2 more',
    });
    expect(await selectAgentToValidate(workspaceOf(), undefined)).toEqual({
      message: 'Only the file was checked: no agent can call yet.',
    });
  });
});
