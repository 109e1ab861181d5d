import { getCountries } from 'libphonenumber-js/max';
import { z } from 'zod';
import { batchStatus, waitingFor, batchCallStatus, batchCallOutcome } from './batch-state.ts';
import { isWebhookSecret } from '../../core/webhook-signature.ts';
import {
  consent,
  createdAt,
  e164,
  exampleId,
  idOf,
  instant,
  integer,
  metadata,
  namedEnum,
  purpose,
  requiredText,
  text,
  updatedAt,
  variableValue,
} from '../fields.ts';
import { CallingWindow, StoredCallingWindow } from '../calling-hours/calling-window.ts';
import { StoredCustomer } from '../call.ts';
import { agentWarningCodes } from '../warning.ts';
import { columnWarningCodes, fileWarningCodes } from './column-warnings.ts';
import { csvEncodings } from './csv-decoder.ts';
import { skipReasons } from './csv-reader.ts';
import { dateOrders } from '../understanding/written-date.ts';
import { columnRoles, type ColumnHeaders } from './header.ts';

export const retryOutcomes = ['no_answer', 'busy', 'voicemail', 'failed'] as const;

const maxDelayMs = 30 * 86_400_000;

const delay = z
  .string()
  .regex(/^[1-9]\d{0,4}(s|m|h|d)$/, 'Write a number and a unit, such as 30m, 1h or 2d.')
  .refine((text) => !(delayMs(text) > maxDelayMs), 'Write a delay of at most 30 days.');

const millisecondsOf = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Returns the milliseconds of a delay such as `30m`. */
export const delayMs = (text: string): number =>
  Number(text.slice(0, -1)) * millisecondsOf[text.slice(-1) as keyof typeof millisecondsOf];

/** Which outcomes are retried and when. The last delay repeats. */
export const Retry = z
  .strictObject({
    maxAttempts: integer(1, 10).default(1).meta({
      description: 'Maximum number of attempts, the first included.',
    }),
    on: z
      .array(z.enum(retryOutcomes))
      .max(retryOutcomes.length)
      .refine(
        (outcomes) => new Set(outcomes).size === outcomes.length,
        'An outcome is listed twice. Remove one of them.',
      )
      .default([...retryOutcomes])
      .meta({ description: 'The outcomes after which another attempt is made.' }),
    delays: z.array(delay).min(1).max(9).default(['1h']).meta({
      description: 'The waiting times before further attempts, such as `30m` or `2h`. The last one repeats.',
    }),
  })
  .meta({ description: 'Rules for further attempts.' });

export type Retry = z.output<typeof Retry>;

const country = z.enum(getCountries());

const columnHeaderText = requiredText(200);
const maxColumnHeaders = 100;
const maxJoinedColumns = 5;

/** The options for reading a file. */
export const readingOptions = {
  columns: z
    .record(
      columnHeaderText,
      z.union([columnHeaderText, z.array(columnHeaderText).min(1).max(maxJoinedColumns)]),
    )
    .refine(
      (headers) => Object.keys(headers).length <= maxColumnHeaders,
      `Name at most ${maxColumnHeaders} columns.`,
    )
    .optional()
    .meta({
      description:
        'Names for columns of the file, with the header of each: `{"phone_number": "Telefon"}`. The columns of a list are joined to one, with a space between their cells: `{"appointment": ["Datum", "Uhrzeit"]}`. Other columns are named by their headers. If a header is not in the file, or another column has the same name, the file is rejected (`csv_invalid_header`).',
    }),
  defaultCountry: country.optional().meta({
    description: 'ISO 3166-1 alpha-2. Numbers without a country code are of this country.',
  }),
  dateOrder: z.enum(dateOrders).optional().meta({
    description:
      'The order of day and month in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`, in joined columns and in `scheduled_at`. A row with a date that is not in this order is invalid. If omitted, dates must be in ISO 8601.',
  }),
  allowDuplicates: z.boolean().default(false).meta({
    description: 'Whether to call every row with a repeated number. Default: only the first row is called.',
  }),
};

