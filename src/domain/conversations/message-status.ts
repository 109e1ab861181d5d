/** Which statuses may follow each status of a message; drawn in docs/conversations.md. */
export const messageTransitions = {
  pending_approval: ['approved', 'rejected'],
  approved: ['sending', 'scheduled', 'failed', 'rejected'],
  scheduled: ['sending', 'failed', 'rejected'],
  /** Quiet hours that began, or a fault that passes, send it back to wait. */
  sending: ['sent', 'scheduled', 'failed'],
  /** The carrier has it; what it reports of the handset comes later or never. */
  sent: ['delivered', 'failed'],
  delivered: [],
  failed: [],
  rejected: [],
  received: [],
} as const satisfies Record<string, readonly string[]>;

export type MessageStatus = keyof typeof messageTransitions;

export const messageStatuses = Object.keys(messageTransitions) as MessageStatus[];

export function canTransition(from: MessageStatus, to: MessageStatus): boolean {
  return (messageTransitions[from] as readonly string[]).includes(to);
}

/** The statuses that this one may follow. */
export const previousStatuses = (to: MessageStatus): MessageStatus[] =>
  messageStatuses.filter((from) => canTransition(from, to));

const taken: ReadonlySet<MessageStatus> = new Set<MessageStatus>(['sent', 'delivered']);

/** Whether the carrier or mail server has taken it; what came in was never sent by us. */
export const wasSent = (status: MessageStatus): boolean => taken.has(status);

export interface InitialStatus {
  readonly status: Extract<MessageStatus, 'pending_approval' | 'approved' | 'scheduled'>;
  /** Null while a person has to approve it. */
  readonly dueAt: Date | null;
}

interface Delay {
  readonly enabled: boolean;
  readonly seconds: number;
}

/** With autopilot a message goes at once, or after the flow's delay; without, a person decides. */
export function initialStatus(autopilot: boolean, delay: Delay, at: Date): InitialStatus {
  if (!autopilot) return { status: 'pending_approval', dueAt: null };
  if (!delay.enabled) return { status: 'approved', dueAt: at };
  return { status: 'scheduled', dueAt: new Date(at.getTime() + delay.seconds * 1000) };
}
