import type { CallRecord } from '@parley/sdk/client';
import { Badge, type Tone } from '../../components/badge.tsx';
import { text } from '../../text/index.ts';

type State = Pick<CallRecord, 'status' | 'endReason'>;

const failures = new Set(['carrier_error', 'provider_error', 'media_timeout', 'node_lost', 'invalid_number']);
const notReached = new Set([
  'no_answer',
  'busy',
  'declined',
  'voicemail',
  'silence',
  'max_duration',
  'cancelled',
]);

function toneOf({ status, endReason }: State): Tone {
  if (status !== 'ended') return status === 'in_progress' ? 'info' : 'neutral';
  if (endReason === null) return 'neutral';
  if (failures.has(endReason)) return 'bad';
  return notReached.has(endReason) ? 'warn' : 'ok';
}

/** What a call does, or how it ended. */
export function CallStatusBadge(state: State) {
  const { status, endReason } = state;
  const words = endReason === null ? text.calls.statuses[status] : text.calls.endReasons[endReason];
  return <Badge tone={toneOf(state)}>{words}</Badge>;
}
