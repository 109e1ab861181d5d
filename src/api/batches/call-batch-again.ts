import type { z } from 'zod';
import { type FieldFault, reject } from '../../core/problems.ts';
import { SecretBoxError } from '../../core/secret-box.ts';
import { retryOutcomes } from '../../domain/batches/batch.ts';
import { BatchAgain, BatchAgainInput } from '../../domain/batches/batch-again.ts';
import { isBatchEnded, type JobOutcome } from '../../domain/batches/batch-state.ts';
import { FirstRowByNumber } from '../../domain/batches/first-row-by-number.ts';
import { jobIds } from '../../domain/batches/job-ids.ts';
import { NetworkTally } from '../../domain/batches/number-networks.ts';
import { NumberSetDigest } from '../../domain/batches/number-set-digest.ts';
import { insertBatchJobs, JobArrayBuilder } from '../../store/batches/batch-jobs.ts';
import {
  type BatchKey,
  type BatchRow,
  findBatch,
  insertBatch,
  openBatch,
} from '../../store/batches/batches.ts';
import { findOwnNumbers } from '../../store/batches/callee-history.ts';
import {
  type AgainRow,
  type BatchFamily,
  eachRowToCallAgain,
  findBatchFamily,
  findPredialSecret,
  lockBatchFamily,
} from '../../store/batches/call-again.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { endpoint, type EndpointRequest } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { sealSecret } from '../seal-secret.ts';
import { realNumbersProblem } from './batch-problems.ts';
import { batchParameter } from './batch-response.ts';
import { analyzeNewJobs, batchCheckContext, batchFaults } from './prepare-batch.ts';

type AgainRequest = EndpointRequest<typeof batchParameter, unknown, BatchAgainInput>;

const errorCodes = [
  'batch_not_ended',
  'batch_nothing_to_call',
  'batch_repeated',
  'agent_not_found',
  'agent_inactive',
  'agent_no_phone_number',
  'agent_no_active_flow',
  'no_model',
  'agent_needs_model',
  'number_not_owned',
  'test_key',
  'secret_key_unavailable',
] as const;

const reply = BatchAgain.meta({ id: 'BatchAgain' });

export const callBatchAgain = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/{batchId}/again',
  operationId: 'callBatchAgain',
  tag: 'Batch calls',
  summary: 'Call people again',
  description:
    'Creates a batch with the rows in which an ended batch did not reach a person, with the same agent and settings. It omits suppressed numbers, numbers that wait in another batch or for a callback, numbers that a later batch of the same rows called, numbers with an active call, and numbers with an answered call since the first batch was created. Each number is called once.',
  scope: 'batches:write',
  dryRunField: 'dryRun',
  parameters: batchParameter,
  body: BatchAgainInput.meta({ id: 'BatchAgainInput' }),
  reply,
  errorCodes,
  handle: callAgain,
});

export const retryFailedRows = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/{batchId}/retry-failed',
  operationId: 'retryFailedRows',
  tag: 'Batch calls',
  summary: 'Retry failed rows',
  description:
    'Creates a batch with the failed rows of an ended batch: the same as `again` with the outcomes `no_answer`, `busy`, `voicemail` and `failed`, its default. The body can be omitted.',
  scope: 'batches:write',
  dryRunField: 'dryRun',
  parameters: batchParameter,
  body: BatchAgainInput.omit({ outcomes: true })
    .prefault({})
    .meta({ id: 'RetryFailedInput', examples: [{ name: 'Second try' }] }),
  reply,
  errorCodes,
  handle: (request, context) =>
    callAgain({ ...request, body: { ...request.body, outcomes: undefined } }, context),
});

async function callAgain(request: AgainRequest, context: ApiContext): Promise<z.input<typeof BatchAgain>> {
  const { workspaceId } = request.caller;
  const key = { workspaceId, batchId: request.path.batchId };
  const checkContext = batchCheckContext(request.caller, context);
  const { db } = checkContext;
  const batch = (await findBatch(db, key)) ?? reject('batch_not_found');
  if (!isBatchEnded(batch.status)) reject('batch_not_ended');
  if (request.body.dryRun)
    return { batchId: null, ...(await db.transaction((tx) => countRows(tx, key, request.body))) };
  const faults = await againFaults(checkContext, batch, request.body);
  if (faults.length > 0) throw problemFromFaults(faults);
  const created = await db.transaction((tx) => createBatch(tx, batch, request, context));
  await analyzeNewJobs(db, created.toCall, context);
  return created;
}

