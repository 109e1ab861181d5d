import { z } from 'zod';
import { Problem } from '../../core/problems.ts';
import {
  SuppressionFile,
  type SuppressionEntry,
  type SuppressionReport,
} from '../../domain/conversations/suppression-file.ts';
import { maxRows, SuppressionImport } from '../../domain/conversations/suppression.ts';
import { addSuppressions } from '../../store/suppressions.ts';
import { rowLimits } from '../http/body-limits.ts';
import { endpoint } from '../endpoint.ts';
import type { CsvEncoding } from '../../domain/batches/csv-decoder.ts';
import { resolveImportSource, type ImportSource } from './import-source.ts';
import { detectEncoding, importReport, readUploadInPieces } from './read-upload.ts';

/** Entries per write. Small writes do not delay calls that end at the same time. */
const entriesPerWrite = 1_000;

const ImportResponse = z
  .object({
    totalRows: z.int().meta({ description: 'The number of rows below the header.', examples: [250] }),
    validRows: z.int().meta({ description: 'The number of valid rows.', examples: [246] }),
    invalidRows: z.int().meta({ description: 'The number of invalid rows.', examples: [1] }),
    added: z.int().meta({ description: 'New suppressions, one per address and channel.', examples: [12] }),
    known: z.int().meta({
      description: 'Suppressions that existed before or that appear again in the file.',
      examples: [3],
    }),
    ...importReport,
  })
  .meta({ id: 'ImportedSuppressions' });

export const importSuppressions = endpoint({
  method: 'POST',
  path: '/v1/api/suppressions/import',
  operationId: 'importSuppressions',
  tag: 'Suppressions',
  summary: 'Import suppressions',
  description:
    'Imports addresses as CSV (`text/csv` with the options in the query, or `multipart/form-data`) or as JSON. Columns: `address` (or a similar name such as `phone_number` or `email`), optionally `channel` and `reason`. Other columns are ignored. A file with a single column needs no header. Importing the same list again changes nothing.',
  scope: 'conversations:write',
  upload: 'csv',
  body: SuppressionImport.meta({ id: 'SuppressionImport' }),
  bodyLimits: { ...rowLimits, maxEntries: maxRows },
  chunkedList: 'rows',
  reply: ImportResponse,
  errorCodes: ['csv_malformed', 'csv_empty', 'csv_invalid_header', 'csv_too_large'],

  async handle({ caller: { workspaceId, actor }, body, upload, addAuditDetails }, { database, clock }) {
    const source = resolveImportSource(body, upload);
    // The first pass only validates.
    const encoding = await detectEncoding(source.content);
    const report = await readAll({ ...source, encoding }, body, async () => {});
    if (report.invalidRows > 0 && body.onInvalidRows === 'refuse') throw importProblem(report, source);
    const db = database.inWorkspace(workspaceId);
    const counts = { added: 0, entries: 0 };
    await readAll({ ...source, encoding }, body, async (rows) => {
      const entries = rows.flatMap(({ channels, address, reason }) =>
        channels.map((channel) => ({ channel, address, reason })),
      );
      const batch = { workspaceId, entries, createdBy: actor.id, at: new Date(clock.now()) };
      counts.added += await db.transaction((tx) => addSuppressions(tx, batch));
      counts.entries += entries.length;
    });
    const { added } = counts;
    addAuditDetails({ added, invalidRows: report.invalidRows, totalRows: report.totalRows });
    return { ...toImportResponse(report), added, known: counts.entries - added, encoding };
  },
});

/** Reads the whole source. Calls `onRows` with about 1,000 valid entries at a time. */
async function readAll(
  { content, encoding }: ImportSource & { readonly encoding: CsvEncoding },
  defaults: SuppressionImport,
  onRows: (rows: readonly SuppressionEntry[]) => Promise<void>,
): Promise<SuppressionReport> {
  let pendingEntries: SuppressionEntry[] = [];
  const file = new SuppressionFile(defaults, (entry) => pendingEntries.push(entry), { encoding });
  for await (const piece of readUploadInPieces(content)) {
    file.push(piece);
    if (pendingEntries.length < entriesPerWrite) continue;
    await onRows(pendingEntries);
    pendingEntries = [];
  }
  const report = file.end();
  if (pendingEntries.length > 0) await onRows(pendingEntries);
  return report;
}

const toImportResponse = ({ totalRows, invalidRows, errors }: SuppressionReport) => ({
  totalRows,
  validRows: totalRows - invalidRows,
  invalidRows,
  errors: [...errors],
  errorsTruncated: errors.length < invalidRows,
});

function importProblem({ totalRows, invalidRows, errors }: SuppressionReport, source: ImportSource): Problem {
  const fields = errors.map((fault) => ({
    path: source.pathOf(fault),
    code: fault.code,
    message: fault.message,
  }));
  const details = `Nothing was imported: ${invalidRows} of ${totalRows} rows ${invalidRows === 1 ? 'has' : 'have'} faults; see fields.`;
  return new Problem('invalid_request', { details, fields });
}
