import type { BatchReport, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandError, type Output } from '../output.ts';
import { selectAgentToValidate } from '../select-agent.ts';
import { hoursText, readWindow, type CallingRuleOptions, type WindowOptions } from './hours.ts';
import { toCliWording } from './cli-wording.ts';
import { rowsNeverAllowed, rowsToCallText } from './rows-to-call.ts';
import { rowsText } from './rows-text.ts';
import { readColumns, sendFile } from './send-file.ts';
import { columnLines, rowLines } from './show-file.ts';

export interface ValidateOptions extends WindowOptions, CallingRuleOptions {
  /** Id of an agent, or words of its name. The columns are checked for its flow. Default: the only agent that can call. */
  readonly agent?: string;
  readonly country?: string;
  readonly dates?: string;
  readonly column?: readonly string[];
  /** As in `batch start`. */
  readonly allowDuplicates?: boolean;
}

/** Maximum number of listed duplicate and suppressed rows; `--json` lists a hundred. */
const maxListed = 10;

/**
 * Validates a CSV file and shows its content and faults, without starting a batch.
 * @throws {CommandError} if a batch cannot be started with the file
 */
export async function validateBatch(
  client: ParleyClient,
  file: string,
  { agent, country, dates, column, allowDuplicates, purpose, consent, ...hours }: ValidateOptions,
  output: Output,
): Promise<void> {
  const window = readWindow(hours);
  const selection = await selectAgentToValidate(client, agent);
  const options = {
    agentId: selection.agent?.id,
    defaultCountry: country?.toUpperCase(),
    dateOrder: dates,
    columns: readColumns(column),
    allowDuplicates,
    window,
    purpose,
    consent,
  };
  const request = { path: '/v1/api/batch-calls/validate', file, options };
  const report = await sendFile<BatchReport>(client, request, output);
  for (const line of reportLines(report)) output.line(line);
  if (window !== undefined) output.line(hoursText(window));
  output.line(selection.message);
  output.result({ ...report, agentId: selection.agent?.id ?? null });
  if (!report.valid)
    throw new CommandError('No batch can be started with this file. Correct the rows above.');
}

function* reportLines(report: BatchReport): Generator<string> {
  const { totalRows, invalidRows, duplicateRows, suppressedRows } = report;
  const neverAllowed = rowsNeverAllowed(report);
  yield `${rowsText(totalRows)}: ${rowsToCallText(report)} to call, ${invalidRows} invalid, ${duplicateRows} duplicate, ${suppressedRows} suppressed${neverAllowed === 0 ? '' : `, ${neverAllowed} never allowed`}`;
  yield* columnLines(report.columns);
  yield 'first rows:';
  yield* rowLines(report.columns, report.preview, report.phoneNumbers);
  yield* report.warnings.map(({ message }) => toCliWording(message));
  if (report.repeatOf !== null)
    yield `the same numbers were started as ${report.repeatOf} within the last 24 hours: add --repeat to call them again`;
  for (const { row, column, message, value } of report.errors) {
    const position = column === null ? `row ${row}` : `row ${row}, ${column}`;
    yield `  ${position}: ${toCliWording(message)}${value === null ? '' : ` (${value})`}`;
  }
  if (report.errorsTruncated) yield '  …';
  yield* rowList(
    'duplicate',
    duplicateRows,
    report.duplicates.map(({ row, firstRow }) => `row ${row} (as row ${firstRow})`),
  );
  yield* rowList(
    'suppressed',
    suppressedRows,
    report.suppressed.map(({ row }) => `row ${row}`),
  );
}

/** Lists the first duplicate or suppressed rows on one line. */
function* rowList(title: string, count: number, rows: readonly string[]): Generator<string> {
  if (rows.length === 0) return;
  const shown = rows.slice(0, maxListed).join(', ');
  const more = count > maxListed ? ` and ${count - maxListed} more` : '';
  yield `${title}: ${shown}${more}`;
}
