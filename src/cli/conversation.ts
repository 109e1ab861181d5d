import type { Clock } from '../core/clock.ts';
import type {
  CallResource,
  TranscriptEntryResource,
  TurnLatencyResource,
} from '../../packages/sdk/src/client.ts';
import type { Output } from './output.ts';
import { silenceMs, turnAnsweredBy, turnsOf } from './turns.ts';

const lookEveryMs = 200;

/** Follows a call to its end and shows what is said, line by line. Resolves with the call as it ended; rejects with the signal's reason. */
export async function followCall(
  getCall: () => Promise<CallResource>,
  clock: Clock,
  output: Output,
  signal?: AbortSignal,
): Promise<CallResource> {
  const spoken = new SpokenSoFar();
  let status = '';
  for (;;) {
    const call = await getCall();
    if (call.status !== status && call.status !== 'ended') {
      output.line(output.paint('dim', `  ${call.status.replace('_', ' ')}`));
    }
    status = call.status;
    const turns = turnsOf(call);
    for (const entry of spoken.newIn(call)) output.line(conversationLine(entry, turns, output));
    if (call.status === 'ended') return call;
    await clock.sleep(lookEveryMs, signal);
  }
}

/** What was said, and what was said and not understood, which stands in the timeline alone. */
class SpokenSoFar {
  #entries = 0;
  #notUnderstood = 0;

  /** What came since the last look, in the order in which it was said to the end. */
  newIn({ transcript, timeline }: CallResource): readonly TranscriptEntryResource[] {
    const rejected = timeline.filter(({ type }) => type === 'not_understood');
    const added = [
      ...transcript.slice(this.#entries),
      ...rejected.slice(this.#notUnderstood).map(({ detail }) => notUnderstood(detail)),
    ];
    this.#entries = transcript.length;
    this.#notUnderstood = rejected.length;
    return added.toSorted((one, other) => one.endMs - other.endMs);
  }
}

function notUnderstood(times: Readonly<Record<string, unknown>>): TranscriptEntryResource {
  const [startMs, endMs] = [Number(times['startMs'] ?? 0), Number(times['endMs'] ?? 0)];
  return { role: 'customer', content: '(not understood)', startMs, endMs, interrupted: false };
}

/** One line of the conversation; before an answer of the agent stands the silence that the customer heard, as in the table. */
export function conversationLine(
  entry: TranscriptEntryResource,
  turns: readonly TurnLatencyResource[],
  { paint }: Pick<Output, 'paint'>,
): string {
  const name = entry.role === 'agent' ? paint('cyan', '   agent') : paint('yellow', 'customer');
  const turn = turnAnsweredBy(entry, turns);
  const silence = turn === undefined ? '' : `${silenceMs(turn)} ms`;
  const cut = entry.interrupted ? paint('dim', ' …interrupted') : '';
  return `${paint('dim', silence.padStart(8))}  ${name}  ${entry.content}${cut}`;
}
