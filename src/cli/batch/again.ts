import type { BatchAgain, ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';
import { toCliError } from './cli-wording.ts';
import { rowsText } from './rows-text.ts';
import { batchTimeoutMs } from './send-file.ts';
import { instantOf } from './start.ts';
import { watchBatch } from './watch.ts';

export interface AgainOptions {
  /** Outcomes to call again. Default of the API: `no_answer`, `busy`, `voicemail` and `failed`. */
  readonly outcomes?: readonly string[];
  readonly name?: string;
  /** Numbers to call from. Default of the API: those of the batch. */
  readonly from?: readonly string[];
  readonly at?: string;
  /** True: only counts the rows. */
  readonly dryRun?: boolean;
  readonly watch?: boolean;
}

/** Calls the people again whom an ended batch did not reach, or only counts them. */
export async function callAgain(
  client: ParleyClient,
  batchId: string,
  { outcomes, name, from, at, dryRun, watch }: AgainOptions,
  output: Output,
): Promise<void> {
  const scheduledAt = instantOf('--at', at);
  const body = { dryRun: dryRun === true, outcomes, name, fromNumbers: from, scheduledAt };
  const path = `/v1/api/batch-calls/${encodeURIComponent(batchId)}/again`;
  const response = await client
    .send('POST', path, { body, timeoutMs: batchTimeoutMs })
    .catch((error: unknown) => {
      throw output.json ? error : toCliError(error);
    });
  const again = (await response.json()) as BatchAgain;
  for (const line of countLines(again)) output.line(line);
  if (again.batchId !== null) {
    output.line(output.paint('dim', `  ${again.batchId}`));
    if (watch === true) return watchBatch(client, again.batchId, output);
    output.line(output.paint('dim', `  npx parley-server batch watch ${again.batchId}`));
  }
  output.result(again);
}

function* countLines(counts: BatchAgain): Generator<string> {
  const { notReached, toCall, reachedSince, calledSince, waitingElsewhere } = counts;
  const { suppressedRows, wrongNumberRows, duplicateRows } = counts;
  yield `${rowsText(toCall)} to call again of ${notReached} not reached`;
  const omitted = {
    'reached since': reachedSince,
    'called since in a later batch': calledSince,
    'waiting in another batch or for a callback': waitingElsewhere,
    suppressed: suppressedRows,
    'wrong number': wrongNumberRows,
    duplicate: duplicateRows,
  };
  const reasons = Object.entries(omitted).flatMap(([reason, rows]) =>
    rows === 0 ? [] : `${rows} ${reason}`,
  );
  if (reasons.length > 0) yield `Not called: ${reasons.join(', ')}.`;
}
