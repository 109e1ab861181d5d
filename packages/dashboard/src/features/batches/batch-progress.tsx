import type { Batch, BatchProgress } from '@parley/sdk/client';
import { Link } from '@tanstack/react-router';
import { Section } from '../../components/page.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { formatCount, formatDateTime, formatDuration } from '../../format.ts';
import { text } from '../../text/index.ts';
import { endedRows } from './batch-status.tsx';

const words = text.batches.batch;

interface ProgressProps {
  readonly batch: Batch;
  readonly progress: BatchProgress;
}

/** How far the batch is, how fast it is, and for what it waits. */
export function BatchProgressSection({ batch, progress }: ProgressProps) {
  const done = endedRows(progress);
  return (
    <Section
      title={words.progress}
      actions={<span className="text-sm">{words.percent(String(progress.percent))}</span>}
    >
      <div className="grid gap-2 px-4 py-3 text-sm">
        <ProgressBar isLarge label={words.progress} value={done} max={progress.total} />
        <p className="flex flex-wrap justify-between gap-x-4 text-muted">
          <span>{words.done(formatCount(done), formatCount(progress.total))}</span>
          {progress.callsPerMinute > 0 && <span>{words.rate(formatCount(progress.callsPerMinute))}</span>}
        </p>
        <WaitingLine {...{ batch, progress }} />
        {batch.statusDetail !== null && <p className="break-words text-warn">{batch.statusDetail}</p>}
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
  return etaSeconds === null || etaSeconds === 0 ? null : <p>{words.left(formatDuration(etaSeconds))}</p>;
}
