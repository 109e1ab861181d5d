import type { CallEndReason, HealthResource } from '@parley/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { api } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Section } from '../../components/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { useNow } from '../../components/time.tsx';
import { browserZone, formatCount, formatDate } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.home.today;
const refetchMs = 30_000;

/** The calls of today with their results, what happens now, and the health of the service. */
export function Today() {
  const from = formatDate(new Date(useNow(60_000)));
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-4">
        <Now from={from} />
        <Results from={from} />
      </div>
      <Health />
    </div>
  );
}

/** The calls of today, from midnight in the time zone of the browser. */
const todayQuery = (from: string) =>
  queryOptions({
    queryKey: ['getCallAnalytics', 'today', from],
    queryFn: async ({ signal }) => {
      const query = { interval: 'day', from, timeZone: browserZone } as const;
      return (await api.getCallAnalytics({ query, signal })).totals;
    },
    refetchInterval: refetchMs,
  });

function Now({ from }: { readonly from: string }) {
  const today = useQuery(todayQuery(from));
  const { data } = useQuery({
    queryKey: ['listCalls', 'active'],
    queryFn: async ({ signal }) => {
      const [active, tasks] = await Promise.all([
        api.listCalls({ query: { limit: 1, status: 'in_progress' }, signal }),
        api.listTasks({ query: { limit: 1, status: 'open' }, signal }),
      ]);
      return { active: active.data.total, tasks: tasks.data.total };
    },
    refetchInterval: refetchMs,
  });
  return (
    <div className="grid grid-cols-3 gap-4 max-md:gap-2">
      <Figure label={words.calls} value={today.data?.calls} link={{ to: '/calls', search: { from } }} />
      <Figure label={words.active} value={data?.active} link={{ to: '/live' }} />
      <Figure label={words.tasks} value={data?.tasks} link={{ to: '/tasks' }} />
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number | undefined;
  /** The list behind the number. */
  readonly link: LinkProps;
}

function Figure({ label, value, link }: FigureProps) {
  return (
    <div className="relative rounded-lg border border-line bg-surface px-4 py-3 hover:bg-hover">
      <p className="text-sm text-muted">
        <Link {...link} className="after:absolute after:inset-0 after:rounded-lg after:content-['']">
          {label}
        </Link>
      </p>
      <p className="mt-1 text-2xl font-semibold">{value === undefined ? '–' : formatCount(value)}</p>
    </div>
  );
}

/** How the calls of today ended. Each bar is a link to its calls. */
function Results({ from }: { readonly from: string }) {
  const query = useQuery(todayQuery(from));
  return (
    <Section title={words.results}>
      <QueryState query={query}>
        {({ endReasons }) => {
          const results = Object.entries(endReasons).sort(([, a], [, b]) => b - a);
          if (results.length === 0) return <p className="px-4 py-3 text-sm text-muted">{words.none}</p>;
          const most = results[0]![1];
          return (
            <ul className="py-2">
              {results.map(([endReason, count]) => (
                <li key={endReason}>
                  <Link
                    to="/calls"
                    search={{ from, endReason }}
                    className="grid grid-cols-[9rem_1fr_3rem] items-center gap-3 px-4 py-1.5 text-sm hover:bg-hover max-md:min-h-11"
                  >
                    <span className="truncate">{text.calls.endReasons[endReason as CallEndReason]}</span>
                    <span aria-hidden className="h-2 rounded-full bg-hover">
                      <span
                        className="block h-2 rounded-full bg-accent"
                        style={{ width: `${(count / most) * 100}%` }}
                      />
                    </span>
                    <span className="text-end">{formatCount(count)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </Section>
  );
}

const statusTones = { ok: 'ok', degraded: 'warn', failing: 'bad', draining: 'warn' } as const;

/** The parts of the service, those that fail first. */
function Health() {
  const query = useQuery({
    queryKey: ['checkHealth'],
    queryFn: () => api.checkHealth(),
    refetchInterval: refetchMs,
  });
  const status = query.data?.status;
  return (
    <Section
      title={words.health}
      actions={
        status !== undefined && <Badge tone={statusTones[status]}>{words.healthStatuses[status]}</Badge>
      }
    >
      <QueryState query={query}>{({ checks }) => <Checks checks={checks} />}</QueryState>
    </Section>
  );
}

function Checks({ checks }: Pick<HealthResource, 'checks'>) {
  return (
    <ul className="grid gap-1.5 px-4 py-3 text-sm">
      {checks
        .toSorted((a, b) => Number(a.ok) - Number(b.ok))
        .map(({ name, ok, detail }) => (
          <li key={name} className="grid grid-cols-[1rem_1fr] gap-x-2">
            {ok ? (
              <CircleCheck aria-label={words.works} size={16} className="mt-0.5 text-ok" />
            ) : (
              <CircleX aria-label={words.fails} size={16} className="mt-0.5 text-bad" />
            )}
            <span className={ok ? '' : 'font-medium'}>{words.parts[name] ?? name}</span>
            {!ok && detail !== undefined && (
              <span className="col-start-2 text-xs break-words text-muted">{detail}</span>
            )}
          </li>
        ))}
    </ul>
  );
}
