import type { CallAnalyticsTotals } from '@parley/sdk/client';
import { formatCount, formatDuration, formatMoney, formatMs, formatPercent } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.analytics;

type Totals = CallAnalyticsTotals;
type Percentiles = Totals['latency']['silence'];

const rateOf = ({ answerRate }: Totals): string =>
  answerRate === null ? words.none : formatPercent(answerRate);
const durationOf = ({ averageDurationSeconds }: Totals): string =>
  averageDurationSeconds === null ? words.none : formatDuration(averageDurationSeconds);
const silenceOf = ({ p50Ms, p99Ms }: Percentiles): string =>
  p50Ms === null || p99Ms === null ? words.none : words.typical(formatMs(p50Ms), formatMs(p99Ms));
const costOf = ({ costs }: Totals): string => {
  const amounts = Object.entries(costs).map(([currency, amount]) => formatMoney(Number(amount), currency));
  return amounts.length === 0 ? words.none : amounts.join(' + ');
};

const tiles: readonly (readonly [label: string, valueOf: (totals: Totals) => string])[] = [
  [words.tiles.calls, ({ calls }) => formatCount(calls)],
  [words.tiles.answerRate, rateOf],
  [words.tiles.duration, durationOf],
  [words.tiles.silence, ({ latency }) => silenceOf(latency.silence)],
  [words.tiles.own, ({ latency }) => silenceOf(latency.own)],
  [words.tiles.cost, costOf],
];

/** The figures of the period, each with that of the period before. */
export function Tiles({
  totals,
  previous,
}: {
  readonly totals: Totals;
  readonly previous: Totals | undefined;
}) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-3">
      {tiles.map(([label, valueOf]) => (
        <div key={label} className="grid content-start gap-1 bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-lg font-semibold">{valueOf(totals)}</dd>
          {previous !== undefined && previous.calls > 0 && (
            <dd className="text-xs text-faint">{words.before(valueOf(previous))}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
