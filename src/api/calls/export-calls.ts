import { csvRecord, escapeFormula } from '../../domain/batches/csv-text.ts';
import { byteOrderMark, excelFormat } from '../../domain/batches/excel-cells.ts';
import { timeZoneColumn } from '../../domain/batches/result-columns.ts';
import { totalCost } from '../../domain/costs/price-usage.ts';
import type { CallResultRow } from '../../store/calls/list-calls.ts';
import { type CsvCell, csvResponse, excelCells, plainCells } from '../csv-export.ts';
import type { BinaryResponse } from '../http/binary-response.ts';
import { durationSeconds } from './call-response.ts';

/** The columns of an export by heading. Those that exports of batches have too have the same headings. */
const columns: Readonly<Record<string, (call: CallResultRow) => CsvCell>> = {
  call_id: ({ id }) => id,
  created_at: ({ createdAt }) => createdAt,
  direction: ({ direction }) => direction,
  from_number: ({ fromNumber }) => fromNumber,
  to_number: ({ toNumber }) => toNumber,
  name: ({ customer }) => customer.name,
  email: ({ customer }) => customer.email,
  external_id: ({ customer }) => customer.externalId,
  agent: ({ agent }) => agent.name,
  status: ({ state }) => state,
  end_reason: ({ endReason }) => endReason,
  end_detail: ({ endDetail }) => endDetail,
  disposition: ({ disposition }) => disposition,
  notes: ({ notes }) => notes,
  answered_at: ({ answeredAt }) => answeredAt,
  ended_at: ({ endedAt }) => endedAt,
  duration_seconds: durationSeconds,
  recording: ({ id, recordingPath, state }) =>
    recordingPath !== null && state === 'ended' ? `/api/v1/calls/${id}/recording` : null,
  last_words: ({ lastUtterance }) => lastUtterance,
  summary: ({ analysis }) => analysis?.summary,
  success: ({ analysis }) => analysis?.success,
  analysis_success_reason: ({ analysis }) => analysis?.successReason,
  analysis_sentiment: ({ analysis }) => analysis?.sentiment,
  analysis_fields: ({ analysis }) => objectText(analysis?.fields),
  variables: ({ variables }) => objectText(variables),
  cost: ({ costs }) => totalCost(costs)?.amount,
  currency: ({ costs }) => totalCost(costs)?.currency,
  agent_id: ({ agentId }) => agentId,
  flow_id: ({ flowId }) => flowId,
  batch_id: ({ batchId }) => batchId,
  job_id: ({ jobId }) => jobId,
  attempt: ({ attempt }) => attempt,
};

/** Returns values as a JSON object, because calls of different agents have different ones. */
const objectText = (values: Readonly<Record<string, unknown>> | undefined): string | null =>
  values === undefined || Object.keys(values).length === 0 ? null : JSON.stringify(values);

/** A file for Excel: its locale (BCP 47), the address of the service, and the IANA time zone of its times. */
interface ExcelFile {
  readonly locale: string;
  readonly baseUrl: string;
  readonly zone: string;
}

/** Returns calls as a file. `raw`: cells that begin like a formula are exported unchanged. */
export const exportCalls = (
  pages: AsyncIterable<readonly CallResultRow[]>,
  form: 'plain' | 'raw' | ExcelFile,
): BinaryResponse => csvResponse('calls', csvRecords(pages, form));

async function* csvRecords(
  pages: AsyncIterable<readonly CallResultRow[]>,
  form: 'plain' | 'raw' | ExcelFile,
): AsyncGenerator<string> {
  const isExcel = typeof form === 'object';
  const format = isExcel ? excelFormat(form.locale) : undefined;
  const cellOf =
    format === undefined || !isExcel
      ? plainCells(form === 'raw')
      : excelCells({ format, baseUrl: form.baseUrl }, { zone: form.zone, isInferred: true });
  const headings = [...Object.keys(columns), ...(isExcel ? [timeZoneColumn] : [])];
  yield (isExcel ? byteOrderMark : '') + csvRecord(headings.map(escapeFormula), format?.delimiter);
  for await (const page of pages) {
    const records = page.map((call) => {
      const cells = Object.entries(columns).map(([heading, read]) =>
        cellOf(read(call), { isLink: heading === 'recording' }),
      );
      return csvRecord(isExcel ? [...cells, form.zone] : cells, format?.delimiter);
    });
    yield records.join('');
  }
}
