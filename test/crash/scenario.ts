import { seededRandom, type Random } from '../../src/core/random.ts';
import { drawFaultPoint, repeatByWeight, type ProgramDisaster } from '../support/crash/program-disasters.ts';

/** The rows and options of a batch. */
export interface BatchPlan {
  /** Numbers in file order, duplicates included. */
  readonly numbers: readonly string[];
  readonly maxAttempts: number;
  readonly callsPerSecond: number;
  readonly maxConcurrency: number | undefined;
  /** Number of clients that send the same file at the same time. */
  readonly senders: number;
  /** Whether the program requests the pre-dial check before each call. */
  readonly hasPredialCheck: boolean;
}

/** A fault and its delay after the previous one. */
export type Disaster = { readonly afterMs: number } & (
  | ProgramDisaster
  | { readonly kind: 'closed-hours'; readonly forMs: number }
  | { readonly kind: 'clock-jump'; readonly byMs: number; readonly forMs: number }
  | { readonly kind: 'cancel' | 'pause-and-resume' | 'suppress'; readonly batch: number }
);

/** The requests and the disasters of one run. */
export interface Scenario {
  readonly seed: number;
  readonly batches: readonly BatchPlan[];
  readonly singles: readonly string[];
  readonly callbacks: readonly string[];
  /** Numbers that are suppressed before the first call. */
  readonly suppressed: readonly string[];
  readonly disasters: readonly Disaster[];
  /** Roles of the two processes; undefined for a process with all roles. */
  readonly roles?: SplitRoles | undefined;
}

/** Both processes serve the API, so that each can be killed while the requests of a run continue. */
const splitRoles = [
  { first: 'api,worker', second: 'api,media' },
  { first: 'api,media', second: 'api,worker' },
] as const;

export type SplitRoles = (typeof splitRoles)[number];

/** Statements with which the processes hand calls over. */
const handoverStatements = [
  'committed begin_dials',
  'take_over_dials',
  'commit take_over_dials',
  'committed take_over_dials',
  'find_revoked_dials',
  'release_dials',
] as const;

/** Statements of a call for which a kill before and a kill after have the most different results. Names as in `FaultPoint.statement`. */
export const criticalStatements = [
  'lock_batch_to_dial',
  'find_due_batch_jobs',
  'lock_call_counters',
  'lock_dial_rate_limits',
  'begin_dials',
  'advance_dial_rate_limits',
  'record_batch_waiting_reason',
  'commit begin_dials',
  'committed begin_dials',
  'find_revoked_dials',
  'release_dials',
  'committed release_dials',
  'settle_batch_jobs',
  'record_call_change',
  'append_call_event',
  'upsert_active_call',
  'find_call_to_end',
  'end_call',
  'commit insert_call',
  'committed insert_call',
  'claim_jobs',
  'insert_dial_intent',
  'acquire_slot',
  'commit insert_dial_intent',
  'committed insert_dial_intent',
  'complete_job',
  'begin_callback',
  'commit begin_callback',
  'committed begin_callback',
  'begin_idempotent',
  'finish_idempotent',
  'insert_batch_jobs',
  'open_batch',
  'commit insert_batch_jobs',
  'committed insert_batch_jobs',
  'change_batch_status',
  'committed change_batch_status',
  'list_calls_of_nodes',
  'expire_nodes',
  'find_last_activity',
  'expire_slots',
  'renew_slots',
  'list_batches_to_dial',
  'insert_call_end_event',
  'release_slot',
  'move_job_of_call',
  'complete_batch',
  'commit end_call',
  'committed end_call',
] as const;

const hourMs = 3_600_000;
const jumpsMs = [2 * hourMs, -2 * hourMs, -600_000] as const;

