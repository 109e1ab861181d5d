import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaches } from './foreign-ids.ts';
import { scopedOperations, type Operation } from './operations.ts';
import { CheckSwitch } from './without-checks.ts';
import { createWorld, type World } from './world.ts';

describe.each([
  { walls: 'the checks of the program and the policies of the database', checks: true, policies: true },
  { walls: 'the checks of the program alone', checks: true, policies: false },
  { walls: 'the policies of the database alone', checks: false, policies: true },
])('with $walls', ({ checks, policies }) => {
  const switchedOff = new CheckSwitch();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(checks ? { policies } : { policies, see: switchedOff.see });
  });
  afterAll(() => world.close());

  it.each(scopedOperations)(
    '$name neither tells nor changes what belongs to another workspace',
    async (operation) => {
      expect(await findBreaches(world, operation)).toEqual([]);
    },
  );

  it('has a row in every table of the workspace that must stay as it is', async () => {
    const rows = await world.read(await world.seed('415', 'Quagmire'));
    expect([...rows].filter(([, text]) => text === '').map(([name]) => name)).toEqual([]);
  });

  it.skipIf(checks)('has run the queries without their checks', () => {
    expect(switchedOff.neutralised).toBeGreaterThan(scopedOperations.length);
  });
});

describe('with neither', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ policies: false, see: new CheckSwitch().see });
  });
  afterAll(() => world.close());

  it.each(scopedOperations.filter(reads))('$name is caught', async (operation) => {
    expect(await findBreaches(world, operation)).not.toEqual([]);
  });
});

/** What a workspace itself may be asked is decided by where the caller stands, not by a condition of a query. */
function ofWorkspaces(one: Operation['one']): boolean {
  return one.path.startsWith('/v1/api/workspaces');
}

/** Names a row in its path, or lists rows. */
function reads({ name, one }: Operation): boolean {
  return !ofWorkspaces(one) && (one.parameters !== undefined || name.startsWith('list'));
}