const releasedNumberMessage =
  'A number that the batch called from is no longer an active number of this workspace. Send fromNumbers with others, or [] for the number of the agent.';

async function againFaults(
  checkContext: Parameters<typeof batchFaults>[0],
  { agentId, fromNumbers, predialUrl }: BatchRow,
  body: BatchAgainInput,
): Promise<FieldFault[]> {
  const faults = await batchFaults(checkContext, {
    agentId,
    fromNumbers: body.fromNumbers ?? fromNumbers,
    ...(predialUrl !== null && { predialUrl }),
    ...(body.scheduledAt !== undefined && { scheduledAt: body.scheduledAt }),
  });
  return faults.map((fault) =>
    body.fromNumbers === undefined && fault.code === 'number_not_owned'
      ? { ...fault, message: releasedNumberMessage }
      : fault,
  );
}

interface RowsQuery {
  readonly outcomes: readonly JobOutcome[] | undefined;
  readonly family: BatchFamily;
  readonly channel: 'voice' | 'sms';
}

/** Reads the rows whose people are contacted again. A conversation counts as reached unless the request names the outcome `failed`. */
export function rowsToContactAgain(
  tx: Queryable,
  key: BatchKey,
  { outcomes, ...query }: RowsQuery,
): AsyncGenerator<AgainRow[]> {
  const countsConversations = outcomes?.includes('failed') !== true;
  return eachRowToCallAgain(tx, {
    ...key,
    ...query,
    outcomes: outcomes ?? retryOutcomes,
    countsConversations,
  });
}

async function countRows(
  tx: Queryable,
  key: BatchKey,
  { outcomes }: BatchAgainInput,
): Promise<RowsToCallAgain['counts']> {
  const rows = new RowsToCallAgain();
  const family = await findBatchFamily(tx, key);
  const query = { outcomes, family, channel: 'voice' } as const;
  for await (const page of rowsToContactAgain(tx, key, query)) rows.select(page);
  return rows.counts;
}

/** Stores the new batch and its jobs. The lock rejects concurrent requests, so that no row is called by two of them. */
async function createBatch(
  tx: Queryable,
  batch: BatchRow,
  { caller, body, requestRecord }: AgainRequest,
  context: ApiContext,
): Promise<z.input<typeof BatchAgain>> {
  const key = { workspaceId: batch.workspaceId, batchId: batch.id };
  if (!(await lockBatchFamily(tx, key))) reject('batch_repeated', { details: concurrentMessage });
  const family = await findBatchFamily(tx, key);
  const at = new Date(context.clock.now());
  const id = context.ids.newId('batch');
  const created = await insertBatch(tx, {
    ...batch,
    id,
    name: body.name ?? nameAgain(batch, family),
    fromNumbers: body.fromNumbers ?? batch.fromNumbers,
    againOf: batch.id,
    predialSecret: await resealPredialSecret(tx, batch, id, context),
    scheduledAt: body.scheduledAt === undefined ? null : new Date(body.scheduledAt),
    fileSha256: id,
    createdBy: caller.actor.id,
    testOnly: caller.isTestKey,
    at,
  });
  if (created === undefined) reject('agent_not_found');
  const rows = new RowsToCallAgain();
  const jobs = new JobsAgain(context.ids.newId('job'), new Set(await findOwnNumbers(tx, key)));
  const query = { outcomes: body.outcomes, family, channel: 'voice' } as const;
  for await (const page of rowsToContactAgain(tx, key, query)) {
    const selected = rows.select(page);
    if (caller.isTestKey) rejectRealNumbers(selected);
    const arrays = jobs.take(selected);
    await insertBatchJobs(tx, { ...key, batchId: id, jobs: arrays, scheduledAt: created.scheduledAt, at });
  }
  if (rows.counts.toCall === 0) reject('batch_nothing_to_call', { details: nothingToCallMessage(rows) });
  const { numbersDigest } = jobs;
  await openBatch(tx, { ...key, batchId: id, variables: batch.variables, numbersDigest, at });
  return requestRecord.storeResponse(tx, { batchId: id, ...rows.counts });
}

const maxNameCharacters = 80;

/** Returns the name of the batch with the number of the new batch among those for the same rows: `Reminders (2)`. */
function nameAgain({ name, againOf }: BatchRow, { batchIds }: BatchFamily): string {
  const number = ` (${batchIds.length + 1})`;
  const base = againOf === null ? name : name.replace(/ \(\d+\)$/u, '');
  return `${base.slice(0, maxNameCharacters - number.length).trimEnd()}${number}`;
}

