import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { countFieldOf } from '../../domain/batches/batch-counts.ts';
import { columnHeadings } from '../../domain/batches/result-columns.ts';
import { batchCallOutcome, batchCallStatus } from '../../domain/batches/batch.ts';
import { type BatchRow, findBatch } from '../../store/batches/batches.ts';
import { eachBatchJob, listBatchJobs, type BatchJobFilters } from '../../store/batches/list-batch-jobs.ts';
import type { ListWindow } from '../../store/listing.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryInteger,
  queryPhoneNumber,
  queryText,
} from '../paging.ts';
import { BatchJobResponse, batchParameter, toBatchJobResponse } from './batch-response.ts';
import { exportJobs } from './export-jobs.ts';

const attemptsMax = 1000;

export const listBatchCalls = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/calls',
  operationId: 'listBatchCalls',
  tag: 'Batch calls',
  summary: 'List batch calls',
  description:
    'Sorted in the order of the file. `format=csv` returns all matching calls as one file that is safe to open in a spreadsheet: cells that begin like a formula are prefixed with an apostrophe. `raw=true` leaves them unchanged. For a key with `calls:read` the file also has the result of the last call of each row: disposition, duration, the last words of the customer, the summary, and each variable of the flow as a column `collected_…`. The answers of the customer follow the columns of the person.',
  scope: 'batches:read',
  parameters: batchParameter,
  query: listQuery({
    status: batchCallStatus.optional(),
    outcome: batchCallOutcome.optional(),
    phoneNumber: queryPhoneNumber.optional(),
    attempt: queryInteger(0, attemptsMax).optional().meta({ description: 'Number of calls started so far.' }),
    search: queryText.optional().meta({
      description: "Matches anywhere in the number, or in the customer's name, email or external id.",
    }),
    format: z.enum(['json', 'csv']).default('json'),
    headings: z.enum(columnHeadings).default('names').meta({
      description:
        'With `format=csv`: the headings of the answers. `names`: `collected_<variable>`. `titles`: the name of the step of the flow that asks for the answer, or `collected_<variable>` if the step has no name or another column has the same name.',
    }),
    raw: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'With `format=csv`: cells that begin like a formula are left unchanged.' }),
  }),
  reply: listResponseSchema('calls', BatchJobResponse),
  alternativeReply: { contentType: 'text/csv', description: 'All matching calls.' },

  async handle({ caller: { workspaceId, scopes }, path: { batchId }, query }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const batch = (await findBatch(db, { workspaceId, batchId })) ?? refuse('batch_not_found');
    const { status, outcome, phoneNumber, attempt, search } = query;
    const window = listWindow(query);
    const filters = { workspaceId, batchId, status, outcome, phoneNumber, attempt, search, ...window };
    if (query.format === 'json') {
      const found = await listBatchJobs(db, filters, totalFromCounts(batch, filters));
      return listResponse('calls', query, found, toBatchJobResponse);
    }
    return exportJobs(db, {
      batch,
      jobs: eachBatchJob(db, filters),
      isRaw: query.raw === 'true',
      headings: query.headings,
      includesCallResults: scopes.includes('calls:read'),
    });
  },
});

/** Returns the total from the counts of the batch if no filter but `status` is set. This avoids counting a million rows. */
function totalFromCounts(batch: BatchRow, filters: BatchJobFilters & ListWindow): number | undefined {
  const { status, outcome, phoneNumber, attempt, search, createdAtFrom, createdAtTo } = filters;
  const others = [outcome, phoneNumber, attempt, search, createdAtFrom, createdAtTo];
  if (others.some((filter) => filter !== undefined)) return undefined;
  if (status === undefined) return batch.total;
  return batch[countFieldOf[status as keyof typeof countFieldOf]];
}
