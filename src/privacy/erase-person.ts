import type { Logger } from '../core/logger.ts';
import type { ErasureReport, PersonAddress } from '../domain/erasure.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobContext, JobHandler } from '../jobs/job.ts';
import { cancelSends } from '../messaging/sending/send-jobs.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { rejectUnsentMessages } from '../store/conversations/sending.ts';
import type { Scope } from '../store/database.ts';
import {
  eraseBatchRows,
  eraseMessageBatchRows,
  findBatchesOfPerson,
  findMessageBatchesOfPerson,
} from '../store/erase-batch-rows.ts';
import {
  eraseCarrierRecords,
  eraseConversations,
  findQueuedCalls,
  hasOpenRecords,
  personRecords,
} from '../store/erase-records.ts';
import {
  countBlocks,
  eraseTextIn,
  findByCustomerEmail,
  listSweptTables,
  type SearchedAddress,
  searchFor,
  type SweptRange,
  type SweptTable,
} from '../store/erase-text.ts';
import {
  completeErasure,
  type ErasureProgress,
  type ErasureRow,
  findErasure,
  recordErasureProgress,
} from '../store/erasures.ts';
import type { Queryable } from '../store/queryable.ts';
import { hashSuppressions } from '../store/suppressions.ts';
import { type EraseContext, eraseEndedCalls, settleMs } from './erase-calls.ts';

/** The kind of the jobs that erase one person each. Their key is the id of the erasure. */
export const erasureKind = 'erase-person';

export interface ErasureJob {
  readonly erasureId: string;
}

/** Records per transaction. */
const recordsPerStep = 200;
/** Disk blocks per transaction of the search. */
const blocksPerStep = 512;
/** Interval at which the end of an active call is checked. */
const waitMs = 5_000;

interface PersonEraseContext extends EraseContext {
  readonly logger: Logger;
}

/** Adds the job of an erasure, unless it has one, in the transaction that inserts the erasure. */
export function enqueueErasure(
  tx: Queryable,
  { workspaceId, erasureId, runAt }: ErasureJob & { readonly workspaceId: string; readonly runAt?: Date },
): Promise<unknown> {
  const payload: ErasureJob = { erasureId };
  return enqueueJob(tx, { kind: erasureKind, key: erasureId, workspaceId, payload, runAt });
}

/**
 * Creates the handler of the jobs that erase a person. Each step is one short transaction, and a step that is repeated finds nothing, so
 * that a job continues after a crash.
 */
export function erasePersonHandler(context: PersonEraseContext): JobHandler<ErasureJob> {
  return {
    async run({ workspaceId, payload: { erasureId } }, job) {
      const scope = context.database.inWorkspace(workspaceId!);
      const erasure = await findErasure(scope, { workspaceId: workspaceId!, erasureId });
      if (erasure === undefined || erasure.address === null) return;
      const person = { kind: erasure.kind, address: erasure.address };
      await new PersonErasure(context, { erasure, person, scope, job }).run();
    },
    onWorkerLost: 'retry',
    // An erasure must end. It fails only if the database or the disk fails.
    maxAttempts: 2 ** 31 - 1,
    retryDelayMs: (attempt) => Math.min(1_000 * 2 ** Math.min(attempt, 6), 60_000),
  };
}

interface ErasureOfPerson {
  readonly erasure: ErasureRow;
  readonly person: PersonAddress;
  readonly scope: Scope;
  readonly job: JobContext;
}

/** One run of the job of an erasure. */
class PersonErasure {
  readonly #context: PersonEraseContext;
  readonly #erasure: ErasureRow;
  readonly #person: PersonAddress;
  readonly #scope: Scope;
  readonly #job: JobContext;

  constructor(context: PersonEraseContext, { erasure, person, scope, job }: ErasureOfPerson) {
    this.#context = context;
    this.#erasure = erasure;
    this.#person = person;
    this.#scope = scope;
    this.#job = job;
  }

