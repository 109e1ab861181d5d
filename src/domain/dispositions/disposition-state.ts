import type { DispositionStatus } from '../disposition.ts';

/** The allowed status transitions of a disposition, as drawn in docs/dispositions.md. */
export const dispositionTransitions = {
  pending: ['in_progress', 'cancelled', 'expired', 'failed'],
  in_progress: ['pending', 'completed', 'cancelled', 'expired', 'failed'],
  completed: [],
  cancelled: [],
  expired: [],
  failed: [],
} as const satisfies Record<DispositionStatus, readonly DispositionStatus[]>;

export function canTransition(from: DispositionStatus, to: DispositionStatus): boolean {
  return (dispositionTransitions[from] as readonly DispositionStatus[]).includes(to);
}

/** An edit that a user makes to a disposition with a follow-up. */
export type DispositionEdit =
  | { readonly type: 'move'; readonly scheduledAt: Date }
  | { readonly type: 'cancel' }
  | { readonly type: 'annotate' };

/** The part of a disposition that edits change. */
export interface DispositionProgress {
  readonly status: DispositionStatus;
  readonly scheduledAt: Date | null;
}

/**
 * Returns the disposition after the edit; undefined if the edit is not allowed. A callback can be moved and cancelled while it is pending.
 * Cancelling again has no effect. Notes can be changed at any time.
 */
export function applyEdit(
  progress: DispositionProgress,
  edit: DispositionEdit,
): DispositionProgress | undefined {
  switch (edit.type) {
    case 'annotate':
      return progress;
    case 'move':
      return progress.status === 'pending' ? { ...progress, scheduledAt: edit.scheduledAt } : undefined;
    case 'cancel':
      if (progress.status === 'cancelled') return progress;
      return progress.status === 'pending' ? { ...progress, status: 'cancelled' } : undefined;
  }
}
