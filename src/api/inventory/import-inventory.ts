import { z } from 'zod';
import { Problem, reject } from '../../core/problems.ts';
import { InventoryFile, type InventoryRow } from '../../domain/numbers/inventory-file.ts';
import { analyzeInventory } from '../../store/inventory.ts';
import type { Queryable } from '../../store/queryable.ts';
import { endpoint } from '../endpoint.ts';
import { detectEncoding, importReport, readUploadInPieces } from '../suppressions/read-upload.ts';
import { uploadFromBytes, type UploadedBytes } from '../uploads/upload.ts';
import {
  findImportTarget,
  importWorkspace,
  problemCodeOf,
  InventoryImport,
  type ImportReport,
  type ImportDependencies,
} from './inventory-import.ts';

/** Rows that are looked up and written in one step. */
const rowsPerWrite = 1_000;
/** The table is analyzed after at least this many new numbers, because fewer do not change query plans. */
const analyzeFromRows = 1_000;

const ImportResponse = z
  .object({
    totalRows: z.int().meta({ description: 'The number of rows below the header.', examples: [250] }),
    validRows: z.int().meta({ description: 'The number of valid rows.', examples: [246] }),
    invalidRows: z.int().meta({ description: 'The number of invalid rows.', examples: [1] }),
    added: z.int().meta({ description: 'New numbers.', examples: [12] }),
    updated: z.int().meta({
      description: 'Numbers that existed before or that appear again in the file. The last row applies.',
      examples: [3],
    }),
    ignoredColumns: z.array(z.string()).meta({ description: 'Unknown columns.' }),
    ...importReport,
  })
  .meta({ id: 'ImportedInventory' });

export const importInventory = endpoint({
  method: 'POST',
  path: '/v1/api/telephony/inventory/import',
  operationId: 'importInventory',
  tag: 'Number inventory',
  summary: 'Import numbers into the inventory',
  description:
    'CSV as `text/csv` (options in the query), as `multipart/form-data` (field `file`), or in JSON. Columns: `phone_number` and optionally `country`, `type`, `locality`, `region`, `friendly_name`, `supplier`, `monthly_price_usd`. Omitted details of the number are looked up. The import is atomic.',
  scope: 'numbers:write',
  upload: 'csv',
  body: z
    .strictObject({
      csv: z
        .string()
        .optional()
        .meta({
          description: 'The file as text, if no file is uploaded.',
          examples: ['phone_number,name\n+12025550100,Ada Lovelace\n'],
        }),
      workspaceId: importWorkspace,
      onInvalidRows: z.enum(['refuse', 'skip']).default('refuse').meta({
        description:
          '`refuse`: one invalid row rejects the file. `skip`: invalid rows are skipped and the others imported.',
      }),
    })
    .meta({ id: 'InventoryImport' }),
  reply: ImportResponse,
  errorCodes: [
    'csv_malformed',
    'csv_empty',
    'csv_missing_phone_column',
    'csv_invalid_header',
    'csv_too_large',
    'number_not_assigned',
    'operator_only',
    'workspace_not_found',
  ],

  async handle({ caller, body, upload, requestRecord, addAuditDetails }, context) {
    const { clock, ids, numberLookup } = context;
    const { workspaceId, policy, db } = await findImportTarget(caller, context, body.workspaceId);
    const content = resolveContent(body.csv, upload?.content);
    const dependencies = { numberLookup, ids, workspaceId, at: new Date(clock.now()), policy };
    const imported = await db.transaction(async (tx) => {
      const { report, ignoredColumns, encoding } = await importFile(dependencies, tx, content);
      if (report.invalidRows > 0 && body.onInvalidRows === 'refuse') throw importProblem(report);
      const response = { ...toImportResponse(report), ignoredColumns, encoding };
      addAuditDetails({
        workspaceId,
        added: response.added,
        updated: response.updated,
        invalidRows: response.invalidRows,
      });
      await requestRecord.storeResponse(tx, response);
      return response;
    });
    if (imported.added >= analyzeFromRows) await analyzeInventory(db);
    return imported;
  },
});

/** @throws {Problem} `invalid_request` unless exactly one of file and text was sent */
function resolveContent(csv: string | undefined, file: UploadedBytes | undefined): UploadedBytes {
  if ((csv === undefined) !== (file === undefined)) return file ?? uploadFromBytes(Buffer.from(csv!)).content;
  const isMissing = csv === undefined;
  const message = isMissing ? 'Send a file or csv.' : 'Send either a file or csv, not both.';
  return reject('invalid_request', {
    fields: [{ path: 'csv', code: isMissing ? 'required' : 'invalid_value', message }],
  });
}

async function importFile(dependencies: ImportDependencies, tx: Queryable, content: UploadedBytes) {
  const inventoryImport = new InventoryImport(dependencies, tx);
  let pendingRows: InventoryRow[] = [];
  const encoding = await detectEncoding(content);
  const file = new InventoryFile((row) => pendingRows.push(row), { encoding });
  const flush = async () => {
    const rows = pendingRows;
    pendingRows = [];
    if (rows.length > 0) await inventoryImport.addRows(rows);
  };
  for await (const piece of readUploadInPieces(content)) {
    file.push(piece);
    if (pendingRows.length >= rowsPerWrite) await flush();
  }
  file.end();
  await flush();
  return { report: inventoryImport.report, ignoredColumns: file.ignoredColumns, encoding };
}

const toImportResponse = ({ totalRows, invalidRows, added, updated, faults, faultCount }: ImportReport) => ({
  totalRows,
  validRows: totalRows - invalidRows,
  invalidRows,
  added,
  updated,
  errors: [...faults],
  errorsTruncated: faults.length < faultCount,
});

function importProblem({ totalRows, invalidRows, faults }: ImportReport): Problem {
  const fields = faults.map(({ row, column, code, message }) => ({
    path: `file[${row}].${column}`,
    code,
    message,
  }));
  const details = `Nothing was imported: ${invalidRows} of ${totalRows} rows ${invalidRows === 1 ? 'has' : 'have'} faults; see fields.`;
  return new Problem(problemCodeOf(faults), { details, fields });
}
