import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenBuilds, type BrokenBuild } from './broken-builds.ts';
import { Lane } from './lane.ts';
import { scenarioOf, type Disaster, type Scenario } from './scenario.ts';

/** Kills the program at two statements and at random, and ends connections of carriers. */
const seeds = [2];

/** Returns a scenario in which six customers receive a message at once. One of them opts out. */
function scenarioWith(seed: number, disasters: readonly Disaster[]): Scenario {
  const customers = Array.from({ length: 6 }, (_, index) => `+1415555${3_000 + index}`);
  const actions = customers.map((_, customer) => ({
    atMs: 0,
    customer,
    kind: 'autopilot' as const,
    decidesAfterMs: 0,
    number: customer + 1,
    isLong: false,
  }));
  const stops = [{ atMs: 1_000, customer: 0 }];
  return { seed, customers, actions, stops, disasters, peerKills: 0 };
}

/** The disasters under which the invariants detect each broken build. */
const disastersOf: { readonly [kind in BrokenBuild]: readonly Disaster[] } = {
  // After the first handover, whose attempt is not committed yet.
  'late-commit': [
    { kind: 'fault-point', afterMs: 0, point: { nth: 1, side: 'before', statement: 'lock_external_ids' } },
  ],
  'resends-unknown': [
    { kind: 'fault-point', afterMs: 0, point: { nth: 1, side: 'before', statement: 'insert_message_parts' } },
  ],
  'no-suppression': [],
  'no-outcome': [],
};

const violatedBy: { readonly [kind in BrokenBuild]: string } = {
  'late-commit': 'a message is accepted once',
  'resends-unknown': 'a message is accepted once',
  'no-suppression': 'an opt-out suppresses the customer',
  'no-outcome': 'every receipt is applied',
};

describe.runIf(process.platform === 'linux')(
  'a crash of the program, of PostgreSQL or of a carrier',
  { timeout: 300_000 },
  () => {
    let lane: Lane;
    beforeAll(async () => {
      lane = await Lane.open();
    }, 120_000);
    afterAll(() => lane.close());

    it.each(seeds)('causes no duplicate and no lost message with seed %i', async (seed) => {
      const { violations, accepted } = await lane.run(scenarioOf(seed));
      expect(violations).toEqual([]);
      expect(accepted).toBeGreaterThan(0);
    });

    it.each(brokenBuilds)('violates an invariant with the broken build %s', async (kind) => {
      const scenario = scenarioWith(9_000 + brokenBuilds.indexOf(kind), disastersOf[kind]);
      const { violations } = await lane.run(scenario, { broken: kind });
      expect(violations.filter((violation) => violation.startsWith(violatedBy[kind]))).not.toEqual([]);
    });
  },
);
