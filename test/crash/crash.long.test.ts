import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breaks, type Break } from './broken-builds.ts';
import { Lane } from './lane.ts';
import { scenarioOf, type Disaster, type Scenario } from './scenario.ts';

/** Apart from the lanes of a proof that may run beside the tests. */
const laneIndex = 9;

/** Kills in the middle of a claim, cut connections and two processes at once. */
const seeds = [122, 131];

/** Ten people who answer or are busy, called within two seconds, and one thing that goes wrong. */
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

/** Where the break shows: while the network has calls that no commit has seen, and after calls were lost. */
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
  'late-commit': 'nobody is called without a committed intent',
  'no-intent': 'nobody is called without a committed intent',
  'dials-the-lost': 'who may have been rung by a call that was lost is not called again',
  'no-event': 'every call that ended has one event and one disposition',
  'asks-nobody': 'nobody is called without a yes where somebody is asked',
  'calls-at-night': 'nobody is called at night',
};

describe.runIf(process.platform === 'linux')('whatever dies', { timeout: 90_000 }, () => {
  let lane: Lane;
  beforeAll(async () => {
    lane = await Lane.open(laneIndex);
  }, 60_000);
  afterAll(() => lane.close());

  it.each(seeds)('nobody is called twice and nobody is forgotten (seed %i)', async (seed) => {
    const { breaches, dialogs } = await lane.run(scenarioOf(seed));
    expect(breaches).toEqual([]);
    expect(dialogs).toBeGreaterThan(0);
  });

  it.each(breaks)('a build that breaks its promise is found: %s', async (kind) => {
    const seed = 9_000 + breaks.indexOf(kind);
    const scenario = scenarioWith(seed, disastersOf[kind], kind === 'asks-nobody');
    const { breaches } = await lane.run(scenario, { broken: kind });
    expect(breaches.filter((breach) => breach.startsWith(foundBy[kind]))).not.toEqual([]);
  });
});
