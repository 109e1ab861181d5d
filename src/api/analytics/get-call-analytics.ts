import { z } from 'zod';
import { formatNanos } from '../../domain/costs/money.ts';
import { type LatencyHistogram, latencyQuantile } from '../../domain/latency-histogram.ts';
import { type Measures, readMeasures } from '../../store/analytics.ts';
import { endpoint } from '../endpoint.ts';
import { queryPhoneNumber, queryText } from '../paging.ts';
import { analyticsCsv } from './analytics-csv.ts';
import { analyticsFields, resolveRange } from './analytics-query.ts';
import { analyticsResponse, count, type Interval, listPath, ratio, readAnalytics } from './read-analytics.ts';

const CallCounts = z.object({
  calls: count('All calls that were created in the interval, in every state.', 240),
  outbound: count('Calls from Parley.', 200),
  inbound: count('Calls to Parley.', 40),
  ended: count('Calls that have ended.', 238),
  connected: count('Ended calls that were answered, by a person or a machine, or by Parley.', 180),
  placed: count('Ended outbound calls that were requested from the carrier and not cancelled.', 198),
  answered: count('Placed calls that a person answered.', 120),
  voicemail: count('Placed calls that a machine answered.', 30),
  failed: count('Placed calls that the carrier could not place.', 5),
  answerRate: z
    .number()
    .nullable()
    .meta({
      description: '`answered` divided by `placed`, rounded to three decimals. Null without placed calls.',
      examples: [0.606],
    }),
  durationSeconds: z.number().meta({
    description: 'The time from answer to end of all ended calls, in seconds.',
    examples: [10_815.2],
  }),
  averageDurationSeconds: z
    .number()
    .nullable()
    .meta({
      description: '`durationSeconds` divided by `connected`. Null without connected calls.',
      examples: [60.1],
    }),
  costs: z.record(z.string(), z.string()).meta({
    description: 'The sum of the costs by currency, decimals. Empty if no usage has a price.',
    examples: [{ USD: '4.21' }],
  }),
  costsComplete: z.boolean().meta({ description: 'Whether all usage has a price.' }),
});

