import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBreaches } from './foreign-ids.ts';
import { scopedOperations, type Operation } from './operations.ts';
import { ConditionRemover } from './condition-remover.ts';
import { createWorld, type World } from './world.ts';

describe.each([
  { protection: 'the workspace conditions of queries and row-level security', checks: true, policies: true },
  { protection: 'the workspace conditions of queries only', checks: true, policies: false },
  { protection: 'row-level security only', checks: false, policies: true },
])('with $protection', ({ checks, policies }) => {
  const conditionRemover = new ConditionRemover();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(checks ? { policies } : { policies, intercept: conditionRemover.intercept });
  });
  afterAll(() => world.close());

  it.each(scopedOperations)(
    '$name neither returns nor changes rows of another workspace',
    async (operation) => {
      expect(await findBreaches(world, operation)).toEqual([]);
    },
  );

  it('seeds a row in every table of a workspace', async () => {
    const rows = await world.read(await world.seed('415', 'Quagmire'));
    expect([...rows].filter(([, text]) => text === '').map(([name]) => name)).toEqual([]);
  });

  it.skipIf(checks)('removes the workspace conditions from the queries', () => {
    expect(conditionRemover.changedStatements).toBeGreaterThan(scopedOperations.length);
  });
});

describe('without workspace conditions and row-level security', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ policies: false, intercept: new ConditionRemover().intercept });
  });
  afterAll(() => world.close());

  it.each(scopedOperations.filter(readsRows))('detects a breach by $name', async (operation) => {
    expect(await findBreaches(world, operation)).not.toEqual([]);
  });
});

/** Returns whether the operation concerns workspaces. Its access check uses the caller's workspace, not a query condition. */
function concernsWorkspaces(endpoint: Operation['endpoint']): boolean {
  return endpoint.path.startsWith('/v1/api/workspaces');
}

/** Returns whether the operation concerns data that every workspace shares. */
function isShared({ path }: Operation['endpoint']): boolean {
  return path.startsWith('/v1/api/templates') || path.startsWith('/v1/api/plans');
}

/** Returns whether the operation has an id in its path or lists rows, and does not concern workspaces. */
function readsRows({ name, endpoint }: Operation): boolean {
  if (concernsWorkspaces(endpoint) || isShared(endpoint)) return false;
  return endpoint.parameters !== undefined || name.startsWith('list');
}
