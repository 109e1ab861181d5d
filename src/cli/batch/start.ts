import path from 'node:path';
import { systemClock, type Clock } from '../../core/clock.ts';
import type { ParleyClient, StartedBatch } from '../../../packages/sdk/src/client.ts';
import { UsageError, type Output } from '../output.ts';
import { selectAgent } from '../select-agent.ts';
import { firstCallsText } from './first-calls.ts';
import { hoursText, readWindow, type CallingRuleOptions, type WindowOptions } from './hours.ts';
import { toCliWording } from './cli-wording.ts';
import { readRetry, type RetryOptions } from './retry.ts';
import { rowsNeverAllowed, rowsToCallText } from './rows-to-call.ts';
import { forCallsOnly, startMessages } from './messages.ts';
import { rowsText } from './rows-text.ts';
import { readColumns, sendFile, type RequestOptions } from './send-file.ts';
import { watchBatch } from './watch.ts';

/** Maximum length of a batch name in the API. */
const maxNameLength = 80;

export interface StartOptions extends WindowOptions, RetryOptions, CallingRuleOptions {
  readonly agent?: string;
  readonly name?: string;
  readonly cps?: string;
  readonly max?: string;
  readonly reserve?: string;
  readonly from?: readonly string[];
  readonly country?: string;
  readonly dates?: string;
  readonly column?: readonly string[];
  readonly at?: string;
  readonly predial?: string;
  readonly predialSecret?: string;
  readonly skipInvalid?: boolean;
  readonly allowDuplicates?: boolean;
  readonly skipRecent?: boolean;
  readonly repeat?: boolean;
  readonly watch?: boolean;
  /** True: the rows receive messages instead of calls. */
  readonly messages?: boolean;
  /** With `messages`: id of the flow, or words of its name. */
  readonly flow?: string;
  /** With `messages`: `first`, `each` or `none`. */
  readonly approval?: string;
}

/** Starts a batch with the rows of a CSV file. */
export async function startBatch(
  client: ParleyClient,
  file: string,
  options: StartOptions,
  output: Output,
  clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<void> {
  if (options.messages === true) {
    return startMessages(client, file, { ...options, fields: messageOptions(file, options) }, output);
  }
  if (options.flow !== undefined || options.approval !== undefined)
    throw new UsageError('--flow and --approval are for messages. Add --messages.');
  const fields = requestOptions(file, options);
  const agent = await selectAgent(client, options.agent);
  const request = { path: '/v1/api/batch-calls', file, options: { agentId: agent.id, ...fields } };
  const batch = await sendFile<StartedBatch>(client, request, output);
  output.line(
    `${output.paint('bold', agent.name)} calls ${rowsToCallText(batch)} of ${rowsText(batch.totalRows)}`,
  );
  if (batch.window !== null) output.line(hoursText(batch.window));
  for (const text of warningsOf(batch)) output.line(output.paint('yellow', text));
  output.line(output.paint('dim', `  ${batch.batchId}`));
  if (options.watch === true) return watchBatch(client, batch.batchId, output);
  if (!output.json) await showFirstCalls(client, batch.batchId, output, clock);
  output.line(output.paint('dim', `  npx parley-server batch watch ${batch.batchId}`));
  output.result(batch);
}

/** Shows when the first calls start. The batch has started, so an error here is ignored. */
async function showFirstCalls(
  client: ParleyClient,
  batchId: string,
  output: Output,
  clock: Pick<Clock, 'sleep'>,
): Promise<void> {
  const text = await firstCallsText(client, batchId, clock).catch(() => undefined);
  if (text !== undefined) output.line(text);
}

function warningsOf(batch: StartedBatch): readonly string[] {
  const { invalidRows, duplicateRows, suppressedRows, recentRows, warnings } = batch;
  const counts = {
    invalid: invalidRows,
    duplicate: duplicateRows,
    suppressed: suppressedRows,
    'called recently': recentRows,
    'never allowed': rowsNeverAllowed(batch),
  };
  const skipped = Object.entries(counts).flatMap(([reason, rows]) => (rows === 0 ? [] : `${rows} ${reason}`));
  return [
    ...(skipped.length === 0 ? [] : [`Not called: ${skipped.join(', ')}.`]),
    ...warnings.map(({ message }) => toCliWording(message)),
  ];
}

/** Converts the options into the format of the API. */
function requestOptions(file: string, options: StartOptions): RequestOptions {
  const { name, cps, max, reserve, from, country, dates, at, predial, predialSecret } = options;
  return {
    name: name ?? nameOf(file),
    callsPerSecond: numberOf('--cps', cps),
    maxConcurrency: numberOf('--max', max),
    reservedConcurrency: numberOf('--reserve', reserve),
    window: readWindow(options),
    purpose: options.purpose,
    consent: options.consent,
    fromNumbers: from,
    defaultCountry: country?.toUpperCase(),
    dateOrder: dates,
    columns: readColumns(options.column),
    scheduledAt: instantOf('--at', at),
    retry: readRetry(options),
    predialUrl: predial,
    predialSecret,
    onInvalidRows: options.skipInvalid === true ? 'skip' : undefined,
    allowDuplicates: options.allowDuplicates,
    onRecentNumbers: options.skipRecent === true ? 'skip' : undefined,
    allowRepeat: options.repeat,
  };
}

/** Options of messages, besides `--messages`, `--flow` and `--approval`. */
const messageOptionNames: ReadonlySet<string> = new Set([
  'messages',
  'flow',
  'approval',
  'name',
  'cps',
  'country',
  'dates',
  'column',
  'at',
  'skipInvalid',
  'repeat',
  'watch',
]);

/**
 * Converts the options of a batch of messages into the format of the API.
 * @throws {UsageError} if one of them is for calls only
 */
function messageOptions(file: string, options: StartOptions): RequestOptions {
  const ofCalls = Object.keys(options).find((name) => !messageOptionNames.has(name));
  if (ofCalls !== undefined) throw forCallsOnly(ofCalls);
  const { callsPerSecond, ...fields } = requestOptions(file, options);
  const { name, defaultCountry, dateOrder, columns, scheduledAt, onInvalidRows, allowRepeat } = fields;
  return {
    name,
    defaultCountry,
    dateOrder,
    columns,
    scheduledAt,
    onInvalidRows,
    allowRepeat,
    messagesPerSecond: callsPerSecond,
  };
}

/** Returns the default name of a batch: the shortened name of its file. */
const nameOf = (file: string): string =>
  path.basename(file, path.extname(file)).trim().slice(0, maxNameLength);

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`${option} takes a number, not ${text}.`);
  return Number(text);
}

/** ISO 8601 with an offset from UTC. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/** @throws {UsageError} if the text is no instant */
export function instantOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined || (instant.test(text) && !Number.isNaN(Date.parse(text)))) return text;
  const example = '2030-01-05T09:00:00-05:00';
  throw new UsageError(`${option} takes a time with Z or an offset, such as ${example}, not ${text}.`);
}
