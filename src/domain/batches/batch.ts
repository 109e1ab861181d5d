import { getCountries } from 'libphonenumber-js/max';
import { z } from 'zod';
import { consent, e164, instant, metadata, purpose, variableValue } from '../fields.ts';
import { CallingWindow, StoredCallingWindow } from '../calling-hours/calling-window.ts';
import { StoredCustomer } from '../call.ts';
import { batchStatuses, jobOutcomes, jobStatuses, waitingReasons } from './batch-state.ts';
import { agentWarningCodes } from '../warning.ts';
import { columnWarningCodes } from './column-warnings.ts';
import { skipReasons } from './csv-reader.ts';
import { dateOrders } from '../understanding/written-date.ts';
import { columnRoles } from './header.ts';

const retryOutcomes = ['no_answer', 'busy', 'voicemail', 'failed'] as const;

const delayMsMax = 30 * 86_400_000;

const delay = z
  .string()
  .regex(/^[1-9]\d{0,4}(s|m|h|d)$/, 'Write a number and a unit, such as 30m, 1h or 2d.')
  .refine((text) => !(delayMs(text) > delayMsMax), 'At most 30 days.');

const millisecondsOf = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Of a delay such as `30m`. */
export const delayMs = (text: string): number =>
  Number(text.slice(0, -1)) * millisecondsOf[text.slice(-1) as keyof typeof millisecondsOf];

/** Who is called again, and when; the last delay repeats. */
export const Retry = z.strictObject({
  maxAttempts: z.int().min(1).max(10).default(1),
  on: z
    .array(z.enum(retryOutcomes))
    .max(retryOutcomes.length)
    .refine((outcomes) => new Set(outcomes).size === outcomes.length, 'An outcome stands twice.')
    .default([...retryOutcomes]),
  delays: z.array(delay).min(1).max(9).default(['1h']),
});

export type Retry = z.output<typeof Retry>;

const country = z.enum(getCountries());

/** What the reading of a file depends on. */
const reading = {
  defaultCountry: country
    .optional()
    .meta({ description: 'ISO 3166-1 alpha-2. Numbers without a country code are of this country.' }),
  dateOrder: z.enum(dateOrders).optional().meta({
    description:
      'Which comes first in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Left out: they are written in ISO 8601.',
  }),
  allowDuplicates: z.boolean().default(false).meta({
    description: 'Call a number as often as it stands in the file. Otherwise only its first row is called.',
  }),
};

const cellValue = z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]);

/** Which calling rules bind the calls. */
const callTerms = {
  purpose: purpose.optional(),
  consent: consent.default(false),
};

/** The file inside JSON. Where it is sent as `text/csv` or in a form, neither of these is. */
const content = {
  csv: z.string().optional().meta({ description: 'The file as a text.' }),
  rows: z
    .array(z.record(z.string().min(1).max(200), cellValue))
    .optional()
    .meta({ description: 'The rows as objects, named as the columns are.' }),
};

/** Where to ask whether somebody may be called. Whether what its name leads to may be reached is known when it is asked. */
const predialUrl = z
  .string()
  .max(2000)
  .refine((text) => isPredialUrl(text), 'Write an https URL without a user name, a password or a fragment.');

/** Whether it has the form of one. */
export function isPredialUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

const agentId = z.string().min(1).max(1000);

/** Validates a file. */
export const BatchCheck = z.strictObject({
  ...content,
  ...reading,
  agentId: agentId.optional().meta({ description: 'The agent whose flow the columns are held to.' }),
  window: CallingWindow.optional().meta({ description: 'The window that the batch is to have.' }),
  ...callTerms,
});

export type BatchCheck = z.output<typeof BatchCheck>;

/** Shows a file. */
export const BatchPreview = z.strictObject({
  ...content,
  limit: z.int().min(1).max(1000).default(20).meta({ description: 'How many rows to show.' }),
  defaultCountry: reading.defaultCountry,
});

export type BatchPreview = z.output<typeof BatchPreview>;

