import type {
  MessageBatch,
  MessageBatchProgress,
  ParleyClient,
  StartedMessageBatch,
} from '../../../packages/sdk/src/client.ts';
import { minuteText } from '../minute-text.ts';
import { selectFlow } from '../message/select-flow.ts';
import { CommandError, UsageError, type Output } from '../output.ts';
import { saveResponse } from '../output-file.ts';
import { toCliWording } from './cli-wording.ts';
import { rowsText } from './rows-text.ts';
import { sendFile, type RequestOptions } from './send-file.ts';

/** Returns whether the id is of a batch of messages, which `parley batch` shows and changes like a batch of calls. */
export const isMessageBatch = (batchId: string): boolean => batchId.startsWith('mbatch_');

/** Returns the error for an option that messages do not have. `name`: in camel case. */
export function forCallsOnly(name: string): UsageError {
  const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new UsageError(`--${option} is for calls. Remove it, or remove --messages.`);
}

export interface MessageStartOptions {
  /** Id, or words of the name. */
  readonly flow?: string;
  readonly approval?: string;
  readonly watch?: boolean;
}

/** Starts a batch of messages with the rows of a CSV file. `fields` has the options that calls have too. */
export async function startMessages(
  client: ParleyClient,
  file: string,
  { flow: selector, approval, watch, fields }: MessageStartOptions & { readonly fields: RequestOptions },
  output: Output,
): Promise<void> {
  const flow = await selectFlow(client, selector);
  const options = { flowId: flow.id, approval, ...fields };
  const request = { path: '/v1/api/batch-messages', file, options };
  const batch = await sendFile<StartedMessageBatch>(client, request, output);
  const { batchId, validRows, totalRows } = batch;
  output.line(
    `${output.paint('bold', flow.name)} writes to ${validRows} of ${rowsText(totalRows)} by ${batch.channel === 'sms' ? 'SMS' : 'email'}`,
  );
  for (const text of warningsOf(batch)) output.line(output.paint('yellow', text));
  output.line(output.paint('dim', `  ${batchId}`));
  showFirstMessages(batch, output);
  if (watch === true) return watchMessages(client, batchId, output);
  if (batch.status !== 'pending_approval')
    output.line(output.paint('dim', `  npx parley-server batch watch ${batchId}`));
  output.result(batch);
}

function warningsOf({ invalidRows, duplicateRows, suppressedRows, warnings }: StartedMessageBatch): string[] {
  const counts = { invalid: invalidRows, duplicate: duplicateRows, suppressed: suppressedRows };
  const skipped = Object.entries(counts).flatMap(([reason, rows]) => (rows === 0 ? [] : `${rows} ${reason}`));
  return [
    ...(skipped.length === 0 ? [] : [`Not written to: ${skipped.join(', ')}.`]),
    ...warnings.map(({ message }) => toCliWording(message)),
  ];
}

/** Shows the messages that wait for approval, and the command that approves them. */
function showFirstMessages({ batchId, status, firstMessages, pending }: MessageBatch, output: Output): void {
  if (status !== 'pending_approval') return;
  output.line();
  for (const { to, subject, message, fault } of firstMessages) {
    const heading = subject === null ? to : `${to}  ${subject}`;
    output.line(output.paint('dim', heading));
    output.line(fault === null ? message : output.paint('yellow', fault));
  }
  if (pending > firstMessages.length) output.line(`and ${pending - firstMessages.length} more`);
  output.line();
  output.line(`Send all ${pending}: npx parley-server batch approve ${batchId}`);
}

/** Approves all messages of a batch. */
export async function approveMessages(client: ParleyClient, batchId: string, output: Output): Promise<void> {
  if (!isMessageBatch(batchId))
    throw new UsageError(
      'Only batches of messages (mbatch_…) are approved. A batch of calls starts at once.',
    );
  const batch = await client.approveMessageBatch({ path: { batchId } });
  output.line(`approved  ${batch.pending} pending`);
  output.line(output.paint('dim', `  npx parley-server batch watch ${batchId}`));
  output.result(batch);
}

