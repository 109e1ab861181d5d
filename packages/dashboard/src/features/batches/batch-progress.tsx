import type { Batch, BatchProgress } from '@parley/sdk/client';
import { Link } from '@tanstack/react-router';
import { Section } from '../../components/page.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { useNow } from '../../components/time.tsx';
import { formatCount, formatDateTime, formatDuration, formatPercent } from '../../format.ts';
import { toPageWording } from '../../wording.ts';
import { text } from '../../text/index.ts';
import { calledRows } from './batch-status.tsx';

const words = text.batches.batch;

/** A longer time is shown as a date. */
const maxDurationSeconds = 6 * 3_600;

interface ProgressProps {
  readonly batch: Batch;
  readonly progress: BatchProgress;
}

/** How far the batch is, how fast it is, and for what it waits. */
export function BatchProgressSection({ batch, progress }: ProgressProps) {
  const { done, total } = calledRows(progress);
  const notCalled = progress.skipped + progress.cancelled;
  return (
    <Section
      title={words.progress}
      actions={<span className="text-sm">{formatPercent(total === 0 ? 0 : done / total)}</span>}
    >
      <div className="grid gap-2 px-4 py-3 text-sm">
        <ProgressBar isLarge label={words.progress} value={done} max={total} />
        <p className="flex flex-wrap justify-between gap-x-4 text-muted">
          <span>{words.done(formatCount(done), formatCount(total))}</span>
          {notCalled > 0 && <span>{words.notCalled(formatCount(notCalled))}</span>}
          {progress.callsPerMinute > 0 && <span>{words.rate(formatCount(progress.callsPerMinute))}</span>}
        </p>
        <WaitingLine {...{ batch, progress }} />
        {batch.statusDetail !== null && (
          <p className="break-words text-warn">{toPageWording(batch.statusDetail)}</p>
        )}
        {batch.againOf !== null && (
          <Link
            to="/batches/$batchId"
            params={{ batchId: batch.againOf }}
            className="text-muted underline underline-offset-2"
          >
            {words.againOf}
          </Link>
        )}
      </div>
    </Section>
  );
}

function WaitingLine({ batch, progress }: ProgressProps) {
  const { status, waitingFor, waitingUntil, etaSeconds } = progress;
  const now = useNow(60_000);
  if (status === 'scheduled' && batch.scheduledAt !== null)
    return <p>{words.scheduledAt(formatDateTime(batch.scheduledAt))}</p>;
  if (status !== 'running') return null;
  if (waitingFor !== 'none')
    return (
      <p>
        {text.batches.waiting[waitingFor]}
        {waitingUntil !== null && ` ${words.until(formatDateTime(waitingUntil))}`}
      </p>
    );
  if (etaSeconds === null || etaSeconds === 0) return null;
  return (
    <p>
      {etaSeconds < maxDurationSeconds
        ? words.left(formatDuration(etaSeconds))
        : words.lastDue(formatDateTime(new Date(now + etaSeconds * 1000).toISOString()))}
    </p>
  );
}
