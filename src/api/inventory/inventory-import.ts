import { z } from 'zod';
import { exampleId } from '../../domain/fields.ts';
import type { IdSource } from '../../core/ids.ts';
import type { NumberLookup } from '../../core/number-lookup.ts';
import type { InventoryRow } from '../../domain/numbers/inventory-file.ts';
import {
  completeInventoryRow,
  type InventoryColumn,
  type InventoryNumber,
} from '../../domain/numbers/inventory-row.ts';
import { reject } from '../../core/problems.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';
import { notAssignedFault, ownNumberPolicy, type OwnNumberPolicy } from '../numbers/own-number-policy.ts';
import { importInventoryNumbers } from '../../store/inventory.ts';
import type { Queryable } from '../../store/queryable.ts';

/** A fault because of which a row is not imported. */
export interface ImportError {
  readonly row: number;
  readonly column: InventoryColumn;
  readonly code: string;
  readonly message: string;
  /** The value of the cell, truncated. */
  readonly value: string;
}

export interface ImportReport {
  readonly totalRows: number;
  readonly invalidRows: number;
  /** New numbers. */
  readonly added: number;
  /** Numbers that existed before or that appear again in the rows. The last row applies. */
  readonly updated: number;
  /** At most the first 100. */
  readonly faults: readonly ImportError[];
  readonly faultCount: number;
}

export interface ImportDependencies {
  readonly numberLookup: NumberLookup;
  readonly ids: IdSource;
  readonly workspaceId: string;
  readonly at: Date;
  readonly policy: OwnNumberPolicy;
}

/** The field that names the workspace of the imported numbers. */
export const importWorkspace = z
  .string()
  .max(40)
  .optional()
  .meta({
    description:
      'The workspace whose inventory receives the numbers. Only the operator can name another workspace than that of the request.',
    examples: [exampleId('workspace')],
  });

/**
 * Returns the workspace that an import is for, its policy, and the scope of the transaction.
 * @throws {Problem} `operator_only` for another workspace than that of the request; `workspace_not_found`
 */
export async function findImportTarget(
  caller: Caller,
  context: Pick<ApiContext, 'database' | 'messageRoutes'>,
  workspaceId: string = caller.workspaceId,
) {
  const { database } = context;
  const policy = await ownNumberPolicy(caller, context);
  if (workspaceId === caller.workspaceId)
    return { workspaceId, policy, db: database.inWorkspace(workspaceId) };
  if (!policy.byOperator) reject('operator_only');
  // The transaction covers two workspaces: this one, and that of the caller, which has the record of the request.
  const db = database.asSystem();
  if ((await findWorkspace(db, { workspaceId })) === undefined) reject('workspace_not_found');
  return { workspaceId, policy, db };
}

const maxFaults = 100;
const maxValueCharacters = 100;

/** Imports rows into the inventory, about 1,000 per step. Looks up omitted details and collects faults. */
export class InventoryImport {
  readonly #dependencies: ImportDependencies;
  readonly #tx: Queryable;
  readonly #faults: ImportError[] = [];
  readonly #counts = { totalRows: 0, invalidRows: 0, added: 0, updated: 0, faultCount: 0 };

  constructor(dependencies: ImportDependencies, tx: Queryable) {
    this.#dependencies = dependencies;
    this.#tx = tx;
  }

  get report(): ImportReport {
    return { ...this.#counts, faults: this.#faults };
  }

  async addRows(rows: readonly InventoryRow[]): Promise<void> {
    const { numberLookup, ids, workspaceId, at, policy } = this.#dependencies;
    const details = await numberLookup.lookUp(rows.map(({ cells }) => cells.phone_number ?? ''));
    const valid = new Map<string, InventoryNumber>();
    for (const [index, row] of rows.entries()) {
      const result = applyPolicy(completeInventoryRow(row.cells, details[index]), policy);
      if ('faults' in result) this.#recordErrors(row, result.faults);
      else if (valid.has(result.number.e164)) this.#counts.updated += 1;
      if ('number' in result) valid.set(result.number.e164, result.number);
    }
    this.#counts.totalRows += rows.length;
    const numbers = [...valid.values()].map((number) => ({ ...number, id: ids.newId('number') }));
    const { added, updated } = await importInventoryNumbers(this.#tx, {
      workspaceId,
      numbers,
      stockedByOperator: policy.byOperator,
      at,
    });
    this.#counts.added += added;
    this.#counts.updated += updated;
  }

  #recordErrors({ row, cells }: InventoryRow, faults: readonly Omit<ImportError, 'row' | 'value'>[]): void {
    this.#counts.invalidRows += 1;
    this.#counts.faultCount += faults.length;
    const capacity = maxFaults - this.#faults.length;
    for (const fault of faults.slice(0, capacity)) {
      this.#faults.push({ ...fault, row, value: (cells[fault.column] ?? '').slice(0, maxValueCharacters) });
    }
  }
}

type CompleteRow = ReturnType<typeof completeInventoryRow>;

/** Replaces the result with a fault if the policy does not allow the number. */
function applyPolicy(result: CompleteRow, policy: OwnNumberPolicy): CompleteRow {
  if ('faults' in result || policy.allows(result.number.e164)) return result;
  return { faults: [{ column: 'phone_number', ...notAssignedFault }] };
}

/** Returns the problem code: `number_not_assigned` if all faults have that code, otherwise `invalid_request`. */
export const problemCodeOf = (faults: readonly ImportError[]): 'number_not_assigned' | 'invalid_request' =>
  faults.every(({ code }) => code === notAssignedFault.code) ? notAssignedFault.code : 'invalid_request';