export interface ReadingOptions {
  readonly columns?: ColumnHeaders | undefined;
}

const cellValue = z.union([text(4096), z.number(), z.boolean(), z.null()]);

/** The fields that select the calling rules. */
const ruleSelection = {
  purpose: purpose.optional(),
  consent: consent.default(false),
};

/** The file in a JSON body. Both fields are absent if it is sent as `text/csv` or in a form. */
export const fileContent = {
  csv: z
    .string()
    .optional()
    .meta({
      description: 'The content of the CSV file.',
      examples: ['phone_number,name\n+12025550100,Ada Lovelace\n'],
    }),
  rows: z
    .array(z.record(requiredText(200), cellValue))
    .optional()
    .meta({
      description: 'The rows as objects with the column names as keys.',
    }),
};

export const fromNumbers = z.array(e164).max(100);

/** The URL of the pre-dial check. The egress policy is applied to its host when a request is sent. */
const predialUrl = text(2000)
  .refine((text) => isPredialUrl(text), 'Write an https URL without a user name, a password or a fragment.')
  .meta({
    examples: ['https://example.com/may-call'],
  });

const predialSecret = z
  .string()
  .refine((text) => isWebhookSecret(text), 'Write `whsec_` and 24 to 64 random bytes in base64.')
  .meta({
    examples: ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz'],
  });

/** Returns whether the text has the format of a pre-dial URL. */
export function isPredialUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

const agentId = requiredText(1000).meta({
  description: 'The id of the agent.',
  examples: [exampleId('agent')],
});

/** The form of the result of a validation. */
export const reportFormat = z.enum(['json', 'csv']).default('json').meta({
  description: '`csv` returns the rows with errors as a file instead of the report.',
});

const onRecentNumbers = z.enum(['call', 'skip']).default('call').meta({
  description:
    '`skip` skips the rows whose number was called, or waits for a call, in another batch that the agent started within 24 hours; `call` calls them again.',
});

/** The request that validates a file. */
export const BatchCheck = z.strictObject({
  ...fileContent,
  ...readingOptions,
  agentId: agentId.optional().meta({
    description: 'The agent whose flow the columns are checked against.',
    examples: [exampleId('agent')],
  }),
  window: CallingWindow.optional().meta({ description: 'The calling window of the batch.' }),
  ...ruleSelection,
  onRecentNumbers,
  format: reportFormat,
});

export type BatchCheck = z.output<typeof BatchCheck>;

/** The request that previews a file. */
export const BatchPreview = z.strictObject({
  ...fileContent,
  limit: integer(1, 1000).default(20).meta({ description: 'Number of rows to return.' }),
  columns: readingOptions.columns,
  defaultCountry: readingOptions.defaultCountry,
});

export type BatchPreview = z.output<typeof BatchPreview>;

/** The request that starts a batch. */
export const BatchInput = z.strictObject({
  ...fileContent,
  ...readingOptions,
  agentId,
  name: z
    .string()
    .trim()
    .max(80)
    .default('')
    .meta({
      description: 'The name of the batch.',
      examples: ['Reminders of Tuesday'],
    }),
  fromNumbers: fromNumbers.default([]).meta({
    description: 'Caller ids, used in rotation. Default: the number of the agent.',
  }),
  scheduledAt: instant.optional().meta({ description: 'No call is made before this instant. Default: now.' }),
  window: CallingWindow.optional(),
  ...ruleSelection,
  maxConcurrency: integer(1, 10_000)
    .optional()
    .meta({
      description: 'Maximum number of concurrent calls. Default: the limit of the rate plan.',
      examples: [5],
    }),
  reservedConcurrency: integer(0, 10_000)
    .optional()
    .meta({
      description:
        'Number of concurrent calls of the rate plan that this batch leaves free for single calls, callbacks and other batches. Default: the setting of the operator, 10 % unless changed. The batch can always use at least one call.',
      examples: [1],
    }),
  callsPerSecond: z.number().min(0.01).max(1000).default(1).meta({
    description: 'Maximum number of calls started per second.',
  }),
  predialUrl: predialUrl.optional().meta({
    description:
      'Receives a POST request before each call: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. The call is made only after status 200 with `{"eligible": true}` within 5 seconds. With a `predialSecret` the request is signed.',
  }),
  predialSecret: predialSecret.optional().meta({
    description:
      'Signs the requests to `predialUrl` like webhooks: `whsec_` and 24 to 64 random bytes in base64. It is stored encrypted and never returned.',
  }),
  retry: Retry.prefault({}),
  onInvalidRows: z.enum(['refuse', 'skip']).default('refuse').meta({
    description: '`refuse` rejects a file with invalid rows; `skip` ignores these rows.',
  }),
  onRecentNumbers,
  allowRepeat: z.boolean().default(false).meta({
    description:
      'Whether to accept a file that was started for the same agent within the last 24 hours, or one with the same numbers.',
  }),
  metadata: metadata.default({}),
});

