import type { Disposition, DispositionStatus } from '@parley/sdk/client';
import { Badge, type Tone } from '../../components/badge.tsx';
import { formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';

const tones: Record<DispositionStatus, Tone> = {
  pending: 'info',
  in_progress: 'info',
  completed: 'neutral',
  cancelled: 'neutral',
  expired: 'warn',
  failed: 'bad',
};

type FollowUp = Pick<Disposition, 'status' | 'scheduledAt' | 'followUpCallId'>;

/** The state of a follow-up. Nothing for a disposition that never had one, whose status is `completed` too. */
export function DispositionStatusBadge({ status, scheduledAt, followUpCallId }: FollowUp) {
  if (status === 'completed' && scheduledAt === null && followUpCallId === null) return null;
  return <Badge tone={tones[status]}>{text.dispositions.statuses[status]}</Badge>;
}

/** Returns the name of the customer, or else the number. */
export const calleeOf = ({ customerName, phoneNumber }: Pick<Disposition, 'customerName' | 'phoneNumber'>) =>
  customerName ?? formatPhone(phoneNumber);

/** Returns the name of a built-in disposition, or the code of the workspace as words. */
export const dispositionName = (code: string): string =>
  text.dispositions.names[code] ?? code.replaceAll('_', ' ');