function rejectRealNumbers(rows: readonly AgainRow[]): void {
  const realNumbers = new NetworkTally();
  for (const { phoneNumber, rowNumber } of rows) realNumbers.add(phoneNumber, rowNumber);
  if (realNumbers.phone.rows > 0) throw realNumbersProblem(realNumbers.phone);
}

const concurrentMessage =
  'Another request is creating a batch that calls these rows again. Wait for its response before you send this request again.';

/** Converts rows to the jobs of the new batch. They keep the row numbers of the file. */
export class JobsAgain {
  readonly #idOf: (index: number) => string;
  readonly #ownNumbers: ReadonlySet<string>;
  readonly #digest = new NumberSetDigest();
  readonly #jobs = new JobArrayBuilder();
  #count = 0;

  constructor(baseJobId: string, ownNumbers: ReadonlySet<string>) {
    this.#idOf = jobIds(baseJobId);
    this.#ownNumbers = ownNumbers;
  }

  get numbersDigest(): string {
    return this.#digest.digest;
  }

  take(rows: readonly AgainRow[]) {
    for (const { rowNumber, phoneNumber, fromNumber, customer, dynamic, overrides } of rows) {
      this.#digest.add(phoneNumber);
      this.#jobs.add({
        id: this.#idOf(this.#count),
        rowNumber,
        recipient: phoneNumber,
        fromNumber: fromNumber !== null && this.#ownNumbers.has(fromNumber) ? fromNumber : undefined,
        customer,
        dynamic,
        overrides: overrides ?? undefined,
      });
      this.#count += 1;
    }
    return this.#jobs.take();
  }
}

/** The secret is encrypted for one batch. @throws {Problem} `secret_key_unavailable` */
async function resealPredialSecret(
  tx: Queryable,
  { workspaceId, id: batchId }: BatchRow,
  newBatchId: string,
  { secrets }: Pick<ApiContext, 'secrets'>,
): Promise<string | null> {
  const sealed = await findPredialSecret(tx, { workspaceId, batchId });
  if (sealed === null) return null;
  try {
    return sealSecret(secrets, secrets.open(sealed, batchId), newBatchId);
  } catch (error) {
    if (error instanceof SecretBoxError) reject('secret_key_unavailable');
    throw error;
  }
}

function nothingToCallMessage({ counts }: RowsToCallAgain): string {
  const { notReached, reachedSince, calledSince, waitingElsewhere, suppressedRows, wrongNumberRows } = counts;
  if (notReached === 0) return 'The batch has no row with one of these outcomes.';
  const advice = calledSince === 0 ? '' : ' Call the later batch again instead.';
  return `No row can be called again: ${reachedSince} reached since, ${calledSince} called since in a later batch, ${waitingElsewhere} waiting in another batch or for a callback, ${suppressedRows} suppressed, ${wrongNumberRows} wrong numbers.${advice}`;
}

type Counts = Record<Exclude<keyof z.output<typeof BatchAgain>, 'batchId'>, number>;

/** Selects the rows whose people are contacted again, each number once, and counts the others by reason. */
export class RowsToCallAgain {
  readonly counts: Counts = {
    notReached: 0,
    toCall: 0,
    reachedSince: 0,
    calledSince: 0,
    waitingElsewhere: 0,
    suppressedRows: 0,
    wrongNumberRows: 0,
    duplicateRows: 0,
  };
  readonly #numbers = new FirstRowByNumber();

  /** Returns the rows of a page whose people are contacted. */
  select(rows: readonly AgainRow[]): AgainRow[] {
    return rows.filter((row) => {
      const reason = this.#reasonOf(row);
      this.counts.notReached += 1;
      this.counts[reason] += 1;
      return reason === 'toCall';
    });
  }

  #reasonOf({ exclusion, phoneNumber, rowNumber }: AgainRow): keyof Counts {
    switch (exclusion) {
      case 'reached':
        return 'reachedSince';
      case 'called':
        return 'calledSince';
      case 'open':
        return 'waitingElsewhere';
      case 'suppressed':
        return 'suppressedRows';
      case 'wrong_number':
        return 'wrongNumberRows';
      case null:
        return this.#numbers.firstRow(phoneNumber, rowNumber) === undefined ? 'toCall' : 'duplicateRows';
    }
  }
}
