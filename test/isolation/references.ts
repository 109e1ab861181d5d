import type { IdKind } from '../../src/core/ids.ts';

/** Values of a workspace that a request can contain: one id of every kind, further ids, numbers and an email address. */
export type References = Readonly<Record<IdKind, string>> & {
  /** An agent without references to it, so that it can be deleted. */
  readonly idleAgent: string;
  readonly idleFlow: string;
  readonly messageFlow: string;
  /** A message whose outcome is unknown. */
  readonly unknownMessage: string;
  readonly queuedCall: string;
  readonly endedCall: string;
  readonly endedBatch: string;
  readonly endedMessageBatch: string;
  readonly runningMessageBatch: string;
  /** Id of a job that has not started. */
  readonly pendingJob: string;
  /** A number that the workspace owns, assigned to the agent. */
  readonly ownedNumber: string;
  readonly customerNumber: string;
  readonly customerEmail: string;
  /** Id of a number in the workspace's inventory. */
  readonly inventoryNumber: string;
  /** Phone number of `inventoryNumber`. */
  readonly inventoryPhoneNumber: string;
};