/** Starts a batch. */
export const BatchInput = z.strictObject({
  ...content,
  ...reading,
  agentId,
  name: z.string().trim().max(80).default(''),
  fromNumbers: z.array(e164).max(100).default([]).meta({
    description: 'Numbers to call from, in turn. Left out: that of the agent.',
  }),
  scheduledAt: instant.optional().meta({ description: 'No call before this instant. Left out: now.' }),
  window: CallingWindow.optional(),
  ...callTerms,
  maxConcurrency: z.int().min(1).max(10_000).optional().meta({
    description: 'Calls at once. Left out: as many as the plan allows.',
  }),
  reservedConcurrency: z.int().min(0).max(10_000).optional().meta({
    description:
      "How many of the plan's calls at once this batch leaves to single calls, callbacks and other batches. Left out: a tenth of them, as the operator has set it. One call is always the batch's.",
  }),
  callsPerSecond: z.number().min(0.01).max(1000).default(1),
  predialUrl: predialUrl.optional().meta({
    description:
      'Asked by POST before each call whether it may be made: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. Only 200 with `{"eligible": true}` within 5 seconds lets the call be made. Put a secret of yours into the path or the query to know who asks.',
  }),
  retry: Retry.prefault({}),
  onInvalidRows: z.enum(['refuse', 'skip']).default('refuse'),
  allowRepeat: z.boolean().default(false).meta({
    description:
      'Take a file that was started for the same agent within the last 24 hours, or one with the same numbers.',
  }),
  metadata: metadata.default({}),
});

export type BatchInput = z.output<typeof BatchInput>;

const count = z.int().min(0);

export const BatchColumn = z.strictObject({
  name: z.string(),
  header: z.string(),
  role: z.enum(columnRoles),
});

const rowNumber = z.int().min(1).meta({
  description:
    'As a spreadsheet numbers it: the header is row 1, the first row below it row 2. Rows that are sent as JSON are numbered from 1.',
});
const previewRow = z.record(z.string(), z.string());
const phoneNumbers = z.array(z.string().nullable()).meta({
  description: 'The phone number of each of these rows in E.164, in the same order; null if it is not valid.',
});

/** What the agent's flow makes of the file. */
export const flowCheckFields = {
  variablesMissing: z.array(z.string()).meta({
    description: "What the agent's flow says and no column gives, also where the flow has a default for it.",
  }),
  warnings: z
    .array(
      z.strictObject({
        code: z.enum([...columnWarningCodes, ...agentWarningCodes]),
        path: z.string().meta({
          description: '`columns.<name>`, or `agentId` for what the agent and its flow make of any file.',
        }),
        column: z.string().nullable().meta({ description: 'Null if it concerns no column.' }),
        rows: count.meta({
          description: 'How many rows it concerns, of those that are neither invalid nor duplicates.',
        }),
        firstRows: z.array(z.int()).meta({
          description:
            'The first of them, five at most, as a spreadsheet numbers them; none where it concerns the column as a whole.',
        }),
        message: z.string(),
      }),
    )
    .meta({
      description:
        'Columns that the flow speaks of and that are missing (`missing_column`) or empty in some rows (`empty_cells`), with what is said instead; cells for a `date_time` of the flow that are told as they stand, since they are not understood (`unreadable_time`); columns that the flow uses nowhere (`unused_column`); rows without a `timezone` whose number tells none (`zone_unknown`), rows that may never be called in the window of the batch and the hours of the workspace (`never_open`), rows whose `timezone` is in another country than their number (`timezone_contradicts_number`), rows with numbers that another batch of the agent calls or has called, started within 24 hours (`in_recent_batch`), rows with numbers that no trunk carries, nor the test network (`no_trunk`), rows with invisible characters, which are removed (`invisible_characters`), rows with U+FFFD, where a conversion of the file lost letters (`lost_characters`), and rows whose `scheduled_at` is in the past (`scheduled_in_past`). None of them keeps a batch from being started, unless `zone_unknown` and `never_open` leave nobody to call.',
    }),
};

