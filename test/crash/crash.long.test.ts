import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenBuilds, type BrokenBuild } from './broken-builds.ts';
import { Lane } from './lane.ts';
import { scenarioOf, type Disaster, type Scenario } from './scenario.ts';

/** Time limits of a test and of its run, which ends first and reports what it waits for. */
const testTimeoutMs = 90_000;
const timeoutMs = 75_000;

/**
 * The first two scenarios kill the program during a claim, cut connections and run two processes concurrently. The others have
 * processes with split roles, and kill the one that takes calls over or the one that claims calls.
 */
const seeds = [122, 127, 3, 18];

/** Returns a scenario with the given disasters that calls ten numbers within two seconds. The phones answer or are busy. */
function scenarioWith(seed: number, disasters: readonly Disaster[], hasPredialCheck = false): Scenario {
  const numbers = Array.from({ length: 10 }, (_, index) => `+141555577${index}${index % 3}`);
  const batch = {
    numbers,
    maxAttempts: 2,
    callsPerSecond: 5,
    maxConcurrency: undefined,
    senders: 1,
    hasPredialCheck,
  };
  return { seed, batches: [batch], singles: [], callbacks: [], suppressed: [], disasters };
}

/** The disasters under which the invariants detect each broken build. */
const disastersOf: { readonly [kind in BrokenBuild]: readonly Disaster[] } = {
  'late-commit': [
    { kind: 'fault-point', afterMs: 0, point: { nth: 1, side: 'before', statement: 'record_call_change' } },
  ],
  'no-intent': [],
  'redials-lost-calls': [
    { kind: 'fault-point', afterMs: 0, point: { nth: 1, side: 'after', statement: 'committed begin_dials' } },
  ],
  'no-event': [],
  'no-predial-check': [],
  'ignores-calling-hours': [{ kind: 'closed-hours', afterMs: 0, forMs: 5_000 }],
};

const violatedBy: { readonly [kind in BrokenBuild]: string } = {
  'late-commit': 'no call is placed without a committed intent',
  'no-intent': 'no call is placed without a committed intent',
  'redials-lost-calls': 'a number whose call was lost is not called again',
  'no-event': 'every call that ended has one event and one disposition',
  'no-predial-check': 'no call is placed unless the pre-dial check allows it',
  'ignores-calling-hours': 'no call is placed outside calling hours',
};

describe.runIf(process.platform === 'linux')(
  'a crash of the program or of PostgreSQL',
  { timeout: testTimeoutMs },
  () => {
    let lane: Lane;
    beforeAll(async () => {
      lane = await Lane.open();
    }, 60_000);
    afterAll(() => lane.close());

    it.each(seeds)('causes no duplicate and no lost call with seed %i', async (seed) => {
      const { violations, dialogs } = await lane.run(scenarioOf(seed), { timeoutMs });
      expect(violations).toEqual([]);
      expect(dialogs).toBeGreaterThan(0);
    });

    it.each(brokenBuilds)('violates an invariant with the broken build %s', async (kind) => {
      const seed = 9_000 + brokenBuilds.indexOf(kind);
      const scenario = scenarioWith(seed, disastersOf[kind], kind === 'no-predial-check');
      const { violations } = await lane.run(scenario, { broken: kind, timeoutMs });
      expect(violations.filter((violation) => violation.startsWith(violatedBy[kind]))).not.toEqual([]);
    });
  },
);
