import { BatchPreview, BatchPreviewResult } from '../../domain/batches/batch.ts';
import { rowLimits } from '../http/body-limits.ts';
import { endpoint } from '../endpoint.ts';
import { rejectFaults } from '../reject-faults.ts';
import { resolveBatchFile } from './batch-file.ts';
import { withReadSlot, readCsv } from './read-csv.ts';

export const previewBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/preview',
  operationId: 'previewBatch',
  tag: 'Batch calls',
  summary: 'Preview CSV',
  description: 'Returns the first rows of a file as Parley reads them. Nothing is stored.',
  scope: 'batches:read',
  isReadOnly: true,
  body: BatchPreview.meta({ id: 'BatchPreviewInput' }),
  bodyLimits: rowLimits,
  chunkedList: 'rows',
  upload: 'csv',
  reply: BatchPreviewResult.meta({ id: 'BatchPreview' }),
  errorCodes: ['csv_malformed', 'csv_empty', 'csv_missing_phone_column', 'csv_invalid_header'],

  async handle({ upload, body }, { settings }) {
    const { file, headerIsRow1, faults } = await resolveBatchFile(upload, body);
    rejectFaults(faults);
    const { limit, defaultCountry, columns: columnHeaders } = body;
    const previewOptions = { headerIsRow1, previewRows: limit, checksRows: false, defaultCountry };
    const options = {
      ...previewOptions,
      columnHeaders,
      allowDuplicates: true,
      limits: settings.csvLimits,
      ownNumbers: new Set<string>(),
    };
    const task = { content: file!.content, options };
    const { columns, encoding, preview, recipients, totalRows } = await withReadSlot(() => readCsv(task));
    return {
      columns: [...columns],
      encoding,
      rows: [...preview],
      phoneNumbers: [...recipients],
      totalRows,
    };
  },
});