export type BatchInput = z.output<typeof BatchInput>;

const count = z.int().min(0);

export const BatchColumn = z.strictObject({
  name: z.string().meta({
    description: 'The variable or reserved name that the column maps to.',
    examples: ['first_name'],
  }),
  header: z.string().meta({ description: 'The name of the column in the file.', examples: ['First name'] }),
  role: z.enum(columnRoles).meta({
    description:
      '`phone_number`, `email` (the recipients of a batch of emails), `reserved` (a column with a fixed function, such as `timezone`), `variable`, or `ignored` (a column that a file of rejected rows has).',
  }),
});

export const rowNumber = z
  .int()
  .min(1)
  .meta({
    description:
      'Row number as in a spreadsheet: the header is row 1, the first row below it row 2. Rows sent as JSON are numbered from 1.',
    examples: [2],
  });
export const nullableInstant = z.iso.datetime().nullable();
export const previewRow = z.record(z.string(), z.string());
const phoneNumbers = z.array(z.string().nullable()).meta({
  description: 'The phone number of each of these rows in E.164, in the same order; null if it is not valid.',
});

export const timesField = z.array(z.record(z.string(), z.string().nullable())).meta({
  description:
    'The dates and times of each of these rows as they are read, by column, in ISO 8601: columns that the flow declares as `date_time`, joined columns and `scheduled_at`. Without an offset they are local. Null: the date does not exist, or is not in `dateOrder`.',
  examples: [[{ appointment: '2026-11-24T10:30' }]],
});

export const encodingField = z.enum(csvEncodings).meta({
  description:
    'The encoding of the file. A file that is not in UTF-8 or UTF-16 is read as Windows-1252, in which Excel saves `CSV`.',
});

