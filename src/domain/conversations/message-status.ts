import { namedEnum } from '../fields.ts';

/** The allowed status transitions of a message, as listed in docs/conversations.md. */
export const messageTransitions = {
  pending_approval: ['approved', 'rejected'],
  approved: ['sending', 'scheduled', 'failed', 'rejected'],
  scheduled: ['sending', 'scheduled', 'failed', 'rejected'],
  /** A temporary error returns it to `scheduled`. */
  sending: ['sent', 'scheduled', 'failed', 'unknown'],
  /** The carrier has accepted it; a delivery report may follow. */
  sent: ['delivered', 'failed'],
  delivered: [],
  /** The carrier may have accepted it. It is never sent again automatically; a delivery receipt or a user resolves it. */
  unknown: ['approved', 'sent', 'delivered', 'failed'],
  failed: [],
  rejected: [],
  received: [],
} as const satisfies Record<string, readonly string[]>;

export type MessageStatus = keyof typeof messageTransitions;

export const messageStatuses = Object.keys(messageTransitions) as MessageStatus[];

export const messageStatus = namedEnum(messageStatuses, {
  id: 'MessageStatus',
  title: 'Message status',
  description: 'The stage of the message.',
  values: {
    pending_approval: 'The message waits until a user approves or rejects it.',
    approved: 'The message is approved and is sent next.',
    scheduled: 'The message is sent at `scheduledAt`.',
    sending: 'The message is being sent to the carrier or mail server.',
    sent: 'The carrier or mail server has accepted the message.',
    delivered: 'The carrier reports that the message arrived.',
    failed: 'The message could not be sent. `failure` contains the reason.',
    unknown:
      'The server crashed while it sent the message, or the carrier did not respond. The message may have arrived; it is not sent again automatically.',
    rejected: 'A user rejected the message. It is never sent.',
    received: 'The customer sent the message.',
  },
  example: 'sent',
});

export function canTransition(from: MessageStatus, to: MessageStatus): boolean {
  return (messageTransitions[from] as readonly string[]).includes(to);
}

/** Returns the statuses from which a transition to `to` is allowed. */
export const previousStatuses = (to: MessageStatus): MessageStatus[] =>
  messageStatuses.filter((from) => canTransition(from, to));

const accepted: ReadonlySet<MessageStatus> = new Set<MessageStatus>(['sent', 'delivered']);

/** Returns whether the carrier or mail server has accepted the message; false for inbound messages. */
export const wasSent = (status: MessageStatus): boolean => accepted.has(status);

/** The status of a new message. */
export interface InitialStatus {
  readonly status: Extract<MessageStatus, 'pending_approval' | 'approved' | 'scheduled'>;
  /** Null until a user approves it. */
  readonly dueAt: Date | null;
}

interface Delay {
  readonly enabled: boolean;
  readonly seconds: number;
}

/** Returns the status of a new message. With autopilot it is sent at once or after the flow's delay; otherwise it awaits approval. */
export function initialStatus(autopilot: boolean, delay: Delay, at: Date): InitialStatus {
  if (!autopilot) return { status: 'pending_approval', dueAt: null };
  if (!delay.enabled) return { status: 'approved', dueAt: at };
  return { status: 'scheduled', dueAt: new Date(at.getTime() + delay.seconds * 1000) };
}
