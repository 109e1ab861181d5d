import type { BatchCallStatus, BatchProgress, BatchResults, BatchRowResult } from '@parley/sdk/client';
import { Section } from '../../components/page.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';
import { optionsOf } from '../../text/options.ts';
import type { RowFilters } from './batch-queries.ts';

const words = text.batches.batch;

const fills: Record<BatchRowResult, string> = {
  confirmed: 'bg-ok',
  declined: 'bg-bad',
  other_time: 'bg-info',
  answered: 'bg-line-strong',
  not_reached: 'bg-warn',
  failed: 'bg-bad',
  wrong_number: 'bg-line-strong',
  opted_out: 'bg-bad',
};

interface Bar {
  readonly label: string;
  readonly rows: number;
  readonly fill: string;
  readonly filters: RowFilters;
}

/** Every row is in one bar: a result, or the status for which it has none. */
function barsOf({ results }: BatchResults, progress: BatchProgress): Bar[] {
  const rowsOf = new Map(results.map(({ result, rows }) => [result, rows]));
  const resultBars = optionsOf(text.batches.results).map(([result, label]) => ({
    label,
    rows: rowsOf.get(result) ?? 0,
    fill: fills[result],
    filters: { result },
  }));
  const statusBars = Object.entries(rowsWithoutResult(results, progress)).map(([status, rows]) => ({
    label: text.batches.rowStatuses[status as StatusWithoutResult],
    rows,
    fill: 'bg-line-strong',
    filters: { status },
  }));
  return [...resultBars, ...statusBars.filter(({ rows }) => rows > 0)];
}

type StatusWithoutResult = Exclude<BatchCallStatus, 'completed' | 'failed'>;

/** A cancelled row that was called before has the result `not_reached`. */
function rowsWithoutResult(
  results: BatchResults['results'],
  { total, pending, dialing, inProgress, skipped, cancelled }: BatchProgress,
): Record<StatusWithoutResult, number> {
  const withResult = results.reduce((sum, { rows }) => sum + rows, 0);
  const others = total - withResult - pending - dialing - inProgress - skipped;
  return {
    pending,
    dialing,
    in_progress: inProgress,
    skipped,
    cancelled: Math.max(0, Math.min(cancelled, others)),
  };
}

interface ResultBarsProps {
  readonly results: BatchResults;
  readonly progress: BatchProgress;
  readonly filters: RowFilters;
  readonly onFilters: (filters: RowFilters) => void;
}

/** What the people decided. A bar filters the list; pressed again, it shows everybody. */
export function ResultBars({ results, progress, filters, onFilters }: ResultBarsProps) {
  const bars = barsOf(results, progress);
  const most = Math.max(1, ...bars.map(({ rows }) => rows));
  const isSelected = (bar: Bar) =>
    bar.filters.result === filters.result && bar.filters.status === filters.status;
  return (
    <Section title={words.who}>
      <ul className="grid gap-0.5 px-2 py-2">
        {bars.map((bar) => (
          <li key={bar.label}>
            <button
              type="button"
              aria-pressed={isSelected(bar)}
              onClick={() => onFilters(isSelected(bar) ? {} : bar.filters)}
              className="grid w-full grid-cols-[1fr_auto] gap-x-2 gap-y-1 rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover aria-pressed:bg-selected"
            >
              <span>{bar.label}</span>
              <span className="font-medium">{formatCount(bar.rows)}</span>
              <span className="col-span-2 block h-1.5 overflow-hidden rounded-full bg-line">
                <span
                  className={`block h-full rounded-full ${bar.fill}`}
                  style={{ width: `${(bar.rows / most) * 100}%` }}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Decider results={results} />
    </Section>
  );
}

/** What decides who comes. Before a call has an answer, the service does not know the flow of every batch. */
function Decider({ results: { question, outcomes } }: { readonly results: BatchResults }) {
  const isAnswered = outcomes.some(({ outcome }) => outcome === 'answered' || outcome === 'transferred');
  if (question === null && !isAnswered) return null;
  return (
    <p className="border-t border-line px-4 py-2 text-xs text-muted">
      {question === null ? words.noQuestion : words.question(question.replaceAll('_', ' '))}
    </p>
  );
}
