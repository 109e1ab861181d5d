import type { Clock } from '../core/clock.ts';
import type { CallResource, TranscriptEntryResource } from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';

const lookEveryMs = 200;

/** Follows a call to its end and shows what is said, line by line. Resolves with the call as it ended; rejects with the signal's reason. */
export async function followCall(
  getCall: () => Promise<CallResource>,
  clock: Clock,
  output: Output,
  signal?: AbortSignal,
): Promise<CallResource> {
  let shown = 0;
  let status = '';
  for (;;) {
    const call = await getCall();
    if (call.status !== status && call.status !== 'ended') {
      output.line(output.paint('dim', `  ${call.status.replace('_', ' ')}`));
    }
    status = call.status;
    for (; shown < call.transcript.length; shown += 1) {
      output.line(conversationLine(call.transcript[shown]!, call.transcript[shown - 1], output));
    }
    if (call.status === 'ended') return call;
    await clock.sleep(lookEveryMs, signal);
  }
}

/** One line of the conversation; before an answer of the agent stands the silence that the customer heard. */
export function conversationLine(
  entry: TranscriptEntryResource,
  before: TranscriptEntryResource | undefined,
  { paint }: Pick<Output, 'paint'>,
): string {
  const isAgent = entry.role === 'agent';
  const name = isAgent ? paint('cyan', '   agent') : paint('yellow', 'customer');
  const answers = isAgent && before?.role === 'customer';
  const silence = answers ? `${Math.max(Math.round(entry.startMs - before.endMs), 0)} ms` : '';
  const cut = entry.interrupted ? paint('dim', ' …interrupted') : '';
  return `${paint('dim', silence.padStart(8))}  ${name}  ${entry.content}${cut}`;
}
