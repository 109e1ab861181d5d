import type { BatchReport, MessageBatchReport, ParleyClient } from '../../../packages/sdk/src/client.ts';
import { selectFlow } from '../message/select-flow.ts';
import { CommandError, UsageError, type Output } from '../output.ts';
import { selectAgentToValidate } from '../select-agent.ts';
import { hoursText, readWindow, type CallingRuleOptions, type WindowOptions } from './hours.ts';
import { toCliWording } from './cli-wording.ts';
import { forCallsOnly } from './messages.ts';
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
  readonly skipRecent?: boolean;
  /** True: the file is for messages. */
  readonly messages?: boolean;
  /** With `messages`: id of the flow, or words of its name. */
  readonly flow?: string;
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
  { messages, ...fields }: ValidateOptions,
  output: Output,
): Promise<void> {
  if (messages === true) return validateMessages(client, file, fields, output);
  const { agent, flow, country, dates, column, allowDuplicates, skipRecent, purpose, consent, ...hours } =
    fields;
  if (flow !== undefined) throw new UsageError('--flow is for messages. Add --messages.');
  const window = readWindow(hours);
  const selection = await selectAgentToValidate(client, agent);
  const options = {
    agentId: selection.agent?.id,
    defaultCountry: country?.toUpperCase(),
    dateOrder: dates,
    columns: readColumns(column),
    allowDuplicates,
    onRecentNumbers: skipRecent === true ? 'skip' : undefined,
    window,
    purpose,
    consent,
  };
  const request = { path: '/v1/api/batch-calls/validate', file, options };
  const report = await sendFile<BatchReport>(client, request, output);
  const contents = { ...report, recipients: report.phoneNumbers, valid: `${rowsToCallText(report)} to call` };
  for (const line of reportLines(contents, 'numbers', 'call')) output.line(line);
  if (window !== undefined) output.line(hoursText(window));
  output.line(selection.message);
  output.result({ ...report, agentId: selection.agent?.id ?? null });
  rejectInvalid(report);
}

/** Validates a file for the messages of a flow. */
async function validateMessages(
  client: ParleyClient,
  file: string,
  { flow: selector, country, dates, column, ...ofCalls }: ValidateOptions,
  output: Output,
): Promise<void> {
  const [option] = Object.keys(ofCalls);
  if (option !== undefined) throw forCallsOnly(option);
  const flow = await selectFlow(client, selector);
  const options = {
    flowId: flow.id,
    defaultCountry: country?.toUpperCase(),
    dateOrder: dates,
    columns: readColumns(column),
  };
  const request = { path: '/v1/api/batch-messages/validate', file, options };
  const report = await sendFile<MessageBatchReport>(client, request, output);
  const contents = { ...report, valid: `${report.validRows} to write to` };
  for (const line of reportLines(contents, 'recipients', 'write to')) output.line(line);
  output.line(`The columns are checked for the flow ${flow.name}.`);
  output.result({ ...report, flowId: flow.id });
  rejectInvalid(report);
}

function rejectInvalid({ valid }: Pick<BatchReport, 'valid'>): void {
  if (!valid) throw new CommandError('No batch can be started with this file. Correct the rows above.');
}

/** What a file contains. `valid`: the number of valid rows, with what is done with them. */
type FileContents = Omit<MessageBatchReport, 'valid' | 'channel' | 'duplicates' | 'firstMessages'> & {
  readonly recentRows?: number;
  readonly valid: string;
  readonly duplicates: readonly { readonly row: number; readonly firstRow: number }[];
};

function* reportLines(
  report: FileContents,
  noun: 'numbers' | 'recipients',
  verb: 'call' | 'write to',
): Generator<string> {
  const { totalRows, invalidRows, duplicateRows, suppressedRows, recentRows = 0 } = report;
  const neverAllowed = rowsNeverAllowed(report);
  const others = [
    ...(recentRows === 0 ? [] : [`${recentRows} called recently`]),
    ...(neverAllowed === 0 ? [] : [`${neverAllowed} never allowed`]),
  ];
  yield [
    `${rowsText(totalRows)}: ${report.valid}`,
    `${invalidRows} invalid`,
    `${duplicateRows} duplicate`,
    `${suppressedRows} suppressed`,
    ...others,
  ].join(', ');
  yield* columnLines(report.columns, verb === 'write to');
  yield 'first rows:';
  yield* rowLines(report.columns, report.preview, report.recipients);
  yield* report.warnings.map(({ message }) => toCliWording(message));
  if (report.repeatOf !== null)
    yield `the same ${noun} were started as ${report.repeatOf} within the last 24 hours: add --repeat to ${verb} them again`;
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
