import type { CallAnalytics } from '@parley/sdk/client';
import { Link } from '@tanstack/react-router';
import { Section } from '../../components/page.tsx';
import { formatCount, formatDuration, formatMs, formatPercent, formatPhone } from '../../format.ts';
import { text } from '../../text/index.ts';
import type { Group } from './periods.ts';

const words = text.analytics;

/** The filters of the list of calls by kind of group. */
const filters: Readonly<Partial<Record<Group, 'agentId' | 'batchId' | 'phoneNumber'>>> = {
  agent: 'agentId',
  batch: 'batchId',
  number: 'phoneNumber',
};

/** The largest groups side by side. */
export function GroupTable({ data, group }: { readonly data: CallAnalytics; readonly group: Group }) {
  const { groups, groupCount, from, to } = data;
  const filter = filters[group];
  return (
    <Section
      title={words.groups[group]}
      actions={
        groups.length < groupCount && (
          <span className="text-xs text-muted">
            {words.more(formatCount(groups.length), formatCount(groupCount))}
          </span>
        )
      }
    >
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">{words.table.label}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-start font-medium">
                {words.table.name}
              </th>
              {[words.table.calls, words.table.answerRate, words.table.duration, words.table.silence].map(
                (name) => (
                  <th key={name} scope="col" className="px-4 py-2 text-end font-medium">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ id, name, totals }) => (
              <tr key={id} className="border-b border-line last:border-0">
                <th scope="row" className="px-4 py-2 text-start font-medium">
                  {filter === undefined || id === null ? (
                    (name ?? id ?? words.table.unnamed)
                  ) : (
                    <Link
                      to="/calls"
                      search={{ [filter]: id, from, to }}
                      className="underline-offset-2 hover:underline"
                    >
                      {group === 'number' ? formatPhone(id) : (name ?? id)}
                    </Link>
                  )}
                </th>
                <td className="px-4 py-2 text-end">{formatCount(totals.calls)}</td>
                <td className="px-4 py-2 text-end">
                  {totals.answerRate === null ? words.none : formatPercent(totals.answerRate)}
                </td>
                <td className="px-4 py-2 text-end">
                  {totals.averageDurationSeconds === null
                    ? words.none
                    : formatDuration(totals.averageDurationSeconds)}
                </td>
                <td className="px-4 py-2 text-end">
                  {totals.latency.silence.p50Ms === null
                    ? words.none
                    : formatMs(totals.latency.silence.p50Ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
