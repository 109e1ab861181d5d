import type { CallDetail } from '@parley/sdk/client';
import { formatMs } from '../../format.ts';
import { text } from '../../text/index.ts';
import { labelOf } from '../../wording.ts';
import { callbackTime, type CallbackZones } from '../dispositions/callback-time.ts';
import { dispositionName } from '../dispositions/disposition-text.tsx';

export type TimelineEvent = CallDetail['timeline'][number];

const words = text.calls.events;

/** Fields of events as text; fields of other types as JSON. An empty list says nothing. */
const fieldOf =
  ({ detail }: TimelineEvent) =>
  (name: string): string | undefined => {
    const value = detail[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (Array.isArray(value) && value.length === 0) return undefined;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

/** What the texts of events depend on. */
export interface EventContext extends CallbackZones {
  /** The names of the nodes of the flow, by their ids. */
  readonly nodeNames: ReadonlyMap<string, string>;
}

type Describe = (field: (name: string) => string | undefined, context: EventContext) => string;

/** Returns a description that starts with the node of the event. */
const atNode =
  (describe: (field: (name: string) => string | undefined) => string | undefined): Describe =>
  (field, { nodeNames }) => {
    const nodeId = field('nodeId');
    return joined(nodeId && (nodeNames.get(nodeId) ?? nodeId), describe(field));
  };

const msOf = (value: string | undefined) => (value === undefined ? undefined : formatMs(Number(value)));

/** Returns why a provider failed, in words of people where it is the common reason on a slow machine. */
const failureText = (detail: string | undefined): string | undefined =>
  detail?.replace(/^(\S+) sent no audio in time\.$/, (_match, provider: string) =>
    words.noAudioInTime(provider),
  );

/** What the fields of an event say, by its type. The other types show all their fields. */
const descriptions: Readonly<Record<string, Describe>> = {
  amd_result: (field) => words.answeredBy[field('answeredBy') as keyof typeof words.answeredBy] ?? '',
  recording_failed: (field) => {
    const reason = field('reason');
    return (words.recordingFaults as Readonly<Record<string, string>>)[reason ?? ''] ?? reason ?? '';
  },
  not_recognised: () => words.notRecognised,
  not_understood: (field) => field('text') ?? '',
  model_failed: (field) => joined(words.modelFailed, failureText(field('detail'))),
  node_entered: atNode(() => undefined),
  node_moved: (field, { nodeNames }) =>
    ['fromNodeId', 'nodeId']
      .map((name) => field(name) ?? '')
      .map((nodeId) => nodeNames.get(nodeId) ?? nodeId)
      .join(' → '),
  answer_understood: atNode((field) => labelOf(field('as') ?? '')),
  agent_changed: (field) => field('agentName') ?? '',
  message_requested: (field) => field('to') ?? '',
  recording_consent: (field) => labelOf(field('consent') ?? ''),
  http_request_started: atNode((field) => field('tool')),
  http_request_ended: atNode((field) =>
    joined(field('tool'), field('outcome'), field('status'), msOf(field('durationMs')), field('detail')),
  ),
  turn_timed: (field) => msOf(field('totalMs')) ?? '',
  callback_agreed: (field, context) => {
    const at = field('scheduledAt');
    return joined(at && callbackTime(at, context), field('notes'));
  },
  ended: (field) => {
    const reason = field('endReason') as keyof typeof text.calls.endReasons | undefined;
    return joined(reason && text.calls.endReasons[reason], field('endDetail'));
  },
  command: (field) => {
    const command = labelOf(field('command') ?? '');
    const on = field('on');
    return on === undefined ? command : `${command} ${on === 'true' ? words.on : words.off}`;
  },
  disposition_set: (field) => joined(dispositionName(field('disposition') ?? ''), field('notes')),
  flow_warning: atNode((field) => field('text')),
  provider_fallback: (field) =>
    joined(words.replaced(field('from') ?? '', field('to') ?? ''), failureText(field('detail'))),
};

/** Returns the name of an event, such as "Node". */
export const eventTitle = ({ type }: TimelineEvent): string =>
  (words.titles as Readonly<Record<string, string>>)[type] ?? type.replaceAll(/[._]/g, ' ');

/** Returns what happened, for a person. Times of callbacks are in the zones. */
export function eventDetail(event: TimelineEvent, context: EventContext): string {
  const describe = descriptions[event.type];
  if (describe !== undefined) return describe(fieldOf(event), context);
  const field = fieldOf(event);
  return joined(...Object.keys(event.detail).map((name) => field(name) && `${labelOf(name)} ${field(name)}`));
}

const failures = new Set(['provider_fallback', 'model_failed', 'flow_warning', 'recording_failed']);

/** Returns whether an event is a reason why a call went wrong. */
export const isFailure = ({ type, detail }: TimelineEvent): boolean =>
  failures.has(type) || (type === 'http_request_ended' && detail['outcome'] !== 'ok');

const causedByTurns = new Set([
  'node_entered',
  'node_moved',
  'http_request_ended',
  'disposition_set',
  'callback_agreed',
  'message_requested',
  'agent_changed',
  'person_requested',
  'provider_fallback',
  'model_failed',
  'flow_warning',
]);

/** Returns the events that a turn caused by the index of this turn: the last that had begun before them. */
export function eventsByTurn({
  transcript,
  timeline,
  answeredAt,
}: Pick<CallDetail, 'transcript' | 'timeline' | 'answeredAt'>): Map<number, TimelineEvent[]> {
  const byTurn = new Map<number, TimelineEvent[]>();
  if (answeredAt === null) return byTurn;
  for (const event of timeline) {
    if (!causedByTurns.has(event.type)) continue;
    const atMs = Date.parse(event.at) - Date.parse(answeredAt);
    const index = Math.max(
      0,
      transcript.findLastIndex(({ startMs }) => startMs <= atMs),
    );
    const events = byTurn.get(index);
    if (events === undefined) byTurn.set(index, [event]);
    else events.push(event);
  }
  return byTurn;
}
