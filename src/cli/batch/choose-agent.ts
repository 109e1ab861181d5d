import type { AgentResource, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { agentsThatCall, noneCalls } from '../call.ts';
import { UsedWrongly } from '../output.ts';

/** As many are named before the others are only counted. */
const namedMax = 3;

/**
 * The agent that calls a batch: that of the id, else the only one that can call. Among several that `wanted` finds it is the one
 * that is named exactly so.
 * @throws {UsedWrongly} where several can: a file called by another agent than was meant cannot be taken back
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
