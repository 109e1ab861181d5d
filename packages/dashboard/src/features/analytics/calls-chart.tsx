import type { CallAnalytics } from '@parley/sdk/client';
import { Link } from '@tanstack/react-router';
import { Section } from '../../components/page.tsx';
import { useIsNarrow } from '../../components/use-is-narrow.ts';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.analytics;

type Interval = Pick<CallAnalytics['series'][number], 'start' | 'end' | 'calls' | 'connected'>;

const labelFormats: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  hour: { hour: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
};

/** Most bars on a phone. On 360 px, their centres are at least 24 px apart (WCAG 2.2, 2.5.8). */
const narrowBars = 12;

/** Joins each `size` neighbouring intervals. */
const joined = (series: readonly Interval[], size: number): readonly Interval[] =>
  Array.from({ length: Math.ceil(series.length / size) }, (_, index) => {
    const part = series.slice(index * size, (index + 1) * size);
    const sum = (key: 'calls' | 'connected') => part.reduce((total, point) => total + point[key], 0);
    return { start: part[0]!.start, end: part.at(-1)!.end, calls: sum('calls'), connected: sum('connected') };
  });

/** A bar per interval, or per few intervals on a phone; its lower part has the calls that were connected. A tick marks the calls of the period before. */
export function CallsChart({ data }: { readonly data: CallAnalytics }) {
  const { previous, interval, timeZone } = data;
  const isNarrow = useIsNarrow();
  const size = isNarrow ? Math.ceil(data.series.length / narrowBars) : 1;
  const series = joined(data.series, size);
  const before = joined(previous?.series ?? [], size);
  const highest = Math.max(1, ...series.map(({ calls }) => calls), ...before.map(({ calls }) => calls));
  const label = new Intl.DateTimeFormat(navigator.language, { ...labelFormats[interval], timeZone });
  const labelStep = Math.ceil(series.length / (isNarrow ? 4 : 8));
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
            time={label.formatRange(new Date(point.start), Date.parse(point.end) - 1)}
            label={index % labelStep === 0 ? label.format(new Date(point.start)) : ''}
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
  /** When the interval is. */
  readonly time: string;
  /** Below the bar. */
  readonly label: string;
}

function Bar({ point: { start, end, calls, connected }, before, highest, time, label }: BarProps) {
  const name = words.bar(time, formatCount(calls), formatCount(connected));
  const heightOf = (count: number) => `${(count / highest) * 100}%`;
  return (
    <li className="flex h-full min-w-2 flex-1 flex-col gap-1">
      <Link
        to="/calls"
        search={{ from: start, to: end }}
        aria-label={name}
        title={name}
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
        {label}
      </span>
    </li>
  );
}
