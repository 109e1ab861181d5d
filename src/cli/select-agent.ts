import type { AgentResource, ParleyClient } from '../../packages/sdk/src/client.ts';
import { CommandError, UsageError } from './output.ts';

/** As many are named before the others are only counted. */
const maxNamed = 3;

/**
 * The agent of a command: that of the id, else the only one that can call. Among several that `wanted` finds it is the one
 * that is named exactly so.
 * @throws {UsageError} where several can: a call by the wrong agent cannot be undone
 * @throws {CommandError} where none can
 */
export async function selectAgent(client: ParleyClient, wanted: string | undefined): Promise<AgentResource> {
  if (wanted?.startsWith('agent_')) return client.getAgent({ path: { agentId: wanted } });
  const found = await listCallableAgents(client, wanted);
  const exact = found.filter(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
  const [agent, ...others] = exact.length === 1 ? exact : found;
  if (agent === undefined) throw await noCallableAgentError(client, wanted);
  if (others.length === 0) return agent;
  const which = wanted === undefined ? 'Several agents' : `Several agents named like ${wanted}`;
  throw new UsageError(`${which} can call: ${namesOf(found)}. Say which with --agent.`);
}

/** What a check holds the columns to, and a sentence that says so. */
interface ValidationAgent {
  readonly agent?: AgentResource;
  readonly message: string;
}

/**
 * The agent that a start with the same words would take. Where several can call, or none, the file is checked alone.
 * @throws {UsageError} where `wanted` finds several
 */
export async function selectAgentToValidate(
  client: ParleyClient,
  wanted: string | undefined,
): Promise<ValidationAgent> {
  if (wanted !== undefined) return validationAgent(await selectAgent(client, wanted));
  const [agent, ...others] = await listCallableAgents(client, undefined);
  if (agent === undefined) return { message: 'The file alone was checked: no agent can call yet.' };
  if (others.length === 0) return validationAgent(agent);
  const names = namesOf([agent, ...others]);
  return {
    message: `The file alone was checked. To check it for an agent, say which with --agent: ${names}`,
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

/** `Ada (agent_1), Eve (agent_2), Kim (agent_3) and 4 more`. */
function namesOf(agents: readonly AgentResource[]): string {
  const named = agents.slice(0, maxNamed).map(({ id, name }) => `${name} (${id})`);
  const more = agents.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/**
 * The newest agent that can call and has these words in its name.
 * @throws {CommandError} where there is none
 */
export async function newestAgent(
  client: Pick<ParleyClient, 'iterate'>,
  words: string,
): Promise<AgentResource> {
  for await (const agent of callableAgents(client, words)) return agent;
  throw await noCallableAgentError(client, words);
}

/** Active voice agents with a number and a flow, newest first; `words` stand in their names. */
const callableAgents = (
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): AsyncGenerator<AgentResource> => configuredAgents(client, 'active', words);

/** Voice agents with a number and a flow, newest first. */
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

/** Why no agent of these words can call: the newest that only is not active is named. */
async function noCallableAgentError(
  client: Pick<ParleyClient, 'iterate'>,
  words: string | undefined,
): Promise<CommandError> {
  for await (const { id, name } of configuredAgents(client, 'inactive', words))
    return new CommandError(
      `${name} (${id}) is not active. Activate it by the API: PATCH /api/v1/agents/${id} with {"status":"active"}.`,
    );
  const which = words === undefined ? 'No agent' : `No agent named like ${words}`;
  return new CommandError(
    `${which} has both a number and a flow. Make one by the API: docs/agents.md tells how.`,
  );
}
