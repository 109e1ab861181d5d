import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../components/page.tsx';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';

interface OutcomeBarsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly labelOf: (name: string) => string;
  readonly range: { readonly from: string; readonly to: string };
  /** The filter of the list of calls that a bar opens. Without it, bars are no links. */
  readonly filter?: 'endReason';
}

/** How calls ended, the most frequent first. */
export function OutcomeBars({ title, counts, labelOf, range, filter }: OutcomeBarsProps) {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const highest = Math.max(1, ...entries.map(([, count]) => count));
  return (
    <Section title={title}>
      {entries.length === 0 && (
        <p className="px-4 py-6 text-center text-sm text-muted">{text.analytics.noData}</p>
      )}
      <ul className="grid gap-1 px-2 py-2">
        {entries.map(([name, count]) => (
          <li key={name}>
            <BarLink {...(filter && { search: { from: range.from, to: range.to, [filter]: name } })}>
              <span className="min-w-0 truncate">{labelOf(name)}</span>
              <span>{formatCount(count)}</span>
              <span className="col-span-2 h-1.5 rounded-full bg-hover">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${(count / highest) * 100}%` }}
                />
              </span>
            </BarLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const barClass = 'grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 rounded-md px-2 py-1 text-sm';

function BarLink({
  search,
  children,
}: {
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}) {
  if (search === undefined) return <div className={barClass}>{children}</div>;
  return (
    <Link to="/calls" search={search} className={`${barClass} hover:bg-hover`}>
      {children}
    </Link>
  );
}
