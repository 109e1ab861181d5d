import type { FileChannel } from '../../domain/batches/header.ts';
import { addRepeatedRows, noRepeatedRows, type RepeatedRows } from '../../domain/batches/repeated-rows.ts';
import {
  findRepeatedNumbers,
  findSuppressedNumbers,
  type RecentBatch,
} from '../../store/batches/callee-history.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { CsvChunk } from './csv-thread-messages.ts';

/** Maximum number of listed rows of each kind. */
const maxListed = 100;

/** Finds the suppressed and the repeated numbers of a file while it is read. */
export class NumberScreening {
  readonly #db: Queryable;
  readonly #workspaceId: string;
  readonly #recent: readonly RecentBatch[];
  readonly #channel: FileChannel;
  #suppressedRows = 0;
  readonly #suppressed: number[] = [];
  #repeated = noRepeatedRows;
  readonly #repeatedRows: number[] = [];

  /** @param recent batches whose numbers count as repeated */
  constructor(db: Queryable, workspaceId: string, recent: readonly RecentBatch[], channel: FileChannel) {
    this.#db = db;
    this.#workspaceId = workspaceId;
    this.#recent = recent;
    this.#channel = channel;
  }

  /** The number of suppressed rows. */
  get suppressedRows(): number {
    return this.#suppressedRows;
  }

  /** The row numbers of the first 100 suppressed rows. */
  get suppressed(): readonly number[] {
    return this.#suppressed;
  }

  get repeated(): RepeatedRows {
    return this.#repeated;
  }

  /** The row numbers of the first 100 rows with repeated numbers. */
  get repeatedRows(): readonly number[] {
    return this.#repeatedRows;
  }

  /** Checks the numbers of a chunk. */
  async add({ numbers, rowNumbers }: Pick<CsvChunk, 'numbers' | 'rowNumbers'>): Promise<void> {
    const query = { workspaceId: this.#workspaceId, channel: this.#channel, numbers };
    const maxPositions = maxListed - this.#suppressed.length;
    const { count, positions } = await findSuppressedNumbers(this.#db, { ...query, maxPositions });
    this.#suppressedRows += count;
    this.#suppressed.push(...positions.map((position) => rowNumbers![position - 1]!));
    const candidates = { ...query, rows: [...rowNumbers!], skipReasons: null, batches: this.#recent };
    const repeated = await findRepeatedNumbers(this.#db, candidates);
    this.#repeated = addRepeatedRows(this.#repeated, repeated);
    this.#repeatedRows.push(...repeated.rowNumbers.slice(0, maxListed - this.#repeatedRows.length));
  }
}