const milliseconds = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description} Null without responses.`, examples: [example] });

const Quantiles = z.object({
  p50Ms: milliseconds('Half of the responses have at most this latency, in milliseconds.', 740),
  p90Ms: milliseconds('90 % of the responses have at most this latency, in milliseconds.', 1_020),
  p99Ms: milliseconds('99 % of the responses have at most this latency, in milliseconds.', 1_480),
});

const outcomes = (description: string, example: Record<string, number>) =>
  z.record(z.string(), z.int()).meta({ description, examples: [example] });

const CallNumbers = CallCounts.extend({
  endReasons: outcomes('Ended calls by end reason.', { customer_hangup: 110, no_answer: 48 }),
  dispositions: outcomes('Ended calls by disposition.', { answered: 120, no_answer: 48 }),
  latency: z
    .object({
      turns: count('The number of responses.', 960),
      silence: Quantiles.meta({
        description: 'The silence before a response, `totalMs` of its turn. Exact to 5 %.',
      }),
      own: Quantiles.meta({
        description:
          "Parley's own share of the silence: `bufferMs` and `playoutMs` of its turn, without endpointing, model and voice. Exact to 5 %.",
      }),
    })
    .meta({ description: 'The latency of the responses of the agent.' }),
});

const CallAnalytics = analyticsResponse('CallAnalytics', CallNumbers, CallCounts);

function callCounts(measures: Measures): z.input<typeof CallCounts> {
  const valueOf = (name: string) => measures[name] ?? 0;
  const [placed, answered, connected] = [valueOf('placed'), valueOf('answered'), valueOf('connected')];
  const durationSeconds = valueOf('durationMs') / 1000;
  const costs = Object.entries(byPrefix(measures, 'cost ')).map(([currency, nanos]) => [
    currency,
    formatNanos(BigInt(nanos)),
  ]);
  return {
    calls: valueOf('calls'),
    outbound: valueOf('outbound'),
    inbound: valueOf('inbound'),
    ended: valueOf('ended'),
    connected,
    placed,
    answered,
    voicemail: valueOf('voicemail'),
    failed: valueOf('failed'),
    answerRate: ratio(answered, placed),
    durationSeconds,
    averageDurationSeconds: ratio(durationSeconds, connected),
    costs: Object.fromEntries(costs) as Record<string, string>,
    costsComplete: valueOf('unpriced') === 0,
  };
}

function callNumbers(measures: Measures): z.input<typeof CallNumbers> {
  const silence = histogram(measures, 'silence:');
  return {
    ...callCounts(measures),
    endReasons: byPrefix(measures, 'end:'),
    dispositions: byPrefix(measures, 'disposition:'),
    latency: {
      turns: [...silence.values()].reduce((sum, turns) => sum + turns, 0),
      silence: quantiles(silence),
      own: quantiles(histogram(measures, 'own:')),
    },
  };
}

/** Returns the measures whose names start with the prefix, without it, largest first. */
function byPrefix(measures: Measures, prefix: string): Record<string, number> {
  const found = Object.entries(measures).filter(([name]) => name.startsWith(prefix));
  const sorted = found.toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, value]) => [name.slice(prefix.length), value]));
}

const histogram = (measures: Measures, prefix: string): LatencyHistogram =>
  new Map(Object.entries(byPrefix(measures, prefix)).map(([bucket, turns]) => [Number(bucket), turns]));

function quantiles(latencies: LatencyHistogram): z.input<typeof Quantiles> {
  const quantile = (share: number) => {
    const ms = latencyQuantile(latencies, share);
    return ms === undefined ? null : Math.round(ms * 10) / 10;
  };
  return { p50Ms: quantile(0.5), p90Ms: quantile(0.9), p99Ms: quantile(0.99) };
}

const groupFilter = { agent: 'agentId', flow: 'flowId', batch: 'batchId', number: 'phoneNumber' } as const;

export const getCallAnalytics = endpoint({
  method: 'GET',
  path: '/v1/api/analytics/calls',
  operationId: 'getCallAnalytics',
  tag: 'Analytics',
  summary: 'Get numbers of calls over time',
  description:
    'Counts, answer rate, outcomes, duration, latency and costs by hour, day or week. A call counts for the interval of its `createdAt`, as in the list of calls. Erased calls stay in the numbers. `listUrl` is the list of the calls of an interval.',
  scope: 'calls:read',
  errorCodes: ['invalid_timezone'],
  query: z.strictObject({
    ...analyticsFields,
    groupBy: z.enum(['agent', 'flow', 'batch', 'number', 'none']).default('none').meta({
      description:
        'The groups. `number` is the number of the workspace: the caller of outbound calls, the callee of inbound calls.',
    }),
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    flowId: queryText.optional().meta({ description: 'The id of the flow.' }),
    batchId: queryText.optional().meta({ description: 'The id of the batch.' }),
    phoneNumber: queryPhoneNumber.optional().meta({
      description: 'The number of the workspace. Include the country code.',
    }),
  }),
  reply: CallAnalytics,
  alternativeReply: { contentType: 'text/csv', description: 'The series.' },

  async handle({ caller: { workspaceId, timezone }, query }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const requested = await resolveRange(db, query, { timezone, nowMs: clock.now() });
    const { agentId, flowId, batchId, phoneNumber, groupBy, interval } = query;
    const { timeZone } = requested;
    const filters = { agentId, flowId, batchId, phoneNumber };
    const listUrl = (item: Interval, group?: string) => {
      if (group === '') return null;
      const groupFilters = group === undefined || groupBy === 'none' ? {} : { [groupFilter[groupBy]]: group };
      return listPath('/api/v1/calls', item, { ...filters, ...groupFilters });
    };
    const analytics = await readAnalytics(db, {
      workspaceId,
      query,
      requested,
      numbers: { all: callNumbers, ofGroup: callCounts },
      listUrl,
      read: (range, grouping) =>
        readMeasures(
          db,
          {
            workspaceId,
            subject: 'calls',
            agentId,
            flowId,
            batchId,
            number: phoneNumber,
            range,
            interval,
            timeZone,
          },
          grouping,
        ),
    });
    return query.format === 'csv' ? analyticsCsv('calls', analytics) : analytics;
  },
});
