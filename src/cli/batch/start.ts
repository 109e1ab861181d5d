import type { ParleyClient, StartedBatch } from '../../../packages/sdk/src/client.ts';
import { chooseAgent } from '../call.ts';
import { UsedWrongly, type Output } from '../output.ts';
import { sendFile, type SentOptions } from './send-file.ts';
import { watchBatch } from './watch.ts';

export interface StartOptions {
  readonly agent?: string;
  readonly name?: string;
  readonly cps?: string;
  readonly max?: string;
  readonly reserve?: string;
  readonly window?: readonly string[];
  readonly days?: readonly string[];
  readonly timezone?: string;
  readonly from?: readonly string[];
  readonly country?: string;
  readonly at?: string;
  readonly attempts?: string;
  readonly predial?: string;
  readonly skipInvalid?: boolean;
  readonly repeat?: boolean;
  readonly watch?: boolean;
}

/** Starts a batch with the rows of a CSV file. */
export async function startBatch(
  client: ParleyClient,
  file: string,
  options: StartOptions,
  output: Output,
): Promise<void> {
  const sent = sentOptions(options);
  const agent = await chooseAgent(client, options.agent);
  const started = await sendFile<StartedBatch>(client, {
    path: '/v1/api/batch-calls',
    file,
    options: { agentId: agent.id, ...sent },
  });
  output.line(`${output.paint('bold', agent.name)} calls ${started.validRows} of ${started.totalRows} rows`);
  for (const text of notesOf(started)) output.line(output.paint('yellow', text));
  output.line(output.paint('dim', `  ${started.batchId}`));
  if (options.watch === true) return watchBatch(client, started.batchId, output);
  output.line(output.paint('dim', `  parley batch watch ${started.batchId}`));
  output.result(started);
}

function notesOf({
  invalidRows,
  duplicateRows,
  suppressedRows,
  variablesMissing,
}: StartedBatch): readonly string[] {
  const counts = { invalid: invalidRows, duplicate: duplicateRows, suppressed: suppressedRows };
  const skipped = Object.entries(counts).flatMap(([what, rows]) => (rows === 0 ? [] : `${rows} ${what}`));
  return [
    ...(skipped.length === 0 ? [] : [`Not called: ${skipped.join(', ')}.`]),
    ...(variablesMissing.length === 0
      ? []
      : [`The flow says what no column gives: ${variablesMissing.join(', ')}.`]),
  ];
}

/** As the API takes them. */
function sentOptions(options: StartOptions): SentOptions {
  const { name, cps, max, reserve, from, country, at, attempts, predial } = options;
  return {
    name,
    callsPerSecond: numberOf('--cps', cps),
    maxConcurrency: numberOf('--max', max),
    reservedConcurrency: numberOf('--reserve', reserve),
    window: windowOf(options),
    fromNumbers: from,
    defaultCountry: country,
    scheduledAt: at,
    retry: attempts === undefined ? undefined : { maxAttempts: numberOf('--attempts', attempts) },
    predialUrl: predial,
    onInvalidRows: options.skipInvalid === true ? 'skip' : undefined,
    allowRepeat: options.repeat,
  };
}

function windowOf({ window, days, timezone }: StartOptions): object | undefined {
  if (window === undefined) {
    if (days !== undefined || timezone !== undefined)
      throw new UsedWrongly('--days and --timezone belong to --window: give hours such as 09:00-17:00.');
    return undefined;
  }
  const windows = window.map((hours) => {
    const [, start, end] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(hours) ?? [];
    if (start === undefined || end === undefined)
      throw new UsedWrongly(`Write hours such as 09:00-17:00, not ${hours}.`);
    return { start, end };
  });
  return {
    windows,
    ...(days === undefined ? {} : { days }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsedWrongly(`${option} takes a number, not ${text}.`);
  return Number(text);
}