/** Shows the progress of a batch, the reason of its status, and the messages that wait for approval. */
export async function showMessageStatus(
  client: ParleyClient,
  batchId: string,
  output: Output,
): Promise<void> {
  const progress = await client.getMessageBatchProgress({ path: { batchId } });
  const batch = await client.getMessageBatch({ path: { batchId } });
  output.line(messageProgressLine(progress));
  if (batch.statusDetail !== null) output.line(batch.statusDetail);
  showFirstMessages(batch, output);
  output.result({ ...progress, statusDetail: batch.statusDetail, firstMessages: batch.firstMessages });
}

/**
 * Shows each change of the progress until the end of the batch.
 * @throws {CommandError} if the batch was cancelled
 */
export async function watchMessages(client: ParleyClient, batchId: string, output: Output): Promise<void> {
  let last: MessageBatchProgress | undefined;
  for await (const progress of client.follow('followMessageBatch', { path: { batchId } })) {
    last = progress;
    if (output.isLive) output.status(messageProgressLine(progress));
    else output.line(messageProgressLine(progress));
  }
  if (last === undefined) throw new CommandError('The batch no longer exists.');
  if (output.isLive) output.line(messageProgressLine(last));
  output.result(last);
  if (last.status !== 'completed') throw new CommandError(`The batch is ${last.status}.`);
}

type MessageChange = 'pause' | 'resume' | 'cancel';

/** Pauses, resumes or cancels a batch. */
export async function changeMessages(
  client: ParleyClient,
  { batchId, change }: { readonly batchId: string; readonly change: MessageChange },
  output: Output,
): Promise<void> {
  const path = { batchId };
  const requests: Readonly<Record<MessageChange, () => Promise<MessageBatch>>> = {
    pause: () => client.pauseMessageBatch({ path }),
    resume: () => client.resumeMessageBatch({ path }),
    cancel: () => client.cancelMessageBatch({ path }),
  };
  const batch = await requests[change]();
  output.line(`${batch.status}  ${batch.pending} pending, ${batch.inProgress} being sent`);
  output.result(batch);
}

interface MessageExportOptions {
  /** Path of the file. Undefined or `-`: standard output. */
  readonly output?: string;
  /** True: cells that begin like a formula are not escaped. */
  readonly raw?: boolean;
}

/**
 * Writes the rows of a batch and their messages as CSV.
 * @throws {UsageError} for other options, which are for calls
 */
export async function exportMessages(
  client: Pick<ParleyClient, 'send'>,
  batchId: string,
  { output: file, raw, ...options }: MessageExportOptions,
  output: Output,
  stdout: NodeJS.WritableStream,
): Promise<void> {
  const [ofCalls] = Object.keys(options);
  if (ofCalls !== undefined) throw new UsageError(`--${ofCalls} is for calls. Remove it.`);
  const path = `/v1/api/batch-messages/${encodeURIComponent(batchId)}/messages`;
  const query = new URLSearchParams({ format: 'csv', ...(raw === true && { raw: 'true' }) });
  const response = await client.send('GET', `${path}?${query.toString()}`);
  await saveResponse(response, file, output, stdout);
}

/** Returns the progress of a batch of messages in one line. */
function messageProgressLine(progress: MessageBatchProgress): string {
  const { status, percent, total, pending, pendingApproval, inProgress, delivered, failed } = progress;
  const done = total - pending - pendingApproval - inProgress;
  const until = progress.waitingUntil === null ? '' : `, waits until ${minuteText(progress.waitingUntil)}`;
  return [
    `${percent.toFixed(1)} %`,
    `${done} of ${total}`,
    `${status}${until}`,
    `${delivered} delivered`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ].join('  ');
}
