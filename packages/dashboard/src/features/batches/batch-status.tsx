import type { BatchStatus } from '@parley/sdk/client';
import { Badge, type Tone } from '../../components/badge.tsx';
import { text } from '../../text/index.ts';

const tones: Record<BatchStatus, Tone> = {
  validating: 'neutral',
  scheduled: 'neutral',
  running: 'info',
  paused: 'warn',
  completed: 'ok',
  cancelled: 'neutral',
  failed: 'bad',
};

export const BatchStatusBadge = ({ status }: { readonly status: BatchStatus }) => (
  <Badge tone={tones[status]}>{text.batches.statuses[status]}</Badge>
);

/** Returns how many rows have ended. */
export const endedRows = ({
  completed,
  failed,
  skipped,
  cancelled,
}: {
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
}): number => completed + failed + skipped + cancelled;
