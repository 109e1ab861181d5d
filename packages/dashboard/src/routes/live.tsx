import { useNavigate, useSearch, type LinkProps } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { Badge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { DataTable, type Column } from '../components/data-table.tsx';
import { Page } from '../components/page.tsx';
import { EmptyState } from '../components/states.tsx';
import { useNow } from '../components/time.tsx';
import { ActiveCallPanel } from '../features/active-calls/active-call-panel.tsx';
import type { ActiveCallRow } from '../features/active-calls/active-calls.ts';
import { useActiveCalls, type Connection } from '../features/active-calls/use-active-calls.ts';
import { unintelligible } from '../features/calls/transcript.tsx';
import { formatCount, formatDuration, formatPhone } from '../format.ts';
import { text } from '../text/index.ts';

const words = text.live;

const sentimentTones = { positive: 'ok', neutral: 'neutral', negative: 'bad' } as const;

const columns: readonly Column<ActiveCallRow>[] = [
  {
    header: words.columns.customer,
    width: 'minmax(9rem, 0.8fr)',
    cell: ({ customerName, customerPhone }) => customerName ?? formatPhone(customerPhone),
  },
  {
    header: words.columns.agent,
    width: 'minmax(7rem, 0.6fr)',
    cell: ({ aiAgentName }) => aiAgentName,
    isSecondary: true,
  },
  {
    header: words.columns.lastWords,
    width: 'minmax(8rem, 1.6fr)',
    cell: ({ lastMessage }) => (
      <span className="text-muted">
        {lastMessage === unintelligible ? text.calls.call.unintelligible : lastMessage}
      </span>
    ),
    isSecondary: true,
  },
  {
    header: words.columns.state,
    width: '10.5rem',
    narrowWidth: '7.5rem',
    cell: (row) => <State row={row} />,
  },
  {
    header: words.columns.duration,
    width: '5.5rem',
    narrowWidth: '4.5rem',
    align: 'end',
    cell: ({ startedAtMs }) => <Elapsed startedAtMs={startedAtMs} />,
  },
];

const columnsBesidePanel = columns.filter(({ header }) => header !== words.columns.agent);

/** The most urgent of what can be said about a call. */
function State({ row }: { readonly row: ActiveCallRow }) {
  if (row.transferRequested) return <Badge tone="warn">{words.asks}</Badge>;
  if (row.held) return <Badge tone="info">{words.held}</Badge>;
  if (row.muted) return <Badge tone="info">{words.muted}</Badge>;
  if (row.sentiment === null) return null;
  return <Badge tone={sentimentTones[row.sentiment]}>{words.sentiments[row.sentiment]}</Badge>;
}

function Elapsed({ startedAtMs }: { readonly startedAtMs: number }) {
  const now = useNow(1_000);
  return <>{formatDuration((now - startedAtMs) / 1000)}</>;
}

const connectionTones: Record<Connection, Tone> = {
  connecting: 'neutral',
  connected: 'ok',
  reconnecting: 'warn',
};

/** All active calls, newest first, as they change. The selected call is beside the list, and its id in the URL. */
export function LivePage() {
  const { call: callId, filter } = useSearch({ from: '/shell/live' });
  const navigate = useNavigate({ from: '/live' });
  const { calls, connection } = useActiveCalls();
  const rows = useMemo(() => [...calls.values()], [calls]);
  const asking = useMemo(() => rows.filter(({ transferRequested }) => transferRequested), [rows]);
  const isAsking = filter === 'person';
  const linkOf = useCallback(
    (row: ActiveCallRow): LinkProps => ({
      to: '/live',
      search: { ...(isAsking && { filter: 'person' }), call: row.callId },
    }),
    [isAsking],
  );
  const close = () => {
    void navigate({ search: isAsking ? { filter: 'person' } : {} });
    document.querySelector<HTMLElement>(`[data-row][href*="${callId}"]`)?.focus();
  };
  return (
    <Page
      isFull
      title={words.title}
      description={words.count(formatCount(calls.size))}
      actions={
        <>
          <span role="status">
            <Badge tone={connectionTones[connection]}>{words[connection]}</Badge>
          </span>
          {(isAsking || asking.length > 0) && (
            <Button
              onClick={() => void navigate({ search: isAsking ? {} : { filter: 'person' }, replace: true })}
            >
              {isAsking ? words.all : words.asking(formatCount(asking.length))}
            </Button>
          )}
        </>
      }
    >
      <div className="flex h-full">
        <div className="h-full min-w-0 flex-1">
          <DataTable
            label={words.title}
            query={{
              rows: isAsking ? asking : rows,
              error: null,
              isPending: connection === 'connecting',
              hasNextPage: false,
              isFetchingNextPage: false,
              fetchNextPage: () => undefined,
              refetch: () => undefined,
            }}
            columns={callId === undefined ? columns : columnsBesidePanel}
            keyOf={({ roomName }) => roomName}
            linkOf={linkOf}
            empty={
              <EmptyState title={words.emptyTitle}>{isAsking ? words.emptyAsking : words.empty}</EmptyState>
            }
          />
        </div>
        {callId !== undefined && <ActiveCallPanel key={callId} callId={callId} onClose={close} />}
      </div>
    </Page>
  );
}
