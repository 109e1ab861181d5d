import type { CallDetail } from '@parley/sdk/client';
import { formatMs } from '../../format.ts';
import { text } from '../../text/index.ts';
import { callbackTime, type CallbackZones } from '../dispositions/callback-time.ts';

export type TimelineEvent = CallDetail['timeline'][number];

const words = text.calls.events;

/** Fields of events as text; fields of other types as JSON. */
const fieldOf =
  ({ detail }: TimelineEvent) =>
  (name: string): string | undefined => {
    const value = detail[name];
    if (value === undefined || value === null || value === '') return undefined;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

type Describe = (field: (name: string) => string | undefined, zones: CallbackZones) => string;

const msOf = (value: string | undefined) => (value === undefined ? undefined : formatMs(Number(value)));

/** What the fields of an event say, by its type. The other types show all their fields. */
const descriptions: Readonly<Record<string, Describe>> = {
  amd_result: (field) => words.answeredBy[field('answeredBy') as keyof typeof words.answeredBy] ?? '',
  node_entered: (field) => field('nodeId') ?? '',
  node_moved: (field) => `${field('fromNodeId') ?? ''} → ${field('nodeId') ?? ''}`,
  http_request_started: (field) => field('tool') ?? field('nodeId') ?? '',
  http_request_ended: (field) =>
    joined(
      field('tool') ?? field('nodeId'),
      field('outcome'),
      field('status'),
      msOf(field('durationMs')),
      field('detail'),
    ),
  turn_timed: (field) => msOf(field('totalMs')) ?? '',
  callback_agreed: (field, zones) => {
    const at = field('scheduledAt');
    return joined(at && callbackTime(at, zones), field('notes'));
  },
  ended: (field) => {
    const reason = field('endReason') as keyof typeof text.calls.endReasons | undefined;
    return joined(reason && text.calls.endReasons[reason], field('endDetail'));
  },
  command: (field) => {
    const command = field('command') ?? '';
    const on = field('on');
    return on === undefined ? command : `${command} ${on === 'true' ? words.on : words.off}`;
  },
  disposition_set: (field) => joined(field('disposition'), field('notes')),
  flow_warning: (field) => joined(field('nodeId'), field('text')),
  provider_fallback: (field) => joined(`${field('from') ?? ''} → ${field('to') ?? ''}`, field('detail')),
};

/** Returns the name of an event, such as "Node". */
export const eventTitle = ({ type }: TimelineEvent): string =>
  (words.titles as Readonly<Record<string, string>>)[type] ?? type.replaceAll(/[._]/g, ' ');

/** Returns what happened, for a person. Times of callbacks are in the zones. */
export function eventDetail(event: TimelineEvent, zones: CallbackZones): string {
  const describe = descriptions[event.type];
  if (describe !== undefined) return describe(fieldOf(event), zones);
  const field = fieldOf(event);
  return joined(...Object.keys(event.detail).map((name) => field(name) && `${name} ${field(name)}`));
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
