import type { CallAnalytics } from '@parley/sdk/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, useChange } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Select } from '../components/field.tsx';
import { Page } from '../components/page.tsx';
import { QueryState } from '../components/states.tsx';
import { CallsChart } from '../features/analytics/calls-chart.tsx';
import { GroupTable } from '../features/analytics/group-table.tsx';
import { OutcomeBars } from '../features/analytics/outcome-bars.tsx';
import { rangeOf, type Group, type Period } from '../features/analytics/periods.ts';
import { Tiles } from '../features/analytics/tiles.tsx';
import { dispositionName } from '../features/dispositions/disposition-text.tsx';
import { saveFile } from '../save-file.ts';
import { text } from '../text/index.ts';
import { optionsOf } from '../text/options.ts';

const words = text.analytics;

const endReasons: Readonly<Record<string, string>> = text.calls.endReasons;
const endReasonName = (reason: string): string => endReasons[reason] ?? reason.replaceAll('_', ' ');

const isPeriod = (value: string | undefined): value is Period =>
  value !== undefined && Object.hasOwn(words.periods, value);
const isGroup = (value: string | undefined): value is Group =>
  value !== undefined && Object.hasOwn(words.groups, value);

/** The calls of a period beside those of the period before it. */
export function AnalyticsPage() {
  const search = useSearch({ from: '/shell/analytics' });
  const navigate = useNavigate({ from: '/analytics' });
  const period = isPeriod(search.period) ? search.period : '7d';
  const group = isGroup(search.group) ? search.group : 'none';
  const query = useQuery({
    queryKey: ['getCallAnalytics', period, group],
    queryFn: ({ signal }) =>
      api.getCallAnalytics({
        query: { ...rangeOf(period, Date.now()), compare: 'previous', groupBy: group },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <Page
      title={words.title}
      actions={
        <>
          <Select
            aria-label={words.period}
            className="w-auto!"
            value={period}
            onValue={(value) => void navigate({ search: { ...search, period: value }, replace: true })}
            options={optionsOf(words.periods)}
          />
          <Select
            aria-label={words.group}
            className="w-auto!"
            value={group}
            onValue={(value) => void navigate({ search: { ...search, group: value }, replace: true })}
            options={optionsOf(words.groups)}
          />
          <ExportButton period={period} group={group} />
        </>
      }
    >
      <QueryState query={query}>{(data) => <AnalyticsView data={data} group={group} />}</QueryState>
    </Page>
  );
}

function ExportButton({ period, group }: { readonly period: Period; readonly group: Group }) {
  const download = useChange(
    async () => {
      const query = { ...rangeOf(period, Date.now()), groupBy: group, format: 'csv' };
      const parameters = new URLSearchParams(query as unknown as Record<string, string>);
      const response = await api.send('GET', `/v1/api/analytics/calls?${parameters.toString()}`);
      saveFile(`calls-${period}.csv`, await response.blob());
    },
    { changes: [] },
  );
  return (
    <Button
      pending={download.isPending}
      title={download.message || undefined}
      onClick={() => download.mutate(undefined)}
    >
      {words.exportCsv}
    </Button>
  );
}

function AnalyticsView({ data, group }: { readonly data: CallAnalytics; readonly group: Group }) {
  return (
    <div className="grid gap-4">
      <Tiles totals={data.totals} previous={data.previous?.totals} />
      <CallsChart data={data} />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <OutcomeBars
          title={words.outcomes}
          counts={data.totals.endReasons}
          labelOf={endReasonName}
          range={data}
          filter="endReason"
        />
        <OutcomeBars
          title={words.dispositions}
          counts={data.totals.dispositions}
          labelOf={dispositionName}
          range={data}
        />
      </div>
      {group !== 'none' && <GroupTable data={data} group={group} />}
    </div>
  );
}
