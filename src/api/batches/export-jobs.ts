import { byteOrderMark, type ExcelFormat, type RowZone } from '../../domain/batches/excel-cells.ts';
import { csvRecord, escapeFormula } from '../../domain/batches/csv-text.ts';
import type { ReservedColumn } from '../../domain/batches/header.ts';
import {
  analyzedPrefix,
  callResultColumns,
  collectedPrefix,
  type columnHeadings,
  type jobResultColumns,
  localTimeColumns,
  localTimeTitle,
  resultColumn,
  timeZoneColumn,
  titleHeadings,
} from '../../domain/batches/result-columns.ts';
import { type VariableAtEnd, variablesAtEnd } from '../../domain/batches/flow-variables.ts';
import { resultVariables, type RowResult, rowResultTitles } from '../../domain/batches/row-result.ts';
import type { CallFlow } from '../../domain/flow/flow.ts';
import { columnName } from '../../domain/variable-name.ts';
import { type BatchJobRow, findJobResults, type JobResultRow } from '../../store/batches/batch-jobs.ts';
import { findRowDetails } from '../../store/batches/batch-results.ts';
import { type BatchRow, listAnalyzedFields, listCalledFlows } from '../../store/batches/batches.ts';
import type { Queryable } from '../../store/queryable.ts';
import { type CsvCell, type CsvColumn, csvResponse, excelCells, plainCells } from '../csv-export.ts';
import type { BinaryResponse } from '../http/binary-response.ts';

type JobColumn = (typeof jobResultColumns)[number] | 'phone_number' | ReservedColumn;

/** The columns of a job, except those of the person. */
const jobColumns = {
  job_id: ({ id }) => id,
  status: ({ status }) => status,
  outcome: ({ outcome }) => outcome,
  skip_reason: ({ skipReason }) => skipReason,
  detail: ({ detail }) => detail,
  attempt: ({ attempt }) => attempt,
  call_id: ({ callId }) => callId,
  ended_at: ({ endedAt }) => endedAt,
  timezone: ({ customer }) => customer.timezone,
  scheduled_at: ({ scheduledAt }) => scheduledAt,
  from_number: ({ fromNumber }) => fromNumber,
  language: ({ overrides }) => overrides?.language,
  first_message: ({ overrides }) => overrides?.firstMessage,
} as const satisfies Partial<Record<JobColumn, (job: BatchJobRow) => CsvCell>>;

/** The columns that identify the person. The answers follow them. */
const personColumns: Readonly<
  Record<Exclude<JobColumn, keyof typeof jobColumns>, (job: BatchJobRow) => CsvCell>
> = {
  row: ({ rowNumber }) => rowNumber,
  phone_number: ({ phoneNumber }) => phoneNumber,
  name: ({ customer }) => customer.name,
  email: ({ customer }) => customer.email,
  external_id: ({ customer }) => customer.externalId,
};

/** Columns with the results of the last call of a row. */
const resultColumns: Readonly<Record<(typeof callResultColumns)[number], (result: JobResultRow) => CsvCell>> =
  {
    disposition: ({ disposition }) => disposition,
    end_reason: ({ endReason }) => endReason,
    answered_at: ({ answeredAt }) => answeredAt,
    duration_seconds: ({ answeredAt, endedAt }) =>
      answeredAt && endedAt && (endedAt.getTime() - answeredAt.getTime()) / 1000,
    recording: ({ isRecorded, callId }) => (isRecorded ? `/api/v1/calls/${callId}/recording` : null),
    last_words: ({ lastUtterance }) => lastUtterance,
    summary: ({ analysis }) => analysis?.summary,
    success: ({ analysis }) => analysis?.success,
    analysis_success_reason: ({ analysis }) => analysis?.successReason,
    analysis_sentiment: ({ analysis }) => analysis?.sentiment,
  };

export interface JobExport {
  readonly batch: BatchRow;
  readonly jobs: AsyncIterable<readonly BatchJobRow[]>;
  readonly headings: (typeof columnHeadings)[number];
  /** Whether the columns of call results and collected variables are included. */
  readonly includesCallResults: boolean;
  /** `raw`: cells that begin like a formula are exported unchanged. */
  readonly form: 'plain' | 'raw' | ExcelExport;
}

/** A file for Excel. */
export interface ExcelExport {
  readonly format: ExcelFormat;
  /** The address of the service, for links. */
  readonly baseUrl: string;
  /** Returns the zone of the times in a row. */
  readonly zoneOf: (job: BatchJobRow) => RowZone;
}

/** Returns jobs as a CSV stream. Reads rows from the database at the speed of the download. */
export async function exportJobs(db: Queryable, options: JobExport): Promise<BinaryResponse> {
  const { id, workspaceId } = options.batch;
  const flows = options.includesCallResults ? await calledFlows(db, options.batch) : [];
  const columns = options.includesCallResults
    ? exportColumns(
        options,
        variablesAtEnd(flows),
        await listAnalyzedFields(db, { workspaceId, batchId: id }),
      )
    : exportColumns(options, [], []);
  return csvResponse(id, csvRecords(db, options, { columns, flows }));
}

