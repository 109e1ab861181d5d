import type { IdSource } from '../../core/ids.ts';
import type { NumberLookup } from '../../core/number-lookup.ts';
import type { InventoryRow } from '../../domain/numbers/inventory-file.ts';
import {
  completeInventoryRow,
  type InventoryColumn,
  type InventoryNumber,
} from '../../domain/numbers/inventory-row.ts';
import { notAssigned, type BringableNumbers } from '../numbers/number-assignment.ts';
import { importInventoryNumbers } from '../../store/inventory/import-inventory-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';

/** A row that cannot be taken in, or not as it stands. */
export interface StockFault {
  readonly row: number;
  readonly column: InventoryColumn;
  readonly code: string;
  readonly message: string;
  /** What stands there, shortened. */
  readonly value: string;
}

export interface StockReport {
  readonly totalRows: number;
  readonly invalidRows: number;
  /** New numbers. */
  readonly added: number;
  /** Numbers that were there already, or stand in the rows again: the last one holds. */
  readonly updated: number;
  /** The first hundred. */
  readonly faults: readonly StockFault[];
  readonly faultCount: number;
}

export interface StockTools {
  readonly book: NumberLookup;
  readonly ids: IdSource;
  readonly workspaceId: string;
  readonly at: Date;
  readonly bringable: BringableNumbers;
}

const faultsMax = 100;
const valueCharactersMax = 100;

/** Takes rows of numbers into the inventory, some thousand at a time: looks up what they leave open, and notes their faults. */
export class StockTaking {
  readonly #tools: StockTools;
  readonly #tx: Queryable;
  readonly #faults: StockFault[] = [];
  readonly #counts = { totalRows: 0, invalidRows: 0, added: 0, updated: 0, faultCount: 0 };

  constructor(tools: StockTools, tx: Queryable) {
    this.#tools = tools;
    this.#tx = tx;
  }

  get report(): StockReport {
    return { ...this.#counts, faults: this.#faults };
  }

  async take(rows: readonly InventoryRow[]): Promise<void> {
    const { book, ids, workspaceId, at, bringable } = this.#tools;
    const known = await book.describe(rows.map(({ cells }) => cells.phone_number ?? ''));
    const sound = new Map<string, InventoryNumber>();
    for (const [index, row] of rows.entries()) {
      const result = assigned(completeInventoryRow(row.cells, known[index]), bringable);
      if ('faults' in result) this.#note(row, result.faults);
      else if (sound.has(result.number.e164)) this.#counts.updated += 1;
      if ('number' in result) sound.set(result.number.e164, result.number);
    }
    this.#counts.totalRows += rows.length;
    const numbers = [...sound.values()].map((number) => ({ ...number, id: ids.newId('number') }));
    const { added, updated } = await importInventoryNumbers(this.#tx, {
      workspaceId,
      numbers,
      stockedByOperator: bringable.byOperator,
      at,
    });
    this.#counts.added += added;
    this.#counts.updated += updated;
  }

  #note({ row, cells }: InventoryRow, faults: readonly Omit<StockFault, 'row' | 'value'>[]): void {
    this.#counts.invalidRows += 1;
    this.#counts.faultCount += faults.length;
    const room = faultsMax - this.#faults.length;
    for (const fault of faults.slice(0, room)) {
      this.#faults.push({ ...fault, row, value: (cells[fault.column] ?? '').slice(0, valueCharactersMax) });
    }
  }
}

type CompleteRow = ReturnType<typeof completeInventoryRow>;

/** A number that may not be brought is at fault. */
function assigned(result: CompleteRow, bringable: BringableNumbers): CompleteRow {
  if ('faults' in result || bringable.includes(result.number.e164)) return result;
  return { faults: [{ column: 'phone_number', ...notAssigned }] };
}

/** The code of a refusal: that of the faults where all are the same and have an answer of their own. */
export const codeOfFaults = (faults: readonly StockFault[]): 'number_not_assigned' | 'invalid_request' =>
  faults.every(({ code }) => code === notAssigned.code) ? notAssigned.code : 'invalid_request';
