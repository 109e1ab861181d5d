import type { PredialResponse } from './predial-server.ts';
import type { BatchFact, CallFact, Facts, JobFact } from './facts.ts';
import { behaviourOf } from './phone-behaviour.ts';
import type { NetworkLine } from './phone-network.ts';

/** The state changes that the API confirmed to the client of a run. */
export interface Confirmed {
  /** Batches whose cancellation was confirmed, with the system time of the response in ms. */
  readonly cancelled: readonly { readonly batchId: string; readonly atMs: number }[];
  /** Numbers whose suppression was confirmed. */
  readonly suppressed: readonly { readonly number: string; readonly atMs: number }[];
  /** Periods in which calling hours allow only single calls: from the response that closed them to the request that opened them. */
  readonly closedPeriods: readonly { readonly closedAtMs: number; readonly openedAtMs: number }[];
  /** Ids of batches from the create responses. */
  readonly batchIds: readonly string[];
  /** Numbers for which a single call was requested. */
  readonly singles: readonly string[];
  /** Responses of the pre-dial check. */
  readonly predialResponses: readonly PredialResponse[];
}

interface Evidence extends Facts {
  readonly confirmed: Confirmed;
  readonly callsById: ReadonlyMap<string, CallFact>;
  readonly dialogs: readonly Dialog[];
}

/** A call that reached the network. */
interface Dialog extends NetworkLine {
  /** Reference of the dial intent, from the Call-ID. */
  readonly reference: string;
}

const cancelSilentAfterMs = 500;
const suppressSilentAfterMs = 1_000;
/** Calls that were claimed before the hours ended are still placed. */
const closedSilentAfterMs = 1_000;

