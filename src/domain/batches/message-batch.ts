import { z } from 'zod';
import { quietHours } from '../flow/flow.ts';
import { messageStatus } from '../conversations/message-status.ts';
import { messageChannels } from '../conversations/recipient.ts';
import {
  createdAt,
  exampleId,
  idOf,
  instant,
  metadata,
  namedEnum,
  requiredText,
  updatedAt,
  variableValue,
} from '../fields.ts';
import {
  BatchColumn,
  BatchPreview,
  BatchPreviewResult,
  BatchReport,
  encodingField,
  fileContent,
  flowCheckFields,
  nullableInstant,
  readingOptions,
  reportFormat,
  retryOutcomes,
  timesField,
} from './batch.ts';

/** The allowed status transitions of a batch of messages, as listed in docs/message-batches.md. */
export const messageBatchTransitions = {
  pending_approval: ['scheduled', 'cancelled'],
  scheduled: ['running', 'paused', 'cancelled'],
  running: ['paused', 'completed', 'cancelled'],
  paused: ['scheduled', 'running', 'cancelled'],
  completed: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

export type MessageBatchStatus = keyof typeof messageBatchTransitions;

export const messageBatchStatuses = Object.keys(messageBatchTransitions) as MessageBatchStatus[];

export const canMessageBatchTransition = (from: MessageBatchStatus, to: MessageBatchStatus): boolean =>
  (messageBatchTransitions[from] as readonly string[]).includes(to);

export const isMessageBatchEnded = (status: MessageBatchStatus): boolean =>
  messageBatchTransitions[status].length === 0;

export const messageBatchStatus = namedEnum(messageBatchStatuses, {
  id: 'MessageBatchStatus',
  title: 'Message batch status',
  description: 'The stage of the batch. `completed` and `cancelled` are final.',
  values: {
    pending_approval: 'The batch waits until a user approves it. `firstMessages` has its first messages.',
    scheduled: 'The batch waits for `scheduledAt`.',
    running: 'Messages are sent at the rate of the batch and outside of quiet hours.',
    paused: 'No new messages are created. `statusDetail` has the reason if a user did not pause the batch.',
    completed: 'Every row has ended.',
    cancelled: 'The batch was cancelled. Messages that the carrier has not received are not sent.',
  },
  example: 'running',
});

export const messageApprovals = ['each', 'first', 'none'] as const;

const approval = namedEnum(messageApprovals, {
  id: 'MessageBatchApproval',
  title: 'Message batch approval',
  description: 'What a user approves before messages are sent.',
  values: {
    each: 'Each message waits for its own approval.',
    first: 'The batch waits for one approval of all its messages. The first ten are shown.',
    none: 'Messages are sent without approval.',
  },
  example: 'first',
});

export const batchMessageStatuses = [
  'pending',
  'pending_approval',
  'in_progress',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const;

export type BatchMessageStatus = (typeof batchMessageStatuses)[number];

export const batchMessageStatus = namedEnum(batchMessageStatuses, {
  id: 'BatchMessageStatus',
  title: 'Batch message status',
  description:
    'The stage of one row of a batch of messages. `completed`, `failed`, `skipped` and `cancelled` are final.',
  values: {
    pending: 'The row waits for its message.',
    pending_approval: 'The message waits for approval.',
    in_progress: 'The message is being sent, or is sent later.',
    completed: 'The carrier has accepted the message.',
    failed:
      'The message could not be created, sent or delivered, or it is unknown whether it was sent. `detail` has the reason.',
    skipped: 'The row receives no message. `skipReason` has the reason.',
    cancelled: 'The batch was cancelled or the message was rejected before it was sent.',
  },
  example: 'completed',
});

export const messageSkipReasons = [
  'invalid_row',
  'duplicate',
  'suppressed',
  'quiet_hours',
  'erased',
] as const;

const skipReason = namedEnum(messageSkipReasons, {
  id: 'BatchMessageSkipReason',
  title: 'Batch message skip reason',
  description: 'The reason why a row receives no message.',
  values: {
    invalid_row: 'A cell of the row is invalid.',
    duplicate: 'An earlier row has the same recipient.',
    suppressed: 'The recipient is suppressed.',
    quiet_hours: 'The message was due in quiet hours with the policy `drop`.',
    erased: 'The person was erased before the message.',
  },
  example: 'duplicate',
});

const flowId = requiredText(1000).meta({
  description: 'The message flow; it must be active.',
  examples: [exampleId('flow')],
});

const channel = z.enum(messageChannels).meta({
  description: '`sms`: the column `phone_number` has the recipients. `email`: the column `email`.',
});

const { columns, defaultCountry, dateOrder } = readingOptions;
const fileOptions = {
  columns,
  defaultCountry,
  dateOrder,
  channel: channel.optional().meta({
    description:
      '`sms` or `email`, if the flow has the channel `auto`. Default: the channel of the flow or of its agent, else `sms`.',
  }),
};

/** The request that validates a file of messages. */
export const MessageBatchCheck = z.strictObject({
  ...fileContent,
  ...fileOptions,
  flowId,
  format: reportFormat,
});

export type MessageBatchCheck = z.output<typeof MessageBatchCheck>;

/** The request that previews a file of messages. */
export const MessageBatchPreview = BatchPreview.extend({
  channel: channel.default('sms'),
});

const messageBatchName = z
  .string()
  .trim()
  .max(80)
  .meta({ description: 'The name of the batch.', examples: ['Reminders of Tuesday'] });

/** The request that starts a batch of messages. */
export const MessageBatchInput = z.strictObject({
  ...fileContent,
  ...fileOptions,
  flowId,
  name: messageBatchName.default(''),
  approval: approval.default('first'),
  scheduledAt: instant
    .optional()
    .meta({ description: 'No message is sent before this instant. Default: now.' }),
  quietHours: quietHours.optional().meta({
    description:
      'Hours in which no message is sent. Default: those of the flow, else 21:00 to 08:00 in the time zone of each recipient, except in the test network. Equal times mean none.',
  }),
  messagesPerSecond: z.number().min(0.01).max(100).default(1).meta({
    description:
      'Maximum number of messages per second. All batches with the same carrier and sender share its time.',
  }),
  onInvalidRows: z.enum(['refuse', 'skip']).default('refuse').meta({
    description: '`refuse` rejects a file with invalid rows; `skip` ignores these rows.',
  }),
  allowRepeat: z.boolean().default(false).meta({
    description:
      'Whether to accept a file that was started for the same flow within the last 24 hours, or one with the same recipients.',
  }),
  metadata: metadata.default({}).meta({
    description:
      'Custom data, at most 16 KiB. Each message has it as its `metadata`, with `batchId` and `jobId`.',
  }),
});

export type MessageBatchInput = z.output<typeof MessageBatchInput>;

/** Outcomes of calls after which a person can be written to. */
const writableOutcomes = [...retryOutcomes, 'unknown', 'answered', 'transferred'] as const;

/** The request that writes to people of a batch of calls. */
export const BatchRowsMessageInput = MessageBatchInput.pick({
  flowId: true,
  approval: true,
  scheduledAt: true,
  quietHours: true,
  messagesPerSecond: true,
  metadata: true,
}).extend({
  outcomes: z
    .array(z.enum(writableOutcomes))
    .min(1)
    .max(writableOutcomes.length)
    .default([...retryOutcomes])
    .meta({
      description:
        'The outcomes of the calls whose people are written to. With `failed`, people whose conversation failed are included.',
      examples: [['no_answer', 'busy']],
    }),
  name: messageBatchName.optional().meta({ description: 'Default: the name of the batch of calls.' }),
  allowRepeat: z.boolean().default(false).meta({
    description:
      'Whether to write to people who are exactly those of a batch of this flow of the last 24 hours.',
  }),
  dryRun: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to count the rows only, and to create nothing.' }),
});

export type BatchRowsMessageInput = z.output<typeof BatchRowsMessageInput>;

/** The request that sends failed messages again. */
export const RetryMessagesInput = z.strictObject({
  name: messageBatchName.optional().meta({ description: 'Default: the name of the batch.' }),
  scheduledAt: instant
    .optional()
    .meta({ description: 'No message is sent before this instant. Default: now.' }),
});

const count = z.int().min(0);

export const messageCountFields = {
  total: count.meta({ description: 'The number of rows.', examples: [400] }),
  pending: count.meta({ description: 'The number of rows that wait for their message.', examples: [60] }),
  pendingApproval: count.meta({
    description: 'The number of rows whose message waits for approval.',
    examples: [0],
  }),
  inProgress: count.meta({ description: 'The number of rows whose message is being sent.', examples: [4] }),
  completed: count.meta({
    description: 'The number of rows whose message the carrier has accepted.',
    examples: [331],
  }),
  failed: count.meta({ description: 'The number of failed rows.', examples: [3] }),
  skipped: count.meta({ description: 'The number of skipped rows.', examples: [2] }),
  cancelled: count.meta({ description: 'The number of cancelled rows.', examples: [0] }),
  delivered: count.meta({
    description: 'The number of completed rows whose message arrived, by the report of the carrier.',
    examples: [320],
  }),
};

/** The number of rows of a batch of messages by status. The statuses add up to `total`; `delivered` is a part of `completed`. */
export type MessageCounts = Readonly<Record<keyof typeof messageCountFields, number>>;

const recipientText = z.string().meta({
  description: 'The phone number in E.164, or the email address.',
  examples: ['+12025550100'],
});

const rowNumber = z
  .int()
  .min(1)
  .meta({
    description:
      'Row number as in a spreadsheet: the first row below the header is row 2. Rows sent as JSON are numbered from 1.',
    examples: [2],
  });

/** The text that a row receives. */
export const ComposedMessage = z.strictObject({
  row: rowNumber,
  to: recipientText,
  subject: z.string().nullable().meta({ description: 'The subject of an email; null for SMS.' }),
  message: z.string().meta({
    description: 'The text, with variables filled in.',
    examples: ['Hello Ada, your visit is at ten.'],
  }),
  segments: count.nullable().meta({
    description: 'The number of parts in which the SMS is sent and billed. Null for email.',
    examples: [1],
  }),
  missingVariables: z
    .array(z.string())
    .meta({ description: 'Variables without a value, which are omitted.' }),
  fault: z.string().nullable().meta({
    description: 'The reason why the row cannot receive this text, such as its length. Null: none.',
  }),
});

/** A batch of messages as the API returns it. */
export const MessageBatch = z.strictObject({
  batchId: idOf('messageBatch'),
  name: messageBatchName,
  status: messageBatchStatus,
  statusDetail: z.string().nullable().meta({
    description: 'An explanation of the status for users. Null if there is none.',
  }),
  flowId: idOf('flow'),
  flowVersion: z
    .int()
    .min(1)
    .meta({
      description: 'The version of the flow whose texts all messages have.',
      examples: [3],
    }),
  channel: z.enum(messageChannels).meta({ description: '`sms` or `email`.' }),
  approval,
  approvedAt: nullableInstant.meta({
    description: 'The time of the approval. Null: none yet, or none needed.',
  }),
  approvedBy: z
    .string()
    .nullable()
    .meta({
      description: 'The user or key that approved the batch. Null: none.',
      examples: [exampleId('user')],
    }),
  firstMessages: z.array(ComposedMessage).meta({
    description: 'The first ten messages, while the batch waits for approval. Otherwise empty.',
  }),
  againOf: idOf('messageBatch')
    .nullable()
    .meta({ description: 'The batch whose failed messages this one sends again. Null: none.' }),
  defaultCountry: z.string().nullable().meta({
    description: 'The country of numbers without a country code, ISO 3166-1 alpha-2. Null: none.',
  }),
  scheduledAt: nullableInstant.meta({ description: 'The planned start. Null: immediately.' }),
  quietHours: quietHours.nullable().meta({
    description:
      'Hours in which no message is sent. Null: 21:00 to 08:00 in the time zone of each recipient, except in the test network.',
  }),
  messagesPerSecond: z
    .number()
    .meta({ description: 'Maximum number of messages per second.', examples: [1] }),
  metadata,
  totalRows: count.meta({ description: 'The number of rows below the header.', examples: [400] }),
  ...messageCountFields,
  createdAt,
  updatedAt,
  startedAt: nullableInstant.meta({ description: 'The time of the start. Null before the start.' }),
  endedAt: nullableInstant.meta({ description: 'The time of the end. Null before the end.' }),
});

const { totalRows, validRows, invalidRows, duplicateRows, suppressedRows } = BatchReport.shape;

const rowCounts = {
  validRows: validRows.meta({ description: 'Rows that receive a message.', examples: [396] }),
  invalidRows,
  duplicateRows: duplicateRows.meta({
    description: 'Rows with the recipient of an earlier row.',
    examples: [2],
  }),
  suppressedRows: suppressedRows.meta({ description: 'Rows with a suppressed recipient.', examples: [1] }),
};

export const StartedMessageBatch = MessageBatch.extend({
  ...rowCounts,
  encoding: encodingField,
  ...flowCheckFields,
});

const previewRow = z.record(z.string(), z.string());

const recipients = z.array(z.string().nullable()).meta({
  description: 'The recipient of each of these rows: E.164, or an email address; null if it is not valid.',
});

/** The content of a file of messages and its problems. */
export const MessageBatchReport = z.strictObject({
  valid: z.boolean().meta({
    description:
      'Whether the file can be started unchanged: it has no invalid row and at least one row that receives a message.',
  }),
  totalRows,
  ...rowCounts,
  repeatOf: z.string().nullable().meta({
    description:
      'The batch that was started for this flow with the same recipients within the last 24 hours. The file is then rejected unless `allowRepeat` is true. A batch that was cancelled before its first message does not count.',
  }),
  channel: z.enum(messageChannels).meta({ description: '`sms` or `email`.' }),
  columns: z.array(BatchColumn).meta({ description: 'The columns of the file.' }),
  encoding: encodingField,
  ...flowCheckFields,
  errors: BatchReport.shape.errors,
  errorsTruncated: BatchReport.shape.errorsTruncated,
  duplicates: z
    .array(z.strictObject({ row: rowNumber, firstRow: rowNumber, recipient: recipientText }))
    .meta({ description: 'Rows with the recipient of an earlier row, `firstRow`: the first 100.' }),
  suppressed: BatchReport.shape.suppressed.meta({
    description: 'Rows with a suppressed recipient: the first 100.',
  }),
  preview: z.array(previewRow).meta({ description: 'The first 5 rows, as in the file.' }),
  recipients,
  times: timesField,
  firstMessages: z.array(ComposedMessage).meta({
    description: 'The messages of the rows of `preview` that receive one.',
  }),
});

export const MessageBatchPreviewResult = BatchPreviewResult.omit({ phoneNumbers: true }).extend({
  recipients,
});

export const MessageBatchProgress = z.strictObject({
  batchId: idOf('messageBatch'),
  status: messageBatchStatus,
  ...messageCountFields,
  percent: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Progress in percent, 0 to 100.', examples: [72.5] }),
  etaSeconds: count.nullable().meta({
    description: 'Estimated at the rate of the batch. Null unless the batch is running and rows are due.',
    examples: [60],
  }),
  waitingUntil: nullableInstant.meta({
    description:
      'When the next message is due, if the batch waits for `scheduledAt` or the end of quiet hours. Otherwise null.',
  }),
});

/** One row of a batch of messages. */
export const BatchMessage = z.strictObject({
  jobId: idOf('job'),
  batchId: idOf('messageBatch'),
  row: rowNumber,
  to: recipientText,
  status: batchMessageStatus,
  messageStatus: messageStatus.nullable().meta({
    description: 'The status of the message. Null if there is none yet.',
  }),
  skipReason: skipReason.nullable().meta({
    description: 'The reason why the row receives no message. Null if it is not skipped.',
  }),
  detail: z.string().nullable().meta({ description: 'An explanation for users. Null if there is none.' }),
  conversationId: idOf('conversation').nullable().meta({
    description: 'The conversation of the message. Null if there is none yet.',
  }),
  messageId: idOf('message').nullable().meta({ description: 'The message. Null if there is none yet.' }),
  message: z
    .string()
    .nullable()
    .meta({
      description: 'The text. Null before the message is created.',
      examples: ['Hello Ada, your visit is at ten.'],
    }),
  reply: z
    .string()
    .nullable()
    .meta({
      description: 'The last answer of the customer. Null if there is none.',
      examples: ['Yes, I will come.'],
    }),
  customer: z.record(z.string(), z.string()).meta({ description: 'The data of the customer in the row.' }),
  dynamic: z.record(z.string(), variableValue).meta({
    description: 'Variables by name. Texts contain them as `{{name}}`.',
  }),
  scheduledAt: nullableInstant.meta({
    description: 'The `scheduled_at` of the row: no message is sent before. Null: none.',
  }),
  sentAt: nullableInstant.meta({ description: 'When the carrier accepted the message. Null: not yet.' }),
  deliveredAt: nullableInstant.meta({ description: 'When a delivery receipt confirmed it. Null: not yet.' }),
  createdAt,
  updatedAt,
});
