import type { Flow, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandError, UsageError } from '../output.ts';

export type MessageFlow = Extract<Flow, { type: 'message' }>;

/** The flow of messages whose text is given on the command line. */
const directFlow = {
  type: 'message',
  name: 'Direct message',
  status: 'active',
  initiationMessage: '{{text}}',
  subject: '{{subject}}',
} as const;

/** Maximum number of flows that an error message lists by name; the others are counted. */
const maxListed = 3;

/**
 * Returns the flow of a message: by id, or the only active message flow whose name contains `selector`. An exact match wins.
 * @throws {UsageError} if several flows match
 * @throws {CommandError} if none matches
 */
export async function selectFlow(
  client: Pick<ParleyClient, 'getFlow' | 'iterate'>,
  selector: string | undefined,
): Promise<MessageFlow> {
  if (selector?.startsWith('flow_'))
    return requireMessageFlow(await client.getFlow({ path: { flowId: selector } }));
  const found = await listMessageFlows(client, selector);
  const exact = found.filter(({ name }) => name.toLowerCase() === selector?.toLowerCase());
  const [flow, ...others] = exact.length === 1 ? exact : found;
  const named = selector === undefined ? '' : ` named like ${selector}`;
  if (flow === undefined)
    throw new CommandError(
      `No active message flow${named}. Create one as described in docs/conversations.md, or send a text with --text.`,
    );
  if (others.length === 0) return flow;
  const names = found.slice(0, maxListed).map(({ id, name }) => `${name} (${id})`);
  const more = found.length > maxListed ? ` and ${found.length - maxListed} more` : '';
  throw new UsageError(
    `Several message flows${named}: ${names.join(', ')}${more}. Select one with --flow, or send a text with --text.`,
  );
}

function requireMessageFlow(flow: Flow): MessageFlow {
  if (flow.type === 'message') return flow;
  throw new UsageError(`${flow.name} (${flow.id}) is a call flow. Select a message flow.`);
}

/** Returns the flow for texts of the command line, and creates it if it does not exist. */
export async function directMessageFlow(
  client: Pick<ParleyClient, 'createFlow' | 'iterate'>,
): Promise<MessageFlow> {
  const { initiationMessage, name } = directFlow;
  const found = await listMessageFlows(client, name);
  const flow = found.find((one) => one.name === name && one.initiationMessage === initiationMessage);
  return flow ?? ((await client.createFlow({ body: directFlow })) as MessageFlow);
}

/** Returns the active message flows whose names contain `search`; without `search`, all except the flow for texts of the command line. */
async function listMessageFlows(
  client: Pick<ParleyClient, 'iterate'>,
  search: string | undefined,
): Promise<MessageFlow[]> {
  const words = search === undefined ? {} : { search };
  const query = { type: 'message', status: 'active', ...words } as const;
  const found: MessageFlow[] = [];
  for await (const flow of client.iterate('listFlows', { query }))
    if (
      flow.type === 'message' &&
      (search !== undefined || flow.initiationMessage !== directFlow.initiationMessage)
    )
      found.push(flow);
  return found;
}
