import type { Clock } from '../core/clock.ts';
import type {
  CallResource,
  TranscriptEntryResource,
  TurnLatencyResource,
} from '../../packages/sdk/src/client.ts';
import { minuteText } from './minute-text.ts';
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
  const cursor = new ConversationCursor();
  let status = '';
  for (;;) {
    const call = await getCall();
    if (call.status !== status && call.status !== 'ended') {
      output.line(output.paint('dim', `  ${call.status.replace('_', ' ')}`));
    }
    status = call.status;
    for (const line of cursor.readNew(call, output)) output.line(line);
    if (call.status === 'ended') return call;
    await clock.sleep(pollMs, signal);
  }
}

type TimelineEntry = CallResource['timeline'][number];

/** Tracks the entries of transcript and timeline that were shown. */
class ConversationCursor {
  #utterances = 0;
  #events = 0;

  /** Returns the lines that were added since the previous read, in the order of their times. */
  readNew(call: CallResource, output: Pick<Output, 'paint'>): readonly string[] {
    const { transcript, timeline } = call;
    const turns = turnsOf(call);
    const answeredMs = call.answeredAt === null ? 0 : Date.parse(call.answeredAt);
    const utterances = transcript.slice(this.#utterances).map((entry) => ({
      atMs: answeredMs + entry.startMs,
      line: conversationLine(entry, turns, output),
    }));
    const events = timeline.slice(this.#events).flatMap((entry) => {
      const line = actionLine(entry, output);
      return line === undefined ? [] : [{ atMs: Date.parse(entry.at), line }];
    });
    this.#utterances = transcript.length;
    this.#events = timeline.length;
    return [...utterances, ...events]
      .toSorted((left, right) => left.atMs - right.atMs)
      .map(({ line }) => line);
  }
}

/** Returns one line for an action of the agent besides speech: an HTTP request, or the effect of a built-in tool or a step. Undefined for other entries. */
export function actionLine(entry: TimelineEntry, { paint }: Pick<Output, 'paint'>): string | undefined {
  const words = actionText(entry);
  return words === undefined ? undefined : `${''.padStart(8)}  ${paint('magenta', '    tool')}  ${words}`;
}

function actionText({ type, detail }: TimelineEntry): string | undefined {
  const field = (name: string) => textOf(detail[name]);
  switch (type) {
    case 'http_request_ended': {
      const result = [field('status'), `${field('durationMs')} ms`, field('detail')];
      const shown = result.filter((part) => part !== '').join(', ');
      const name = field('tool') || field('nodeId');
      return `${name}: ${field('method')} ${field('host')} ${field('outcome')} (${shown})`;
    }
    case 'disposition_set':
      return `disposition ${field('disposition')}`;
    case 'callback_agreed':
      return `callback at ${minuteText(field('scheduledAt'))}`;
    case 'message_requested':
      return `message to ${field('to')}`;
    case 'agent_changed':
      return `transfer to ${field('agentName')}`;
    default:
      return undefined;
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

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
