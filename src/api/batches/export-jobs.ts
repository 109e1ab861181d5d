import { Readable } from 'node:stream';
import { csvRecord, escapeFormula } from '../../domain/batches/csv-text.ts';
import type { ReservedColumn } from '../../domain/batches/header.ts';
import { callResultColumns, collectedPrefix, jobResultColumns } from '../../domain/batches/result-columns.ts';
import { variablesAtEnd } from '../../domain/batches/flow-variables.ts';
import { type BatchJobRow, findJobResults, type JobResultRow } from '../../store/batches/batch-jobs.ts';
import { type BatchRow, listCalledFlows } from '../../store/batches/batches.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { BinaryResponse } from '../binary-response.ts';

type JobColumn = (typeof jobResultColumns)[number] | 'phone_number' | ReservedColumn;
type Cell = string | number | boolean | null | undefined;

const jobColumns: Readonly<Record<JobColumn, (job: BatchJobRow) => Cell>> = {
  row: ({ rowNumber }) => rowNumber,
  job_id: ({ id }) => id,
  phone_number: ({ phoneNumber }) => phoneNumber,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  skip_reason: ({ skipReason }) => skipReason,
  detail: ({ detail }) => detail,
  attempt: ({ attempt }) => attempt,
  call_id: ({ callId }) => callId,
  ended_at: ({ endedAt }) => endedAt?.toISOString(),
  name: ({ customer }) => customer.name,
  email: ({ customer }) => customer.email,
  timezone: ({ customer }) => customer.timezone,
  scheduled_at: ({ scheduledAt }) => scheduledAt?.toISOString(),
  external_id: ({ customer }) => customer.externalId,
  from_number: ({ fromNumber }) => fromNumber,
  language: ({ overrides }) => overrides?.language,
  first_message: ({ overrides }) => overrides?.firstMessage,
};

/** Columns with the results of the last call of a row. */
const resultColumns: Readonly<Record<(typeof callResultColumns)[number], (result: JobResultRow) => Cell>> = {
  disposition: ({ disposition }) => disposition,
  end_reason: ({ endReason }) => endReason,
  answered_at: ({ answeredAt }) => answeredAt?.toISOString(),
  duration_seconds: ({ answeredAt, endedAt }) =>
    answeredAt && endedAt && (endedAt.getTime() - answeredAt.getTime()) / 1000,
  recording: ({ isRecorded, callId }) => (isRecorded ? `/api/v1/calls/${callId}/recording` : null),
  last_words: ({ lastUtterance }) => lastUtterance,
  summary: ({ analysis }) => analysis?.summary,
  success: ({ analysis }) => analysis?.success,
};

export interface JobExport {
  readonly batch: BatchRow;
  readonly jobs: AsyncIterable<readonly BatchJobRow[]>;
  /** Whether cells that begin like a formula are exported unchanged. */
  readonly isRaw: boolean;
  /** Whether the columns of call results and collected variables are included. */
  readonly includesCallResults: boolean;
}

/** Returns jobs as a CSV stream. Reads rows from the database at the speed of the download. */
export async function exportJobs(db: Queryable, options: JobExport): Promise<BinaryResponse> {
  const { id } = options.batch;
  const variables = options.includesCallResults ? await collectedVariables(db, options.batch) : [];
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${id}.csv"`,
    },
    stream: Readable.from(csvRecords(db, options, variables), { objectMode: false }),
  };
}

async function collectedVariables(db: Queryable, { id, workspaceId }: BatchRow): Promise<string[]> {
  const flows = await listCalledFlows(db, { workspaceId, batchId: id });
  return [...new Set(flows.flatMap((flow) => (flow.type === 'call' ? variablesAtEnd(flow) : [])))];
}

async function* csvRecords(
  db: Queryable,
  { batch: { workspaceId, variables }, jobs, isRaw, includesCallResults }: JobExport,
  collectedNames: readonly string[],
): AsyncGenerator<string> {
  const toRecord = (cells: readonly Cell[]) => csvRecord(cells.map((value) => toCell(value, isRaw)));
  const resultNames = includesCallResults ? callResultColumns : [];
  yield csvRecord([
    ...Object.keys(jobColumns),
    ...resultNames,
    ...variables,
    ...collectedNames.map((name) => collectedPrefix + name),
  ]);
  for await (const page of jobs) {
    const callIds = includesCallResults ? page.flatMap(({ callId }) => callId ?? []) : [];
    const results = await findJobResults(db, { workspaceId, callIds });
    const records = page.map((job) => {
      const result = job.callId === null ? undefined : results.get(job.callId);
      return toRecord([
        ...Object.values(jobColumns).map((read) => read(job)),
        ...resultNames.map((name) => result && resultColumns[name](result)),
        ...variables.map((name) => job.dynamic[name]),
        ...collectedNames.map((name) => result?.variables[name]),
      ]);
    });
    yield records.join('');
  }
}

function toCell(value: Cell, isRaw: boolean): string | number | null {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' && !isRaw ? escapeFormula(value) : (value ?? null);
}
