import type { BatchReport, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { CommandError, type Output } from '../output.ts';
import { selectAgentToValidate } from '../select-agent.ts';
import { hoursText, readWindow, type CallingRuleOptions, type WindowOptions } from './hours.ts';
import { toCliWording } from './cli-wording.ts';
import { rowsNeverAllowed, rowsToCall } from './rows-to-call.ts';
import { rowsText } from './rows-text.ts';
import { sendFile } from './send-file.ts';
import { columnLines, rowLines } from './show-file.ts';

export interface ValidateOptions extends WindowOptions, CallingRuleOptions {
  /** Id, or words of the name: the columns are held to its flow. Left out: the only one that can call. */
  readonly agent?: string;
  readonly country?: string;
  readonly dates?: string;
  /** As a start with the same. */
  readonly allowDuplicates?: boolean;
}

/** Duplicate and suppressed rows that are named; `--json` has a hundred. */
const maxListed = 10;

/**
 * Tells what a CSV file holds and what is wrong with it; starts nothing.
 * @throws {CommandError} where it cannot be started as it is
 */
export async function validateBatch(
  client: ParleyClient,
  file: string,
  { agent, country, dates, allowDuplicates, purpose, consent, ...hours }: ValidateOptions,
  output: Output,
): Promise<void> {
  const window = readWindow(hours);
  const checked = await selectAgentToValidate(client, agent);
  const options = {
    agentId: checked.agent?.id,
    defaultCountry: country?.toUpperCase(),
    dateOrder: dates,
    allowDuplicates,
    window,
    purpose,
    consent,
  };
  const request = { path: '/v1/api/batch-calls/validate', file, options };
  const report = await sendFile<BatchReport>(client, request, output);
  for (const line of reportLines(report)) output.line(line);
  if (window !== undefined) output.line(hoursText(window));
  output.line(checked.message);
  output.result({ ...report, agentId: checked.agent?.id ?? null });
  if (!report.valid) throw new CommandError('The file cannot be started as it is.');
}

function* reportLines(report: BatchReport): Generator<string> {
  const { totalRows, invalidRows, duplicateRows, suppressedRows } = report;
  const never = rowsNeverAllowed(report);
  yield `${rowsText(totalRows)}: ${rowsToCall(report)} to call, ${invalidRows} invalid, ${duplicateRows} duplicate, ${suppressedRows} suppressed${never === 0 ? '' : `, ${never} never allowed`}`;
  yield* columnLines(report.columns);
  yield 'first rows:';
  yield* rowLines(report.columns, report.preview, report.phoneNumbers);
  yield* report.warnings.map(({ message }) => toCliWording(message));
  if (report.repeatOf !== null)
    yield `the same numbers were started as ${report.repeatOf} within 24 hours: to call them again, start with --repeat`;
  for (const { row, column, message, value } of report.errors) {
    const where = column === null ? `row ${row}` : `row ${row}, ${column}`;
    yield `  ${where}: ${toCliWording(message)}${value === null ? '' : ` (${value})`}`;
  }
  if (report.errorsTruncated) yield '  …';
  yield* listed(
    'duplicate',
    duplicateRows,
    report.duplicates.map(({ row, firstRow }) => `row ${row} (as row ${firstRow})`),
  );
  yield* listed(
    'suppressed',
    suppressedRows,
    report.suppressed.map(({ row }) => `row ${row}`),
  );
}

/** Rows that are not called though nothing is wrong with them: the first ones, on one line. */
function* listed(what: string, count: number, rows: readonly string[]): Generator<string> {
  if (rows.length === 0) return;
  const shown = rows.slice(0, maxListed).join(', ');
  const more = count > maxListed ? ` and ${count - maxListed} more` : '';
  yield `${what}: ${shown}${more}`;
}
