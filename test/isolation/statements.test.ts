import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopedOperations, type ScopedOperation } from './operations.ts';
import { allIdsFrom, prepareRequest } from './requests.ts';
import type { ScopeKind } from './intercepted-database.ts';
import { createWorld, type World } from './world.ts';

interface RunStatement {
  readonly name: string;
  readonly text: string;
  readonly scope: ScopeKind;
}

let world: World;
let statements: RunStatement[] = [];
beforeAll(async () => {
  world = await createWorld({
    intercept: ({ name, text }, scope) => {
      statements.push({ name: name ?? text.slice(0, 60), text, scope });
      return text;
    },
  });
});
afterAll(() => world.close());

/** Returns the statements that the operation runs for one request. */
async function statementsOf({ endpoint, example }: ScopedOperation): Promise<RunStatement[]> {
  const { refs, key } = await world.seed('202', 'Hazelnut');
  statements = [];
  const request = prepareRequest(endpoint, example, allIdsFrom(refs));
  await world.send(request, {
    'x-api-key': key,
    'x-workspace-id': refs.workspace,
    ...(endpoint.method === 'POST' ? { 'idempotency-key': 'unused-key' } : {}),
  });
  return statements;
}

/** Matches conditions on the table `workspaces`, whose `id` is the workspace id. */
const workspacesById = /\bworkspaces\b.*\bid = \$1\b/s;

/** Returns whether the statement names the workspace, in a condition or in an inserted column. */
const namesWorkspace = (text: string): boolean =>
  /\bworkspace_id = (?:any\()?\$\d/.test(text) ||
  /\binsert into \w+(?: as \w+)?\s*\([^)]*\bworkspace_id\b/.test(text) ||
  workspacesById.test(text);

/** The position of the last event is that of all workspaces; its table has no rows of a workspace. */
const readsPosition = (text: string): boolean => text.endsWith(' from event_publication');

/** The intervals of a time range are computed from the parameters alone. */
const computesIntervals = (text: string): boolean =>
  text.startsWith('with sent as (\n      select case length($2)');

/** The names of tables and columns are those of all workspaces. */
const readsCatalog = (text: string): boolean => /\bfrom pg_class join pg_attribute\b/.test(text);

const accessesTables = (text: string): boolean =>
  /\b(?:from|into|update|join) [a-z]/.test(text) &&
  !readsPosition(text) &&
  !computesIntervals(text) &&
  !readsCatalog(text);

/** Returns whether a statement may run across workspaces: the key lookup and the list of the caller's workspaces. */
const mayCrossWorkspaces = ({ name, text }: RunStatement): boolean =>
  name === 'find_api_key_by_hash' || / from workspaces where id = any\(\$1\)/.test(text);

describe.each(scopedOperations)('$name', (operation) => {
  it('names the workspace in every statement that it runs', async () => {
    const all = await statementsOf(operation);
    const inWorkspace = all.filter(({ scope, text }) => scope === 'workspace' && accessesTables(text));
    expect(inWorkspace).not.toEqual([]);
    expect(inWorkspace.filter(({ text }) => !namesWorkspace(text)).map(({ name }) => name)).toEqual([]);
    const asSystem = all.filter(({ scope }) => scope === 'system');
    expect(asSystem.filter((statement) => !mayCrossWorkspaces(statement))).toEqual([]);
  });
});
