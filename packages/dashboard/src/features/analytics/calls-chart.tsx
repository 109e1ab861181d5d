import type { CallAnalytics } from '@parley/sdk/client';
import { Link } from '@tanstack/react-router';
import { Section } from '../../components/page.tsx';
import { useIsNarrow } from '../../components/use-is-narrow.ts';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.analytics;

type Interval = CallAnalytics['series'][number];

const labelFormats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  hour: { hour: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
};

/** A bar per interval; its lower part has the calls that were connected. A tick marks the calls of the period before. */
export function CallsChart({ data }: { readonly data: CallAnalytics }) {
  const { series, previous, interval, timeZone } = data;
  const before = previous?.series ?? [];
  const highest = Math.max(1, ...series.map(({ calls }) => calls), ...before.map(({ calls }) => calls));
  const label = new Intl.DateTimeFormat(navigator.language, { ...labelFormats[interval], timeZone });
  const labelStep = Math.ceil(series.length / (useIsNarrow() ? 4 : 8));
  return (
    <Section
      title={words.chart}
      actions={
        <span className="flex items-center gap-3 text-xs text-muted max-md:hidden">
          <Legend className="bg-accent" label={words.answered} />
          <Legend className="bg-line-strong/50" label={words.others} />
          {words.chartHint}
        </span>
      }
    >
      <ol className="flex h-56 items-end gap-1 overflow-x-auto px-4 max-md:gap-0.5 pt-4 pb-2">
        {series.map((point, index) => (
          <Bar
            key={point.start}
            point={point}
            before={before[index]?.calls}
            highest={highest}
            label={label.format(new Date(point.start))}
            isLabelled={index % labelStep === 0}
          />
        ))}
      </ol>
    </Section>
  );
}

const Legend = ({ className, label }: { readonly className: string; readonly label: string }) => (
  <span className="flex items-center gap-1.5">
    <span className={`size-2.5 rounded-xs ${className}`} />
    {label}
  </span>
);

interface BarProps {
  readonly point: Interval;
  readonly before: number | undefined;
  readonly highest: number;
  readonly label: string;
  readonly isLabelled: boolean;
}

function Bar({ point: { start, end, calls, connected }, before, highest, label, isLabelled }: BarProps) {
  const heightOf = (count: number) => `${(count / highest) * 100}%`;
  return (
    <li className="flex h-full min-w-2 flex-1 flex-col gap-1 max-md:min-w-1">
      <Link
        to="/calls"
        search={{ from: start, to: end }}
        aria-label={words.bar(label, formatCount(calls), formatCount(connected))}
        title={words.bar(label, formatCount(calls), formatCount(connected))}
        className="relative flex-1 rounded-xs hover:bg-hover md:mt-3"
      >
        <span
          className="absolute inset-x-0 bottom-0 rounded-t-xs bg-line-strong/50"
          style={{ height: heightOf(calls) }}
        />
        <span
          className="absolute inset-x-0 bottom-0 rounded-t-xs bg-accent"
          style={{ height: heightOf(connected) }}
        />
        {calls > 0 && (
          <span
            aria-hidden
            className="absolute inset-x-0 text-center text-xs text-muted max-md:hidden"
            style={{ bottom: heightOf(calls) }}
          >
            {formatCount(calls)}
          </span>
        )}
        {before !== undefined && before > 0 && (
          <span className="absolute inset-x-0 h-0.5 bg-ink" style={{ bottom: heightOf(before) }} />
        )}
      </Link>
      <span aria-hidden className="h-4 overflow-visible text-center text-xs whitespace-nowrap text-faint">
        {isLabelled ? label : ''}
      </span>
    </li>
  );
}
