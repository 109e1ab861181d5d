import { z } from 'zod';
import { type Measures, readMeasures } from '../../store/analytics.ts';
import { endpoint } from '../endpoint.ts';
import { queryAddress, queryText } from '../paging.ts';
import { analyticsCsv } from './analytics-csv.ts';
import { analyticsFields, resolveRange } from './analytics-query.ts';
import { analyticsResponse, count, ratio, readAnalytics } from './read-analytics.ts';

const MessageCounts = z.object({
  messages: count('All messages that were created in the interval, in every status.', 400),
  outbound: count('Messages from Parley.', 300),
  inbound: count('Messages of customers.', 100),
  sms: count('Messages by SMS.', 380),
  email: count('Messages by email.', 20),
  segments: count('Parts of SMS that were sent to a carrier.', 410),
});

const MessageNumbers = MessageCounts.extend({
  statuses: z.record(z.string(), z.int()).meta({
    description: 'Outbound messages by their current status.',
    examples: [{ delivered: 280, failed: 4 }],
  }),
  deliveryRate: z
    .number()
    .nullable()
    .meta({
      description:
        '`delivered` divided by `delivered` and `failed`, rounded to three decimals. Null without such messages. Not all carriers report deliveries.',
      examples: [0.986],
    }),
  keywords: z.record(z.string(), z.int()).meta({
    description: 'Inbound messages that consist of a keyword, such as `stop`.',
    examples: [{ stop: 3 }],
  }),
});

const MessageAnalytics = analyticsResponse('MessageAnalytics', MessageNumbers, MessageCounts);

const countNames = ['messages', 'outbound', 'inbound', 'sms', 'email', 'segments'] as const;

const messageCounts = (measures: Measures): z.input<typeof MessageCounts> =>
  Object.fromEntries(countNames.map((name) => [name, measures[name] ?? 0])) as z.input<typeof MessageCounts>;

function messageNumbers(measures: Measures): z.input<typeof MessageNumbers> {
  const withPrefix = (prefix: string) =>
    Object.fromEntries(
      Object.entries(measures).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
      ),
    );
  const statuses = withPrefix('status:');
  const { delivered = 0, failed = 0 } = statuses;
  return {
    ...messageCounts(measures),
    statuses,
    deliveryRate: ratio(delivered, delivered + failed),
    keywords: withPrefix('keyword:'),
  };
}

export const getMessageAnalytics = endpoint({
  method: 'GET',
  path: '/v1/api/analytics/messages',
  operationId: 'getMessageAnalytics',
  tag: 'Analytics',
  summary: 'Get numbers of messages over time',
  description:
    'Counts, statuses and delivery rate by hour, day or week. A message counts for the interval of its creation, and for the agent that its conversation had then. Erased messages stay in the numbers.',
  scope: 'conversations:read',
  errorCodes: ['invalid_timezone'],
  query: z.strictObject({
    ...analyticsFields,
    groupBy: z.enum(['agent', 'flow', 'number', 'none']).default('none').meta({
      description: 'The groups. `number` is the number or email address of the workspace.',
    }),
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    flowId: queryText.optional().meta({ description: 'The id of the flow.' }),
    address: queryAddress.optional().meta({ description: 'The number or email address of the workspace.' }),
  }),
  reply: MessageAnalytics,
  alternativeReply: { contentType: 'text/csv', description: 'The series.' },

  async handle({ caller: { workspaceId, timezone }, query }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const requested = await resolveRange(db, query, { timezone, nowMs: clock.now() });
    const { agentId, flowId, address: number, interval } = query;
    const { timeZone } = requested;
    const analytics = await readAnalytics(db, {
      workspaceId,
      query,
      requested,
      numbers: { all: messageNumbers, ofGroup: messageCounts },
      listUrl: () => null,
      read: (range, grouping) =>
        readMeasures(
          db,
          { workspaceId, subject: 'messages', agentId, flowId, number, range, interval, timeZone },
          grouping,
        ),
    });
    return query.format === 'csv' ? analyticsCsv('messages', analytics) : analytics;
  },
});