/** The result of checking the file against the agent's flow. */
export const flowCheckFields = {
  variablesMissing: z.array(z.string()).meta({
    description:
      'Variables in the texts of the flow that have no column in the file, including those with a default.',
  }),
  warnings: z
    .array(
      z.strictObject({
        code: z.enum([...fileWarningCodes, ...columnWarningCodes, ...agentWarningCodes]).meta({
          description: 'A constant for programs.',
        }),
        path: z.string().meta({
          description:
            '`columns.<name>`, `file` for warnings about the whole file, or `agentId` for warnings about the agent and its flow.',
          examples: ['columns.time'],
        }),
        column: z.string().nullable().meta({
          description: 'The column; null if the warning is about no column.',
        }),
        rows: count.meta({
          description: 'Number of affected rows that are neither invalid nor duplicates.',
          examples: [4],
        }),
        firstRows: z.array(z.int()).meta({
          description:
            'Row numbers of the first affected rows, at most five, as in a spreadsheet; empty if the whole column is affected.',
        }),
        message: z.string().meta({
          description: 'The warning, for users.',
          examples: ['The column has empty cells.'],
        }),
      }),
    )
    .meta({
      description:
        'A file that is not in UTF-8, with the encoding in which it was read (`other_encoding`); columns that the flow speaks and that are missing (`missing_column`) or empty in some rows (`empty_cells`), with the text that is spoken instead; cells of a `date_time` variable that are not recognised as a time and are spoken literally (`unreadable_time`); columns that the flow does not use (`unused_column`); rows without a `timezone` whose number has no known time zone (`timezone_unknown`); rows whose calling window never opens, by the window of the batch and the hours of the workspace and of the law (`window_never_opens`); rows whose `timezone` contradicts their number (`timezone_contradicts_number`); rows with numbers of another batch of the agent that was started within 24 hours (`in_recent_batch`); rows with numbers that neither a trunk nor the test network can reach (`no_trunk`); rows with numbers in places whose law requires consent to a recording, which the agent makes without (`recording_consent`); rows with invisible characters, which are removed (`invisible_characters`); rows with U+FFFD, where a conversion of the file lost letters (`lost_characters`); and rows whose `scheduled_at` is in the past (`scheduled_in_past`). A batch can be started with warnings, unless `timezone_unknown` and `window_never_opens` leave no row to call.',
    }),
};

export const recentRows = count.meta({
  description: 'Rows that `onRecentNumbers` skips: their number is in another batch of the last 24 hours.',
  examples: [0],
});

/** The content of a file and its problems. */
export const BatchReport = z.strictObject({
  valid: z.boolean().meta({
    description:
      'Whether the file can be started unchanged: it has no invalid row and at least one callable row.',
  }),
  totalRows: count.meta({ description: 'The number of rows below the header.', examples: [250] }),
  validRows: count.meta({ description: 'Rows that would be called.', examples: [246] }),
  invalidRows: count.meta({ description: 'The number of invalid rows.', examples: [1] }),
  duplicateRows: count.meta({ description: 'Rows with a number of an earlier row.', examples: [2] }),
  suppressedRows: count.meta({ description: 'Rows with a suppressed number.', examples: [1] }),
  recentRows,
  repeatOf: z.string().nullable().meta({
    description:
      'The batch that was started for this agent with the same numbers within the last 24 hours. The file is then rejected unless `allowRepeat` is true. A batch that was cancelled before its first call does not count.',
  }),
  columns: z.array(BatchColumn).meta({ description: 'The columns of the file.' }),
  encoding: encodingField,
  ...flowCheckFields,
  errors: z
    .array(
      z.strictObject({
        row: rowNumber,
        column: z.string().nullable().meta({
          description: 'The column of the file. Null if the error concerns the whole row.',
        }),
        code: z.string().meta({ description: 'A constant for programs.', examples: ['invalid_number'] }),
        message: z.string().meta({
          description: 'What is wrong and how to correct it.',
          examples: ['Write the number with its country code, such as +12025550100.'],
        }),
        value: z.string().nullable().meta({ description: 'The value of the cell. Null if there is none.' }),
      }),
    )
    .meta({ description: 'The first 100 errors.' }),
  errorsTruncated: z.boolean().meta({ description: 'Whether the file has more errors than are listed.' }),
  duplicates: z
    .array(
      z.strictObject({
        row: rowNumber,
        firstRow: rowNumber,
        phoneNumber: z.string().meta({
          description: 'The phone number of the row, E.164.',
          examples: ['+12025550100'],
        }),
      }),
    )
    .meta({ description: 'Rows with the number of an earlier row, `firstRow`: the first 100.' }),
  suppressed: z.array(z.strictObject({ row: rowNumber })).meta({
    description: 'Rows with a suppressed number: the first 100.',
  }),
  preview: z.array(previewRow).meta({ description: 'The first 5 rows, as in the file.' }),
  phoneNumbers,
  times: timesField,
  openings: z
    .array(
      z
        .strictObject({
          text: z.string().meta({
            description:
              'The words, with the values of the row as they are spoken. They end before the first answer, request or text of a language model. Empty: the customer or the language model speaks first.',
            examples: ['Hello Ada, this is Acme Dental.'],
          }),
          language: z.string().meta({ description: 'The language of the words.', examples: ['en-US'] }),
        })
        .nullable(),
    )
    .meta({
      description:
        'What the agent says first to the person of each row of `preview`, without a recording notice. Null: the row is not called. Empty without `agentId`.',
    }),
  calleeTimes: z
    .array(
      z
        .strictObject({
          timezone: z
            .string()
            .nullable()
            .meta({
              description: 'The `timezone` of the row, else that of the number. Null if it is not known.',
              examples: ['America/New_York'],
            }),
          nextAllowedAt: nullableInstant.meta({
            description:
              'The next time at which the calling hours and the `window` allow the call, now or later. Null if they never do.',
          }),
        })
        .nullable(),
    )
    .meta({
      description: 'The calling hours of each of these rows, in the same order; null for an invalid number.',
    }),
});

