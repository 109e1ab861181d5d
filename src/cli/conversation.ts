import type { Clock } from '../core/clock.ts';
import type {
  CallResource,
  TranscriptEntryResource,
  TurnLatencyResource,
} from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';
import { silenceMs, turnAnsweredBy, turnsOf } from './turns.ts';

const pollMs = 200;

/** Follows a call to its end and shows the transcript line by line. Resolves with the ended call; rejects with the reason of the signal. */
export async function followCall(
  getCall: () => Promise<CallResource>,
  clock: Clock,
  output: Output,
  signal?: AbortSignal,
): Promise<CallResource> {
  const cursor = new TranscriptCursor();
  let status = '';
  for (;;) {
    const call = await getCall();
    if (call.status !== status && call.status !== 'ended') {
      output.line(output.paint('dim', `  ${call.status.replace('_', ' ')}`));
    }
    status = call.status;
    const turns = turnsOf(call);
    for (const entry of cursor.readNew(call)) output.line(conversationLine(entry, turns, output));
    if (call.status === 'ended') return call;
    await clock.sleep(pollMs, signal);
  }
}

/** Tracks the transcript entries that were shown. */
class TranscriptCursor {
  #entries = 0;

  /** Returns the entries that were added since the previous read. */
  readNew({ transcript }: CallResource): readonly TranscriptEntryResource[] {
    const added = transcript.slice(this.#entries);
    this.#entries = transcript.length;
    return added;
  }
}

/** Returns one line of the conversation. A response of the agent is preceded by the silence that the customer heard, in ms. */
export function conversationLine(
  entry: TranscriptEntryResource,
  turns: readonly TurnLatencyResource[],
  { paint }: Pick<Output, 'paint'>,
): string {
  const name = entry.role === 'agent' ? paint('cyan', '   agent') : paint('yellow', 'customer');
  const turn = turnAnsweredBy(entry, turns);
  const silence = turn === undefined ? '' : `${silenceMs(turn)} ms`;
  const suffix = entry.interrupted ? paint('dim', ' …interrupted') : '';
  const words = entry.unintelligible === true ? '(not understood)' : entry.content;
  return `${paint('dim', silence.padStart(8))}  ${name}  ${words}${suffix}`;
}
