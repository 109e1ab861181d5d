import type { AgentResource, ParleyClient } from '../../packages/sdk/src/client.ts';
import { CommandError, UsageError } from './output.ts';

/** Maximum number of agents that an error message lists by name; the others are counted. */
const maxListed = 3;

/**
 * Returns the agent of a command: by id, or the only agent that can call. If `selector` matches several names, an exact match wins.
 * @throws {UsageError} if several agents match, because a call by the wrong agent cannot be undone
 * @throws {CommandError} if no agent can call
 */
export async function selectAgent(
  client: ParleyClient,
  selector: string | undefined,
): Promise<AgentResource> {
  if (selector?.startsWith('agent_')) return client.getAgent({ path: { agentId: selector } });
  const found = await listCallableAgents(client, selector);
  const exact = found.filter(({ name }) => name.toLowerCase() === selector?.toLowerCase());
  const [agent, ...others] = exact.length === 1 ? exact : found;
  if (agent === undefined) throw await noCallableAgentError(client, selector);
  if (others.length === 0) return agent;
  const agents = selector === undefined ? 'Several agents' : `Several agents named like ${selector}`;
  throw new UsageError(`${agents} can call: ${namesOf(found)}. Select one with --agent.`);
}

/** The agent whose flow a file is validated against, and a message that states which agent this is, or why there is none. */
interface ValidationAgent {
  readonly agent?: AgentResource;
  readonly message: string;
}

/**
 * Returns the agent that `parley batch start` with the same options would use. If no agent or several agents can call, the file is validated without an agent.
 * @throws {UsageError} if `selector` matches several agents
 */
export async function selectAgentToValidate(
  client: ParleyClient,
  selector: string | undefined,
): Promise<ValidationAgent> {
  if (selector !== undefined) return validationAgent(await selectAgent(client, selector));
  const [agent, ...others] = await listCallableAgents(client, undefined);
  if (agent === undefined) return { message: 'Only the file was checked: no agent can call yet.' };
  if (others.length === 0) return validationAgent(agent);
  const names = namesOf([agent, ...others]);
  return {
    message: `Only the file was checked. Select an agent with --agent to check its flow: ${names}`,
  };
}

const validationAgent = (agent: AgentResource): ValidationAgent => ({
  agent,
  message: `Checked for ${agent.name} (${agent.id}).`,
});

async function listCallableAgents(client: ParleyClient, words: string | undefined): Promise<AgentResource[]> {
  const found: AgentResource[] = [];
  for await (const agent of callableAgents(client, words)) found.push(agent);
  return found;
}

/** Returns for example `Ada (agent_1), Eve (agent_2), Kim (agent_3) and 4 more`. */
function namesOf(agents: readonly AgentResource[]): string {
  const named = agents.slice(0, maxListed).map(({ id, name }) => `${name} (${id})`);
  const more = agents.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/**
 * Returns the newest agent that can call and has these words in its name.
 * @throws {CommandError} if there is none
 */
export async function newestAgent(
  client: Pick<ParleyClient, 'iterate'>,
  words: string,
): Promise<AgentResource> {
  for await (const agent of callableAgents(client, words)) return agent;
  throw await noCallableAgentError(client, words);
}

/** Iterates over active voice agents with a number and a flow, newest first, whose names contain `words`. */
const callableAgents = (
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): AsyncGenerator<AgentResource> => configuredAgents(client, 'active', words);

/** Iterates over voice agents with a number and a flow, newest first. */
async function* configuredAgents(
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

/** Returns the error for a command whose agent is not found. The message names the newest matching agent that only needs to be activated, if any. */
async function noCallableAgentError(
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): Promise<CommandError> {
  for await (const { id, name } of configuredAgents(client, 'inactive', words))
    return new CommandError(
      `${name} (${id}) is not active. Activate it: PATCH /api/v1/agents/${id} with {"status":"active"}.`,
    );
  const agents = words === undefined ? 'No agent' : `No agent named like ${words}`;
  return new CommandError(
    `${agents} has both a number and a flow. Create such an agent as described in docs/agents.md.`,
  );
}