/** The invariants by name. Each returns one message per violation. */
const invariants: Readonly<Record<string, (evidence: Evidence) => string[]>> = {
  'no call is placed without a committed intent': ({ dialogs, intents }) => {
    const known = new Set(intents.map(({ reference }) => reference));
    return dialogs
      .filter(({ reference }) => !known.has(reference))
      .map(({ number, callId }) => `${number} was called as ${callId}, which has no intent`);
  },

  'no call is placed unless the pre-dial check allows it': ({ batches, dialogs, callsById, confirmed }) => {
    const checkedBatches = new Set(
      batches.filter(({ hasPredialCheck }) => hasPredialCheck).map(({ id }) => id),
    );
    const responses = Map.groupBy(confirmed.predialResponses, ({ jobId, attempt }) => `${jobId} ${attempt}`);
    return dialogs.flatMap(({ number, reference, atMs }) => {
      const call = callsById.get(callOf(reference));
      if (call?.jobId == null || !checkedBatches.has(call.batchId!)) return [];
      const before = (responses.get(`${call.jobId} ${call.attempt}`) ?? []).filter((one) => one.atMs <= atMs);
      return before.some(({ eligible }) => eligible) && before.every(({ eligible }) => eligible)
        ? []
        : [
            `${number} was called as ${call.id}, but the check returned: ${before.map(({ eligible }) => eligible).join(', ')}`,
          ];
    });
  },

  'no number is called twice in one attempt': ({ dialogs, callsById }) => {
    const attempts = Map.groupBy(dialogs, (dialog) => attemptOf(dialog, callsById));
    return [...attempts]
      .filter(([, calls]) => calls.length > 1)
      .map(([attempt, calls]) => `${calls[0]!.number} was called ${calls.length} times in ${attempt}`);
  },

  'no number has more calls than its rows, callbacks and single calls have attempts': ({
    dialogs,
    calls,
  }) => {
    const callsByNumber = Map.groupBy(calls, ({ number }) => number);
    return [...Map.groupBy(dialogs, ({ number }) => number)]
      .filter(([number, placed]) => placed.length > (callsByNumber.get(number)?.length ?? 0))
      .map(
        ([number, placed]) =>
          `${number} was called ${placed.length} times, but ${callsByNumber.get(number)?.length ?? 0} calls are stored`,
      );
  },

  'no row has more attempts than its batch allows, and each attempt has one call': ({
    batches,
    jobs,
    calls,
  }) => {
    const allowed = new Map(batches.map(({ id, maxAttempts }) => [id, maxAttempts]));
    const callsByJob = Map.groupBy(calls, ({ jobId }) => jobId);
    return jobs
      .filter(
        ({ id, batchId, attempt }) =>
          attempt > allowed.get(batchId)! || attempt !== (callsByJob.get(id)?.length ?? 0),
      )
      .map(
        ({ id, number, attempt }) =>
          `row ${id} to ${number} has ${attempt} attempts and ${callsByJob.get(id)?.length ?? 0} calls`,
      );
  },

  'a number whose call was lost is not called again': ({ calls, jobs, network }) => {
    const ends = network.filter(({ type }) => type === 'ended');
    const networkEnds = new Map(ends.map((line) => [referredCall(line), line.detail ?? '']));
    const callsByJob = Map.groupBy(
      calls.filter(({ jobId }) => jobId !== null),
      ({ jobId }) => jobId!,
    );
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return [...callsByJob].flatMap(([jobId, jobCalls]) => lostFaults(byId.get(jobId), jobCalls, networkEnds));
  },

  'every batch and every row ends in a final status': ({ batches, jobs }) => {
    const closed = new Map(batches.map(({ id, status }) => [id, status]));
    const open = batches.filter(({ status }) => status !== 'completed' && status !== 'cancelled');
    const stuck = jobs.filter((job) => isStuck(job, closed.get(job.batchId)!));
    return [
      ...open.map(({ id, status }) => `batch ${id} is ${status}`),
      ...stuck.map(({ id, number, status }) => `row ${id} to ${number} is ${status}`),
    ];
  },

  'every row that was called has a correct outcome': ({ jobs, network }) => {
    const called = new Set(network.filter(({ type }) => type === 'dialog').map(referredCall));
    const answered = new Set(network.filter(({ type }) => type === 'answered').map(referredCall));
    return jobs.flatMap((job) => outcomeFaults(job, called, answered));
  },

  'counters of a batch match its rows': ({ batches, jobs }) => {
    const ofBatch = Map.groupBy(jobs, ({ batchId }) => batchId);
    return batches.flatMap((batch) => counterFaults(batch, ofBatch.get(batch.id) ?? []));
  },

  'all resources are released': ({ leftovers }) =>
    Object.entries(leftovers)
      .filter(([, rows]) => rows !== 0)
      .map(([name, rows]) => `${name}: ${rows}`),

  'every call that ended has one event and one disposition': ({ calls, events, dispositions }) => {
    const ends = events.filter(({ type }) => type === 'call.completed' || type === 'call.failed');
    const endEvents = Map.groupBy(ends, ({ subject }) => subject);
    const recorded = Map.groupBy(dispositions, ({ callId }) => callId);
    return calls
      .map(({ id }) => [id, endEvents.get(id)?.length ?? 0, recorded.get(id)?.length ?? 0] as const)
      .filter(([, ended, written]) => ended !== 1 || written !== 1)
      .map(([id, ended, written]) => `call ${id} has ${ended} end events and ${written} dispositions`);
  },

  'every batch has one start event and one end event': ({ batches, events }) =>
    batches.flatMap(({ id, status }) => {
      const count = (type: string) =>
        events.filter((event) => event.type === type && event.subject === id).length;
      const counts = [count('batch.started'), count('batch.completed'), count('batch.cancelled')];
      const expected = status === 'completed' ? [1, 1, 0] : [Math.min(counts[0]!, 1), 0, 1];
      return counts.join() === expected.join()
        ? []
        : [
            `batch ${id}, ${status}, has these counts of started, completed and cancelled events: ${counts.join(', ')}`,
          ];
    }),

  'a file that was sent twice creates one batch': ({ batches, confirmed }) => {
    const confirmedIds = new Set(confirmed.batchIds);
    return batches
      .filter(({ id }) => !confirmedIds.has(id))
      .map(({ id }) => `batch ${id} was created, but no response contains it`);
  },

  'a retried request for a single call creates one call': ({ calls, confirmed }) =>
    confirmed.singles
      .map((number) => [number, calls.filter((call) => call.number === number).length] as const)
      .filter(([, count]) => count > 1)
      .map(([number, count]) => `${number} was requested once and has ${count} calls`),

  'no phone keeps ringing or stays in a call': ({ network }) =>
    unended(network).map(({ number, callId }) => `${number} received neither CANCEL nor BYE in ${callId}`),

  'a cancelled batch places no more calls': ({ dialogs, confirmed, callsById }) =>
    confirmed.cancelled.flatMap(({ batchId, atMs }) =>
      dialogs
        .filter((dialog) => callsById.get(callOf(dialog.reference))?.batchId === batchId)
        .filter((dialog) => dialog.atMs - dialog.lateMs > atMs + cancelSilentAfterMs)
        .map(
          ({ number, ...dialog }) =>
            `${number} was called ${dialog.atMs - atMs} ms after the batch was cancelled`,
        ),
    ),

  'a suppressed number is not called': ({ dialogs, confirmed }) =>
    confirmed.suppressed.flatMap(({ number, atMs }) =>
      dialogs
        .filter((dialog) => dialog.number === number)
        .filter((dialog) => dialog.atMs - dialog.lateMs > atMs + suppressSilentAfterMs)
        .map((dialog) => `${number} was called ${dialog.atMs - atMs} ms after it was suppressed`),
    ),

  'no call is placed outside calling hours': ({ dialogs, confirmed }) =>
    confirmed.closedPeriods.flatMap(({ closedAtMs, openedAtMs }) =>
      dialogs
        .filter(({ number }) => !confirmed.singles.includes(number))
        .filter(({ atMs }) => atMs < openedAtMs)
        .filter(({ atMs, lateMs }) => atMs - lateMs > closedAtMs + closedSilentAfterMs)
        .map(({ number, atMs }) => `${number} was called ${atMs - closedAtMs} ms after calling hours ended`),
    ),
};

