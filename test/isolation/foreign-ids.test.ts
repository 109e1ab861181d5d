import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaches } from './foreign-ids.ts';
import { scopedOperations, type Operation } from './operations.ts';
import { createWorld, type Walls, type World } from './world.ts';

const standing: [string, Walls][] = [
  ['with checks and policies', { checks: true, policies: true }],
  ['with the checks of the program alone', { checks: true, policies: false }],
  ['with the policies of the database alone', { checks: false, policies: true }],
];

describe.each(standing)('%s', (_name, walls) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(walls);
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

  if (walls.checks) return;

  it('has run the queries without their checks', () => {
    expect(world.unchecked!.neutralised).toBeGreaterThan(100);
  });
});

describe('with neither', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ checks: false, policies: false });
  });
  afterAll(() => world.close());

  it.each(scopedOperations.filter(reads))('$name is caught', async (operation) => {
    expect(await findBreaches(world, operation)).not.toEqual([]);
  });
});

/** What a workspace itself may be asked is decided by where the caller stands, not by a condition of a query. */
const ofWorkspaces = (one: Operation['one']): boolean => one.path.startsWith('/v1/api/workspaces');

/** Names a row in its path, or lists rows. */
const reads = ({ name, one }: Operation): boolean =>
  !ofWorkspaces(one) && (one.parameters !== undefined || name.startsWith('list'));
