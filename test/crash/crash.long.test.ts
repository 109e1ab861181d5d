import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breaks, type Break } from './broken-builds.ts';
import { Lane } from './lane.ts';
import { scenarioOf, type Disaster, type Scenario } from './scenario.ts';

/** Differs from the lanes of a crash run (`main.ts`) that may run at the same time. */
const laneIndex = 9;

/** These scenarios kill the program during a claim, cut connections and run two processes at once. */
const seeds = [122, 131];

/** Calls ten numbers within two seconds, which answer or are busy, with the given disasters. */
function scenarioWith(seed: number, disasters: readonly Disaster[], asks = false): Scenario {
  const numbers = Array.from({ length: 10 }, (_, index) => `+141555577${index}${index % 3}`);
  const batch = {
    numbers,
    maxAttempts: 2,
    callsPerSecond: 5,
    maxConcurrency: undefined,
    senders: 1,
    asks,
  };
  return { seed, batches: [batch], singles: [], callbacks: [], suppressed: [], disasters };
}

/** Disasters that reveal each break: a kill while calls are in the network before their commit, or after calls were lost. */
const disastersOf: { readonly [kind in Break]: readonly Disaster[] } = {
  'late-commit': [
    { kind: 'fault-point', afterMs: 0, point: { nth: 1, side: 'before', statement: 'record_call_change' } },
  ],
  'no-intent': [],
  'dials-the-lost': [
    { kind: 'fault-point', afterMs: 0, point: { nth: 1, side: 'after', statement: 'committed begin_dials' } },
  ],
  'no-event': [],
  'asks-nobody': [],
  'calls-at-night': [{ kind: 'night', afterMs: 0, forMs: 5_000 }],
};

const foundBy: { readonly [kind in Break]: string } = {
  'late-commit': 'no call is placed without a committed intent',
  'no-intent': 'no call is placed without a committed intent',
  'dials-the-lost': 'a number whose call was lost is not called again',
  'no-event': 'every call that ended has one event and one disposition',
  'asks-nobody': 'no call is placed unless the pre-dial check allows it',
  'calls-at-night': 'no call is placed outside calling hours',
};

describe.runIf(process.platform === 'linux')('a crash of any process', { timeout: 90_000 }, () => {
  let lane: Lane;
  beforeAll(async () => {
    lane = await Lane.open(laneIndex);
  }, 60_000);
  afterAll(() => lane.close());

  it.each(seeds)('causes no duplicate and no lost call (seed %i)', async (seed) => {
    const { breaches, dialogs } = await lane.run(scenarioOf(seed));
    expect(breaches).toEqual([]);
    expect(dialogs).toBeGreaterThan(0);
  });

  it.each(breaks)('reveals the broken build %s', async (kind) => {
    const seed = 9_000 + breaks.indexOf(kind);
    const scenario = scenarioWith(seed, disastersOf[kind], kind === 'asks-nobody');
    const { breaches } = await lane.run(scenario, { broken: kind });
    expect(breaches.filter((breach) => breach.startsWith(foundBy[kind]))).not.toEqual([]);
  });
});
