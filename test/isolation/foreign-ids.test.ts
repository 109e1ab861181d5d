import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaches } from './foreign-ids.ts';
import { scopedOperations, type Operation } from './operations.ts';
import { CheckSwitch } from './without-checks.ts';
import { createWorld, type World } from './world.ts';

describe.each([
  { protection: 'the workspace conditions of queries and row-level security', checks: true, policies: true },
  { protection: 'the workspace conditions of queries only', checks: true, policies: false },
  { protection: 'row-level security only', checks: false, policies: true },
])('with $protection', ({ checks, policies }) => {
  const switchedOff = new CheckSwitch();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(checks ? { policies } : { policies, see: switchedOff.see });
  });
  afterAll(() => world.close());

  it.each(scopedOperations)(
    '$name neither returns nor changes rows of another workspace',
    async (operation) => {
      expect(await findBreaches(world, operation)).toEqual([]);
    },
  );

  it('covers every table of a workspace with a row', async () => {
    const rows = await world.read(await world.seed('415', 'Quagmire'));
    expect([...rows].filter(([, text]) => text === '').map(([name]) => name)).toEqual([]);
  });

  it.skipIf(checks)('removes the workspace conditions from the queries', () => {
    expect(switchedOff.neutralised).toBeGreaterThan(scopedOperations.length);
  });
});

describe('without workspace conditions and row-level security', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ policies: false, see: new CheckSwitch().see });
  });
  afterAll(() => world.close());

  it.each(scopedOperations.filter(reads))('a breach by $name is found', async (operation) => {
    expect(await findBreaches(world, operation)).not.toEqual([]);
  });
});

/** Returns whether the operation is about workspaces. Its access check uses the caller's workspace, not a query condition. */
function ofWorkspaces(one: Operation['one']): boolean {
  return one.path.startsWith('/v1/api/workspaces');
}

/** Returns whether the operation has an id in its path or lists rows. */
function reads({ name, one }: Operation): boolean {
  return !ofWorkspaces(one) && (one.parameters !== undefined || name.startsWith('list'));
}
