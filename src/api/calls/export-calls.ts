import { totalCost } from '../../domain/costs/price-usage.ts';
import type { CallResultRow } from '../../store/calls/list-calls.ts';
import { type CsvCell, type CsvForm, csvResponse, csvRows } from '../csv-export.ts';
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

/** Returns calls as a file. */
export const exportCalls = (pages: AsyncIterable<readonly CallResultRow[]>, form: CsvForm): BinaryResponse =>
  csvResponse('calls', csvRows(columns, pages, form, new Set(['recording'])));
