import { useList } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Section } from '../../components/page.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { text } from '../../text/index.ts';
import { AddSuppression } from './add-suppression.tsx';
import { RemoveSuppression } from './remove-suppression.tsx';

const words = text.suppressions;

/** Whether a person may be called and written to, by channel. */
export function ChannelPermissions({ address }: { readonly address: string }) {
  const entries = useList('listSuppressions', { query: { address, limit: 10 } });
  const channels = address.includes('@') ? (['email'] as const) : (['voice', 'sms'] as const);
  return (
    <Section title={words.title}>
      {entries.isPending && <LoadingState />}
      {entries.error !== null && <ErrorState error={entries.error} onRetry={() => void entries.refetch()} />}
      {entries.data !== undefined && (
        <ul>
          {channels.map((channel) => {
            const entry = entries.rows.find((row) => row.channel === channel);
            return (
              <li
                key={channel}
                className="flex min-h-12 items-center gap-3 border-t border-line px-4 py-2 text-sm first:border-t-0"
              >
                <div className="min-w-0 flex-1">
                  <p className="flex items-center gap-2">
                    <span className="font-medium">{words.channels[channel]}</span>
                    <Badge tone={entry === undefined ? 'ok' : 'bad'}>
                      {entry === undefined ? words.allowed : words.suppressed}
                    </Badge>
                  </p>
                  {entry !== undefined && (
                    <p className="mt-0.5 text-xs break-words text-muted">
                      {entry.reason} <RelativeTime value={entry.createdAt} />
                    </p>
                  )}
                </div>
                {entry === undefined ? (
                  <AddSuppression preset={{ address, channel }} />
                ) : (
                  <RemoveSuppression entry={entry} />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
