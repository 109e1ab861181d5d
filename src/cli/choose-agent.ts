import type { AgentResource, ParleyClient } from '../../packages/sdk/src/client.ts';
import { CommandFailed, UsedWrongly } from './output.ts';

/** As many are named before the others are only counted. */
const namedMax = 3;

/**
 * The agent of a command: that of the id, else the only one that can call. Among several that `wanted` finds it is the one
 * that is named exactly so.
 * @throws {UsedWrongly} where several can: a call by the wrong agent cannot be undone
 * @throws {CommandFailed} where none can
 */
export async function chooseOnlyAgent(
  client: ParleyClient,
  wanted: string | undefined,
): Promise<AgentResource> {
  if (wanted?.startsWith('agent_')) return client.getAgent({ path: { agentId: wanted } });
  const found = await allThatCall(client, wanted);
  const exact = found.filter(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
  const [agent, ...others] = exact.length === 1 ? exact : found;
  if (agent === undefined) throw await noneCalls(client, wanted);
  if (others.length === 0) return agent;
  const which = wanted === undefined ? 'Several agents' : `Several agents named like ${wanted}`;
  throw new UsedWrongly(`${which} can call: ${namesOf(found)}. Say which with --agent.`);
}

/** What a check holds the columns to, and a sentence that says so. */
interface ToCheck {
  readonly agent?: AgentResource;
  readonly said: string;
}

/**
 * The agent that a start with the same words would take. Where several can call, or none, the file is checked alone.
 * @throws {UsedWrongly} where `wanted` finds several
 */
export async function chooseToCheck(client: ParleyClient, wanted: string | undefined): Promise<ToCheck> {
  if (wanted !== undefined) return checkAgainst(await chooseOnlyAgent(client, wanted));
  const [agent, ...others] = await allThatCall(client, undefined);
  if (agent === undefined) return { said: 'The file alone was checked: no agent can call yet.' };
  if (others.length === 0) return checkAgainst(agent);
  const names = namesOf([agent, ...others]);
  return { said: `The file alone was checked. To check it for an agent, say which with --agent: ${names}` };
}

const checkAgainst = (agent: AgentResource): ToCheck => ({
  agent,
  said: `Checked for ${agent.name} (${agent.id}).`,
});

async function allThatCall(client: ParleyClient, words: string | undefined): Promise<AgentResource[]> {
  const found: AgentResource[] = [];
  for await (const agent of agentsThatCall(client, words)) found.push(agent);
  return found;
}

/** `Ada (agent_1), Eve (agent_2), Kim (agent_3) and 4 more`. */
function namesOf(agents: readonly AgentResource[]): string {
  const named = agents.slice(0, namedMax).map(({ id, name }) => `${name} (${id})`);
  const more = agents.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/**
 * The newest agent that can call and has these words in its name.
 * @throws {CommandFailed} where there is none
 */
export async function newestAgent(
  client: Pick<ParleyClient, 'iterate'>,
  words: string,
): Promise<AgentResource> {
  for await (const agent of agentsThatCall(client, words)) return agent;
  throw await noneCalls(client, words);
}

/** Active voice agents with a number and a flow, newest first; `words` stand in their names. */
const agentsThatCall = (
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): AsyncGenerator<AgentResource> => readyAgents(client, 'active', words);

/** Voice agents with a number and a flow, newest first. */
async function* readyAgents(
  client: Pick<ParleyClient, 'iterate'>,
  status: AgentResource['status'],
  words: string | undefined,
): AsyncGenerator<AgentResource> {
  const search = words === undefined ? {} : { search: words };
  const query = { status, type: 'voice', ...search } as const;
  for await (const agent of client.iterate('listAgents', { query })) {
    if (agent.phoneNumber !== null && agent.flowId !== null) yield agent;
  }
}

/** Why no agent of these words can call: the newest that only is not active is named. */
async function noneCalls(
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): Promise<CommandFailed> {
  for await (const { id, name } of readyAgents(client, 'inactive', words))
    return new CommandFailed(
      `${name} (${id}) is not active. Activate it by the API: PATCH /api/v1/agents/${id} with {"status":"active"}.`,
    );
  const which = words === undefined ? 'No agent' : `No agent named like ${words}`;
  return new CommandFailed(
    `${which} has both a number and a flow. Make one by the API: docs/agents.md tells how.`,
  );
}
