import type { FieldFault, ProblemCode } from '../../core/problems.ts';
import type { MessageBatchCheck, MessageBatchReport } from '../../domain/batches/message-batch.ts';
import {
  cellWarnings,
  columnsMissing,
  columnWarnings,
  encodingWarning,
  repeatedRecipientWarning,
} from '../../domain/batches/column-warnings.ts';
import type { CsvReaderOptions, CsvReport } from '../../domain/batches/csv-reader.ts';
import { messageFlowColumns, type FlowColumns } from '../../domain/batches/flow-variables.ts';
import { recipientRole } from '../../domain/batches/header.ts';
import type { NumberNetwork } from '../../domain/batches/number-networks.ts';
import type { RepeatedRows } from '../../domain/batches/repeated-rows.ts';
import type { MessageChannel } from '../../domain/conversations/recipient.ts';
import {
  findActiveMessageFlow,
  findSendingAgent,
  type MessageFlowRow,
} from '../../messaging/sending/flow-message.ts';
import type { MessageRoutes } from '../../messaging/sending/message-routes.ts';
import type { Queryable } from '../../store/queryable.ts';
import { problemFault } from '../reject-faults.ts';
import type { ApiContext } from '../context.ts';

/** Maximum number of rows of a file of messages. Their counts are read from the messages. */
export const maxMessageRows = 100_000;

/** The flow of a batch of messages, and how it uses the file. */
export interface BatchFlow {
  readonly flow: MessageFlowRow;
  readonly channel: MessageChannel;
  readonly columns: FlowColumns;
}

/** Returns the flow and the channel of a batch. If the flow cannot send messages by this channel, adds a fault and returns undefined. */
export async function findBatchFlow(
  db: Queryable,
  workspaceId: string,
  { flowId, channel: requested }: Pick<MessageBatchCheck, 'flowId' | 'channel'>,
  faults: FieldFault[],
): Promise<BatchFlow | undefined> {
  const flow = await findActiveMessageFlow({ db, workspaceId }, flowId, faults);
  if (flow === undefined || faults.length > 0) return undefined;
  const agent = await findSendingAgent({ db, workspaceId }, flow);
  const own = [flow.definition.channel, agent?.config.channel].find(
    (channel) => channel === 'sms' || channel === 'email',
  );
  if (requested !== undefined && own !== undefined && own !== requested) {
    const message = `The flow or its agent sends by ${own === 'sms' ? 'SMS' : 'email'}.`;
    faults.push(problemFault('channel', 'recipient_channel_mismatch', message));
    return undefined;
  }
  const channel = requested ?? own ?? 'sms';
  return { flow, channel, columns: messageFlowColumns(flow.definition, channel) };
}

interface FileOptions {
  readonly headerIsRow1: boolean;
  readonly previewRows: number;
  readonly batchFlow: BatchFlow;
}

/** Returns the options with which a file of messages is read. */
export const messageFileOptions = (
  { defaultCountry, dateOrder, columns }: Omit<MessageBatchCheck, 'flowId' | 'format'>,
  { headerIsRow1, previewRows, batchFlow }: FileOptions,
  { clock, settings }: Pick<ApiContext, 'clock' | 'settings'>,
): CsvReaderOptions => ({
  channel: batchFlow.channel,
  defaultCountry,
  dateOrder,
  columnHeaders: columns,
  allowDuplicates: false,
  ownNumbers: new Set<string>(),
  headerIsRow1,
  previewRows,
  checksRows: true,
  timeColumns: batchFlow.columns.times,
  nowMs: clock.now(),
  limits: { ...settings.csvLimits, maxRows: Math.min(settings.csvLimits.maxRows, maxMessageRows) },
});

/** Returns the missing variables and the warnings of a file of messages. */
export const messageFileWarnings = (
  report: CsvReport,
  { columns, channel }: BatchFlow,
  { dateOrder, repeated }: Pick<MessageBatchCheck, 'dateOrder'> & { readonly repeated: RepeatedRows },
) =>
  ({
    variablesMissing: columnsMissing(report, columns),
    warnings: [
      ...encodingWarning(report).map((warning) => ({ ...warning, path: 'file', column: null })),
      ...[
        ...columnWarnings({ ...report, dateOrder }, columns, 'written'),
        ...cellWarnings(report, 'written to'),
        ...repeatedRecipientWarning(repeated, recipientRole(channel)),
      ].map((warning) => ({ ...warning, path: `columns.${warning.column}` })),
    ],
  }) satisfies Pick<typeof MessageBatchReport._input, 'variablesMissing' | 'warnings'>;

/** A recipient of each network, by which the route is found. */
const sampleRecipients = {
  sms: { phone: '+12026000142', test: '+12025550100' },
  email: { phone: 'person@parley.invalid', test: 'person@example.com' },
} as const satisfies Record<MessageChannel, Record<NumberNetwork, string>>;

/** Returns why no carrier reaches the rows of a file; undefined if carriers reach all. */
export function missingCarrier(
  { networks }: Pick<CsvReport, 'networks'>,
  channel: MessageChannel,
  routes: MessageRoutes,
): { readonly code: ProblemCode; readonly details: string } | undefined {
  for (const network of ['phone', 'test'] as const) {
    const recipient = sampleRecipients[channel][network];
    if (networks[network].rows > 0 && routes.find(channel, recipient) === undefined)
      return { code: 'no_message_carrier', details: routes.missingCarrierText(channel, recipient) };
  }
  return undefined;
}
