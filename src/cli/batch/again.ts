import type { BatchAgain, ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';
import { rowsText } from './rows-text.ts';
import { instantOf } from './start.ts';
import { watchBatch } from './watch.ts';

export interface AgainOptions {
  /** Outcomes to call again. Default of the API: `no_answer`, `busy`, `voicemail` and `failed`. */
  readonly outcomes?: readonly string[];
  readonly name?: string;
  readonly at?: string;
  /** True: only counts the rows. */
  readonly dryRun?: boolean;
  readonly watch?: boolean;
}

type Outcomes = NonNullable<NonNullable<Parameters<ParleyClient['callBatchAgain']>[0]['body']>['outcomes']>;

/** Calls the people again whom an ended batch did not reach, or only counts them. */
export async function callAgain(
  client: ParleyClient,
  batchId: string,
  { outcomes, name, at, dryRun, watch }: AgainOptions,
  output: Output,
): Promise<void> {
  const scheduledAt = instantOf('--at', at);
  const again = await client.callBatchAgain({
    path: { batchId },
    body: {
      dryRun: dryRun === true,
      ...(outcomes !== undefined && { outcomes: outcomes as Outcomes }),
      ...(name !== undefined && { name }),
      ...(scheduledAt !== undefined && { scheduledAt }),
    },
  });
  for (const line of countLines(again)) output.line(line);
  if (again.batchId !== null) {
    output.line(output.paint('dim', `  ${again.batchId}`));
    if (watch === true) return watchBatch(client, again.batchId, output);
    output.line(output.paint('dim', `  npx parley batch watch ${again.batchId}`));
  }
  output.result(again);
}

function* countLines(counts: BatchAgain): Generator<string> {
  const { notReached, toCall, reachedSince, waitingElsewhere, suppressedRows, duplicateRows } = counts;
  yield `${rowsText(toCall)} to call again of ${notReached} not reached`;
  const omitted = {
    'reached since': reachedSince,
    'waiting in another batch': waitingElsewhere,
    suppressed: suppressedRows,
    duplicate: duplicateRows,
  };
  const reasons = Object.entries(omitted).flatMap(([reason, rows]) =>
    rows === 0 ? [] : `${rows} ${reason}`,
  );
  if (reasons.length > 0) yield `Not called: ${reasons.join(', ')}.`;
}
