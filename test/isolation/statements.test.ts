import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopedOperations, type ScopedOperation } from './operations.ts';
import { allOf, prepare } from './requests.ts';
import type { Reach } from './seen-database.ts';
import { createWorld, type World } from './world.ts';

interface Seen {
  readonly name: string;
  readonly text: string;
  readonly reach: Reach;
}

let world: World;
let seen: Seen[] = [];
beforeAll(async () => {
  world = await createWorld({
    see: ({ name, text }, reach) => {
      seen.push({ name: name ?? text.slice(0, 60), text, reach });
      return text;
    },
  });
});
afterAll(() => world.close());

/** Returns the statements that the operation runs for one request. */
async function statementsOf({ one, example }: ScopedOperation): Promise<Seen[]> {
  const { refs, key } = await world.seed('202', 'Hazelnut');
  seen = [];
  const request = prepare(one, example, allOf(refs));
  await world.ask(request, {
    'x-api-key': key,
    'x-workspace-id': refs.workspace,
    ...(one.method === 'POST' ? { 'idempotency-key': 'a-new-one' } : {}),
  });
  return seen;
}

/** Matches statements on the table of workspaces, where the id is the workspace id. */
const ofWorkspaces = /\bworkspaces\b.*\bid = \$1\b/s;

/** Returns whether the statement names the workspace, in a condition or in an inserted column. */
const namesWorkspace = (text: string): boolean =>
  /\bworkspace_id = (?:any\()?\$\d/.test(text) ||
  /\binsert into \w+(?: as \w+)?\s*\([^)]*\bworkspace_id\b/.test(text) ||
  ofWorkspaces.test(text);

const readsTables = (text: string): boolean => /\b(?:from|into|update|join) [a-z]/.test(text);

/** Returns whether a statement may run across workspaces: the key lookup and the list of the caller's workspaces. */
const mayReachBeyond = ({ name, text }: Seen): boolean =>
  name === 'find_api_key_by_hash' || / from workspaces where id = any\(\$1\)/.test(text);

describe.each(scopedOperations)('$name', (operation) => {
  it('names the workspace in every statement that it runs', async () => {
    const run = await statementsOf(operation);
    const within = run.filter(({ reach, text }) => reach === 'workspace' && readsTables(text));
    expect(within).not.toEqual([]);
    expect(within.filter(({ text }) => !namesWorkspace(text)).map(({ name }) => name)).toEqual([]);
    const across = run.filter(({ reach }) => reach === 'system');
    expect(across.filter((one) => !mayReachBeyond(one))).toEqual([]);
  });
});
