import type { DispositionStatus } from '../disposition.ts';

/** Which statuses may follow each status of a disposition; drawn in docs/dispositions.md. */
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

/** What a person may do to a disposition that is to be followed up. */
export type DispositionEdit =
  | { readonly type: 'move'; readonly scheduledAt: Date }
  | { readonly type: 'cancel' }
  | { readonly type: 'annotate' };

export interface DispositionProgress {
  readonly status: DispositionStatus;
  readonly scheduledAt: Date | null;
}

/**
 * The disposition after the step; undefined where it may not be taken. A callback is moved and cancelled while it is pending;
 * cancelling it again changes nothing; notes may be written at any time.
 */
export function applyEdit(
  progress: DispositionProgress,
  step: DispositionEdit,
): DispositionProgress | undefined {
  switch (step.type) {
    case 'annotate':
      return progress;
    case 'move':
      return progress.status === 'pending' ? { ...progress, scheduledAt: step.scheduledAt } : undefined;
    case 'cancel':
      if (progress.status === 'cancelled') return progress;
      return progress.status === 'pending' ? { ...progress, status: 'cancelled' } : undefined;
  }
}
