import { z } from 'zod';
import type { Measures } from '../../store/analytics.ts';
import { readBatchMeasures } from '../../store/batches/batch-analytics.ts';
import { endpoint } from '../endpoint.ts';
import { queryText } from '../paging.ts';
import { analyticsCsv } from './analytics-csv.ts';
import { analyticsFields, resolveRange } from './analytics-query.ts';
import { analyticsResponse, count, listPath, ratio, readAnalytics } from './read-analytics.ts';

const BatchNumbers = z.object({
  batches: count('Batches that were started in the interval.', 3),
  rows: count('Rows of these batches.', 1200),
  pending: count('Rows that wait for their call.', 200),
  dialing: count('Rows that are dialed now.', 4),
  inProgress: count('Rows whose call is in progress.', 6),
  completed: count('Rows whose last call ended as planned.', 900),
  failed: count('Rows that were not reached.', 60),
  skipped: count('Rows that are not called.', 20),
  cancelled: count('Rows that were cancelled.', 10),
  connected: count('Rows whose customer was reached.', 700),
  connectRate: z
    .number()
    .nullable()
    .meta({
      description:
        '`connected` divided by `completed` and `failed`, rounded to three decimals. Null without such rows.',
      examples: [0.729],
    }),
});

const BatchAnalytics = analyticsResponse('BatchAnalytics', BatchNumbers, BatchNumbers);

const countNames = [
  'batches',
  'rows',
  'pending',
  'dialing',
  'inProgress',
  'completed',
  'failed',
  'skipped',
  'cancelled',
  'connected',
] as const;

function batchNumbers(measures: Measures): z.input<typeof BatchNumbers> {
  const counts = Object.fromEntries(countNames.map((name) => [name, measures[name] ?? 0])) as Record<
    (typeof countNames)[number],
    number
  >;
  return {
    ...counts,
    connectRate: ratio(counts.connected, counts.completed + counts.failed),
  };
}

export const getBatchAnalytics = endpoint({
  method: 'GET',
  path: '/v1/api/analytics/batches',
  operationId: 'getBatchAnalytics',
  tag: 'Analytics',
  summary: 'Get numbers of batches over time',
  description:
    'Batches and their rows by status, by hour, day or week. The rows count for the interval in which their batch was started. The calls of batches are in the numbers of calls, with `groupBy=batch`.',
  scope: 'batches:read',
  errorCodes: ['invalid_timezone'],
  query: z.strictObject({
    ...analyticsFields,
    groupBy: z.enum(['agent', 'batch', 'none']).default('none').meta({ description: 'The groups.' }),
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    batchId: queryText.optional().meta({ description: 'The id of the batch.' }),
  }),
  reply: BatchAnalytics,
  alternativeReply: { contentType: 'text/csv', description: 'The series.' },

  async handle({ caller: { workspaceId, timezone }, query }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const requested = await resolveRange(db, query, { timezone, nowMs: clock.now() });
    const { agentId, batchId, groupBy, interval } = query;
    const { timeZone } = requested;
    const analytics = await readAnalytics(db, {
      workspaceId,
      query,
      requested,
      numbers: { all: batchNumbers, ofGroup: batchNumbers },
      listUrl: (item, group) => {
        if (batchId !== undefined || (group !== undefined && groupBy === 'batch')) return null;
        return listPath('/v1/api/batch-calls', item, { agentId: group ?? agentId });
      },
      read: (range, grouping) =>
        readBatchMeasures(db, { workspaceId, agentId, batchId, range, interval, timeZone }, grouping),
    });
    return query.format === 'csv' ? analyticsCsv('batches', analytics) : analytics;
  },
});