export const BatchPreviewResult = z.strictObject({
  columns: z.array(BatchColumn).meta({ description: 'The columns of the file.' }),
  encoding: encodingField,
  rows: z.array(previewRow).meta({ description: 'The first rows of the file.' }),
  phoneNumbers,
  totalRows: count.meta({ description: 'The number of rows below the header.', examples: [250] }),
});

const counts = {
  total: count.meta({ description: 'The number of rows.', examples: [250] }),
  pending: count.meta({ description: 'The number of rows that wait for a call.', examples: [60] }),
  dialing: count.meta({ description: 'The number of rows whose call is being connected.', examples: [3] }),
  inProgress: count.meta({ description: 'The number of rows with an answered call.', examples: [4] }),
  completed: count.meta({ description: 'The number of completed rows.', examples: [180] }),
  failed: count.meta({ description: 'The number of failed rows.', examples: [5] }),
  skipped: count.meta({ description: 'The number of skipped rows.', examples: [2] }),
  cancelled: count.meta({ description: 'The number of cancelled rows.', examples: [0] }),
  connected: count.meta({ description: 'Jobs in which a person answered.', examples: [150] }),
};

/** A batch as the API returns it. */
export const Batch = z.strictObject({
  batchId: idOf('batch'),
  name: z.string().meta({ description: 'The name of the batch.', examples: ['Reminders of Tuesday'] }),
  status: batchStatus,
  statusDetail: z.string().nullable().meta({
    description: 'An explanation of the status for users. Null if there is none.',
  }),
  waitingFor,
  agentId: idOf('agent'),
  againOf: idOf('batch')
    .nullable()
    .meta({ description: 'The batch whose rows this one calls again. Null: none.' }),
  fromNumbers: z.array(z.string()).meta({
    description: 'The numbers to call from, in turn. Empty: the number of the agent.',
  }),
  defaultCountry: z.string().nullable().meta({
    description: 'The country of numbers without a country code, ISO 3166-1 alpha-2. Null: none.',
  }),
  scheduledAt: nullableInstant.meta({ description: 'The planned start. Null: immediately.' }),
  window: StoredCallingWindow.nullable().meta({
    description: 'The hours in which calls may start. Null: only the law and the workspace limit them.',
  }),
  purpose: purpose.nullable().meta({
    description: 'The purpose of the calls. Null: the purpose of the agent.',
  }),
  consent,
  maxConcurrency: z
    .int()
    .nullable()
    .meta({
      description: 'Maximum number of concurrent calls. Null: only the plan limits it.',
      examples: [5],
    }),
  reservedConcurrency: z
    .int()
    .nullable()
    .meta({
      description:
        'Concurrent calls of the rate plan that the batch leaves free for others; null if the setting of the operator applies.',
      examples: [1],
    }),
  callsPerSecond: z.number().meta({
    description: 'Maximum number of calls started per second.',
    examples: [1],
  }),
  predialUrl: z.string().nullable().meta({
    description: 'The URL without the query, which may contain a secret.',
  }),
  retry: Retry,
  metadata,
  totalRows: count.meta({ description: 'The number of rows below the header.', examples: [250] }),
  ...counts,
  createdAt,
  updatedAt,
  startedAt: nullableInstant.meta({ description: 'The time of the start. Null before the start.' }),
  endedAt: nullableInstant.meta({ description: 'The time of the end. Null before the end.' }),
});