/** Returns the scenario of a seed. It depends on the seed only. */
export function scenarioOf(seed: number): Scenario {
  const random = seededRandom(seed);
  const number = numberSource(random);
  const batches = Array.from({ length: 1 + random.below(2) }, () => batchPlan(random, number));
  const disasters = Array.from({ length: 2 + random.below(4) }, () => disaster(random, batches.length));
  const upTo = (maxCount: number) => Array.from({ length: random.below(maxCount + 1) }, number);
  const first = batches[0]!.numbers;
  const suppressed = random.below(2) === 0 ? [] : [first[random.below(first.length)]!];
  const calls = { singles: upTo(4), callbacks: upTo(3) };
  // These are drawn last, so that they do not change the other parts of a seed's scenario.
  const batchesWithChecks = batches.map((batch) => ({ ...batch, hasPredialCheck: random.below(4) === 0 }));
  const closedPeriod = {
    kind: 'closed-hours',
    afterMs: random.below(900),
    forMs: 500 + random.below(2_500),
  } as const;
  const closedPeriodAt = random.below(3) === 0 ? random.below(disasters.length + 1) : undefined;
  const allDisasters =
    closedPeriodAt === undefined ? disasters : disasters.toSpliced(closedPeriodAt, 0, closedPeriod);
  const scenario = { seed, batches: batchesWithChecks, ...calls, suppressed, disasters: allDisasters };
  return random.below(3) === 0 ? splitScenario(scenario, random) : scenario;
}

/** Returns the scenario with split roles, and with a fault point in the handover of calls. */
function splitScenario(scenario: Scenario, random: Random): Scenario {
  const roles = splitRoles[random.below(splitRoles.length)]!;
  const point = drawFaultPoint(random, handoverStatements, 3);
  const disasters = [{ kind: 'fault-point', afterMs: 0, point } as const, ...scenario.disasters];
  return { ...scenario, roles, disasters };
}

/** Returns a source of distinct numbers. All behaviours occur; the last digits 4 to 9 are less frequent. */
function numberSource(random: Random): () => string {
  let next = 2000 + random.below(700) * 10;
  return () => {
    next += 10;
    const drawn = random.below(14);
    const behaviour = drawn < 10 ? drawn : drawn - 10;
    return `+1415555${next + behaviour}`;
  };
}

function batchPlan(random: Random, number: () => string): Omit<BatchPlan, 'hasPredialCheck'> {
  const numbers = Array.from({ length: 8 + random.below(20) }, number);
  const repeated = numbers.filter(() => random.below(8) === 0);
  return {
    numbers: [...numbers, ...repeated],
    maxAttempts: 1 + random.below(3),
    callsPerSecond: 5 + random.below(40),
    maxConcurrency: random.below(3) === 0 ? 1 + random.below(8) : undefined,
    senders: random.below(3) === 0 ? 2 : 1,
  };
}

function disaster(random: Random, batches: number): Disaster {
  const afterMs = 30 + random.below(900);
  const forMs = 50 + random.below(700);
  const batch = random.below(batches);
  const kind = drawnKinds[random.below(drawnKinds.length)]!;
  switch (kind) {
    case 'fault-point':
      return { kind, afterMs, point: drawFaultPoint(random, criticalStatements, 2) };
    case 'clock-jump':
      return { kind, afterMs, byMs: jumpsMs[random.below(jumpsMs.length)]!, forMs };
    case 'server-crash':
    case 'disk-full':
      return { kind, afterMs, forMs };
    case 'cancel':
    case 'pause-and-resume':
    case 'suppress':
      return { kind, afterMs, batch };
    default:
      return { kind, afterMs };
  }
}

/** Relative frequency of each kind. `closed-hours` is drawn separately, at most once per scenario. */
const weights: { readonly [kind in Exclude<Disaster['kind'], 'closed-hours'>]: number } = {
  'fault-point': 7,
  kill: 4,
  'server-crash': 1,
  'backend-killed': 1,
  'connections-cut': 1,
  'disk-full': 1,
  'clock-jump': 1,
  'second-node': 1,
  cancel: 1,
  'pause-and-resume': 1,
  suppress: 1,
};
const drawnKinds = repeatByWeight(weights);
