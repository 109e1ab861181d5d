import type { Command } from 'commander';
import { ParleyError } from '../../packages/sdk/src/client.ts';
import { readJsonFile } from './input-file.ts';
import { minuteText } from './minute-text.ts';
import { UsageError, type Output } from './output.ts';
import { table } from './table.ts';

/** A kind of thing that the command line lists, shows, makes, changes and deletes. */
interface Resource {
  readonly plural:
    | 'agents'
    | 'flows'
    | 'numbers'
    | 'keys'
    | 'calls'
    | 'batches'
    | 'dispositions'
    | 'suppressions';
  readonly path: string;
  readonly verbs: readonly Verb[];
  /** Fields that a line of the list shows. */
  readonly columns: readonly string[];
}

type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

const allVerbs: readonly Verb[] = ['list', 'get', 'create', 'update', 'delete'];

export const resources: readonly Resource[] = [
  {
    plural: 'agents',
    path: '/api/v1/agents',
    verbs: allVerbs,
    columns: ['id', 'name', 'status', 'phoneNumber'],
  },
  { plural: 'flows', path: '/api/v1/flows', verbs: allVerbs, columns: ['id', 'name', 'status', 'version'] },
  {
    plural: 'numbers',
    path: '/v1/api/telephony/numbers',
    verbs: allVerbs,
    columns: ['id', 'phoneNumber', 'status', 'agentId'],
  },
  // To make one has options of its own; a key is not changed, but rotated.
  {
    plural: 'keys',
    path: '/v1/api/keys',
    verbs: ['list', 'get', 'delete'],
    columns: ['id', 'name', 'lastFour', 'revokedAt'],
  },
  {
    plural: 'calls',
    path: '/api/v1/calls',
    verbs: ['list', 'get'],
    columns: ['callId', 'status', 'toNumber', 'disposition', 'createdAt'],
  },
  {
    plural: 'batches',
    path: '/v1/api/batch-calls',
    verbs: ['list', 'get'],
    columns: ['batchId', 'status', 'total', 'pending', 'connected', 'createdAt', 'name'],
  },
  {
    plural: 'dispositions',
    path: '/v1/api/call-dispositions',
    verbs: ['list', 'get'],
    columns: ['_id', 'disposition', 'status', 'phoneNumber', 'scheduledAt', 'callId', 'createdAt'],
  },
  {
    plural: 'suppressions',
    path: '/v1/api/suppressions',
    verbs: ['list', 'get'],
    columns: ['id', 'address', 'channel', 'reason', 'createdAt'],
  },
];

/** What of the client these commands need. */
export interface ResourceService {
  send(
    method: string,
    path: string,
    sent?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
}

interface ListOptions {
  readonly limit: string;
  readonly filter?: readonly string[];
}

export type Connect = () => Promise<ResourceService>;

export const runningService: Connect = async () =>
  (await (await import('./connect.ts')).connectToRunning()).client;

/** Adds `parley <noun> <verb>` for each noun and verb; `command` gives the noun's own command, made or found. */
export function addResources(
  command: (name: string) => Command,
  output: () => Output,
  connect: Connect = runningService,
): void {
  for (const noun of resources) {
    const parent = command(noun.plural);
    for (const verb of noun.verbs) verbCommands[verb](parent, noun, output, connect);
  }
}

type AddVerb = (parent: Command, noun: Resource, output: () => Output, connect: Connect) => void;

const verbCommands: Readonly<Record<Verb, AddVerb>> = {
  list: (parent, noun, output, connect) =>
    void parent
      .command('list')
      .description(`list ${noun.plural}, newest first`)
      .option('--limit <count>', 'how many, 1 to 1000', '50')
      .option('--filter <name=value...>', 'such as status=active; filters as in the API')
      .action(async (options: ListOptions) => list(noun, options, output(), await connect())),
  get: (parent, noun, output, connect) =>
    void parent
      .command('get <id>')
      .description('show one, whole')
      .action(async (id: string) => show('GET', pathOf(noun, id), undefined, output(), await connect())),
  create: (parent, noun, output, connect) =>
    void parent
      .command('create <file>')
      .description('make one from a file of JSON; - for standard input')
      .action(async (file: string) => {
        const body = await readJsonFile(file);
        await show('POST', noun.path, body, output(), await connect());
      }),
  update: (parent, noun, output, connect) =>
    void parent
      .command('update <id> <file>')
      .description('change one by a file of JSON, a merge; - for standard input')
      .action(async (id: string, file: string) => {
        const body = await readJsonFile(file);
        await show('PATCH', pathOf(noun, id), body, output(), await connect());
      }),
  delete: (parent, noun, output, connect) =>
    void parent
      .command('delete <id>')
      .description(noun.plural === 'keys' ? 'revoke one' : 'delete one')
      .action(async (id: string) => show('DELETE', pathOf(noun, id), undefined, output(), await connect())),
};

const pathOf = ({ path }: Resource, id: string): string => `${path}/${encodeURIComponent(id)}`;

async function list(
  noun: Resource,
  { limit, filter = [] }: ListOptions,
  output: Output,
  service: ResourceService,
) {
  const query = new URLSearchParams([['limit', limit], ...filter.map(readFilter)]);
  const response = await sendInHomeWorkspace(service, 'GET', `${noun.path}?${query.toString()}`);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  const rows = data[noun.plural] as readonly Record<string, unknown>[];
  const cells = rows.map((row) => noun.columns.map((column) => cellOf(row[column])));
  const [headings, ...lines] = table(noun.columns.map(headingOf), cells);
  if (headings !== undefined) output.line(output.paint('dim', headings));
  for (const line of lines) output.line(line);
  output.line(output.paint('dim', `${rows.length} of ${String(data['total'])}`));
  output.result(data);
}

/** Sends a request; if it needs a workspace and none is set, again with the workspace of the key. */
async function sendInHomeWorkspace(
  service: ResourceService,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  try {
    return await service.send(method, path, { body });
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== 'workspace_required') throw error;
    const { workspaceId } = error;
    if (workspaceId === undefined) throw error;
    return service.send(method, path, { body, headers: { 'x-workspace-id': workspaceId } });
  }
}

function readFilter(written: string): [string, string] {
  const [, name, value] = /^([A-Za-z]+)=(.*)$/s.exec(written) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`Write a filter as name=value, not ${written}.`);
  return [name, value];
}

/** `createdAt`: `created at`. */
const headingOf = (column: string): string =>
  column.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** `—` for nothing; an instant to the minute, by the clock of this machine. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—';
  if (typeof value !== 'string') return JSON.stringify(value);
  return instant.test(value) ? minuteText(value) : value;
}

async function show(method: string, path: string, body: unknown, output: Output, service: ResourceService) {
  const response = await sendInHomeWorkspace(service, method, path, body);
  const answer: unknown = await response.json();
  output.line(JSON.stringify(answer, null, 2));
  output.result(answer);
}
