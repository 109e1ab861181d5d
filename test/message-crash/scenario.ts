import { seededRandom, type Random } from '../../src/core/random.ts';
import { drawFaultPoint, repeatByWeight, type ProgramDisaster } from '../support/crash/program-disasters.ts';
import type { Channel } from './records.ts';

/** What a user or a program does by the API. */
export interface PlannedAction {
  /** After the start of the run. */
  readonly atMs: number;
  /** Index of the customer. */
  readonly customer: number;
  /**
   * - `autopilot`, `delayed`: generates a message that needs no approval;
   * - `approve`, `edit`, `reject`, `leave`: generates a draft, and decides later, or never;
   * - `write`: a user writes into the conversation of the customer, if there is one.
   */
  readonly kind: 'autopilot' | 'delayed' | 'approve' | 'edit' | 'reject' | 'leave' | 'write';
  /** Time until the decision. */
  readonly decidesAfterMs: number;
  /** Unique in the run. */
  readonly number: number;
  /** Whether the text needs several parts of an SMS. */
  readonly isLong: boolean;
}

/** A fault and its delay after the previous one. */
export type Disaster = { readonly afterMs: number } & (
  | ProgramDisaster
  | { readonly kind: 'peer-down'; readonly channel: Channel; readonly forMs: number }
);

/** The requests, the opt-outs and the disasters of one run. */
export interface Scenario {
  readonly seed: number;
  /** E.164, or an email address. */
  readonly customers: readonly string[];
  readonly actions: readonly PlannedAction[];
  readonly stops: readonly { readonly atMs: number; readonly customer: number }[];
  readonly disasters: readonly Disaster[];
  /** How many kills the peers may request. */
  readonly peerKills: number;
}

/** Statements for which a kill before and a kill after have the most different results. Names as in `FaultPoint.statement`. */
export const criticalStatements = [
  'find_message_to_send',
  'begin_attempt',
  'commit begin_attempt',
  'committed begin_attempt',
  'lock_external_ids',
  'insert_message_parts',
  'change_message_status',
  'commit change_message_status',
  'committed change_message_status',
  'store_receipt',
  'committed store_receipt',
  'take_receipts',
  'insert_inbound_part',
  'deliver_inbound_parts',
  'lock_inbound_message',
  'insert_inbound_message',
  'commit insert_inbound_message',
  'committed insert_inbound_message',
  'add_suppressions',
  'reject_unsent_messages',
  'insert_keyword_answer',
  'find_reply_state',
  'save_reply_state',
  'commit save_reply_state',
  'committed save_reply_state',
  'decide_message',
  'commit decide_message',
  'committed decide_message',
  'claim_jobs',
  'complete_job',
  'begin_idempotent',
  'finish_idempotent',
] as const;

const spanMs = 3_000;

/** Returns the scenario of a seed. It depends on the seed only. */
export function scenarioOf(seed: number): Scenario {
  const random = seededRandom(seed);
  const customers = Array.from({ length: 8 + random.below(8) }, (_, index) => customerOf(index, random));
  const actions = Array.from({ length: 18 + random.below(14) }, (_, index) =>
    actionOf(index, customers.length, random),
  );
  const stops = Array.from({ length: random.below(4) }, () => ({
    atMs: 500 + random.below(spanMs),
    customer: random.below(customers.length),
  }));
  const disasters = Array.from({ length: 1 + random.below(4) }, () => disasterOf(random));
  return { seed, customers, actions, stops, disasters, peerKills: random.below(3) };
}

const customerOf = (index: number, random: Random): string =>
  random.below(2) === 0 ? `+1415555${2_000 + index * 17}` : `customer${index}@customers.invalid`;

const actionKinds = [
  ...Array.from({ length: 5 }, () => 'autopilot' as const),
  'delayed',
  'delayed',
  'approve',
  'approve',
  'edit',
  'edit',
  'reject',
  'leave',
  'write',
  'write',
] as const;

function actionOf(index: number, customers: number, random: Random): PlannedAction {
  return {
    atMs: random.below(spanMs),
    customer: random.below(customers),
    kind: actionKinds[random.below(actionKinds.length)]!,
    decidesAfterMs: random.below(1_500),
    number: index + 1,
    isLong: random.below(6) === 0,
  };
}

/** Relative frequency of each kind. */
const weights: { readonly [kind in Disaster['kind']]: number } = {
  'fault-point': 7,
  kill: 4,
  'server-crash': 1,
  'backend-killed': 1,
  'connections-cut': 1,
  'disk-full': 1,
  'second-node': 2,
  'peer-down': 2,
};
const drawnKinds = repeatByWeight(weights);

function disasterOf(random: Random): Disaster {
  const afterMs = 100 + random.below(1_200);
  const forMs = 50 + random.below(700);
  const kind = drawnKinds[random.below(drawnKinds.length)]!;
  switch (kind) {
    case 'fault-point':
      return { kind, afterMs, point: drawFaultPoint(random, criticalStatements, 4) };
    case 'server-crash':
    case 'disk-full':
      return { kind, afterMs, forMs };
    case 'peer-down':
      return { kind, afterMs, forMs, channel: random.below(2) === 0 ? 'sms' : 'email' };
    default:
      return { kind, afterMs };
  }
}
