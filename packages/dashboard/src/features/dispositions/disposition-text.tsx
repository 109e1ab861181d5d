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

/**
 * Returns the state of a follow-up. A callback that a person makes is `completed` from the start, so that no agent makes it; its task says
 * whether the person has called.
 */
export function followUpState({ status, scheduledAt, followUpCallId }: FollowUp): string {
  const isOfPerson = status === 'completed' && scheduledAt !== null && followUpCallId === null;
  return isOfPerson ? text.dispositions.byPerson : text.dispositions.statuses[status];
}

/** The state of a follow-up. Nothing for a disposition that never had one, whose status is `completed` too. */
export function DispositionStatusBadge(followUp: FollowUp) {
  const { status, scheduledAt, followUpCallId } = followUp;
  if (status === 'completed' && scheduledAt === null && followUpCallId === null) return null;
  return <Badge tone={tones[status]}>{followUpState(followUp)}</Badge>;
}

/** Returns the name of the customer, or else the number. */
export const calleeOf = ({ customerName, phoneNumber }: Pick<Disposition, 'customerName' | 'phoneNumber'>) =>
  customerName ?? formatPhone(phoneNumber);

/** Returns the name of a built-in disposition, or any other code as words: `not_coming` is "Not coming". */
export function dispositionName(code: string): string {
  const words = code.replaceAll('_', ' ');
  return text.dispositions.names[code] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Returns the names of the built-in dispositions and of other codes, which are sorted. */
export function dispositionNames(codes: Iterable<string>): Readonly<Record<string, string>> {
  const entries = [...new Set(codes)].map((code) => [code, dispositionName(code)] as const);
  entries.sort(([, a], [, b]) => a.localeCompare(b));
  return { ...text.dispositions.names, ...Object.fromEntries(entries) };
}