/** What a file holds, and what is wrong with it. */
export const BatchReport = z.strictObject({
  valid: z.boolean().meta({
    description: 'Whether it can be started as it is: no invalid row, and one that may be called some day.',
  }),
  totalRows: count,
  validRows: count.meta({ description: 'Rows that would be called.' }),
  invalidRows: count,
  duplicateRows: count.meta({ description: 'Rows with a number that an earlier row has.' }),
  suppressedRows: count.meta({ description: 'Rows with a number that may not be called.' }),
  repeatOf: z.string().nullable().meta({
    description:
      'The batch that was started for this agent with the same numbers within the last 24 hours; it is refused then, unless `allowRepeat` is sent. One that was cancelled before it called anybody does not count.',
  }),
  columns: z.array(BatchColumn),
  ...flowCheckFields,
  errors: z
    .array(
      z.strictObject({
        row: rowNumber,
        column: z.string().nullable(),
        code: z.string(),
        message: z.string(),
        value: z.string().nullable(),
      }),
    )
    .meta({ description: 'The first 100.' }),
  errorsTruncated: z.boolean(),
  duplicates: z
    .array(z.strictObject({ row: rowNumber, firstRow: rowNumber, phoneNumber: z.string() }))
    .meta({ description: 'Rows with the number of an earlier row, `firstRow`: the first 100.' }),
  suppressed: z
    .array(z.strictObject({ row: rowNumber }))
    .meta({ description: 'Rows with a number that may not be called: the first 100.' }),
  preview: z.array(previewRow).meta({ description: 'The first 5 rows, as the file writes them.' }),
  phoneNumbers,
});

export const BatchPreviewResult = z.strictObject({
  columns: z.array(BatchColumn),
  rows: z.array(previewRow),
  phoneNumbers,
  totalRows: count,
});

const figures = {
  total: count,
  pending: count,
  dialing: count,
  inProgress: count,
  completed: count,
  failed: count,
  skipped: count,
  cancelled: count,
  connected: count.meta({ description: 'A person answered.' }),
};

export const batchStatus = z.enum(batchStatuses).meta({ id: 'BatchStatus' });
const waitingFor = z.enum(waitingReasons).meta({ id: 'BatchWaitingReason' });

export const batchCallStatus = z.enum(jobStatuses).meta({ id: 'BatchCallStatus' });

export const batchCallOutcome = z.enum(jobOutcomes).meta({ id: 'BatchCallOutcome' });

const when = z.iso.datetime().nullable();

/** A batch as the API answers it. */
export const Batch = z.strictObject({
  batchId: z.string(),
  name: z.string(),
  status: batchStatus,
  statusDetail: z.string().nullable(),
  waitingFor,
  agentId: z.string(),
  fromNumbers: z.array(z.string()),
  defaultCountry: z.string().nullable(),
  scheduledAt: when,
  window: StoredCallingWindow.nullable(),
  purpose: purpose.nullable(),
  consent,
  maxConcurrency: z.int().nullable(),
  reservedConcurrency: z.int().nullable().meta({
    description: "Of the plan's calls at once, how many it leaves to others; null: as the operator has it.",
  }),
  callsPerSecond: z.number(),
  predialUrl: z.string().nullable().meta({
    description: 'Without its query, which may hold a secret.',
  }),
  retry: Retry,
  metadata,
  totalRows: count,
  ...figures,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  startedAt: when,
  endedAt: when,
});

export const BatchProgress = z.strictObject({
  batchId: z.string(),
  status: batchStatus,
  waitingFor,
  ...figures,
  percent: z.number().min(0).max(100),
  callsPerMinute: count.meta({ description: 'Calls begun in the last minute; 0 while it is paused.' }),
  etaSeconds: count.nullable().meta({
    description:
      'At the pace of the last minute; null while it is paused, waits until an hour, or nothing is called.',
  }),
  waitingUntil: when.meta({
    description:
      'When its next call is due, where it waits for that: for its `scheduledAt`, for the calling hours (`window`) or for another attempt (`retries`). Else null, also where those hours never open.',
  }),
});

/** One row of a batch. */
export const BatchJob = z.strictObject({
  jobId: z.string(),
  batchId: z.string(),
  row: z.int().min(1).meta({ description: 'As a spreadsheet shows it; the header is row 1.' }),
  phoneNumber: z.string(),
  status: batchCallStatus,
  outcome: batchCallOutcome.nullable(),
  skipReason: z.enum(skipReasons).meta({ id: 'BatchSkipReason' }).nullable(),
  detail: z.string().nullable(),
  attempt: count.meta({ description: 'Calls begun so far.' }),
  callId: z.string().nullable().meta({ description: 'Of the last attempt.' }),
  fromNumber: z.string().nullable().meta({
    description: 'The number that it was called from last, or else that its row asks for.',
  }),
  customer: StoredCustomer,
  dynamic: z.record(z.string(), variableValue),
  language: z.string().nullable(),
  firstMessage: z.string().nullable(),
  scheduledAt: when,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  endedAt: when,
});
