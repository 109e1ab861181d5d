import type { CallDetail } from '@parley/sdk/client';
import { formatTime } from '../../format.ts';

/** Everything that the service did for the call, in order. */
export function CallEvents({ call: { timeline } }: { readonly call: CallDetail }) {
  if (timeline.length === 0) return null;
  return (
    <ol className="grid gap-1 rounded-lg border border-line bg-surface px-4 py-3">
      {timeline.map(({ type, at, detail }, index) => (
        <li key={`${at}-${index}`} className="grid grid-cols-[6.5rem_1fr] gap-x-3 text-sm">
          <time dateTime={at} className="text-xs leading-5 text-faint">
            {formatTime(at)}
          </time>
          <div className="min-w-0">
            <span className="font-medium">{type.replaceAll(/[._]/g, ' ')}</span>{' '}
            <span className="break-words text-muted">{summaryOf(detail)}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

const summaryOf = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