/** Returns one message per violated invariant; an empty list if all hold. */
export function violations(facts: Facts, confirmed: Confirmed): string[] {
  const dialogs = facts.network
    .filter(({ type }) => type === 'dialog')
    .map((line) => ({ ...line, reference: referenceOf(line) }));
  const callsById = new Map(facts.calls.map((call) => [call.id, call]));
  const evidence = { ...facts, confirmed, dialogs, callsById };
  return Object.entries(invariants).flatMap(([invariant, check]) =>
    check(evidence).map((violation) => `${invariant}: ${violation}`),
  );
}

/** Returns the intent's reference, `call.attempt`, from a Call-ID. A third part before the host marks a further route. */
function referenceOf({ callId }: NetworkLine): string {
  return callId.split('@')[0]!.split('.').slice(0, 2).join('.');
}

const callOf = (reference: string): string => reference.split('.')[0]!;

const referredCall = (line: NetworkLine): string => callOf(referenceOf(line));

function attemptOf({ reference }: Dialog, calls: Evidence['callsById']): string {
  const call = calls.get(callOf(reference));
  return call?.jobId == null ? `call ${callOf(reference)}` : `attempt ${call.attempt} of row ${call.jobId}`;
}

/** Outcome of the row by the detail of the network's `ended` event. */
const outcomeOfEnd: Readonly<Record<string, string>> = {
  '486 Busy Here': 'busy',
  '603 Decline': 'no_answer',
  '404 Not Found': 'invalid_number',
  '503 Service Unavailable': 'failed',
  CANCEL: 'no_answer',
  'hung up': 'answered',
  BYE: 'answered',
};

/**
 * Returns the violations of one row. `networkEnds` maps call ids to the details of the network's `ended` events. The journal of a dead
 * process may contain the end of a call that already counts as lost; the row then has the real outcome.
 */
function lostFaults(
  job: JobFact | undefined,
  calls: readonly CallFact[],
  networkEnds: ReadonlyMap<string, string>,
): string[] {
  const inOrder = calls.toSorted((a, b) => a.attempt - b.attempt);
  const lost = inOrder.findIndex(({ endReason, answered }) => endReason === 'node_lost' && !answered);
  if (lost < 0) return [];
  const after = inOrder.slice(lost + 1);
  const called = after.map(({ id, number }) => `${number} was called again as ${id}`);
  const realOutcome = outcomeOfEnd[networkEnds.get(inOrder[lost]!.id) ?? ''];
  if (job === undefined || job.outcome === 'unknown' || job.outcome === realOutcome) return called;
  return [...called, `row ${job.id} is ${job.outcome} though its call was lost`];
}

const isStuck = ({ status }: JobFact, batch: string): boolean =>
  status === 'dialing' || status === 'in_progress' || (status === 'pending' && batch !== 'cancelled');

const needNoCall: ReadonlySet<string | null> = new Set([null, 'unknown', 'failed', 'dnc']);

function outcomeFaults(
  { id, number, outcome, callId, status }: JobFact,
  called: ReadonlySet<string>,
  answered: ReadonlySet<string>,
): string[] {
  const label = `row ${id} to ${number}, ${status},`;
  if (outcome === null && (status === 'completed' || status === 'failed')) return [`${label} has no outcome`];
  if (!needNoCall.has(outcome) && !called.has(callId ?? ''))
    return [`${label} is ${outcome}, but was not called`];
  if (outcome === 'answered' && !answered.has(callId!))
    return [`${label} is answered, but no phone answered`];
  return [];
}

function counterFaults({ id, status, counters, total }: BatchFact, jobs: readonly JobFact[]): string[] {
  const statusOf = (job: JobFact) =>
    status === 'cancelled' && job.status === 'pending' ? 'cancelled' : job.status;
  const counted = Map.groupBy(jobs, statusOf);
  const sum = Object.values(counters).reduce((all, count) => all + count, 0);
  const wrong = Object.entries(counters).filter(
    ([state, count]) => count !== (counted.get(state)?.length ?? 0),
  );
  const faults = wrong.map(
    ([state, count]) =>
      `batch ${id} counts ${count} rows as ${state}, but has ${counted.get(state)?.length ?? 0}`,
  );
  return sum === total && total === jobs.length
    ? faults
    : [...faults, `batch ${id} has a total of ${total}, but its counters add up to ${sum}`];
}

/** Returns the calls whose end the network has not received, without those on lossy lines. */
export function unended(network: readonly NetworkLine[]): NetworkLine[] {
  const ended = new Set(network.filter(({ type }) => type === 'ended').map(({ callId }) => callId));
  return network.filter(
    ({ type, number, callId }) =>
      type === 'dialog' && behaviourOf(number) !== 'drops-packets' && !ended.has(callId),
  );
}