export const BatchProgress = z.strictObject({
  batchId: idOf('batch'),
  status: batchStatus,
  waitingFor,
  ...counts,
  percent: z
    .number()
    .min(0)
    .max(100)
    .meta({
      description: 'Progress in percent, 0 to 100.',
      examples: [72.5],
    }),
  callsPerMinute: count.meta({
    description: 'Calls started in the last minute; 0 while the batch is paused.',
    examples: [12],
  }),
  etaSeconds: count.nullable().meta({
    description:
      'Estimated at the rate of the last minute. In the first minute of a batch that waits for nothing: at the rate that the batch and the plan allow. At least the time until the last row is due. Null while the batch is paused, waits for a time, or makes no calls.',
    examples: [1800],
  }),
  waitingUntil: nullableInstant.meta({
    description:
      'When the next call is due, if the batch waits for its `scheduledAt`, for the calling hours (`window`) or for a retry (`retries`). Otherwise null, and also if the calling hours never open.',
  }),
});

export const skipReason = namedEnum(skipReasons, {
  id: 'BatchSkipReason',
  title: 'Batch skip reason',
  description: 'The reason why a row is not called.',
  values: {
    invalid_row: 'A cell of the row is invalid.',
    duplicate: 'An earlier row has the same number.',
    suppressed: 'The number is suppressed.',
    recently_called:
      'The number was called, or waits for a call, in another batch of the agent of the 24 hours before the start (`onRecentNumbers`).',
    not_eligible: 'The response of `predialUrl` did not allow the call.',
    erased: 'The person was erased before the call.',
  },
  example: 'duplicate',
});

/** One row of a batch. */
export const BatchJob = z.strictObject({
  jobId: idOf('job'),
  batchId: idOf('batch'),
  row: z
    .int()
    .min(1)
    .meta({
      description: 'Row number as in a spreadsheet; the header is row 1.',
      examples: [2],
    }),
  phoneNumber: z.string().meta({
    description: 'The phone number of the row, E.164.',
    examples: ['+12025550100'],
  }),
  status: batchCallStatus,
  outcome: batchCallOutcome.nullable().meta({
    description: 'The result of the last call. Null if there is none yet.',
  }),
  skipReason: skipReason.nullable().meta({
    description: 'The reason why the row is not called. Null if it is called.',
  }),
  detail: z.string().nullable().meta({ description: 'An explanation for users. Null if there is none.' }),
  attempt: count.meta({ description: 'Calls started so far.', examples: [1] }),
  callId: z.string().nullable().meta({ description: 'The call of the last attempt.' }),
  fromNumber: z.string().nullable().meta({
    description: 'The caller id of the last call; before the first call, the one in the row of the file.',
  }),
  customer: StoredCustomer,
  dynamic: z.record(z.string(), variableValue).meta({
    description: 'Variables by name. Texts contain them as `{{name}}`.',
  }),
  language: z.string().nullable().meta({
    description: 'The language of the call, a BCP 47 tag. Null: that of the agent.',
  }),
  firstMessage: z.string().nullable().meta({
    description: 'The first words of the agent. Null: the `firstMessage` of the agent.',
  }),
  scheduledAt: nullableInstant.meta({
    description: 'The `scheduled_at` of the row: it is not called before. Null: none.',
  }),
  dueAt: nullableInstant.meta({
    description:
      'When a waiting row is called at the earliest: at its first or its next attempt. Null if the row does not wait.',
  }),
  createdAt,
  updatedAt,
  endedAt: nullableInstant.meta({ description: 'The time of the end. Null before the end.' }),
});