  /** Erases until nothing is left, or until an active call must end first. */
  async run(): Promise<void> {
    await this.#record(this.#scope, { status: 'running' });
    let position = this.#erasure.position ?? undefined;
    for (;;) {
      await this.#cancelPending();
      await this.#eraseRecords();
      if (await this.#isOpen()) return this.#wait();
      await this.#sweep(position);
      position = undefined;
      if (!(await this.#hasNewRecords())) break;
    }
    await this.#scope.transaction(async (tx) => {
      await completeErasure(tx, { ...this.#key, at: this.#now() });
      await this.#job.complete(tx);
    });
    this.#context.logger.info({ erasure: this.#erasure.id }, 'A person was erased.');
  }

  /** Ends what would contact the person: queued calls, and messages that are not sent. */
  async #cancelPending(): Promise<void> {
    const { workspaceId } = this.#key;
    const { address } = this.#person;
    for (const callId of await findQueuedCalls(this.#scope, { workspaceId, address }))
      await finishCall(this.#scope, {
        workspaceId,
        callId,
        from: ['queued'],
        endReason: 'cancelled',
        endDetail: 'The person was erased.',
        at: this.#now(),
        disposition: { code: 'cancelled', status: 'completed' },
      });
    const channel = this.#person.kind === 'email' ? 'email' : 'sms';
    const note = 'The person was erased.';
    await this.#scope.transaction(async (tx) => {
      const unsent = { workspaceId, channel, recipients: [address], note, at: this.#now() } as const;
      await cancelSends(tx, { workspaceId, messageIds: await rejectUnsentMessages(tx, unsent) });
    });
  }

  /** Erases the records that indexes find by the address. */
  async #eraseRecords(): Promise<void> {
    const { workspaceId } = this.#key;
    const { address } = this.#person;
    const person = { workspaceId, address };
    const limit = recordsPerStep;
    const batches = () => findBatchesOfPerson(this.#scope, { ...person, limit });
    await this.#eachStep(batches, (batchId) =>
      this.#erase((tx) => eraseBatchRows(tx, { ...person, batchId, at: this.#now() })),
    );
    const messageBatches = () => findMessageBatchesOfPerson(this.#scope, { ...person, limit });
    await this.#eachStep(messageBatches, (batchId) =>
      this.#erase((tx) => eraseMessageBatchRows(tx, { ...person, batchId, at: this.#now() })),
    );
    for (const { name, find, erase } of personRecords) {
      for (;;) {
        const ids = await this.#find(find, limit);
        if (ids.length === 0) break;
        if (name === 'calls') await this.#eraseCalls(ids);
        else await this.#erase((tx) => erase(tx, { workspaceId, ids, at: this.#now() }));
      }
    }
    await this.#erase(async (tx) => ({
      suppressions: await hashSuppressions(tx, person),
    }));
    const { needle } = searchFor(this.#person);
    const { database } = this.#context;
    const report = await database
      .asSystem()
      .transaction((tx) => eraseCarrierRecords(tx, { ...person, needle }));
    await this.#record(this.#scope, { counts: report });
  }

  async #eachStep(find: () => Promise<string[]>, erase: (id: string) => Promise<void>): Promise<void> {
    for (let ids = await find(); ids.length > 0; ids = await find())
      for (const id of ids) {
        this.#job.signal.throwIfAborted();
        await erase(id);
      }
  }

  async #find(find: (typeof personRecords)[number]['find'], limit: number): Promise<string[]> {
    this.#job.signal.throwIfAborted();
    const values = [this.#key.workspaceId, this.#person.address, limit, this.#settledBefore()];
    return (await this.#scope.rows<{ id: string }>(find, values)).map(({ id }) => id);
  }

  async #hasNewRecords(): Promise<boolean> {
    if (await this.#isOpen()) return true;
    for (const { find } of personRecords) if ((await this.#find(find, 1)).length > 0) return true;
    const person = { workspaceId: this.#key.workspaceId, address: this.#person.address, limit: 1 };
    const batches = [
      await findBatchesOfPerson(this.#scope, person),
      await findMessageBatchesOfPerson(this.#scope, person),
    ];
    return batches.some((ids) => ids.length > 0);
  }

  #isOpen(): Promise<boolean> {
    return hasOpenRecords(this.#scope, {
      workspaceId: this.#key.workspaceId,
      address: this.#person.address,
      settledBefore: this.#settledBefore(),
    });
  }

  /** Returns the time before which a call must have ended, so that all its files exist. */
  #settledBefore(): Date {
    return new Date(this.#context.clock.now() - settleMs);
  }

  /** Runs the job again later. */
  async #wait(): Promise<void> {
    await this.#scope.transaction(async (tx) => {
      await this.#record(tx, { status: 'waiting', position: null });
      await this.#job.complete(tx);
      await enqueueErasure(tx, { ...this.#key, runAt: new Date(this.#context.clock.now() + waitMs) });
    });
  }

  /** Searches the texts of all tables of the workspace for the address, from a position on. */
  async #sweep(from: SweptRangeStart | undefined): Promise<void> {
    const search = searchFor(this.#person);
    const tables = await listSweptTables(this.#scope);
    for (const table of tables) {
      if (from !== undefined && table.name < from.table) continue;
      let block = from?.table === table.name ? from.block : 0;
      for (; block < (await countBlocks(this.#scope, table.name)); block += blocksPerStep) {
        this.#job.signal.throwIfAborted();
        await this.#sweepRange(table, block, search);
      }
    }
    await this.#record(this.#scope, { position: null });
  }

  async #sweepRange(table: SweptTable, block: number, search: SearchedAddress): Promise<void> {
    const endBlock = block + blocksPerStep;
    const range: SweptRange = { table: table.name, block, endBlock, workspaceId: this.#key.workspaceId };
    if (this.#person.kind === 'email') await this.#eraseOwnedRows(range);
    await this.#scope.transaction(async (tx) => {
      const rows = await eraseTextIn(tx, table, range, search);
      const counts = table.name === 'audit_log' ? { auditEntries: rows } : { otherRows: rows };
      await this.#record(tx, { counts, position: { table: table.name, block: endBlock } });
    });
  }

  /** Erases the rows of a range whose customer has the email address. */
  async #eraseOwnedRows(range: SweptRange): Promise<void> {
    const { workspaceId } = this.#key;
    const { address } = this.#person;
    const ids = await findByCustomerEmail(this.#scope, range, address);
    const at = this.#now();
    if (ids.length === 0) return;
    if (range.table === 'calls') await this.#eraseCalls(ids);
    else if (range.table === 'conversations')
      await this.#erase((tx) => eraseConversations(tx, { workspaceId, ids, at }));
    else {
      const erase = range.table === 'batch_jobs' ? eraseBatchRows : eraseMessageBatchRows;
      for (const batchId of ids) await this.#erase((tx) => erase(tx, { workspaceId, address, batchId, at }));
    }
  }

  async #eraseCalls(ids: readonly string[]): Promise<void> {
    const { workspaceId } = this.#key;
    for (let start = 0; start < ids.length; start += recordsPerStep) {
      this.#job.signal.throwIfAborted();
      const step = ids.slice(start, start + recordsPerStep);
      await eraseEndedCalls(this.#context, { workspaceId, ids: step }, (tx, counts) =>
        this.#record(tx, { counts }),
      );
    }
  }

  /** Erases rows and counts them in the report, in one transaction. */
  async #erase(work: (tx: Queryable) => Promise<ErasureReport>): Promise<void> {
    await this.#scope.transaction(async (tx) => {
      const counts = await work(tx);
      await this.#record(tx, { counts });
    });
  }

  #record(db: Queryable, progress: Omit<ErasureProgress, 'workspaceId' | 'erasureId' | 'at'>): Promise<void> {
    return recordErasureProgress(db, { ...this.#key, at: this.#now(), ...progress });
  }

  get #key() {
    return { workspaceId: this.#erasure.workspaceId, erasureId: this.#erasure.id };
  }

  #now(): Date {
    return new Date(this.#context.clock.now());
  }
}

type SweptRangeStart = Pick<SweptRange, 'table' | 'block'>;
