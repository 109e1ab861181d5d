import { describe, expect, it } from 'vitest';
import type { ParleyClient } from '../../packages/sdk/src/client.ts';
import { CommandError, UsageError } from './output.ts';
import { selectAgent, selectAgentToValidate } from './select-agent.ts';

/** A workspace with agents of these names, newest first; those in small letters have no number, those in brackets are not active. */
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

const several = workspaceOf('Parcels', 'Clinic', 'Clinic at night', 'Survey', 'kitchen', 'Clinics');

describe('the agent that calls a batch', () => {
  it('is the only one that can call, where none is named', async () => {
    expect(await selectAgent(workspaceOf('kitchen', 'Ada'), undefined)).toMatchObject({ name: 'Ada' });
  });

  it('is asked for where several can call, by name and id', async () => {
    const chosen = selectAgent(several, undefined);
    await expect(chosen).rejects.toThrow(UsageError);
    await expect(chosen).rejects.toThrow(
      'Several agents can call: Parcels (agent_1), Clinic (agent_2), Clinic at night (agent_3) and 2 more. Say which with --agent.',
    );
  });

  it('is the one of the id, or of the words where they find one', async () => {
    expect(await selectAgent(several, 'agent_4')).toMatchObject({ name: 'Survey' });
    expect(await selectAgent(several, 'parc')).toMatchObject({ name: 'Parcels' });
  });

  it('is the one named exactly so, where the words find several', async () => {
    expect(await selectAgent(several, 'clinic')).toMatchObject({ id: 'agent_2' });
    await expect(selectAgent(several, 'clin')).rejects.toThrow(
      'Several agents named like clin can call: Clinic (agent_2), Clinic at night (agent_3), Clinics (agent_6). Say which',
    );
    await expect(selectAgent(workspaceOf('Ada', 'ADA'), 'ada')).rejects.toThrow('Several agents named');
  });

  it('must be there', async () => {
    await expect(selectAgent(workspaceOf('kitchen'), undefined)).rejects.toThrow(CommandError);
    await expect(selectAgent(several, 'Eve')).rejects.toThrow('No agent named like Eve');
  });

  it('must be active', async () => {
    const resting = workspaceOf('(kitchen)', '(Parcels)', 'Clinic');
    const chosen = selectAgent(resting, 'parcel');
    await expect(chosen).rejects.toThrow(CommandError);
    await expect(chosen).rejects.toThrow(
      '(Parcels) (agent_2) is not active. Activate it by the API: PATCH /api/v1/agents/agent_2 with {"status":"active"}.',
    );
    await expect(selectAgent(resting, 'kitchen')).rejects.toThrow('has both a number and a flow');
  });
});

describe('the agent that a file is checked for', () => {
  it('is the one that a start would take', async () => {
    expect(await selectAgentToValidate(workspaceOf('Ada'), undefined)).toMatchObject({
      agent: { id: 'agent_1' },
      message: 'Checked for Ada (agent_1).',
    });
    expect(await selectAgentToValidate(several, 'clinic')).toMatchObject({ agent: { id: 'agent_2' } });
    await expect(selectAgentToValidate(several, 'clin')).rejects.toThrow(UsageError);
  });

  it('is none where several can call, or none, and it says so', async () => {
    expect(await selectAgentToValidate(several, undefined)).toEqual({
      message:
        'The file alone was checked. To check it for an agent, say which with --agent: Parcels (agent_1), Clinic (agent_2), Clinic at night (agent_3) and 2 more',
    });
    expect(await selectAgentToValidate(workspaceOf(), undefined)).toEqual({
      message: 'The file alone was checked: no agent can call yet.',
    });
  });
});
