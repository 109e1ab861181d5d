import type { Command } from 'commander';
import { readJsonFile } from './input-file.ts';
import { minuteText } from './minute-text.ts';
import { UsageError, type Output } from './output.ts';
import { table } from './table.ts';

/** A resource of the API, and the verbs that the command line has for this resource. */
interface Resource {
  readonly plural:
    | 'agents'
    | 'flows'
    | 'numbers'
    | 'keys'
    | 'calls'
    | 'batches'
    | 'dispositions'
    | 'tasks'
    | 'suppressions'
    | 'webhooks';
  readonly path: string;
  readonly verbs: readonly Verb[];
  /** Fields shown in a list. */
  readonly columns: readonly string[];
  /** Filters of a list unless the command has others. */
  readonly defaultFilters?: Readonly<Record<string, string>>;
}

type Verb = 'list' | 'get' | 'create' | 'update' | 'delete';

export const tasksPath = '/v1/api/tasks';

const allVerbs: readonly Verb[] = ['list', 'get', 'create', 'update', 'delete'];

export const resources: readonly Resource[] = [
  {
    plural: 'agents',
    path: '/api/v1/agents',
    verbs: allVerbs,
    columns: ['id', 'name', 'status', 'phoneNumber'],
  },
  {
    plural: 'flows',
    path: '/api/v1/flows',
    verbs: allVerbs,
    columns: ['id', 'name', 'type', 'status', 'version'],
    defaultFilters: { type: 'all' },
  },
  {
    plural: 'numbers',
    path: '/v1/api/telephony/numbers',
    verbs: allVerbs,
    columns: ['id', 'phoneNumber', 'status', 'agentId'],
  },
  // `keys create` and `keys rotate` are separate commands; keys are never updated.
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
    columns: [
      'callId',
      'status',
      'direction',
      'fromNumber',
      'toNumber',
      'disposition',
      'recording',
      'createdAt',
    ],
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
    plural: 'tasks',
    path: tasksPath,
    verbs: ['list', 'get'],
    columns: ['id', 'kind', 'status', 'dueAt', 'assignee', 'address', 'reason'],
    defaultFilters: { status: 'open' },
  },
  {
    plural: 'suppressions',
    path: '/v1/api/suppressions',
    verbs: ['list', 'get'],
    columns: ['id', 'address', 'channel', 'reason', 'createdAt'],
  },
  {
    plural: 'webhooks',
    path: '/v1/api/webhooks',
    verbs: ['list', 'get', 'update', 'delete'],
    columns: ['id', 'status', 'events', 'url', 'failingSince', 'lastSuccessAt'],
  },
];

/** The part of the client that these commands use. */
export interface ResourceService {
  send(
    method: string,
    path: string,
    options?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
}

interface ListOptions {
  readonly limit: string;
  readonly filter?: readonly string[];
}

export type Connect = () => Promise<ResourceService>;

export const runningService: Connect = async () =>
  (await (await import('./connect.ts')).connectToRunning()).client;

/** Adds `parley <resource> <verb>` for each resource and verb; `command` returns the command of a resource. */
export function addResources(
  command: (name: string) => Command,
  output: () => Output,
  connect: Connect = runningService,
): void {
  for (const resource of resources) {
    const parent = command(resource.plural);
    for (const verb of resource.verbs) verbCommands[verb](parent, resource, output, connect);
  }
}

type AddVerb = (parent: Command, resource: Resource, output: () => Output, connect: Connect) => void;

const verbCommands: Readonly<Record<Verb, AddVerb>> = {
  list: (parent, resource, output, connect) =>
    void parent
      .command('list')
      .description(`list ${resource.plural}, newest first`)
      .option('--limit <count>', 'number of rows, 1 to 1000', '50')
      .option('--filter <name=value...>', 'filter of the API, such as status=active')
      .action(async (options: ListOptions) => list(resource, options, output(), await connect())),
  get: (parent, resource, output, connect) =>
    void parent
      .command('get <id>')
      .description('show all fields')
      .action(async (id: string) => show('GET', pathOf(resource, id), undefined, output(), await connect())),
  create: (parent, resource, output, connect) =>
    void parent
      .command('create <file>')
      .description('create from a JSON file; - reads standard input')
      .action(async (file: string) => {
        const body = await readJsonFile(file);
        await show('POST', resource.path, body, output(), await connect());
      }),
  update: (parent, resource, output, connect) =>
    void parent
      .command('update <id> <file>')
      .description('update the fields that a JSON file contains; - reads standard input')
      .action(async (id: string, file: string) => {
        const body = await readJsonFile(file);
        await show('PATCH', pathOf(resource, id), body, output(), await connect());
      }),
  delete: (parent, resource, output, connect) =>
    void parent
      .command('delete <id>')
      .description(resource.plural === 'keys' ? 'revoke' : 'delete')
      .action(async (id: string) =>
        show('DELETE', pathOf(resource, id), undefined, output(), await connect()),
      ),
};

const pathOf = ({ path }: Resource, id: string): string => `${path}/${encodeURIComponent(id)}`;

async function list(
  resource: Resource,
  { limit, filter = [] }: ListOptions,
  output: Output,
  service: ResourceService,
) {
  const filters = filter.map(readFilter);
  const defaults = { ...resource.defaultFilters };
  for (const [name] of filters) delete defaults[name];
  const query = new URLSearchParams([['limit', limit], ...Object.entries(defaults), ...filters]);
  const response = await service.send('GET', `${resource.path}?${query.toString()}`);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  const rows = data[resource.plural] as readonly Record<string, unknown>[];
  const cells = rows.map((row) => resource.columns.map((column) => cellOf(row[column])));
  const [headings, ...lines] = table(resource.columns.map(headingOf), cells);
  if (headings !== undefined) output.line(output.paint('dim', headings));
  for (const line of lines) output.line(line);
  output.line(output.paint('dim', `${rows.length} of ${String(data['total'])}`));
  output.result(data);
}

/**
 * Parses `name=value`.
 * @throws {UsageError}
 */
export function readFilter(text: string): [string, string] {
  const [, name, value] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`Write a filter as name=value, not ${text}.`);
  return [name, value];
}

/** Returns `created at` for `createdAt`. */
const headingOf = (column: string): string =>
  column.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns `—` for an empty value, `yes` or `no` for a recording, and instants to the minute in the local time of this machine. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—';
  if (typeof value === 'object' && 'available' in value) return value.available === true ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value);
  return instant.test(value) ? minuteText(value) : value;
}

async function show(method: string, path: string, body: unknown, output: Output, service: ResourceService) {
  const response = await service.send(method, path, { body });
  const resource: unknown = await response.json();
  output.line(JSON.stringify(resource, null, 2));
  output.result(resource);
}
