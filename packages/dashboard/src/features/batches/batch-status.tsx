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

interface RowCounts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Returns how many rows were called to the end, of how many. Rows that are never called, such as faulty ones, do not count. */
export const calledRows = ({ total, completed, failed, skipped }: RowCounts) => ({
  done: completed + failed,
  total: total - skipped,
});

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
