import type { IdKind } from '../../src/core/ids.ts';

/** What a request can name: one of every kind of id, and what else somebody might know of a workspace. */
export type References = Readonly<Record<IdKind, string>> & {
  /** Nothing refers to it, so that it can be deleted. */
  readonly idleAgent: string;
  readonly idleFlow: string;
  readonly messageFlow: string;
  readonly queuedCall: string;
  readonly endedCall: string;
  readonly endedBatch: string;
  /** A job that has not begun. */
  readonly pendingJob: string;
  /** Owned; the agent's own. */
  readonly ownedNumber: string;
  readonly customerNumber: string;
  readonly customerEmail: string;
  /** In the workspace's stock. */
  readonly stockedNumber: string;
  /** The number itself. */
  readonly freeNumber: string;
};