/** Returns the call flows that the batch has called. */
export async function calledFlows(db: Queryable, { id, workspaceId }: BatchRow): Promise<CallFlow[]> {
  const flows = await listCalledFlows(db, { workspaceId, batchId: id });
  return flows.flatMap((flow) => (flow.type === 'call' ? flow : []));
}

/** Returns the variables of the flows that the batch has called. */
export const calledVariables = async (db: Queryable, batch: BatchRow): Promise<VariableAtEnd[]> =>
  variablesAtEnd(await calledFlows(db, batch));

interface ExportColumn extends CsvColumn {
  readonly heading: string;
  readonly read: (job: BatchJobRow, result: JobResultRow | undefined, decision: RowResult | null) => CsvCell;
}

/** Returns the columns: the person, their decision, the answers, the job, the results of the call, the variables of the file, other variables. */
function exportColumns(
  { batch: { variables }, headings, includesCallResults, form }: JobExport,
  collected: readonly VariableAtEnd[],
  analyzedFields: readonly string[],
): ExportColumn[] {
  const times = new Set(collected.flatMap(({ name, isTime }) => (isTime ? columnName(name) : [])));
  const ofPerson = columnsOf(personColumns);
  const others: ExportColumn[] = [
    ...(typeof form === 'string' ? [] : excelColumns(form)),
    ...columnsOf(jobColumns),
    ...(includesCallResults ? callResultColumns : []).map((heading): ExportColumn => ({
      heading,
      isLink: heading === 'recording',
      read: (_job, result) => result && resultColumns[heading](result),
    })),
    ...analyzedFields.map((name): ExportColumn => ({
      heading: analyzedPrefix + name,
      read: (_job, result) => result?.analysis?.fields[name],
    })),
    ...variables.map((heading): ExportColumn => ({
      heading,
      isTime: times.has(heading),
      read: ({ dynamic }) => dynamic[heading],
    })),
  ];
  const columnOf = ({ name, isTime }: VariableAtEnd, heading = collectedPrefix + name): ExportColumn => ({
    heading,
    isTime,
    read: (_job, result) => result?.variables[name],
  });
  const answers = collected.filter(({ isAnswer }) => isAnswer);
  const otherHeadings = [...ofPerson, ...others].map(({ heading }) => heading);
  const decision: ExportColumn = {
    heading: resultColumn,
    read: (_job, _result, decided) =>
      decided && (typeof form === 'string' ? decided : rowResultTitles[decided]),
  };
  const titles = headings === 'titles' ? titleHeadings(answers, otherHeadings) : undefined;
  return [
    ...ofPerson,
    ...(includesCallResults ? [decision] : []),
    ...answers.map((variable) => columnOf(variable, titles?.get(variable.name))),
    ...(headings === 'titles' && typeof form !== 'string' ? others.map(withZoneTitle) : others),
    ...collected.filter(({ isAnswer }) => !isAnswer).map((variable) => columnOf(variable)),
  ];
}

/** Says in the heading of a local time which column has its zone. */
function withZoneTitle(column: ExportColumn): ExportColumn {
  const local = localTimeColumns.find((name) => name === column.heading);
  return local === undefined ? column : { ...column, heading: localTimeTitle(local) };
}

const columnsOf = (readers: Readonly<Record<string, (job: BatchJobRow) => CsvCell>>): ExportColumn[] =>
  Object.entries(readers).map(([heading, read]) => ({ heading, read }));

const excelColumns = ({ zoneOf }: ExcelExport): ExportColumn[] =>
  columnsOf({ [timeZoneColumn]: (job) => zoneOf(job).zone });

async function* csvRecords(
  db: Queryable,
  { batch: { id: batchId, workspaceId }, jobs, form, includesCallResults }: JobExport,
  { columns, flows }: { readonly columns: readonly ExportColumn[]; readonly flows: readonly CallFlow[] },
): AsyncGenerator<string> {
  const variables = resultVariables(flows);
  const excel = typeof form === 'string' ? undefined : form;
  const headings = columns.map(({ heading }) => (form === 'raw' ? heading : escapeFormula(heading)));
  yield (excel === undefined ? '' : byteOrderMark) + csvRecord(headings, excel?.format.delimiter);
  for await (const page of jobs) {
    const callIds = includesCallResults ? page.flatMap(({ callId }) => callId ?? []) : [];
    const results = await findJobResults(db, { workspaceId, callIds });
    const jobIds = flows.length === 0 ? [] : page.map(({ id }) => id);
    const details = await findRowDetails(db, { workspaceId, batchId, jobIds }, variables);
    const records = page.map((job) => {
      const result = job.callId === null ? undefined : results.get(job.callId);
      const cellOf = excel === undefined ? plainCells(form === 'raw') : excelCells(excel, excel.zoneOf(job));
      return csvRecord(
        columns.map((column) =>
          cellOf(column.read(job, result, details.get(job.id)?.result ?? null), column),
        ),
        excel?.format.delimiter,
      );
    });
    yield records.join('');
  }
}
